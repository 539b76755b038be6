# Answers to small talk.

general-empty = 🤔 Darauf habe ich keine gute Antwort. /help zeigt, was ich kann.

topic-greeting = 👋 Hallo! Sag mir, was du ausgegeben hast, zum Beispiel „Mittagessen 12,50“, oder schick einen Beleg.
topic-thanks = 😊 Gern geschehen!
topic-capabilities = 🧾 Ich speichere deine Ausgaben: Tippe sie, oder schick ein Foto oder PDF vom Beleg. Frag mich jederzeit „Was habe ich diese Woche ausgegeben?“. Mehr unter /help.
topic-refusal = 🙅 Das kann ich nicht tun. Ich sehe und ändere nur deine eigenen Ausgaben, und ich halte mich an meine Regeln.
topic-no_free_chat = 🙂 Zum Plaudern tauge ich gerade wenig, aber Ausgaben kann ich gut: „Starbucks 15,50“, ein Foto vom Beleg, oder „Was habe ich diese Woche ausgegeben?“
