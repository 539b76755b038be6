# Answers to small talk.

general-empty = 🤔 Saya tiada jawapan yang baik untuk itu. /help menunjukkan apa yang saya boleh buat.

topic-greeting = 👋 Hai! { $about }
topic-noted = 👍 Baik.
topic-thanks = 😊 Sama-sama!
topic-capabilities = 💡 { $about } /help ada lagi.
topic-refusal = 🙅 Saya tidak boleh buat begitu. Saya hanya melihat dan mengubah apa yang milik anda.
topic-no_free_chat = 🤔 Saya tidak faham, dan tiada apa yang disimpan. /help menunjukkan apa yang saya boleh buat.
topic-how_are_you = 🙂 Baik, terima kasih! Apa yang boleh saya bantu?
topic-goodbye = 👋 Jumpa lagi!
topic-joke = 😄 Kenapa komputer kesejukan? Tingkapnya terbuka.
topic-upset = 🙏 Maaf. Apa yang tidak kena? “tarik balik” membatalkan yang terakhir.
topic-remark = 🙂 Okay. Tiada apa yang disimpan.
