# The conversation itself: greeting, help, status, cancelling, what went wrong.

doing-read-image = reading the photo
doing-read-pdf = reading the PDF
doing-decide-what-to-ask = thinking
doing-categorize = finding a category
doing-save = saving
doing-correct = correcting
doing-keep-the-draft = keeping the draft
doing-wait-for-the-database = waiting for my records

conversation-start =
    👋 Hi, I'm Steward. I keep track of what you spend.
    Type it, like “Starbucks 15.50”, or send a photo of the receipt.
    /help shows what else I can do.
conversation-help =
    💡 Here is what I can do:
    • Save an expense: “lunch 12.50” or “paid 30 usd for gas yesterday”
    • Read a photo or PDF of a receipt
    • Change one: “no, it was 16.50”
    • Tell you what you spent: “what did I spend this week?”
    /status what I'm doing · /history the last ones
    /undo take one back · /cancel stop and drop
    /currency, /language, /timezone your settings
    /usage what the AI model cost · /privacy what I keep

help-amount = 💡 I need the amount for { $name }. Type just the number, like { $money }.
help-merchant = 💡 I need to know what { $name } was for: a shop, or a word like “lunch”.
help-date = 💡 I need the day for { $name }: “today”, “yesterday” or a date.
help-category = 💡 I need a category for { $name }. Pick one of mine or type your own.
help-better_image = 💡 I need a clearer photo of { $name }. Typing shop and amount works too.
help-duplicate = 💡 { $name } seems to be saved already. Say yes to save it again, or no.
help-edit = 💡 Tell me what to change on { $name }, like “amount 12.50”.
help-retry = 💡 { $name } could not be finished. Say “try again”, or drop it.
help-leave = “I don't know” keeps it as a draft, /cancel drops it.

status-idle = 😌 All done, nothing is waiting. Send me an expense or a photo.
status-working = ⏳ I'm on it.
status-waiting = 💬 I'm waiting for your answer.
status-waiting-for = 💬 I'm waiting for your answer: { $what }.
status-waiting-since = 💬 I've been waiting since { $since } for your answer: { $what }.
status-what-amount = how much it was
status-what-merchant = what it was for
status-what-date = when it was
status-what-category = which category fits
status-what-better_image = a clearer photo
status-what-duplicate = whether to save it again
status-what-edit = what to change
status-what-retry = whether to try again
status-missing = still missing: { $fields }
status-doubtful = to be confirmed: { $fields }
status-turn = I'll ask about it in its turn
status-expires = 🕐 I keep it as a draft if I hear nothing until { $when }.
status-storage_down = ❗ I can't reach my records right now. I keep trying.

conversation-history = 🧾 Your last expenses:
conversation-history-none = 🧾 Nothing saved yet. Try “lunch 12.50”.
conversation-cancelled = 👍 Cancelled. Nothing was saved
conversation-cancelled-dropped = 👍 Cancelled. I dropped this, nothing was saved
conversation-cancelled-dropped-many = 👍 Cancelled. I dropped these, nothing was saved
conversation-cancelled-operator = 🛑 My operator cancelled this. Nothing was saved
conversation-cancelled-text = Dropped: “{ $text }”
conversation-cancelled-reason = The reason: { $reason }
conversation-cancelled_saved = 📣 That was saved before you cancelled. Undo takes it back
conversation-nothing_to_cancel = 👌 There is nothing to cancel.
conversation-closed_by_operator = 🛑 My operator closed this conversation. Write again any time to start over.
conversation-closed_by_operator-dropped = 🛑 My operator closed this conversation. These were not saved
conversation-closed_by_operator-unheard = ✉️ Your last message came while I was closing. Please send it again.
conversation-stale_button = ⌛ That button is out of date, so I left everything as it is.
conversation-no_draft = 🤷 That draft is no longer there. Maybe you finished it already.
conversation-resumed = ⏩ Let's finish this one
conversation-degraded = 📣 My language model isn't answering, so I go on with simple rules. Short and plain messages work best.
conversation-failed = ❗ { $reason }
conversation-failed-bare = ❗ Something went wrong on my side. Nothing you sent is lost; please try again.
conversation-too_long = 📏 That message is too long for me. Please keep it under { $limit } characters.
conversation-empty = 🤔 That message was empty. Try “lunch 12.50”, or /help.
conversation-unsupported = 😕 I can read photos (JPEG, PNG, WebP, HEIC) and PDFs, but not this file.
