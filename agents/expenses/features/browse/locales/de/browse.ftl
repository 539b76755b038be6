# Gespeicherte Einträge, die in einer Liste zusammen geändert wurden.
expenses-rows-edited = { $n ->
    [0] 👌 Nichts zu ändern: Es ist schon so
    [one] 📝 { $n } Eintrag geändert
   *[other] 📝 { $n } Einträge geändert
}
expenses-rows-deleted = { $n ->
    [0] 🧹 Nichts gelöscht
    [one] 🧹 { $n } Eintrag gelöscht. Er zählt nicht mehr
   *[other] 🧹 { $n } Einträge gelöscht. Sie zählen nicht mehr
}
expenses-rows-restored = { $n ->
    [0] ✅ Nichts wiederherzustellen
    [one] ✅ { $n } Eintrag ist wieder da
   *[other] ✅ { $n } Einträge sind wieder da
}
expenses-rows-taken_back = { $n ->
    [0] 👌 Nichts zurückgeändert
    [one] 🔁 { $n } Eintrag ist wieder wie vorher
   *[other] 🔁 { $n } Einträge sind wieder wie vorher
}
expenses-rows-left = { $n ->
    [one] { $n } wurde inzwischen geändert oder gelöscht und bleibt, wie er ist.
   *[other] { $n } wurden inzwischen geändert oder gelöscht und bleiben, wie sie sind.
}
expenses-rows-value = { $field }: { $value }
expenses-rows_refused = ✋ Nichts geändert. Bitte prüf noch einmal: { $field }.
expenses-rows_refused-gone = ✋ Nichts geändert: Der Eintrag wurde inzwischen anderswo gelöscht oder wiederhergestellt.
expenses-button-rows_undo = Rückgängig

# The list itself.
expenses-rows-title = Gespeichert
expenses-rows-elsewhere = Im Terminal oder in Telegram gespeichert? Schreib dort „/export“ und schick mir die Datei hier im Chat.
expenses-rows-total-expense = Ausgegeben: { $totals }
expenses-rows-total-income = Eingegangen: { $totals }
expenses-rows-whose = Wessen Einträge
expenses-rows-mine = Meine
expenses-rows-ours = Unsere
expenses-rows-you = Du
expenses-rows-count = { $n ->
    [one] { $n } Eintrag
   *[other] { $n } Einträge
}
