# A report of spending: what goes with its picture, and what stands on it.

expenses-report = 📊 { $period }: { $totals }
expenses-report-most = { $icon } Most went to { $category }: { $money } ({ $percent })
expenses-report-balance = 💰 { $income } came in, so the balance is { $balance }
expenses-report-none = 📊 { $period }: nothing saved, so there is no report.
expenses-report-future = 📊 Those days are still to come, so there is no report.
expenses-report-no_room = There's no room left for the picture today. Please try tomorrow.
expenses-report-unclear = 📊 Which days? Try “/report”, “/report last month”, “/report june dark” or “/report from 1.3. to 31.5.”.
expenses-report-heading = Spending
expenses-report-more = ▲ { $by } more than { $period } ({ $money })
expenses-report-less = ▼ { $by } less than { $period } ({ $money })
expenses-report-same = As much as { $period } ({ $money })
expenses-report-first = Nothing to compare with: { $period } has no spending
expenses-report-categories = Categories
expenses-report-rest = { $n ->
    [one] { $n } more category
   *[other] { $n } more categories
}
expenses-report-chart-day = Day by day
expenses-report-chart-week = Week by week
expenses-report-chart-month = Month by month
expenses-report-chart-year = Year by year
expenses-report-average-day = { $money } a day on average
expenses-report-average-week = { $money } a week on average
expenses-report-average-month = { $money } a month on average
expenses-report-shops = Top shops
expenses-report-times = { $n }×
expenses-report-flow-income = Income
expenses-report-flow-spent = Spent
expenses-report-flow-balance = Balance
expenses-report-currencies = Other currencies
expenses-report-came = income
expenses-report-home = ≈ { $money } in total, at each day's rate
expenses-report-unrated = { $n ->
    [one] { $n } expense has no exchange rate, so the currencies have no total together.
   *[other] { $n } expenses have no exchange rate, so the currencies have no total together.
}
expenses-report-nameless = name in other letters
