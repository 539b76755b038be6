# The conversation itself: greeting, help, status, cancelling, what went wrong.

doing-keep-the-draft = keeping the draft
doing-wait-for-the-database = waiting for my records
doing-files = 📷 { $read } of { $of } read …
doing-round = { $doing }, round { $round } of { $rounds }

conversation-start = 👋 Hi, I'm Steward. { $about }
conversation-start-others = Also { $others }: /help
conversation-help = 💡 Here is what I can do:
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
status-waiting-since = 💬 I've been waiting since { $since } for your answer: { $what }.
status-what-confirm = your yes or no
status-missing = still missing: { $fields }
status-doubtful = to be confirmed: { $fields }
status-turn = I'll ask about it in its turn
status-expires = 🕐 I keep it as a draft if I hear nothing until { $when }.
status-drafts = 📌 Kept as drafts:
status-storage_down = ❗ I can't reach my records right now. I keep trying.

conversation-cancelled = 👍 Cancelled. Nothing was saved
conversation-cancelled-dropped = 👍 Cancelled. I dropped this, nothing was saved
conversation-cancelled-dropped-many = 👍 Cancelled. I dropped these, nothing was saved
conversation-cancelled-operator = 🛑 My operator cancelled this. Nothing was saved
conversation-cancelled-text = Dropped: “{ $text }”
conversation-cancelled-reason = The reason: { $reason }
conversation-cancelled-working = { $n ->
    [one] ⏳ I'm still working on { $n } more; /cancel again stops it.
   *[other] ⏳ I'm still working on { $n } more; /cancel again stops them.
}
conversation-cancelled_too_late = 📣 That was done before you cancelled. Undo takes it back
conversation-cancelled_too_late-unchanged = 👍 Cancelled. This stays as it was
conversation-nothing_to_cancel = 👌 There is nothing to cancel.
conversation-closed_by_operator = 🛑 My operator closed this conversation. Write again any time to start over.
conversation-closed_by_operator-dropped = 🛑 My operator closed this conversation. These were not saved
conversation-stale_button = ⌛ That button is out of date, so I left everything as it is.
conversation-no_draft = 🤷 That draft is no longer there. Maybe you finished it already.
conversation-resumed = ⏩ Let's finish this one
conversation-degraded = 📣 My language model isn't answering, so I go on with simple rules. Short and plain messages work best.
conversation-failed = ❗ { $reason }
conversation-failed-bare = ❗ Something went wrong on my side. Nothing you sent is lost; please try again.
conversation-unworded = ❗ I have an answer for you that I cannot put into words. Nothing is lost.
conversation-too_long = 📏 That message is too long for me. Please keep it under { $limit } characters.
conversation-too_many-tasks = 🐢 That is more than I can do at once: { $limit } things are open already. Please finish or /cancel some first.
conversation-too_many-messages = 🐢 That is more than I can take in at once: at most { $limit } messages. Please wait a moment, then send the last ones again.
conversation-too_many = 🐢 That is more than I can take in at once. Please wait a moment, then send it again.
conversation-empty = 🤔 That message was empty. /help shows what I can do.
conversation-unsupported = 😕 I can read photos (JPEG, PNG, WebP, HEIC), PDFs and tables (CSV), but not this file.

conversation-noted = 📝 Noted: { $line }. I'll ask about it next.
conversation-noted-later = 📝 Noted: { $line }. I'll ask about it in its turn.
conversation-noted-more = { $n ->
    [one] 📝 Noted { $n } more. I have a question about it:
   *[other] 📝 Noted { $n } more. I have questions about them:
}
conversation-noted-first = { $n ->
    [one] 📝 Got { $n }. I have a question about it:
   *[other] 📝 Got all { $n }. I have questions about them:
}
conversation-nothing_to_undo = 👌 There is nothing to undo.
conversation-not_reversible = ↩️ “Undo” does not reach that. Tell me what it should be instead, or what to remove.
conversation-which_one-edit = 🔢 Which one is it? Say its number, as in “#{ $number } was 20”:
conversation-which_one-undo = 🔢 Which one shall I take back? Say its number, as in “undo #{ $number }”:
conversation-which_one-restore = 🔢 Which one shall I bring back? Say its number, as in “restore #{ $number }”:
conversation-which_one-resume = 🔢 Which draft? Say its number, as in “resume #{ $number }”:
conversation-which_one-none = 🤷 Nothing was taken back lately, and no draft is kept.
conversation-not_found = 🤷 I can't find that any more.
conversation-not_found-number = 🤷 I know of no #{ $number } (any more), so I changed nothing.
conversation-not_found-replied = 🤷 I no longer know what that card was about, so I changed nothing. Please name it by its number, as in “#12 was 20”, or write without replying.
conversation-expired = 📌 I didn't hear back, so I kept this as a draft
conversation-expired-many = 📌 I didn't hear back, so I kept these as drafts
conversation-not_offered = 📌 I can't go on with this at the moment, so it stays a draft
conversation-not_offered-many = 📌 I can't go on with these at the moment, so they stay drafts
conversation-unrecorded = ❗ I can't reach my records, so what we say is not written down yet. I keep the last { $limit } messages until it can be; older ones will be missing there. What you asked me to do is not lost.
conversation-ask_remote_call = ❓ Shall I use { $tool }? It belongs to another service, and what it does can't be taken back.
conversation-ask_to_enter = { $question } “{ $quote }”
conversation-not_entered = 👍 All right, nobody was told.
