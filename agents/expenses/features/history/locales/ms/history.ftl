# What was saved before: pages, searches, one expense.
expenses-history_shown = 🧾 Yang disimpan: { $held }
expenses-history_shown-found = 🔎 { $what }: { $held }
expenses-history_shown-deleted = 🧹 Ditarik balik: { $held }
expenses-history_shown-page = Halaman { $page } daripada { $pages }
expenses-history_shown-one = “tunjuk #{ $number }” memaparkan satu dengan gambarnya. “/history grab jun” untuk mencari.
expenses-history_shown-which = 🔎 Ada beberapa #{ $number } dalam sembang berlainan. Yang mana satu?
expenses-history_shown-beyond = { $n ->
   *[other] 🧾 Tiada halaman { $page }: ada { $n } sahaja.
}
expenses-history_shown-beyond-amount = Untuk mencari jumlah wang, tulis sennya atau mata wangnya: “/history { $page }.00”.
expenses-history_shown-not_found = 🔎 { $what }: tiada yang dijumpai. Cuba kurangkan perkataan.
expenses-history_shown-none_deleted = 🧹 Tiada yang seperti itu ditarik balik.
expenses-history_shown-future = 🔎 Tarikh itu belum tiba, jadi tiada yang disimpan.
expenses-history_shown-unclear = 🔎 Apa yang perlu dicari? Cuba “/history grab jun”, “/history 45.90” atau “/history #12”.
expenses-history_shown-none = 🧾 Belum ada yang disimpan. Cuba “makan tengah hari 12.50”.
expenses-shown = 🧾 Ini dia:
expenses-shown-deleted = 🧹 Yang ini sudah ditarik balik dan tidak dikira:
expenses-shown-no_photo = 📷 Gambarnya tidak disimpan lagi.
expenses-button-older = Lebih lama
expenses-button-newer = Lebih baharu
expenses-button-show = Tunjuk
expenses-button-delete = Padam
