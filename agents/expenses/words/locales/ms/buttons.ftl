# Buttons.

expenses-button-save_anyway = Simpan juga
expenses-button-leave = Biarkan begitu
expenses-type_your_own = ✍️ Hantar sahaja kategori itu sebagai mesej, contohnya “Haiwan”.
expenses-button-offered = Tambah perbelanjaan
expenses-button-together-yes = Semua betul
expenses-button-together-keep = Nanti
expenses-button-together-no = Tunjuk senarai
expenses-button-save = Simpan
expenses-button-save-new = Simpan baharu
expenses-button-change = Ubah
expenses-button-change-other = Ubah #{ $number }
expenses-button-not_saved = Tidak
expenses-button-change_other = Ubah yang itu
expenses-button-save_as_spent = Perbelanjaan
expenses-button-save_all = Simpan semua
expenses-button-save_all-counted = Simpan semua { $number }
