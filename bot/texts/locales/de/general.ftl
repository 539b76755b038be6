# Answers to small talk.

general-empty = 🤔 Darauf habe ich keine gute Antwort. /help zeigt, was ich kann.

topic-greeting = 👋 Hallo! { $about }
topic-noted = 👍 Alles klar.
topic-thanks = 😊 Gern geschehen!
topic-capabilities = 💡 Ich bin Steward, ein Programm. { $about } Mehr unter /help.
topic-refusal = 🙅 Das kann ich nicht. Ich sehe und ändere nur deine eigenen Daten.
topic-no_free_chat = 🤔 Das habe ich nicht verstanden; es wurde nichts gespeichert. /help zeigt, was ich kann.
topic-how_are_you = 🙂 Gut, danke! Was kann ich für dich tun?
topic-goodbye = 👋 Bis bald!
topic-joke = 😄 Warum war dem Computer kalt? Er hatte die Windows offen gelassen.
topic-upset = 🙏 Das tut mir leid. Was ist schiefgegangen? „rückgängig“ nimmt das Letzte zurück.
topic-remark = 🙂 Okay. Es wurde nichts gespeichert.
