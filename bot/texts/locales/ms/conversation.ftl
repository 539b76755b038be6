# The conversation itself: greeting, help, status, cancelling, what went wrong.

conversation-start = 👋 Hai, saya Steward. { $about }
conversation-start-others = Ada juga { $others }: /help
conversation-help = 💡 Ini yang saya boleh buat:
conversation-help-asked = ❓ Saya masih menunggu jawapan awak untuk soalan di atas.
conversation-help-more =
    /undo tarik balik yang terakhir · /restore kembalikan · /cancel berhenti dan buang
    /status apa yang sedang diurus · /resume sambung draf · /start hai
    /currency /language /timezone tetapan awak
    /privacy apa yang saya simpan · /deletemydata padam semua · /usage kos model AI

status-idle = 😌 Semua selesai. Ada apa lagi?
status-open = 📂 Masih terbuka:
status-working = ⏳ Sedang saya uruskan.
status-waiting = 💬 Saya menunggu jawapan awak.
status-waiting-for = 💬 Saya menunggu jawapan awak: { $what }.
status-waiting-since = 💬 Menunggu jawapan awak sejak { $since }: { $what }.
status-what-confirm = ya atau tidak
status-reading = ⏳ Sedang membaca { $n } gambar
status-asking = ❓ Soalan tentang { $tasks }
status-missing = masih belum ada: { $fields }
status-doubtful = perlu disahkan: { $fields }
status-turn = saya tanya nanti
status-expires = 🕐 Kalau tiada jawapan sebelum { $when }, saya simpan sebagai draf.
status-drafts = 📌 Disimpan sebagai draf:
status-storage_down = ❗ Saya tidak dapat membuka rekod saya sekarang. Sedang saya cuba lagi.

doing-keep-the-draft = menyimpan draf
doing-wait-for-the-database = menunggu rekod dibuka
doing-files = 📷 { $read } daripada { $of } sudah dibaca …

conversation-cancelled = 👍 Dibatalkan. Tiada apa yang disimpan
conversation-cancelled-dropped = 👍 Dibatalkan. Saya buang ini, tiada apa yang disimpan
conversation-cancelled-dropped-many = 👍 Dibatalkan. Saya buang { $n } ini, tiada apa yang disimpan
conversation-cancelled-operator = 🛑 Pengendali saya membatalkan ini. Tiada apa yang disimpan
conversation-cancelled-stopped = 👍 Dihentikan. { $unread }
conversation-cancelled-unread = { $n } gambar tidak dibaca.
conversation-cancelled-text = Dibuang: “{ $text }”
conversation-cancelled-reason = Sebabnya: { $reason }
conversation-cancelled-working = ⏳ Saya masih memproses { $n } lagi. Taip /cancel sekali lagi untuk menghentikannya.
conversation-cancelled_too_late = 👌 Sudah terlambat untuk dibatalkan: memang sudah siap. Tulis “tarik balik” untuk membatalkannya
conversation-cancelled_too_late-unchanged = 👍 Dibatalkan. Ini kekal seperti sebelumnya
conversation-kept_for_later = 📌 { $n } disimpan sebagai draf:
conversation-kept_for_later-resume = “sambung #{ $number }” untuk menyambung satu; /status untuk senaraikan semua.
conversation-nothing_to_cancel = 👌 Tiada apa yang perlu dibatalkan.
conversation-closed_by_operator = 🛑 Pengendali saya menutup perbualan ini. Tulis bila-bila masa untuk mula semula.
conversation-closed_by_operator-dropped = 🛑 Pengendali saya menutup perbualan ini. Yang berikut tidak disimpan
conversation-stale_button = ⌛ Butang itu sudah lama. Tiada apa yang berubah.
conversation-no_draft = 🤷 Draf itu sudah tiada. Mungkin awak sudah siapkan.
conversation-resumed = ⏩ Mari kita siapkan yang ini
conversation-degraded = 📣 Model bahasa saya tidak menjawab. Buat sementara, mesej yang pendek dan ringkas paling senang saya faham.
conversation-failed = ❗ { $reason }
conversation-failed-bare = ❗ Ada masalah di pihak saya. Tiada apa yang hilang; sila cuba lagi.
conversation-unworded = ❗ Ada masalah dengan jawapan saya, jadi saya tidak dapat tunjukkan. Tiada apa yang hilang.
conversation-too_long = 📏 Mesej itu terlalu panjang. Sila pendekkan kepada { $limit } aksara.
conversation-too_many-tasks = 🐢 Sudah ada { $limit } perkara yang belum selesai. Siapkan dahulu, atau buang dengan /cancel.
conversation-too_many-messages = 🐢 Saya hanya boleh terima { $limit } mesej sekali gus. Tunggu sebentar, kemudian hantar yang terakhir semula.
conversation-too_many = 🐢 Terlalu banyak sekali gus. Tunggu sebentar, kemudian hantar semula.
conversation-empty = 🤔 Mesej itu kosong. /help tunjuk apa yang saya boleh buat.
conversation-unsupported = 😕 Saya boleh baca gambar (JPEG, PNG, WebP, HEIC), PDF dan jadual (CSV, Excel), tetapi bukan fail ini.

