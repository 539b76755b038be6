# Saved entries that were changed together in a list.
expenses-rows-edited = { $n ->
    [0] 👌 Nothing to change: it is like that already
    [one] 📝 Changed { $n } entry
   *[other] 📝 Changed { $n } entries
}
expenses-rows-deleted = { $n ->
    [0] 🧹 Nothing deleted
    [one] 🧹 Deleted { $n } entry. It no longer counts
   *[other] 🧹 Deleted { $n } entries. They no longer count
}
expenses-rows-restored = { $n ->
    [0] ✅ Nothing to bring back
    [one] ✅ { $n } entry is back
   *[other] ✅ { $n } entries are back
}
expenses-rows-taken_back = { $n ->
    [0] 👌 Nothing was changed back
    [one] 🔁 { $n } entry is as it was before
   *[other] 🔁 { $n } entries are as they were before
}
expenses-rows-left = { $n ->
    [one] { $n } was changed or deleted in the meantime, so it stays as it is.
   *[other] { $n } were changed or deleted in the meantime, so they stay as they are.
}
expenses-rows-value = { $field }: { $value }
expenses-rows_refused = ✋ Nothing was changed. Please check the { $field }.
expenses-rows_refused-gone = ✋ Nothing was changed: meanwhile it was deleted or restored elsewhere.
expenses-button-rows_undo = Undo

# The list itself.
expenses-rows-title = Saved
expenses-rows-elsewhere = Saved in the terminal or in Telegram? Say “/export” there and send me the file in this chat.
expenses-rows-total-expense = Spent { $totals }
expenses-rows-total-income = Came in { $totals }
expenses-rows-whose = Whose entries
expenses-rows-mine = Mine
expenses-rows-ours = Ours
expenses-rows-you = You
expenses-rows-count = { $n ->
    [one] { $n } entry
   *[other] { $n } entries
}
