# Budgets, and what is told when one is nearly used up.

expenses-budget = 🎯 Bajet anda:
expenses-budget-set = 🎯 Ditetapkan:
expenses-budget-before = Sebelum ini { $budget }.
expenses-budget-none = 🎯 Anda belum ada bajet.
expenses-budget-none_of = 🎯 Anda tiada bajet untuk { $named }.
expenses-budget-example = Cuba “/budget makanan 500”, “/budget 3000”, “bajet makanan 100 seminggu” atau “buang bajet makanan”.
expenses-budget-removed = 🎯 { $n } bajet dibuang:
expenses-budget-unclear = 🎯 Saya tak faham bajet itu, jadi tiada apa yang berubah.
expenses-budget-no_amount = 🎯 Berapa? Saya perlukan jumlahnya, jadi tiada apa yang berubah.
expenses-budget-not_positive = 🎯 Bajet mesti lebih daripada sifar, jadi tiada apa yang berubah. “buang” membuangnya.
expenses-budget-too_large = 🎯 Itu terlalu besar untuk bajet, jadi tiada apa yang berubah.
expenses-budget-too_precise = 🎯 Itu ada lebih banyak titik perpuluhan daripada mata wangnya, jadi tiada apa yang berubah.
expenses-budget-unknown_category = 🎯 Saya tak kenal kategori “{ $named }”, jadi tiada apa yang berubah. Bajet adalah untuk satu kategori, atau untuk semua.
expenses-budget-of = { $name }: { $budget }
expenses-budget-line-left = { $bar } { $percent } % · { $spent } dibelanja · baki { $left } · { $days }
expenses-budget-line-over = { $bar } { $percent } % · { $spent } dibelanja · terlebih { $left } · { $days }
expenses-budget-days = { $n } hari lagi
expenses-budget-apart = Tidak dikira, kerana saya tiada kadarnya: { $apart }
expenses-button-budgets = Semua bajet
expenses-budget-all = Semua perbelanjaan
expenses-budget-each-week = { $money } seminggu
expenses-budget-each-month = { $money } sebulan
expenses-budget-notice-near = ⚠️ { $name }: { $percent } % daripada { $budget } sudah digunakan, baki { $left }
expenses-budget-notice-used = 🛑 { $name }: semua { $budget } sudah digunakan
expenses-budget-notice-over = 🛑 { $name }: { $spent } daripada { $budget }, terlebih { $left }
expenses-budget-several_amounts = 🎯 Saya membaca lebih daripada satu jumlah, jadi tiada apa yang berubah. Beritahu satu sahaja.
