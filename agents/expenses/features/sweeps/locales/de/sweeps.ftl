expenses-for_all-learned = { $n ->
   *[other] 👌 { $name } ist ab jetzt { $icon } { $category }. Alles Gespeicherte von dort ist es schon.
}
expenses-for_all-offered = { $n ->
    [one] 👌 { $name } ist ab jetzt { $icon } { $category }. { $n } gespeicherte Ausgabe von dort hat eine andere Kategorie: auch ändern?
   *[other] 👌 { $name } ist ab jetzt { $icon } { $category }. { $n } gespeicherte Ausgaben von dort haben eine andere Kategorie: auch ändern?
}
expenses-for_all-changed = { $n ->
    [one] 📝 { $n } Ausgabe geändert: { $name } ist { $icon } { $category }
   *[other] 📝 { $n } Ausgaben geändert: { $name } ist { $icon } { $category }
}
expenses-for_all-undone = { $n ->
    [one] 🔁 { $n } Ausgabe zurückgeändert, und { $name } ist nicht mehr von selbst { $category }
   *[other] 🔁 { $n } Ausgaben zurückgeändert, und { $name } ist nicht mehr von selbst { $category }
}
expenses-for_all-kept = { $n ->
    [one] { $n } wurde seither noch einmal geändert und bleibt, wie sie ist.
   *[other] { $n } wurden seither noch einmal geändert und bleiben, wie sie sind.
}
expenses-for_all-left = 👌 Was gespeichert ist, bleibt, wie es ist.
expenses-for_all-unclear = 📂 Das habe ich nicht verstanden. Versuch „alles von Rewe ist Lebensmittel“.
expenses-button-all_yes = Ja, auch die ändern
expenses-button-all_no = Nein, nur ab jetzt
expenses-button-all_undo = Alle zurückändern
