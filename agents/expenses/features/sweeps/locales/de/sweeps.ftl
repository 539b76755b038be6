expenses-for_all-learned = { $n ->
   *[other] 👌 { $name } gehört ab jetzt zu { $icon } { $category }. Alles Gespeicherte von dort steht schon da.
}
expenses-for_all-offered = { $n ->
    [one] 👌 { $name } gehört ab jetzt zu { $icon } { $category }. { $n } gespeicherte Ausgabe von dort hat eine andere Kategorie: auch ändern?
   *[other] 👌 { $name } gehört ab jetzt zu { $icon } { $category }. { $n } gespeicherte Ausgaben von dort haben eine andere Kategorie: auch ändern?
}
expenses-for_all-changed = { $n ->
    [one] 📝 { $n } Ausgabe geändert: { $name } gehört zu { $icon } { $category }
   *[other] 📝 { $n } Ausgaben geändert: { $name } gehört zu { $icon } { $category }
}
expenses-for_all-undone = { $n ->
    [one] 🔁 { $n } Ausgabe zurückgeändert. { $name } kommt nicht mehr automatisch zu { $category }
   *[other] 🔁 { $n } Ausgaben zurückgeändert. { $name } kommt nicht mehr automatisch zu { $category }
}
expenses-for_all-kept = { $n ->
    [one] { $n } wurde danach noch einmal geändert und bleibt, wie sie ist.
   *[other] { $n } wurden danach noch einmal geändert und bleiben, wie sie sind.
}
expenses-for_all-left = 👌 Gut, was gespeichert ist, bleibt so.
expenses-for_all-unclear = 📂 Das habe ich nicht verstanden. Versuch es mit „alles von Rewe ist Lebensmittel“.
expenses-button-all_yes = Ja, auch die ändern
expenses-button-all_no = Nein, nur ab jetzt
expenses-button-all_undo = Alle zurückändern
