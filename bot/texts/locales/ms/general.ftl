# Answers to small talk.

general-empty = 🤔 Saya tiada jawapan yang baik untuk itu. /help menunjukkan apa yang saya boleh buat.

topic-greeting = 👋 Hai! Beritahu apa yang anda belanja, contohnya “makan tengah hari 12.50”, atau hantar resit.
topic-thanks = 😊 Sama-sama!
topic-capabilities = 🧾 Saya simpan perbelanjaan anda: taip sahaja, atau hantar gambar atau PDF resit. Tanya “berapa saya belanja minggu ini?” bila-bila masa. /help ada lagi.
topic-refusal = 🙅 Saya tidak boleh buat begitu. Saya hanya melihat dan mengubah perbelanjaan anda sendiri, dan saya ikut peraturan saya.
topic-no_free_chat = 🙂 Saya kurang pandai berbual sekarang, tetapi saya mahir dengan perbelanjaan: “Starbucks 15.50”, gambar resit, atau “berapa saya belanja minggu ini?”
