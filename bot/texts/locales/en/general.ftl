# Answers to small talk.

general-empty = 🤔 I have no good answer to that. /help shows what I can do.

topic-greeting = 👋 Hello! Tell me what you spent, like “lunch 12.50”, or send a receipt.
topic-thanks = 😊 You're welcome!
topic-capabilities = 🧾 I save what you spend: type it, or send a photo or PDF of the receipt. Ask me “what did I spend this week?” any time. /help has more.
topic-refusal = 🙅 I can't do that. I only see and change your own expenses, and I keep to my rules.
topic-no_free_chat = 🙂 I'm not much of a talker right now, but I do expenses well: “Starbucks 15.50”, a photo of a receipt, or “what did I spend this week?”
