# Answers to small talk.

general-empty = 🤔 I have no good answer to that. /help shows what I can do.

topic-greeting = 👋 Hello! { $about }
topic-noted = 👍 All right.
topic-thanks = 😊 You're welcome!
topic-capabilities = 💡 I'm Steward, a program. { $about } /help has more.
topic-refusal = 🙅 I can't do that. I only see and change what is yours.
topic-no_free_chat = 🤔 I didn't get that, and nothing was saved. /help shows what I can do.
topic-how_are_you = 🙂 Fine, thanks! What can I do for you?
topic-goodbye = 👋 Bye!
topic-joke = 😄 Why was the computer cold? It left its Windows open.
topic-upset = 🙏 Sorry about that. What went wrong? “undo” takes the last thing back.
topic-remark = 🙂 Okay. Nothing was saved.
