# Apa yang pelanggan dimaklumkan tentang tiket.

support-type-billing = Bil
support-type-technical = Teknikal
support-type-general = Umum
support-urgency-critical = kritikal
support-urgency-high = segera
support-team-billing = Pasukan bil
support-team-technical = Pasukan teknikal
support-team-general = Pasukan sokongan
support-team-none = Pasukan sokongan
support-hands-team = { $who } akan menjawab paling lewat { $at }.
support-hands-team-soon = { $who } akan menjawab secepat mungkin.
support-hands-person = { $who } sedang mengurusnya dan akan menjawab paling lewat { $at }.
support-hands-person-soon = { $who } sedang mengurusnya dan akan menjawab secepat mungkin.
support-quote = “{ $subject }”
support-passed = 🎫 Sudah disampaikan: { $ticket }. { $who }
support-passed-bare = 🎫 Sudah disampaikan. { $who }
support-status-waiting_customer = Menunggu jawapan awak
support-status-solved = Selesai
support-status-closed = Ditutup
support-status-withdrawn = Ditarik balik
support-from_help = Daripada bantuan kami: “{ $title }”. { $text }
support-source = (Daripada bantuan kami: { $titles })
support-other_language = ℹ️ Artikel ini hanya ada dalam { $language }.
support-ask_detail = ❓ Boleh ceritakan sedikit lagi?
support-ask_detail-invoice = ❓ Invois atau caj yang mana satu?
support-ask_detail-device = ❓ Awak guna peranti dan versi apa?
support-ask_detail-error_message = ❓ Apa yang tertulis dalam mesej ralat itu?
support-joined = ➕ Ditambah pada { $ticket }.
support-human_words = { $author } ({ $signature }): { $text }
support-translated = 🌐 diterjemah
support-edited = ✏️ disunting
support-told = 🎫 Ada perubahan pada { $ticket }.
support-told-claimed = 👤 { $name } sedang mengurus { $ticket }.
support-told-claimed-due = 👤 { $name } sedang mengurus { $ticket } dan akan menjawab paling lewat { $at }.
support-told-claimed-nobody = 👤 Pegawai kami sedang mengurus { $ticket }.
support-told-handed_back = 🤖 Saya yang urus { $ticket } semula. Beritahu sahaja kalau mahu bercakap dengan pegawai.
support-told-waiting = ⏳ Kami perlukan jawapan awak untuk { $ticket }.
support-told-reminder = 🔔 Kami masih perlukan jawapan awak untuk { $ticket }. Kalau tiada, tiket ini ditutup esok.
support-told-closed = ✅ { $ticket } sudah ditutup. Belum selesai? Tulis sahaja semula.
support-told-reopened = 🔁 { $ticket } dibuka semula.
support-told-merged = 🔗 Saya gabungkan { $ticket } dengan { $into }. Awak akan dapat satu jawapan untuk kedua-duanya.
support-told-withdrawn = 👌 { $ticket } sudah ditarik balik.
support-told-urgency = ⏫ Keutamaan { $ticket } sudah berubah.
support-told-late = 🙏 Maaf, { $ticket } lebih lama daripada yang dijanjikan. Saya sudah maklumkan pasukan kami.
support-told-solved = ✅ { $ticket } selesai. Kalau belum, tulis sahaja semula.
support-told-kept = 👌 { $ticket } kekal terbuka.
support-told-kept_note = 👌 Dicatat pada { $ticket }.
support-ask_withdraw = ❓ Tarik balik { $ticket }? Selepas itu tiada siapa akan mengurusnya lagi.
support-ask_withdraw-cancelled = 👌 Tiada apa-apa untuk dibatalkan. “Tarik balik” menarik balik { $ticket }.
support-ask_rating = ⭐ Bagaimana bantuan kami untuk { $ticket }, dari 1 hingga 5?
support-rated = { $stars } Terima kasih!
support-rated-low = { $stars } Terima kasih, pasukan kami akan membacanya.
support-tickets = 🎫 Tiket awak:
support-tickets-none = 🎫 Awak tiada tiket terbuka. Beritahu saya masalahnya, atau tanya soalan.
support-unknown = 🤔 Saya tidak jumpa tiket awak “{ $named }”.
support-too_many = 🎫 Awak tidak boleh buka tiket lagi. Balas salah satu, atau tandakan satu sebagai selesai:

support-ask_to_pass = { $question } “{ $quote }”
support-ask_to_pass-nothing = 🔎 Bantuan kami tiada jawapan untuk “{ $quote }”.
support-ask_to_pass-all = ❓ Sampaikan semuanya kepada pasukan sokongan kami?
support-not_passed = 👌 Baik, saya tidak sampaikan.
support-enter = ❓ Sampaikan ini kepada pasukan sokongan kami?
support-about = Saya jawab soalan tentang perkhidmatan kami dan sampaikan masalah awak kepada pasukan kami.
support-invite = Beritahu saya apa masalahnya dengan perkhidmatan kami.
support-also = bantuan pelanggan
support-examples =
    Bagaimana nak set semula kata laluan?
    Saya dicaj dua kali
    🎫 Tiket saya | /tickets
support-help =
    ❓ “Bagaimana nak set semula kata laluan?”: saya carikan jawapan
    🎫 “Saya dicaj dua kali”: saya sampaikan kepada pasukan kami
    /tickets tiket awak · /human bercakap dengan pegawai · /support soalan atau masalah
support-brief = 🎫 Bantuan pelanggan: “saya dicaj dua kali” · /support /tickets /human
support-privacy = • Saya simpan tiket awak dan semua perbualan di dalamnya, sehingga awak minta data awak dipadam.
support-command-support = ceritakan masalah atau tanya soalan
support-command-tickets = tiket terbuka awak
support-command-human = bercakap dengan pegawai
support-button-solved = Selesai
support-button-not_solved = Belum selesai
support-button-person = Pegawai
support-button-withdraw = Tarik balik
support-button-withdraw_now = Tarik balik
support-button-keep = Kekalkan
support-button-not_this_one = Bukan yang ini
support-button-rate = Beri penilaian
support-button-original = Asal
support-doing-supervisor = memahami masalah awak
support-doing-billing = menyemak bil
support-doing-technical = menyemak hal teknikal
support-doing-general = mencari jawapan
support-doing-escalate = memanggil pegawai
support-doing-save = menyimpan tiket
support-doing-pass = menyampaikannya kepada pasukan kami
support-doing-desk = melihat tiket awak
