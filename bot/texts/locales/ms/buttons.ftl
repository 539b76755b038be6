# Buttons.

button-answer = Yang ini
button-drop = Buang
button-keep = Simpan sebagai draf
button-yes = Ya
button-no = Tidak
button-edit = Ubah
button-undo = Tarik balik
button-restore = Pulihkan
button-resume = Sambung
button-for = { $button } { $name }
button-retry = Cuba lagi
button-offer = Guna ini
button-enter = Ya
button-leave = Tidak
