# Exchange rates.

expenses-rate = 💱 Rates:
expenses-rate-set = 💱 OK, I'll use this rate for a week:
expenses-rate-rows = { $n ->
    [one] { $n } expense of that week that had no rate uses it now.
   *[other] { $n } expenses of that week that had no rate use it now.
}
expenses-rate-line-hand = { $equation } (from you, { $day })
expenses-rate-line-bank = { $equation } (European Central Bank, { $day })
expenses-rate-converted = 💱 { $amount } ≈ { $result }
expenses-rate-none = 💱 You haven't set a rate in the last week.
expenses-rate-none_of = 💱 I have no rate from { $currency } to { $into } from the last week.
expenses-rate-example = Try “1 usd = 4.45”, “/rate eur 4.90” or “convert 20 usd”.
expenses-rate-unclear = 💱 I didn't get that rate, so nothing changed.
expenses-rate-not_positive = 💱 That must be more than zero, so nothing changed.
expenses-rate-absurd = 💱 That can't be a rate, so nothing changed.
expenses-rate-same_currency = 💱 Both are { $currency }, so there is nothing to convert.
