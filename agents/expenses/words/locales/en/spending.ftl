# What was spent.

expenses-spending-total = 📊 { $period }: { $totals }
expenses-spending-total-one_of = { $money } in { $expenses }
expenses-spending-expenses = { $n ->
    [one] { $n } expense
   *[other] { $n } expenses
}
expenses-spending-list = 🧾 { $period }:
expenses-spending-largest = 🧾 { $period }, the biggest:
expenses-spending-none = 📊 { $period }: nothing saved.
expenses-spending-category = { $icon } { $category }: { $money }
expenses-spending-period-all = In all
expenses-spending-period-day = On { $day }
expenses-spending-period-today = Today
expenses-spending-period-yesterday = Yesterday
expenses-spending-period-between = From { $since } to { $until }
expenses-spending-period-since = Since { $since }
expenses-spending-period-until = Up to { $until }
