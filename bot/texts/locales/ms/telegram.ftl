# What only Telegram shows: the progress message, the command menu, notes over the chat.

telegram-progress = 🔎 Sedang membaca …
telegram-progress-image = 📷 Sedang membaca gambar …
telegram-progress-pdf = 📄 Sedang membaca PDF …
telegram-progress-table = 📊 Sedang membaca jadual …
telegram-progress-audio = 🎧 Sedang mendengar …

# Buttons that turn the pages of many choices.
telegram-button-more = Lagi …
telegram-button-fewer = Kurangkan
telegram-button-type_your_own = Taip sendiri

# Notes that a pressed button shows for a moment; at most 200 characters each.
telegram-press-type_your_own = ✍️ Hantar sahaja sebagai mesej.
telegram-press-unknown = 🤔 Butang itu tidak boleh digunakan.
telegram-press-not_yours = 🙅 Butang itu untuk orang lain.
telegram-press-not_member = 🙅 Butang itu untuk ahli kumpulan.
telegram-press-out_of_date = ⌛ Butang itu sudah lama. Tiada apa yang berubah.
telegram-press-not_here = 🤔 Butang itu tidak boleh digunakan di sini. Sila tulis terus kepada saya.
telegram-press-too_fast = 🐢 Terlalu laju: tekanan tadi tidak dikira. Sila tekan semula sebentar lagi.

# The command menu; at most 256 characters each.
telegram-command-start = tentang saya
telegram-command-help = apa yang saya boleh buat
telegram-command-status = apa yang sedang diurus
telegram-command-cancel = berhenti dan buang
telegram-command-undo = tarik balik yang terakhir
telegram-command-restore = kembalikan yang ditarik balik
telegram-command-resume = sambung draf
telegram-command-currency = mata wang awak
telegram-command-language = bahasa awak
telegram-command-timezone = zon waktu awak
telegram-command-usage = kos model AI
telegram-command-privacy = apa yang saya simpan tentang awak
telegram-command-deletemydata = padam semua yang saya simpan tentang awak
telegram-command-shared = satu senarai untuk kumpulan ini, atau satu untuk setiap ahli

# What stands in an empty chat (at most 512 characters), and on the bot's profile (at most 120).
telegram-description = 👋 Hai, saya Steward.
telegram-short_description = 👋 Hai, saya Steward.
