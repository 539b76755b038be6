# What was spent.

expenses-spending-total = 📊 { $period }: { $totals }
expenses-spending-total-one_of = { $money } dalam { $expenses }
expenses-spending-expenses = { $n } perbelanjaan
expenses-spending-list = 🧾 { $period }:
expenses-spending-largest = 🧾 { $period }, yang terbesar:
expenses-spending-none = 📊 { $period }: tiada yang disimpan.
expenses-spending-category = { $icon } { $category }: { $money }
expenses-spending-period-all = Keseluruhan
expenses-spending-period-day = Pada { $day }
expenses-spending-period-today = Hari ini
expenses-spending-period-yesterday = Semalam
expenses-spending-period-between = Dari { $since } hingga { $until }
expenses-spending-period-since = Sejak { $since }
expenses-spending-period-until = Hingga { $until }
expenses-hint-heard = 🔎 Saya tak jumpa “{ $heard }” antara perbelanjaan terakhir anda. { $hint }
expenses-hint-change = Untuk mengubah perbelanjaan, balas kadnya dengan nilai yang betul, atau tulis “#{ $number } was 13”.
expenses-hint-take_back = Untuk menarik balik, balas kadnya dengan “undo”, atau tulis “undo #{ $number }”.
expenses-hint-bring_back = 💡 Untuk mengembalikannya, tekan butang di bawah yang ditarik balik atau di bawah draf.
expenses-hint-spending = 💡 Saya boleh menjumlah dan menyenaraikan yang disimpan: “berapa saya belanja bulan ini?”, “perbelanjaan terbesar?”

# What a bank's message tells that is no expense.
expenses-notice-code = 🔑 Itu kod daripada bank, bukan bayaran: tiada apa-apa disimpan. Kod begini lebih baik disimpan sendiri.
expenses-notice-declined = 🚫 Bayaran itu tidak berjaya, jadi tiada apa-apa disimpan.
expenses-notice-money_in = ↩️ Itu tentang wang masuk, tetapi tidak jelas berapa dan daripada siapa: tiada yang disimpan. Beritahu saya: “terima 45 dari Shopee”.
expenses-notice-due = 📅 Itu masih perlu dibayar, jadi tiada apa-apa disimpan. Hantar semula selepas dibayar, atau beritahu saya: “Netflix 54”.
expenses-notice-moved = 🔁 Itu wang anda sendiri yang berpindah tempat, tetapi jumlahnya tidak jelas, jadi tiada yang disimpan. Beritahu saya: “keluarkan tunai 200”.
expenses-notice-offer = 📣 Itu tawaran, bukan bayaran: tiada apa-apa disimpan.
expenses-notice-balance = 💰 Itu baki akaun, bukan perbelanjaan: tiada apa-apa disimpan.

# Perbelanjaan sebagai fail.
expenses-export = 📄 { $period }: { $held }
expenses-export-photos = { $n } resit
expenses-export-forms = “/export csv” membuat fail CSV, “/export gambar” ZIP resit-resit.
expenses-export-more = Ini yang terbaharu daripada { $total }. Untuk yang lain, minta tempoh yang lebih pendek, contohnya “/export julai”.
expenses-export-none = 📄 { $period }: tiada yang disimpan, jadi tiada fail.
expenses-export-no_photos = 📄 { $period }: tiada gambar resit, jadi tiada fail.
expenses-export-future = 📄 Itu belum tiba, jadi tiada fail.
expenses-export-no_room = 📄 Tiada ruang untuk fail itu. Cuba tempoh yang lebih pendek, atau esok.
expenses-export-unclear = 📄 Saya tak faham hari yang mana. Cuba “/export”, “/export julai csv”, “/export dari 1.3. hingga 31.5.” atau “/export gambar bulan lepas”.
