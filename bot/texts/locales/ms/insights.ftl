# What was spent.

insights-total = 📊 { $period }: { $totals }
insights-total-one_of = { $money } dalam { $expenses }
insights-expenses = { $n } perbelanjaan
insights-and = { $first } dan { $last }
insights-list = 🧾 { $period }:
insights-none = 📊 { $period }: tiada yang disimpan.
insights-category = { $icon } { $category }: { $money }
insights-period-all = Keseluruhan
insights-period-day = Pada { $day }
insights-period-today = Hari ini
insights-period-yesterday = Semalam
insights-period-between = Dari { $since } hingga { $until }
insights-period-since = Sejak { $since }
insights-period-until = Hingga { $until }
insights-failed = 😕 Saya tidak dapat menyemaknya sekarang. Sila tanya sebentar lagi.
