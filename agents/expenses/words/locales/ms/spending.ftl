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