conversation-noted = 📝 Dicatat: { $line }. Saya tanya tentangnya selepas ini.
conversation-noted-later = 📝 Dicatat: { $line }. Saya tanya tentangnya nanti.
conversation-noted-more = 📝 { $n } lagi dicatat. Saya ada soalan tentangnya:
conversation-noted-first = 📝 { $n } sudah diterima. Saya ada soalan tentangnya:
conversation-nothing_to_undo = 👌 Tiada apa yang boleh ditarik balik.
conversation-not_reversible = ↩️ Yang itu tidak boleh saya tarik balik. Beritahu saya apa yang perlu diubah atau dibuang.
conversation-not_reversible-number = 🤷 #{ $number } sudah selesai, jadi tidak boleh saya ubah lagi. Beritahu saya apa yang awak perlukan sekarang.
conversation-which_one-edit = 🔢 Yang mana satu? Sebut nombornya, contohnya “#{ $number } sebenarnya 20”:
conversation-which_one-undo = 🔢 Yang mana satu perlu ditarik balik? Sebut nombornya, contohnya “tarik balik #{ $number }”:
conversation-which_one-restore = 🔢 Yang mana satu perlu dikembalikan? Sebut nombornya, contohnya “pulihkan #{ $number }”:
conversation-which_one-resume = 🔢 Draf yang mana? Sebut nombornya, contohnya “sambung #{ $number }”:
conversation-which_one-none = 🤷 Tiada apa yang boleh dikembalikan, dan tiada draf.
conversation-not_found = 🤷 Yang itu sudah tiada.
conversation-not_found-number = 🤷 Saya tidak jumpa #{ $number }. Tiada apa yang berubah.
conversation-not_found-replied = 🤷 Saya tidak pasti awak balas kad yang mana. Sila sebut nombornya, contohnya “#12 sebenarnya 20”.
conversation-expired = 📌 Tiada jawapan, jadi saya simpan ini sebagai draf
conversation-expired-many = 📌 Tiada jawapan, jadi saya simpan semua ini sebagai draf
conversation-not_offered = 📌 Buat masa ini yang ini tidak dapat diteruskan, jadi kekal sebagai draf
conversation-not_offered-many = 📌 Buat masa ini semua ini tidak dapat diteruskan, jadi kekal sebagai draf
conversation-unrecorded = ❗ Saya tidak dapat membuka rekod saya sekarang. Permintaan awak tidak hilang, tetapi buat sementara saya hanya simpan { $limit } mesej terakhir perbualan kita.
conversation-ask_remote_call = ❓ Boleh saya guna { $tool }? Ia milik perkhidmatan lain, dan kesannya tidak boleh saya tarik balik.
conversation-ask_to_enter = { $question } “{ $quote }”
conversation-ask_to_enter-change = 📝 Ubah { $card }? “{ $quote }”
conversation-not_entered = 👍 Baik, tidak jadi.
