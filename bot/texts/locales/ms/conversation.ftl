# The conversation itself: greeting, help, status, cancelling, what went wrong.

conversation-start = 👋 Hai, saya Steward. { $about }
conversation-start-others = Juga { $others }: /help
conversation-help = 💡 Ini yang saya boleh buat:
conversation-help-more =
    /undo tarik balik yang terakhir · /restore kembalikan · /cancel berhenti dan buang
    /status apa yang sedang berjalan · /resume sambung draf · /start dari awal
    /currency /language /timezone tetapan anda
    /privacy apa yang saya simpan · /deletemydata padam semua · /usage kos model AI

status-idle = 😌 Semua selesai. Apa seterusnya?
status-open = 📂 Masih terbuka:
status-working = ⏳ Saya sedang buat.
status-waiting = 💬 Saya menunggu jawapan anda.
status-waiting-for = 💬 Saya menunggu jawapan anda: { $what }.
status-waiting-since = 💬 Sejak { $since } saya menunggu jawapan anda: { $what }.
status-what-confirm = ya atau tidak daripada anda
status-missing = masih belum ada: { $fields }
status-doubtful = perlu disahkan: { $fields }
status-turn = saya akan tanya tentangnya nanti
status-expires = 🕐 Jika tiada jawapan hingga { $when }, saya simpan sebagai draf.
status-drafts = 📌 Disimpan sebagai draf:
status-storage_down = ❗ Saya tidak dapat mencapai rekod saya sekarang. Saya terus mencuba.

doing-keep-the-draft = menyimpan draf
doing-wait-for-the-database = menunggu rekod saya
doing-files = 📷 { $read } daripada { $of } sudah dibaca …
doing-round = { $doing }, pusingan { $round } daripada { $rounds }

conversation-cancelled = 👍 Dibatalkan. Tiada apa yang disimpan
conversation-cancelled-dropped = 👍 Dibatalkan. Saya buang ini, tiada apa yang disimpan
conversation-cancelled-dropped-many = 👍 Dibatalkan. Saya buang { $n } ini, tiada apa yang disimpan
conversation-cancelled-operator = 🛑 Pengendali saya membatalkan ini. Tiada apa yang disimpan
conversation-cancelled-text = Dibuang: “{ $text }”
conversation-cancelled-reason = Sebabnya: { $reason }
conversation-cancelled-working = ⏳ Saya masih memproses { $n } lagi. Taip /cancel sekali lagi untuk menghentikannya.
conversation-cancelled_too_late = 👌 Terlambat untuk batalkan: itu sudah selesai. “Tarik balik” membatalkannya
conversation-cancelled_too_late-unchanged = 👍 Dibatalkan. Ini kekal seperti sebelumnya
conversation-kept_for_later = 📌 { $n } disimpan sebagai draf:
conversation-kept_for_later-resume = “resume #{ $number }” menyambung satu; /status menyenaraikan semuanya.
conversation-nothing_to_cancel = 👌 Tiada apa yang boleh dibatalkan.
conversation-closed_by_operator = 🛑 Pengendali saya menutup perbualan ini. Tulis bila-bila masa untuk mula semula.
conversation-closed_by_operator-dropped = 🛑 Pengendali saya menutup perbualan ini. Yang berikut tidak disimpan
conversation-stale_button = ⌛ Butang itu sudah lama. Tiada apa yang berubah.
conversation-no_draft = 🤷 Draf itu sudah tiada. Mungkin anda sudah menyiapkannya.
conversation-resumed = ⏩ Mari kita siapkan yang ini
conversation-degraded = 📣 Model bahasa saya tidak menjawab. Sementara itu, mesej yang pendek dan ringkas paling sesuai.
conversation-failed = ❗ { $reason }
conversation-failed-bare = ❗ Ada sesuatu yang tidak kena di pihak saya. Apa yang anda hantar tidak hilang; sila cuba lagi.
conversation-unworded = ❗ Ada masalah dengan jawapan saya, jadi saya tidak dapat menunjukkannya. Apa yang anda hantar tidak hilang.
conversation-too_long = 📏 Mesej itu terlalu panjang untuk saya. Sila hadkan kepada { $limit } aksara.
conversation-too_many-tasks = 🐢 Sudah ada { $limit } perkara yang terbuka. Sila siapkan dahulu, atau buang dengan /cancel.
conversation-too_many-messages = 🐢 Saya boleh terima paling banyak { $limit } mesej sekali gus. Sila tunggu sebentar, kemudian hantar yang terakhir sekali lagi.
conversation-too_many = 🐢 Itu terlalu banyak sekali gus. Sila tunggu sebentar, kemudian hantar sekali lagi.
conversation-empty = 🤔 Mesej itu kosong. /help menunjukkan apa yang saya boleh buat.
conversation-unsupported = 😕 Saya boleh baca gambar (JPEG, PNG, WebP, HEIC), PDF dan jadual (CSV), tetapi bukan fail ini.

conversation-noted = 📝 Dicatat: { $line }. Saya akan tanya tentangnya selepas ini.
conversation-noted-later = 📝 Dicatat: { $line }. Saya akan tanya tentangnya nanti.
conversation-noted-more = 📝 { $n } lagi dicatat. Saya ada soalan tentangnya:
conversation-noted-first = 📝 { $n } sudah diterima. Saya ada soalan tentangnya:
conversation-nothing_to_undo = 👌 Tiada apa yang boleh ditarik balik.
conversation-not_reversible = ↩️ Saya tidak boleh tarik balik itu. Beritahu saya apa yang perlu diubah atau dibuang.
conversation-which_one-edit = 🔢 Yang mana satu? Sebut nombornya, seperti “#{ $number } sebenarnya 20”:
conversation-which_one-undo = 🔢 Yang mana satu hendak ditarik balik? Sebut nombornya, seperti “tarik balik #{ $number }”:
conversation-which_one-restore = 🔢 Yang mana satu hendak dikembalikan? Sebut nombornya, seperti “pulihkan #{ $number }”:
conversation-which_one-resume = 🔢 Draf yang mana? Sebut nombornya, seperti “sambung #{ $number }”:
conversation-which_one-none = 🤷 Tiada apa yang boleh dikembalikan, dan tiada draf.
conversation-not_found = 🤷 Saya tidak jumpa itu lagi.
conversation-not_found-number = 🤷 Saya tidak jumpa #{ $number }. Tiada apa yang berubah.
conversation-not_found-replied = 🤷 Saya tidak tahu lagi kad mana yang anda balas. Sila sebut nombornya, contohnya “#12 20.00”.
conversation-expired = 📌 Tiada jawapan, jadi saya simpan ini sebagai draf
conversation-expired-many = 📌 Tiada jawapan, jadi saya simpan semua ini sebagai draf
conversation-not_offered = 📌 Saya tidak dapat meneruskan ini buat masa ini, jadi ini kekal sebagai draf
conversation-not_offered-many = 📌 Saya tidak dapat meneruskan semua ini buat masa ini, jadi semuanya kekal sebagai draf
conversation-unrecorded = ❗ Saya tidak dapat mencapai rekod saya sekarang. Apa yang anda minta tidak hilang, tetapi buat sementara saya hanya simpan { $limit } mesej terakhir perbualan kita.
conversation-ask_remote_call = ❓ Boleh saya guna { $tool }? Ia milik perkhidmatan lain, dan saya tidak boleh menarik balik apa yang dibuatnya.
conversation-ask_to_enter = { $question } “{ $quote }”
conversation-not_entered = 👍 Baik, saya tidak akan buat.
