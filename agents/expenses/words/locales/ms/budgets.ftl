# What saves tell of budgets.

expenses-budget-all = Semua perbelanjaan
expenses-budget-each-week = { $money } seminggu
expenses-budget-each-month = { $money } sebulan
expenses-budget-notice-near = ⚠️ { $name }: { $percent } % daripada { $budget } sudah digunakan, baki { $left }
expenses-budget-notice-used = 🛑 { $name }: semua { $budget } sudah digunakan
expenses-budget-notice-over = 🛑 { $name }: { $spent } daripada { $budget }, terlebih { $left }
