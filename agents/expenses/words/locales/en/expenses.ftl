# What happened to an expense.

expenses-saved = ✅ Saved
expenses-saved-late = ✅ Saved, a little late
expenses-saved-difference = 📷 The photo said { $before } for the { $field }. I took your { $after }.
expenses-saved-addition = 📝 I took the { $field } from you: { $after }.
expenses-saved_together = ✅ Saved { $saved } of { $photos }
expenses-saved_together-all = { $n ->
    [one] ✅ Saved { $n } expense
   *[other] ✅ Saved { $n } expenses
}
expenses-saved_together-asking = { $n ->
    [one] 💬 I have a question about { $n } more.
   *[other] 💬 I have questions about { $n } more.
}
expenses-saved_together-total = 💰 Total: { $totals }
expenses-saved_together-undo = ↩️ “undo #{ $number }” takes one back.
expenses-corrected = 📝 Corrected
expenses-change = { $field }: { $before } → { $after }
expenses-change-added = { $field }: { $after }
expenses-change-removed = { $field }: { $before } removed
expenses-unchanged = 👌 It already says that, so nothing changed
expenses-deleted = 🧹 Taken back. It no longer counts
expenses-deleted_together = { $n ->
    [one] 🧹 Taken back: { $n } expense that no longer counts
   *[other] 🧹 Taken back: { $n } expenses that no longer count
}
expenses-deleted_together-only = { $n ->
    [one] There was only { $n }.
   *[other] There were only { $n }.
}
expenses-deleted_together-most = { $n ->
   *[other] I take back { $n } at a time; say it again for more.
}
expenses-deleted_together-restore = ↩️ “restore #{ $number }” brings one back.
expenses-reverted = 🔁 Changed back
expenses-restored = ✅ It's back
expenses-storage_down = ⏳ I can't reach my records right now. I'll hold on to this and save it as soon as I can
expenses-not_saved = ❗ Not saved: { $reason }
expenses-not_saved-bare = ❗ I could not save this. It is kept as a draft
expenses-kept = 📌 Kept as a draft. You can finish it any time
expenses-dropped = 👍 Dropped. Nothing was saved
expenses-unreadable = 😕 { $reason }
expenses-unreadable-bare = 😕 I can't read that file.
expenses-unreadable-instead = You can also just type it, like “Starbucks 15.50”.
