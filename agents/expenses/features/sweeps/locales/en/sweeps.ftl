expenses-for_all-learned = { $n ->
   *[other] 👌 { $name } is { $icon } { $category } from now on. Everything saved from there already is.
}
expenses-for_all-offered = { $n ->
    [one] 👌 { $name } is { $icon } { $category } from now on. { $n } saved expense from there has another category: change it too?
   *[other] 👌 { $name } is { $icon } { $category } from now on. { $n } saved expenses from there have another category: change them too?
}
expenses-for_all-changed = { $n ->
    [one] 📝 Changed { $n } expense: { $name } is { $icon } { $category }
   *[other] 📝 Changed { $n } expenses: { $name } is { $icon } { $category }
}
expenses-for_all-undone = { $n ->
    [one] 🔁 Changed back { $n } expense. I no longer put { $name } under { $category }
   *[other] 🔁 Changed back { $n } expenses. I no longer put { $name } under { $category }
}
expenses-for_all-kept = { $n ->
    [one] { $n } was changed again since, so it stays as it is.
   *[other] { $n } were changed again since, so they stay as they are.
}
expenses-for_all-left = 👌 OK, saved expenses stay as they are.
expenses-for_all-unclear = 📂 I didn't get that. Try “all from Grab are transport”.
expenses-button-all_yes = Yes, change them
expenses-button-all_no = No, only from now on
expenses-button-all_undo = Change all back
