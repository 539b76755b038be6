# What was spent.

expenses-spending-total = 📊 { $period }: { $totals }
expenses-spending-total-one_of = { $money } ({ $expenses })
expenses-spending-expenses = { $n ->
    [one] { $n } expense
   *[other] { $n } expenses
}
expenses-spending-list = 🧾 { $period }:
expenses-spending-largest = 🧾 { $period }, the biggest:
expenses-spending-none = 📊 { $period }: nothing saved.
expenses-spending-waiting = ⏳ Not counted yet: { $totals }, waiting for your answer.
expenses-spending-category = { $icon } { $category }: { $money }
expenses-spending-period-all = all time
expenses-spending-period-day = on { $day }
expenses-spending-period-today = today
expenses-spending-period-yesterday = yesterday
expenses-spending-period-this_week = this week
expenses-spending-period-this_month = this month
expenses-spending-period-this_year = this year
expenses-spending-period-last_week = last week
expenses-spending-period-between = from { $since } to { $until }
expenses-spending-period-since = since { $since }
expenses-spending-period-until = up to { $until }
expenses-spending-smallest = 🧾 { $period }, the smallest:
expenses-spending-first = 🗓️ { $period }, the first:
expenses-spending-last = 🗓️ { $period }, the last:
expenses-spending-lines = 🧺 { $period }, bought:
expenses-spending-newest = These are the newest; there are more.
expenses-spending-of_all = Out of { $totals } in total.
expenses-spending-future = 🔮 { $period }: that is still to come, so nothing is saved for it.
expenses-spending-count = 🔢 { $period }: { $times }, { $totals }
expenses-spending-average = 📊 { $period }, on average:
expenses-spending-average-of = From { $totals }.
expenses-spending-per-day = • { $money } a day
expenses-spending-per-week = • { $money } a week
expenses-spending-per-month = • { $money } a month
expenses-spending-per-visit = • { $money } each time
expenses-spending-against = { $period }: { $totals }
expenses-spending-more = ⬆️ { $money } more
expenses-spending-less = ⬇️ { $money } less
expenses-spending-same = = the same ({ $money } apart)
expenses-spending-so_far = Same days then: { $totals }
expenses-spending-so_far-week = Same days last week: { $totals }
expenses-spending-so_far-month = Same days last month: { $totals }
expenses-spending-so_far-year = Same days last year: { $totals }
expenses-spending-share = That is { $percent } of { $money }.
expenses-spending-balance = ⚖️ { $period }, left: { $totals }
expenses-spending-came_in = ⬇️ Came in: { $totals }
expenses-spending-went_out = ⬆️ Spent: { $totals }
expenses-spending-nothing = nothing
expenses-spending-income = income
expenses-spending-unnamed = (not given)
expenses-spending-group = • { $name }: { $money } ({ $n }×)
expenses-spending-week = from { $day }
expenses-spending-day = { $day }
expenses-spending-by-shop = 🏪 { $period }, by shop: { $totals }
expenses-spending-by-category = 📊 { $period }, by category: { $totals }
expenses-spending-by-payment = 💳 { $period }, by payment method: { $totals }
expenses-spending-by-month = 📅 { $period }, by month: { $totals }
expenses-spending-by-week = 📅 { $period }, by week: { $totals }
expenses-spending-by-day = 📅 { $period }, by day: { $totals }
expenses-spending-at_home = ≈ { $money } in total, at each day's rate
expenses-spending-times = { $n ->
    [one] once
   *[other] { $n } times
}
expenses-spending-received = { $n ->
    [one] { $n } payment received
   *[other] { $n } payments received
}
expenses-spending-unrated = { $n ->
    [one] No total in { $currency }: { $n } of them has no exchange rate.
   *[other] No total in { $currency }: { $n } of them have no exchange rate.
}
expenses-spending-household = household
expenses-spending-entered-own = • You: { $money }
expenses-spending-entered-other = • { $name }: { $money }
expenses-spending-since_joining = Counts what each of you saved since joining.
expenses-spending-since_joining-member = Counts what { $name } saved since joining.
expenses-spending-unknown_member = 🏠 Nobody called “{ $name }” shares expenses with you.
expenses-not_yours = 🏠 { $name } entered “{ $what }”, so only { $name } can change it.
expenses-theirs_to_change = Only who entered a row can change it.
expenses-hint-heard = 🔎 I found no “{ $heard }” among what was saved last. { $hint }
expenses-hint-change = To change an expense, reply to its card with what is right, or write “#{ $number } was 13”.
expenses-hint-take_back = To take one back, reply to its card with “undo”, or write “undo #{ $number }”.
expenses-hint-bring_back = 💡 To bring one back, press Restore below what was taken back, or Resume below a draft.
expenses-hint-spending = 💡 Ask me things like “how much at Tesco last week?”, “food this month vs last”, “5 biggest this year”, “average per week?” or “what did I buy at Aeon?”


# What a bank's message tells that is no expense.
expenses-notice-code = 🔑 That's a code from a bank, not a payment: nothing was saved. Best keep such codes to yourself.
expenses-notice-declined = 🚫 That payment didn't go through, so nothing was saved.
expenses-notice-money_in = ↩️ Money came in, but I can't tell how much or from whom, so nothing was saved. Tell me: “received 45 from Shopee”.
expenses-notice-due = 📅 That isn't paid yet, so nothing was saved. Send it again once it is, or tell me: “Netflix 54”.
expenses-notice-moved = 🔁 You moved your own money, but I can't tell how much, so nothing was saved. Tell me: “withdrew 200 cash”.
expenses-notice-offer = 📣 That is an offer, not a payment: nothing was saved.
expenses-notice-balance = 💰 That's an account balance, not a payment: nothing was saved.
