# The names of fields, and the lines of a card.

expenses-field-merchant = Laden
expenses-field-item = Zweck
expenses-field-amount = Betrag
expenses-field-currency = Währung
expenses-field-date = Datum
expenses-field-category = Kategorie
expenses-field-payment_method = Zahlung
expenses-field-reference = Belegnummer
expenses-field-tax = Steuer
expenses-field-better_image = ein schärferes Foto


expenses-card-untitled = Ausgabe
expenses-card-photo = Beleg
expenses-card-no_amount = noch kein Betrag
expenses-card-day = 📅 { $day }
expenses-card-day_assumed = 📅 { $day } (steht nicht auf dem Beleg)
expenses-card-time = 🕒 { $time }
expenses-card-category = { $icon } { $category }
expenses-card-worked_out = 🧮 { $evidence }
expenses-card-earlier = ↩️ Wie in „{ $evidence }“
expenses-card-home = ≈ { $money } ({ $equation })
expenses-card-payment = 💳 { $payment }
expenses-card-reference = 🔖 { $reference }
expenses-card-tax = Steuer { $tax }
expenses-card-items = { $n } Artikel
expenses-unnamed_member = jemand anderes
