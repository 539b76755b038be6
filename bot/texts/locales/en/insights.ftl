# What was spent.

insights-total = 📊 { $period }: { $totals }
insights-total-one_of = { $money } in { $expenses }
insights-expenses = { $n ->
    [one] { $n } expense
   *[other] { $n } expenses
}
insights-and = { $first } and { $last }
insights-list = 🧾 { $period }:
insights-none = 📊 { $period }: nothing saved.
insights-category = { $icon } { $category }: { $money }
insights-period-all = In all
insights-period-day = On { $day }
insights-period-today = Today
insights-period-yesterday = Yesterday
insights-period-between = From { $since } to { $until }
insights-period-since = Since { $since }
insights-period-until = Up to { $until }
insights-failed = 😕 I can't look that up right now. Please ask again in a moment.
