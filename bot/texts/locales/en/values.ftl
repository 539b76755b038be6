# Values, the names of fields, and the lines of a card.

day-today = today
day-yesterday = yesterday

moment = { $day }, { $time }

field-merchant = shop
field-item = purpose
field-amount = amount
field-currency = currency
field-date = date
field-category = category
field-payment_method = payment
field-reference = reference
field-tax = tax
field-better_image = a clearer photo

value-none = nothing

card-untitled = expense
card-photo = receipt
card-no_merchant = no shop named
card-no_amount = no amount yet
card-day = 📅 { $day }
card-day_assumed = 📅 { $day } (not on the receipt)
card-category = { $icon } { $category }
card-payment = 💳 { $payment }
card-reference = 🔖 { $reference }
card-tax = tax { $tax }
card-items = { $n ->
    [one] { $n } item
   *[other] { $n } items
}
