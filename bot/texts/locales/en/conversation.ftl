# The conversation itself: greeting, help, status, cancelling, what went wrong.

doing-keep-the-draft = keeping the draft
doing-wait-for-the-database = waiting for my records
doing-files = 📷 { $read } of { $of } read …

conversation-start = 👋 Hi, I'm Steward. { $about }
conversation-start-others = Also { $others }: /help
conversation-help = 💡 Here is what I can do:
conversation-help-asked = ❓ I'm still waiting for your answer to the question above.
conversation-help-more =
    /undo take the last thing back · /restore bring it back · /cancel stop and drop
    /status what is going on · /resume finish a draft · /start say hello
    /currency /language /timezone your settings
    /privacy what I keep · /deletemydata delete it all · /usage what the AI model cost

status-idle = 😌 All done. What's next?
status-open = 📂 Still open:
status-working = ⏳ I'm on it.
status-waiting = 💬 I'm waiting for your answer.
status-waiting-for = 💬 I'm waiting for your answer: { $what }.
status-waiting-since = 💬 Waiting for your answer since { $since }: { $what }.
status-what-confirm = your yes or no
status-reading = ⏳ Reading { $n } photos
status-asking = ❓ Questions about { $tasks }
status-missing = still missing: { $fields }
status-doubtful = to be confirmed: { $fields }
status-turn = I'll ask about it later
status-expires = 🕐 If I hear nothing by { $when }, I keep it as a draft.
status-drafts = 📌 Kept as drafts:
status-storage_down = ❗ I can't reach my records right now. I keep trying.

conversation-cancelled = 👍 Cancelled. Nothing was saved
conversation-cancelled-dropped = 👍 Cancelled. I dropped this, nothing was saved
conversation-cancelled-dropped-many = 👍 Cancelled. I dropped these { $n }, nothing was saved
conversation-cancelled-operator = 🛑 My operator cancelled this. Nothing was saved
conversation-cancelled-stopped = 👍 Stopped. { $unread }
conversation-cancelled-unread = { $n ->
    [one] The photo was not read.
   *[other] { $n } photos were not read.
}
conversation-cancelled-text = Dropped: “{ $text }”
conversation-cancelled-reason = The reason: { $reason }
conversation-cancelled-working = { $n ->
    [one] ⏳ I'm still working on { $n } more; /cancel again stops it.
   *[other] ⏳ I'm still working on { $n } more; /cancel again stops them.
}
conversation-cancelled_too_late = 👌 Too late to cancel: that was already done. Undo takes it back
conversation-cancelled_too_late-unchanged = 👍 Cancelled. This stays as it was
conversation-kept_for_later = { $n ->
    [one] 📌 Kept { $n } as a draft:
   *[other] 📌 Kept { $n } as drafts:
}
conversation-kept_for_later-resume = “resume #{ $number }” goes on with one; /status lists them.
conversation-nothing_to_cancel = 👌 There is nothing to cancel.
conversation-closed_by_operator = 🛑 My operator closed this conversation. Write again any time to start over.
conversation-closed_by_operator-dropped = 🛑 My operator closed this conversation. These were not saved
conversation-stale_button = ⌛ That button is too old. Nothing was changed.
conversation-no_draft = 🤷 That draft is gone. Maybe you finished it already.
conversation-resumed = ⏩ Let's finish this one
conversation-degraded = 📣 My language model isn't answering. Until it's back, short and plain messages work best.
conversation-failed = ❗ { $reason }
conversation-failed-bare = ❗ Something went wrong on my side. Nothing you sent is lost; please try again.
conversation-unworded = ❗ Something is wrong with my answer, so I can't show it. What you sent is kept.
conversation-too_long = 📏 That message is too long for me. Please keep it under { $limit } characters.
conversation-too_many-tasks = 🐢 { $limit } things are open already. Please finish some first, or /cancel them.
conversation-too_many-messages = 🐢 I can take { $limit } messages at once. Please wait a moment, then send the last ones again.
conversation-too_many = 🐢 That's too much at once. Please wait a moment, then send it again.
conversation-empty = 🤔 That message was empty. /help shows what I can do.
conversation-unsupported = 😕 I can read photos (JPEG, PNG, WebP, HEIC), PDFs and tables (CSV, Excel), but not this file.

conversation-noted = 📝 Noted: { $line }. I'll ask about it next.
conversation-noted-later = 📝 Noted: { $line }. I'll ask about it later.
conversation-noted-more = { $n ->
    [one] 📝 Noted { $n } more. I have a question about it:
   *[other] 📝 Noted { $n } more. I have questions about them:
}
conversation-noted-first = { $n ->
    [one] 📝 Noted { $n }. I have a question:
   *[other] 📝 Noted { $n }. I have a few questions:
}
conversation-nothing_to_undo = 👌 There is nothing to undo.
conversation-not_reversible = ↩️ I can't undo that. Tell me what to change or remove instead.
conversation-not_reversible-number = 🤷 #{ $number } is finished, so I can't change it. Tell me what you need now.
conversation-which_one-edit = 🔢 Which one? Say its number, like “#{ $number } was 20”:
conversation-which_one-undo = 🔢 Which one should I take back? Say its number, like “undo #{ $number }”:
conversation-which_one-restore = 🔢 Which one should I bring back? Say its number, like “restore #{ $number }”:
conversation-which_one-resume = 🔢 Which draft? Say its number, like “resume #{ $number }”:
conversation-which_one-none = 🤷 There is nothing to bring back, and no draft.
conversation-not_found = 🤷 I can't find that any more.
conversation-not_found-number = 🤷 I can't find #{ $number }. Nothing was changed.
conversation-not_found-replied = 🤷 I no longer know which one you replied to. Please say its number, like “#12 was 20”.
conversation-expired = 📌 I didn't hear back, so I kept this as a draft
conversation-expired-many = 📌 I didn't hear back, so I kept these as drafts
conversation-not_offered = 📌 I can't go on with this at the moment, so it stays a draft
conversation-not_offered-many = 📌 I can't go on with these at the moment, so they stay drafts
conversation-unrecorded = ❗ I can't save right now. Nothing you ask for is lost, but until I can, I keep only the last { $limit } messages of our chat.
conversation-ask_remote_call = ❓ Shall I use { $tool }? It belongs to another service, and I can't undo what it does.
conversation-ask_to_enter = { $question } “{ $quote }”
conversation-ask_to_enter-change = 📝 Change { $card }? “{ $quote }”
conversation-not_entered = 👍 All right, I won't.
