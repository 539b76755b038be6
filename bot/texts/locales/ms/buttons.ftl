# Buttons.

button-answer = Yang ini
button-save_anyway = Simpan juga
button-drop = Buang
button-keep = Simpan sebagai draf
button-leave = Biarkan begitu
button-edit = Ubah
button-undo = Tarik balik
button-restore = Pulihkan
button-resume = Sambung
button-for = { $button } { $name }
button-retry = Cuba lagi
