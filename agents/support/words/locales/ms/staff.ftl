# Apa yang kakitangan baca tentang tiket.

support-staff-type-billing = bil
support-staff-type-technical = teknikal
support-staff-type-general = umum
support-staff-urgency-critical = kritikal
support-staff-urgency-high = tinggi
support-staff-urgency-medium = sederhana
support-staff-urgency-low = rendah
support-staff-status-active = bot meneruskan
support-staff-status-open = terbuka
support-staff-status-waiting_customer = menunggu pelanggan
support-staff-status-solved = selesai
support-staff-status-closed = ditutup
support-staff-status-withdrawn = ditarik balik
support-staff-flag-unknown_customer = ❓ Pelanggan ini tidak dikenali: dilayan seperti free
support-staff-flag-lookup_failed = ⚠️ Maklumat pelanggan tidak dapat dicari; dicuba lagi semasa diambil
support-staff-flag-reopened = 🔁 Dibuka semula
support-staff-flag-linked = 🔗 Susulan tiket terdahulu
support-staff-flag-by_rules = 🧰 Dinilai mengikut peraturan, tanpa model
support-staff-why = ⚖️ { $why }
support-staff-suggested = 💡 Cadangan: { $text }
support-staff-first_due = ⏰ Jawapan pertama sebelum { $at }
support-staff-resolve_due = 🏁 Selesai sebelum { $at }
support-staff-has_it = 🙋 { $name } mengurusnya
support-staff-nobody = 🙋 Belum ada yang mengurusnya
support-staff-file-image = 🖼 Dengan gambar
support-staff-file-pdf = 📄 Dengan PDF
support-staff-file-audio = 🎧 Dengan rakaman
support-staff-file-other = 📎 Dengan fail
support-staff-original = 🌐 { $language }: { $text }
support-staff-reads = 🌐 Pelanggan membaca: { $text }
support-staff-untranslated = 🌐 Tidak dapat diterjemah: dihantar seperti yang ditulis
support-staff_said-edited = ✏️ Disunting:
support-staff_bot = 🤖 { $text }
support-staff_did-solved = ✅ Pelanggan kata: selesai
support-staff_did-not_solved = 👎 Pelanggan kata: belum selesai
support-staff_did-wants_person = 🙋 Pelanggan mahu bercakap dengan orang
support-staff_did-withdrawn = 🗑 Pelanggan menarik balik tiket
support-staff_held = { $n ->
   *[other] ⏳ { $author }: dihantar dalam { $n } saat
}
support-staff_sent-sent = ✅ { $author }: telah sampai
support-staff_sent-waits = 📤 { $author }: dalam perjalanan
support-staff_sent-undone = ↩️ { $author }: ditarik balik, tidak dihantar
support-staff_sent-failed = ⚠️ { $author }: tidak sampai. Tiket kekal terbuka
support-staff_sent-gone = ⚠️ { $author }: tidak sampai, pelanggan telah menyekat bot. Tiket kekal terbuka
support-staff_note = 📝 Nota oleh { $author }
support-staff_note-held = 📝 Nota oleh { $author }; { $name } mengurus tiket ini
support-staff_changed-claimed = 🙋 { $by } mengurusnya sekarang
support-staff_changed-taken_over = 🙋 { $by } mengambil alih
support-staff_changed-assigned = 🙋 { $value } mengurusnya sekarang, kata { $by }
support-staff_changed-urgency = ⚖️ Keutamaan kini { $value }, kata { $by }
support-staff_changed-urgency-by_itself = ⚖️ Keutamaan kini { $value }
support-staff_changed-waiting = ⏸ { $by } menunggu pelanggan
support-staff_changed-back = 🤖 { $by } menyerahkannya kembali kepada bot
support-staff_changed-closed = 🔒 { $by } menutupnya
support-staff_changed-closed-by_itself = 🔒 Ditutup
support-staff_changed-reopened = 🔁 { $by } membukanya semula
support-staff_changed-reopened-by_itself = 🔁 Dibuka semula oleh pelanggan
support-staff_changed-returned = ↩️ Terlalu lama tiada jawapan: kembali ke barisan
support-staff_changed-left = ↩️ { $by } tiada di sini lagi: kembali ke barisan
support-staff_changed-reminded = 🔔 Pelanggan telah diingatkan
support-staff_changed-closed_unanswered = 🔒 Ditutup: pelanggan tidak menjawab
support-staff_clock-first-warned = { $ticket }: jawapan pertama perlu sebelum { $at }
support-staff_clock-first-breached = { $ticket }: jawapan pertama lewat, sepatutnya sebelum { $at }
support-staff_clock-resolution-warned = { $ticket }: penyelesaian perlu sebelum { $at }
support-staff_clock-resolution-breached = { $ticket }: penyelesaian lewat, sepatutnya sebelum { $at }
support-staff_clock-silence-warned = { $ticket }: diambil tetapi senyap; kembali pada { $at }
support-staff_clock-silence-breached = { $ticket }: diambil tetapi senyap terlalu lama; kembali ke barisan
support-staff_clock-again = { $n ->
   *[other] Sudah dikatakan { $n } kali
}
support-staff_rating = { $stars } { $ticket }: penilaian { $score } daripada 5
support-staff_choose-urgency = ⚖️ Keutamaan yang mana?
support-staff_choose-assign = 🙋 Siapa patut mengurusnya?

# Jawapan pendek kepada butang dan teks; paling banyak 200 aksara.
support-staff_answer-done = 👌 Siap
support-staff_answer-done-claim = 👌 Ia milik anda
support-staff_answer-done-undo = ↩️ Tidak dihantar
support-staff_answer-taken = 🙋 { $name } mengurusnya
support-staff_answer-not_yours = 🙋 { $name } mengurusnya. Ambil alih dahulu.
support-staff_answer-closed = 🔒 Tiket ini sudah ditutup. Tiada apa yang berubah.
support-staff_answer-not_closed = 🤷 Tiket ini belum ditutup. Tiada apa yang berubah.
support-staff_answer-too_late = ⌛ Terlambat: ia sudah dihantar.
support-staff_answer-unknown = 🤷 Itu tidak boleh dibuat di sini. Tiada apa yang berubah.
support-staff_answer-no_suggestion = 🤷 Tiada cadangan jawapan.
support-staff_answer-nobody = 🙋 Belum ada yang mengurusnya. Ambil dahulu.
support-staff_answer-choose = 👇 Pilih di bawah
support-staff_answer-empty = ✍️ Tiada apa untuk dihantar.
support-staff_answer-forgotten = 🗑 Tiket ini telah dipadam.
support-staff_answer-already = 👌 Memang begitu.

# Butang.
support-staff-button-claim = 🙋 Ambil
support-staff-button-take_over = 🙋 Ambil alih
support-staff-button-assign = 👥 Serahkan
support-staff-button-urgency = ⚖️ Keutamaan
support-staff-button-suggestion = 💡 Hantar cadangan
support-staff-button-wait = ⏸ Menunggu
support-staff-button-back = 🤖 Kepada bot
support-staff-button-close = 🔒 Tutup
support-staff-button-reopen = 🔁 Buka semula
support-staff-button-undo = ↩️ Batalkan
