# Los nombres de los campos y las líneas de una ficha.

expenses-field-merchant = comercio
expenses-field-item = concepto
expenses-field-amount = importe
expenses-field-currency = moneda
expenses-field-date = fecha
expenses-field-category = categoría
expenses-field-payment_method = forma de pago
expenses-field-reference = referencia
expenses-field-tax = impuesto
expenses-field-better_image = una foto más clara


expenses-card-untitled = gasto
expenses-card-photo = recibo
expenses-card-no_amount = aún sin importe
expenses-card-day = 📅 { $day }
expenses-card-day_assumed = 📅 { $day } (no está en el recibo)
expenses-card-time = 🕒 { $time }
expenses-card-category = { $icon } { $category }
expenses-card-worked_out = 🧮 { $evidence }
expenses-card-earlier = ↩️ Como en “{ $evidence }”
expenses-card-home = ≈ { $money } ({ $equation })
expenses-card-payment = 💳 { $payment }
expenses-card-reference = 🔖 { $reference }
expenses-card-tax = impuesto { $tax }
expenses-card-items = { $n ->
    [one] { $n } artículo
   *[other] { $n } artículos
}
expenses-unnamed_member = otra persona
