expenses-for_all-learned = { $n ->
   *[other] 👌 { $name } is { $icon } { $category } from now on. All that is saved from there is so already.
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
    [one] 🔁 Changed back { $n } expense, and { $name } is no longer { $category } by itself
   *[other] 🔁 Changed back { $n } expenses, and { $name } is no longer { $category } by itself
}
expenses-for_all-kept = { $n ->
    [one] { $n } was changed again since, and stays as it is.
   *[other] { $n } were changed again since, and stay as they are.
}
expenses-for_all-left = 👌 What is saved stays as it is.
expenses-for_all-unclear = 📂 I did not understand that. Try “all from Grab are transport”.
expenses-button-all_yes = Yes, change them
expenses-button-all_no = No, only from now on
expenses-button-all_undo = Change all back
