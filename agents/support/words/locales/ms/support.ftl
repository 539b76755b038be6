# Apa yang pelanggan dimaklumkan tentang tiket.

support-type-billing = Pengebilan
support-type-technical = Teknikal
support-type-general = Umum
support-urgency-critical = kritikal
support-urgency-high = segera
support-team-billing = Pasukan pengebilan
support-team-technical = Pasukan teknikal
support-team-general = Pasukan sokongan
support-team-none = Pasukan sokongan
support-hands-team = { $who } akan menjawab sebelum { $at }.
support-hands-team-soon = { $who } akan menjawab secepat mungkin.
support-hands-person = { $who } mengurusnya dan akan menjawab sebelum { $at }.
support-hands-person-soon = { $who } mengurusnya dan akan menjawab secepat mungkin.
support-quote = “{ $subject }”
support-passed = 🎫 Sudah disampaikan: { $ticket }. { $who }
support-passed-bare = 🎫 Sudah disampaikan. { $who }
support-status-waiting_customer = Menunggu jawapan anda
support-status-solved = Selesai
support-status-closed = Ditutup
support-status-withdrawn = Ditarik balik
support-from_help = Daripada bantuan kami: “{ $title }”. { $text }
support-source = (Sumber: { $sources })
support-other_language = ℹ️ Artikel ini hanya ada dalam { $language }.
support-ask_detail = ❓ Boleh ceritakan sedikit lagi?
support-ask_detail-invoice = ❓ Invois atau caj yang mana satu?
support-ask_detail-device = ❓ Peranti dan versi apakah yang anda guna?
support-ask_detail-error_message = ❓ Apakah yang tertulis dalam mesej ralat itu?
support-joined = ➕ Ditambah pada { $ticket }.
support-human_words = { $author } ({ $signature }): { $text }
support-translated = 🌐 diterjemah
support-edited = ✏️ disunting
support-told = 🎫 { $ticket } telah berubah.
support-told-claimed = 👤 { $name } sedang mengurus { $ticket }.
support-told-claimed-due = 👤 { $name } sedang mengurus { $ticket } dan akan menjawab sebelum { $at }.
support-told-claimed-nobody = 👤 Pegawai kami sedang mengurus { $ticket }.
support-told-handed_back = 🤖 Saya sambung semula { $ticket }. Beritahu sahaja jika mahu bercakap dengan pegawai.
support-told-waiting = ⏳ Kami perlukan jawapan anda untuk { $ticket }.
support-told-reminder = 🔔 Kami masih perlukan jawapan anda untuk { $ticket }. Tanpa jawapan, tiket ini ditutup esok.
support-told-closed = ✅ { $ticket } sudah ditutup. Belum selesai? Tulis sahaja lagi.
support-told-reopened = 🔁 { $ticket } dibuka semula.
support-told-merged = 🔗 Saya gabungkan { $ticket } dengan { $into }. Anda akan mendapat satu jawapan untuk kedua-duanya.
support-told-withdrawn = 👌 { $ticket } sudah ditarik balik.
support-told-urgency = ⏫ Tahap segera { $ticket } telah berubah.
support-told-late = 🙏 Maaf, { $ticket } mengambil masa lebih lama daripada yang dijanjikan. Pasukan sudah dimaklumkan.
support-told-solved = ✅ { $ticket } selesai. Jika belum, tulis sahaja lagi.
support-told-kept = 👌 { $ticket } kekal terbuka.
support-told-kept_note = 👌 Dicatat pada { $ticket }.
support-ask_withdraw = ❓ Tarik balik { $ticket }? Selepas itu tiada siapa akan mengurusnya.
support-ask_rating = ⭐ Bagaimana bantuan kami untuk { $ticket }, dari 1 hingga 5? Balas di sini untuk menambah kata, seperti “4 cepat”.
support-rated = { $stars } Terima kasih!
support-rated-low = { $stars } Terima kasih, pasukan kami akan membacanya.
support-tickets = 🎫 Tiket anda:
support-tickets-none = 🎫 Anda tiada tiket terbuka. Beritahu saya masalahnya, atau tanya soalan.
support-unknown = 🤔 Saya tidak jumpa tiket “{ $named }” milik anda.
support-too_many = 🎫 Tiket terbuka anda sudah penuh. Balas salah satu, atau tandakan satu sebagai selesai:

support-ask_to_pass = { $question } “{ $quote }”
support-not_passed = 👌 Baik, saya tidak menyampaikannya.
support-enter = ❓ Sampaikan ini kepada pasukan sokongan kami?
support-about = Saya menjawab soalan tentang perkhidmatan kami dan menyampaikan masalah kepada pasukan kami.
support-invite = Beritahu saya masalah dengan perkhidmatan kami.
support-also = sokongan
support-examples =
    Bagaimana saya set semula kata laluan?
    Saya dicaj dua kali
    🎫 Tiket saya | /tickets
support-help =
    ❓ “Bagaimana saya set semula kata laluan?”: saya semak
    🎫 “saya dicaj dua kali”: saya sampaikan kepada pasukan kami
    /tickets tiket anda · /human bercakap dengan pegawai · /support soalan atau masalah
support-brief = 🎫 Sokongan: “saya dicaj dua kali” · /support /tickets /human
support-privacy = Tiket dan apa yang dikatakan di dalamnya, sehingga anda meminta data dipadam.
support-command-support = ceritakan masalah atau tanya soalan
support-command-tickets = tiket terbuka anda
support-command-human = bercakap dengan pegawai
support-button-solved = Selesai
support-button-not_solved = Belum selesai
support-button-person = Pegawai
support-button-withdraw = Tarik balik
support-button-keep = Kekalkan
support-button-not_this_one = Bukan yang ini
support-button-rate = Nilai
support-button-original = Asal
support-doing-supervisor = memahami masalah anda
support-doing-billing = meneliti pengebilan
support-doing-technical = meneliti hal teknikal
support-doing-general = mencari jawapan
support-doing-escalate = memanggil pegawai
support-doing-save = menyimpan tiket
support-doing-pass = menyerahkannya kepada pegawai
support-doing-desk = melihat tiket anda
