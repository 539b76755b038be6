# What happened to an expense.

transaction-saved = ✅ Saved
transaction-saved-late = ✅ Saved, a little late: my records are back
transaction-saved-difference = 📷 The photo said { $before } for the { $field }. I took your { $after }.
transaction-saved-addition = 📝 I took the { $field } from you: { $after }.
transaction-album_saved = ✅ Saved { $saved } of { $photos }
transaction-album_saved-all = { $n ->
    [one] ✅ Saved { $n } expense
   *[other] ✅ Saved { $n } expenses
}
transaction-album_saved-asking = { $n ->
    [one] 💬 I have a question about { $n } more.
   *[other] 💬 I have questions about { $n } more.
}
transaction-noted = 📝 Noted: { $line }. I'll ask about it next.
transaction-noted-later = 📝 Noted: { $line }. I'll ask about it in its turn.
transaction-noted-more = { $n ->
    [one] 📝 Noted { $n } more. I have a question about it:
   *[other] 📝 Noted { $n } more. I have questions about them:
}
transaction-noted-first = { $n ->
    [one] 📝 Got { $n }. I have a question about it:
   *[other] 📝 Got all { $n }. I have questions about them:
}
transaction-corrected = 📝 Corrected
transaction-change = { $field }: { $before } → { $after }
transaction-unchanged = 👌 It already says that, so nothing changed
transaction-deleted = 🧹 Taken back. It no longer counts
transaction-reverted = 🔁 Changed back
transaction-restored = ✅ It's back
transaction-nothing_to_undo = 👌 There is nothing to undo.
transaction-not_found = 🤷 I can't find that expense any more.
transaction-storage_down = ⏳ I can't reach my records right now. I keep this and save it as soon as I can
transaction-not_saved = ❗ Not saved: { $reason }
transaction-not_saved-bare = ❗ I could not save this. It is kept as a draft
transaction-kept = 📌 Kept as a draft. You can finish it any time
transaction-expired = 📌 I didn't hear back, so I kept this as a draft
transaction-expired-many = 📌 I didn't hear back, so I kept these as drafts
transaction-dropped = 👍 Dropped. Nothing was saved
transaction-unreadable = 😕 { $reason }
transaction-unreadable-bare = 😕 I can't read that file.
transaction-unreadable-instead = You can also just type it, like “Starbucks 15.50”.
