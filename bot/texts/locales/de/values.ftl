# Values, the names of fields, and the lines of a card.

day-today = heute
day-yesterday = gestern

moment = { $day }, { $time }

field-merchant = Laden
field-item = Zweck
field-amount = Betrag
field-currency = Währung
field-date = Datum
field-category = Kategorie
field-payment_method = Zahlung
field-reference = Belegnummer
field-tax = Steuer
field-better_image = ein schärferes Foto

value-none = nichts

card-untitled = Ausgabe
card-photo = Beleg
card-no_merchant = kein Laden genannt
card-no_amount = noch kein Betrag
card-day = 📅 { $day }
card-day_assumed = 📅 { $day } (steht nicht auf dem Beleg)
card-category = { $icon } { $category }
card-payment = 💳 { $payment }
card-reference = 🔖 { $reference }
card-tax = Steuer { $tax }
card-items = { $n } Artikel
