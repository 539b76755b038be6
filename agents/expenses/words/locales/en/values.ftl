# The names of fields, and the lines of a card.

expenses-field-merchant = shop
expenses-field-item = purpose
expenses-field-amount = amount
expenses-field-currency = currency
expenses-field-date = date
expenses-field-category = category
expenses-field-payment_method = payment
expenses-field-reference = reference
expenses-field-tax = tax
expenses-field-better_image = a clearer photo


expenses-card-untitled = expense
expenses-card-photo = receipt
expenses-card-no_amount = no amount yet
expenses-card-day = 📅 { $day }
expenses-card-day_assumed = 📅 { $day } (not on the receipt)
expenses-card-time = 🕒 { $time }
expenses-card-category = { $icon } { $category }
expenses-card-worked_out = 🧮 { $evidence }
expenses-card-earlier = ↩️ As in “{ $evidence }”
expenses-card-home = ≈ { $money } ({ $equation })
expenses-card-payment = 💳 { $payment }
expenses-card-reference = 🔖 { $reference }
expenses-card-tax = tax { $tax }
expenses-card-items = { $n ->
    [one] { $n } item
   *[other] { $n } items
}
expenses-unnamed_member = another member
