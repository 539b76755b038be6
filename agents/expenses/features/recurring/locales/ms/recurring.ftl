# What comes again and again.

expenses-recurring = 🔁 Perbelanjaan berulang anda:
expenses-recurring-kept = 🔁 Disimpan sebagai berulang:
expenses-recurring-unsaved = Belum ada bayaran yang disimpan: beritahu saya setiap kali anda membayarnya. /recurring menunjukkan apa yang akan datang.
expenses-recurring-removed = 🔁 Tidak lagi berulang:
expenses-recurring-as_before = 🔁 Seperti sebelumnya:
expenses-recurring-none = 🔁 Tiada yang disimpan sebagai berulang. Apa yang datang tiga kali pada jarak yang sama, saya tawarkan untuk disimpan.
expenses-recurring-not_offered = 🔁 Itu tidak ditawarkan lagi.
expenses-recurring-unknown_name = 🔁 Tiada “{ $name }” yang disimpan sebagai berulang.
expenses-recurring-no_amount = 🔁 Berapa setiap kali? Saya perlukan jumlahnya, jadi tiada apa yang berubah.
expenses-recurring-unclear = 🔁 Saya tak faham, jadi tiada apa yang berubah.
expenses-recurring-example = Cuba “Netflix 54.90 setiap bulan” atau “/recurring buang Netflix”.
expenses-recurring-each-week = { $money } seminggu
expenses-recurring-each-two_weeks = { $money } setiap dua minggu
expenses-recurring-each-month = { $money } sebulan
expenses-recurring-each-year = { $money } setahun
expenses-recurring-line-due = • { $name }: { $amount }, seterusnya pada { $day }
expenses-recurring-line-missing = • { $name }: { $amount }, ⚠️ dijangka pada { $day } dan belum disimpan
expenses-recurring-monthly = Dalam sebulan: { $total }
expenses-recurring-offer-week = 🔁 { $name } ({ $money }) datang setiap minggu. Simpan sebagai berulang?
expenses-recurring-offer-two_weeks = 🔁 { $name } ({ $money }) datang setiap dua minggu. Simpan sebagai berulang?
expenses-recurring-offer-month = 🔁 { $name } ({ $money }) datang setiap bulan. Simpan sebagai berulang?
expenses-recurring-offer-year = 🔁 { $name } ({ $money }) datang setiap tahun. Simpan sebagai berulang?
expenses-button-keep_recurring = Simpan sebagai berulang
