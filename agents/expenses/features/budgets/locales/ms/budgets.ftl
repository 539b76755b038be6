# Budgets, and what is told when one is nearly used up.

expenses-budget = 🎯 Bajet awak:
expenses-budget-set = 🎯 Bajet ditetapkan:
expenses-budget-before = Sebelum ini { $budget }.
expenses-budget-levels = Saya beritahu awak pada { $levels }.
expenses-budget-none = 🎯 Awak belum ada bajet.
expenses-budget-none_of = 🎯 Awak tiada bajet untuk { $named }.
expenses-budget-example = Cuba “/budget makanan 500”, “/budget 3000”, “bajet makanan 100 seminggu” atau “buang bajet makanan”.
expenses-budget-removed = 🎯 { $n } bajet dibuang:
expenses-budget-unclear = 🎯 Saya tidak faham bajet itu, jadi tiada apa yang berubah.
expenses-budget-no_amount = 🎯 Berapa jumlahnya? Setakat ini tiada apa yang berubah.
expenses-budget-not_positive = 🎯 Bajet mesti lebih daripada sifar, jadi tiada apa yang berubah. Tulis “buang” untuk membuang bajet.
expenses-budget-too_large = 🎯 Jumlah itu terlalu besar untuk bajet, jadi tiada apa yang berubah.
expenses-budget-too_precise = 🎯 Terlalu banyak tempat perpuluhan, jadi tiada apa yang berubah.
expenses-budget-unknown_category = 🎯 Saya tidak kenal kategori “{ $named }”, jadi tiada apa yang berubah. Untuk kategori mana?
expenses-budget-of = { $name }: { $budget }
expenses-budget-line-left = { $bar } { $percent } · belanja { $spent } · baki { $left } · { $days }
expenses-budget-line-over = { $bar } { $percent } · belanja { $spent } · terlebih { $left } · { $days }
expenses-budget-days = { $n ->
    [1] hari terakhir
   *[other] { $n } hari lagi
}
expenses-budget-apart = Tidak dikira, tiada kadar tukaran: { $apart }
expenses-button-budgets = Semua bajet
expenses-button-budget_for = Bajet
expenses-button-budget_for_own = Kategori baharu
expenses-budget-own = Baharu: { $name }
expenses-budget-all = Semua perbelanjaan
expenses-budget-each-week = { $money } seminggu
expenses-budget-each-month = { $money } sebulan
expenses-budget-notice-near = ⚠️ { $name }: { $percent } daripada { $budget } sudah guna, baki { $left }
expenses-budget-notice-used = 🛑 { $name }: { $budget } sudah habis
expenses-budget-notice-over = 🛑 { $name }: { $spent } daripada { $budget }, terlebih { $left }
expenses-budget-several_amounts = 🎯 Ada lebih daripada satu jumlah, jadi tiada apa yang berubah. Yang mana satu?
