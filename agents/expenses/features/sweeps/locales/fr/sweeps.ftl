expenses-for_all-learned = { $n ->
   *[other] 👌 Désormais, { $name } va dans { $icon } { $category }. C'est déjà le cas de tout ce qui est enregistré.
}
expenses-for_all-offered = { $n ->
    [one] 👌 Désormais, { $name } va dans { $icon } { $category }. { $n } dépense enregistrée a une autre catégorie : la changer aussi ?
   *[other] 👌 Désormais, { $name } va dans { $icon } { $category }. { $n } dépenses enregistrées ont une autre catégorie : les changer aussi ?
}
expenses-for_all-changed = { $n ->
    [one] 📝 { $n } dépense modifiée : { $name } va dans { $icon } { $category }
   *[other] 📝 { $n } dépenses modifiées : { $name } va dans { $icon } { $category }
}
expenses-for_all-undone = { $n ->
    [one] 🔁 { $n } dépense remise comme avant, et { $name } ne va plus tout seul dans { $category }
   *[other] 🔁 { $n } dépenses remises comme avant, et { $name } ne va plus tout seul dans { $category }
}
expenses-for_all-kept = { $n ->
    [one] { $n } a encore été modifiée depuis, et reste comme elle est.
   *[other] { $n } ont encore été modifiées depuis, et restent comme elles sont.
}
expenses-for_all-left = 👌 Ce qui est enregistré reste comme c'est.
expenses-for_all-unclear = 📂 Je n'ai pas compris. Essaie « tout ce qui vient de Carrefour va dans courses ».
expenses-button-all_yes = Oui, les changer
expenses-button-all_no = Non, seulement désormais
expenses-button-all_undo = Tout remettre comme avant
