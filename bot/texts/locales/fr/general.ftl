# Les réponses aux petites conversations.

general-empty = 🤔 Je ne sais pas quoi répondre à ça. /help montre ce que je sais faire.

topic-greeting = 👋 Bonjour ! { $about }
topic-noted = 👍 Très bien.
topic-thanks = 😊 Avec plaisir !
topic-capabilities = 💡 Je suis Steward, un programme. { $about } Plus de détails : /help
topic-refusal = 🙅 Je ne peux pas faire ça. Je ne vois et ne modifie que ce qui est à toi.
topic-no_free_chat = 🤔 Je n'ai pas compris, et je n'ai rien enregistré. /help montre ce que je sais faire.
topic-how_are_you = 🙂 Bien, merci ! Qu'est-ce que je peux faire pour toi ?
topic-goodbye = 👋 À bientôt !
topic-joke = 😄 Pourquoi l'ordinateur est-il allé chez le médecin ? Il avait attrapé un virus.
topic-upset = 🙏 Désolé. Qu'est-ce qui n'a pas marché ? « annuler » défait la dernière action.
topic-remark = 🙂 D'accord. Je n'ai rien enregistré.
