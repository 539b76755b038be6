# The names of fields, and the lines of a card.

expenses-field-merchant = kedai
expenses-field-item = untuk apa
expenses-field-amount = jumlah
expenses-field-currency = mata wang
expenses-field-date = tarikh
expenses-field-category = kategori
expenses-field-payment_method = bayaran
expenses-field-reference = rujukan
expenses-field-tax = cukai
expenses-field-better_image = gambar yang lebih jelas


expenses-card-untitled = perbelanjaan
expenses-card-photo = resit
expenses-card-no_amount = belum ada jumlah
expenses-card-day = 📅 { $day }
expenses-card-day_assumed = 📅 { $day } (tiada pada resit)
expenses-card-time = 🕒 { $time }
expenses-card-category = { $icon } { $category }
expenses-card-worked_out = 🧮 { $evidence }
expenses-card-earlier = ↩️ Seperti dalam “{ $evidence }”
expenses-card-home = ≈ { $money } ({ $equation })
expenses-card-payment = 💳 { $payment }
expenses-card-reference = 🔖 { $reference }
expenses-card-tax = cukai { $tax }
expenses-card-items = { $n } barang
expenses-unnamed_member = ahli lain
