# Values, the names of fields, and the lines of a card.

day-today = hari ini
day-yesterday = semalam

moment = { $day }, { $time }

field-merchant = kedai
field-item = tujuan
field-amount = jumlah
field-currency = mata wang
field-date = tarikh
field-category = kategori
field-payment_method = bayaran
field-reference = rujukan
field-tax = cukai
field-better_image = gambar yang lebih jelas

value-none = tiada

card-untitled = perbelanjaan
card-photo = resit
card-no_merchant = tiada nama kedai
card-no_amount = belum ada jumlah
card-day = 📅 { $day }
card-day_assumed = 📅 { $day } (tiada pada resit)
card-category = { $icon } { $category }
card-payment = 💳 { $payment }
card-reference = 🔖 { $reference }
card-tax = cukai { $tax }
card-items = { $n } barang
