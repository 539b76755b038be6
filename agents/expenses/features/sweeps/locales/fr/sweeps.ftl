expenses-for_all-learned = { $n ->
   *[other] 👌 Désormais, { $name } va dans { $icon } { $category }. Tout ce qui est enregistré y est déjà.
}
expenses-for_all-offered = { $n ->
    [one] 👌 Désormais, { $name } va dans { $icon } { $category }. { $n } dépense déjà enregistrée a une autre catégorie : je la change aussi ?
   *[other] 👌 Désormais, { $name } va dans { $icon } { $category }. { $n } dépenses déjà enregistrées ont une autre catégorie : je les change aussi ?
}
expenses-for_all-changed = { $n ->
    [one] 📝 { $n } dépense modifiée : { $name } va dans { $icon } { $category }
   *[other] 📝 { $n } dépenses modifiées : { $name } va dans { $icon } { $category }
}
expenses-for_all-undone = { $n ->
    [one] 🔁 { $n } dépense remise comme avant. Je ne mets plus { $name } dans { $category }
   *[other] 🔁 { $n } dépenses remises comme avant. Je ne mets plus { $name } dans { $category }
}
expenses-for_all-kept = { $n ->
    [one] { $n } a été modifiée depuis et ne change pas.
   *[other] { $n } ont été modifiées depuis et ne changent pas.
}
expenses-for_all-left = 👌 D'accord, les dépenses déjà enregistrées ne changent pas.
expenses-for_all-unclear = 📂 Je n'ai pas compris. Essaie « tout ce qui vient de Carrefour va dans courses ».
expenses-button-all_yes = Oui, les changer
expenses-button-all_no = Non, les laisser
expenses-button-all_undo = Tout rétablir
