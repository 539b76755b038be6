# What was saved before: pages, searches, one expense.
expenses-history_shown = 🧾 What you saved: { $held }
expenses-history_shown-found = 🔎 { $what }: { $held }
expenses-history_shown-deleted = 🧹 Taken back: { $held }
expenses-history_shown-page = Page { $page } of { $pages }
expenses-history_shown-one = “show #{ $number }” shows one with its photo. “/history grab june” searches.
expenses-history_shown-which = 🔎 Several chats have a #{ $number }. Which one?
expenses-history_shown-beyond = { $n ->
    [one] 🧾 There is no page { $page }: everything is on one page.
   *[other] 🧾 There is no page { $page }: there are { $n }.
}
expenses-history_shown-beyond-amount = To look for an amount, write its decimals or currency: “/history { $page }.00”.
expenses-history_shown-not_found = 🔎 { $what }: nothing saved. Fewer words may find more.
expenses-history_shown-none_deleted = 🧹 Nothing like that was taken back.
expenses-history_shown-future = 🔎 Those days are still to come, so nothing is saved.
expenses-history_shown-unclear = 🔎 What shall I look for? Try “/history grab june”, “/history 45.90” or “/history #12”.
expenses-history_shown-none = 🧾 Nothing saved yet. Try “lunch 12.50”.
expenses-shown = 🧾 Here it is:
expenses-shown-deleted = 🧹 This one was taken back and does not count:
expenses-shown-no_photo = 📷 Its photo is no longer kept.
expenses-button-older = Older
expenses-button-newer = Newer
expenses-button-show = Show
expenses-button-delete = Delete
