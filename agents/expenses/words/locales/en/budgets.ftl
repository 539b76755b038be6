# What saves tell of budgets.

expenses-budget-all = All spending
expenses-budget-each-week = { $money } a week
expenses-budget-each-month = { $money } a month
expenses-budget-notice-near = ⚠️ { $name }: { $percent } % of { $budget } used, { $left } left
expenses-budget-notice-used = 🛑 { $name }: all of { $budget } is used
expenses-budget-notice-over = 🛑 { $name }: { $spent } of { $budget }, { $left } over
