# Answers to small talk.

general-empty = 🤔 Saya tiada jawapan yang baik untuk itu. /help tunjuk apa yang saya boleh buat.

topic-greeting = 👋 Hai! { $about }
topic-noted = 👍 Baik.
topic-thanks = 😊 Sama-sama!
topic-capabilities = 💡 Saya Steward, sebuah program. { $about } Yang lain ada di /help.
topic-refusal = 🙅 Itu tidak boleh. Saya hanya boleh lihat dan ubah apa yang milik awak.
topic-no_free_chat = 🤔 Saya tidak faham, jadi tiada apa yang disimpan. /help tunjuk apa yang saya boleh buat.
topic-how_are_you = 🙂 Baik, terima kasih! Boleh saya bantu apa-apa?
topic-goodbye = 👋 Jumpa lagi!
topic-joke = 😄 Kenapa komputer selalu sejuk? Sebab Windows-nya tidak pernah ditutup.
topic-upset = 🙏 Maaf. Apa yang tidak kena? “tarik balik” membatalkan yang terakhir.
topic-remark = 🙂 Okey. Tiada apa yang disimpan.
