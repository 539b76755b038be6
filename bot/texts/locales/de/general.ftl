# Answers to small talk.

general-empty = 🤔 Darauf habe ich keine gute Antwort. /help zeigt, was ich kann.

topic-greeting = 👋 Hallo! { $about }
topic-noted = 👍 Alles klar.
topic-thanks = 😊 Gern geschehen!
topic-capabilities = 💡 { $about } Mehr unter /help.
topic-refusal = 🙅 Das kann ich nicht tun. Ich sehe und ändere nur, was dir gehört, und ich halte mich an meine Regeln.
topic-no_free_chat = 🙂 Zum Plaudern tauge ich gerade wenig. { $about }
