# Buttons.

expenses-button-save_anyway = Simpan juga
expenses-button-leave = Biarkan begitu
expenses-type_your_own = ✍️ Hantar sahaja kategori itu sebagai mesej, contohnya “Haiwan”.
expenses-button-offered = Tambah ke perbelanjaan
expenses-button-save = Simpan
expenses-button-change = Ubah
expenses-button-not_saved = Tidak
