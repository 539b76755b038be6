# What saves tell of budgets.

expenses-budget-all = Alle Ausgaben
expenses-budget-each-week = { $money } pro Woche
expenses-budget-each-month = { $money } pro Monat
expenses-budget-notice-near = ⚠️ { $name }: { $percent } % von { $budget } verbraucht, noch { $left } übrig
expenses-budget-notice-used = 🛑 { $name }: { $budget } sind ganz verbraucht
expenses-budget-notice-over = 🛑 { $name }: { $spent } von { $budget }, { $left } zu viel
