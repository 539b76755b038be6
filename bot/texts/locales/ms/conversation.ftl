# The conversation itself: greeting, help, status, cancelling, what went wrong.

conversation-start =
    👋 Hai, saya Steward. Saya catat perbelanjaan anda.
    Taip sahaja, contohnya “Starbucks 15.50”, atau hantar gambar resit.
    /help menunjukkan apa lagi yang saya boleh buat.
conversation-help =
    💡 Ini yang saya boleh buat:
    • Simpan perbelanjaan: “makan tengah hari 12.50” atau “bayar 30 usd untuk minyak semalam”
    • Baca gambar atau PDF resit
    • Ubah: “bukan, 16.50”
    • Beritahu berapa anda belanja: “berapa saya belanja minggu ini?”
    /status apa yang sedang saya buat · /history yang terakhir
    /undo tarik balik satu · /cancel berhenti dan buang
    /currency, /language, /timezone tetapan anda
    /usage kos model AI · /privacy apa yang saya simpan

help-amount = 💡 Saya perlukan jumlah untuk { $name }. Taip nombor sahaja, contohnya { $money }.
help-merchant = 💡 Saya perlu tahu { $name } itu untuk apa: nama kedai, atau perkataan seperti “makan”.
help-date = 💡 Saya perlukan hari untuk { $name }: “hari ini”, “semalam” atau satu tarikh.
help-category = 💡 Saya perlukan kategori untuk { $name }. Pilih daripada senarai saya atau taip sendiri.
help-better_image = 💡 Saya perlukan gambar { $name } yang lebih jelas. Taip nama kedai dan jumlah pun boleh.
help-duplicate = 💡 { $name } nampaknya sudah disimpan. Jawab ya untuk simpan sekali lagi, atau tidak.
help-edit = 💡 Beritahu apa yang perlu diubah pada { $name }, contohnya “jumlah 12.50”.
help-retry = 💡 { $name } tidak dapat disiapkan. Sebut “cuba lagi”, atau buang sahaja.
help-leave = “Tak tahu” menyimpannya sebagai draf, /cancel membuangnya.

status-idle = 😌 Semua selesai, tiada yang menunggu. Hantar perbelanjaan atau gambar.
status-working = ⏳ Saya sedang buat.
status-waiting = 💬 Saya menunggu jawapan anda.
status-waiting-for = 💬 Saya menunggu jawapan anda: { $what }.
status-waiting-since = 💬 Sejak { $since } saya menunggu jawapan anda: { $what }.
status-what-amount = berapa jumlahnya
status-what-merchant = untuk apa
status-what-date = bila
status-what-category = kategori mana yang sesuai
status-what-better_image = gambar yang lebih jelas
status-what-duplicate = sama ada hendak disimpan sekali lagi
status-what-edit = apa yang perlu diubah
status-what-retry = sama ada hendak cuba lagi
status-missing = masih belum ada: { $fields }
status-doubtful = perlu disahkan: { $fields }
status-turn = saya akan tanya tentangnya bila tiba gilirannya
status-expires = 🕐 Jika tiada jawapan hingga { $when }, saya simpan sebagai draf.
status-storage_down = ❗ Saya tidak dapat mencapai rekod saya sekarang. Saya terus mencuba.

doing-read-image = membaca gambar
doing-read-pdf = membaca PDF
doing-decide-what-to-ask = sedang berfikir
doing-categorize = mencari kategori
doing-save = menyimpan
doing-correct = membetulkan
doing-keep-the-draft = menyimpan draf
doing-wait-for-the-database = menunggu rekod saya

conversation-history = 🧾 Perbelanjaan terakhir anda:
conversation-history-none = 🧾 Belum ada yang disimpan. Cuba “makan tengah hari 12.50”.
conversation-cancelled = 👍 Dibatalkan. Tiada apa yang disimpan
conversation-cancelled-dropped = 👍 Dibatalkan. Saya buang ini, tiada apa yang disimpan
conversation-cancelled-dropped-many = 👍 Dibatalkan. Saya buang semua ini, tiada apa yang disimpan
conversation-cancelled-operator = 🛑 Pengendali saya membatalkan ini. Tiada apa yang disimpan
conversation-cancelled-text = Dibuang: “{ $text }”
conversation-cancelled-reason = Sebabnya: { $reason }
conversation-cancelled_saved = 📣 Itu sudah disimpan sebelum anda batalkan. “Tarik balik” membatalkan simpanannya
conversation-nothing_to_cancel = 👌 Tiada apa yang boleh dibatalkan.
conversation-closed_by_operator = 🛑 Pengendali saya menutup perbualan ini. Tulis bila-bila masa untuk mula semula.
conversation-closed_by_operator-dropped = 🛑 Pengendali saya menutup perbualan ini. Yang berikut tidak disimpan
conversation-closed_by_operator-unheard = ✉️ Mesej terakhir anda tiba semasa saya sedang menutup. Sila hantar sekali lagi.
conversation-stale_button = ⌛ Butang itu sudah lapuk, jadi saya tidak mengubah apa-apa.
conversation-no_draft = 🤷 Draf itu sudah tiada. Mungkin anda sudah menyiapkannya.
conversation-resumed = ⏩ Mari kita siapkan yang ini
conversation-degraded = 📣 Model bahasa saya tidak menjawab, jadi saya teruskan dengan peraturan mudah. Mesej yang pendek dan ringkas paling sesuai.
conversation-failed = ❗ { $reason }
conversation-failed-bare = ❗ Ada sesuatu yang tidak kena di pihak saya. Apa yang anda hantar tidak hilang; sila cuba lagi.
conversation-too_long = 📏 Mesej itu terlalu panjang untuk saya. Sila hadkan kepada { $limit } aksara.
conversation-empty = 🤔 Mesej itu kosong. Cuba “makan tengah hari 12.50”, atau /help.
conversation-unsupported = 😕 Saya boleh baca gambar (JPEG, PNG, WebP, HEIC) dan PDF, tetapi bukan fail ini.
