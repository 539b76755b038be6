# Answers to small talk.

general-empty = 🤔 I have no good answer to that. /help shows what I can do.

topic-greeting = 👋 Hello! { $about }
topic-noted = 👍 All right.
topic-thanks = 😊 You're welcome!
topic-capabilities = 💡 { $about } /help has more.
topic-refusal = 🙅 I can't do that. I only see and change what is your own, and I keep to my rules.
topic-no_free_chat = 🙂 I'm not much of a talker right now. { $about }
