# What was saved before: pages, searches, one expense.
expenses-history_shown = 🧾 Das hast du gespeichert: { $held }
expenses-history_shown-found = 🔎 { $what }: { $held }
expenses-history_shown-deleted = 🧹 Zurückgenommen: { $held }
expenses-history_shown-page = Seite { $page } von { $pages }
expenses-history_shown-one = „zeig #{ $number }“ zeigt eine mit ihrem Foto. „/history rewe juni“ sucht.
expenses-history_shown-beyond = { $n ->
    [one] 🧾 Eine Seite { $page } gibt es nicht: Alles steht auf einer Seite.
   *[other] 🧾 Eine Seite { $page } gibt es nicht: Es sind { $n }.
}
expenses-history_shown-beyond-amount = Einen Betrag suchst du mit Nachkommastellen oder Währung: „/history { $page },00“.
expenses-history_shown-not_found = 🔎 { $what }: nichts gespeichert. Mit weniger Wörtern findet sich vielleicht mehr.
expenses-history_shown-none_deleted = 🧹 So etwas wurde nicht zurückgenommen.
expenses-history_shown-future = 🔎 Das kommt erst noch, also ist nichts gespeichert.
expenses-history_shown-unclear = 🔎 Ich habe nicht verstanden, was ich suchen soll. Versuch „/history rewe juni“, „/history 45,90“ oder „/history #12“.
expenses-history_shown-none = 🧾 Noch nichts gespeichert. Versuch es mit „Mittagessen 12,50“.
expenses-shown = 🧾 Hier ist sie:
expenses-shown-deleted = 🧹 Diese wurde zurückgenommen und zählt nicht:
expenses-shown-no_photo = 📷 Das Foto dazu ist nicht mehr da.
expenses-button-older = Ältere
expenses-button-newer = Neuere
expenses-button-show = Zeigen
expenses-button-delete = Löschen
