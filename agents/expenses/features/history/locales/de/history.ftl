# What was saved before: pages, searches, one expense.
expenses-history_shown = 🧾 Das hast du gespeichert: { $held }
expenses-history_shown-found = 🔎 { $what }: { $held }
expenses-history_shown-deleted = 🧹 Gelöscht: { $held }
expenses-history_shown-page = Seite { $page } von { $pages }
expenses-history_shown-one = „zeig #{ $number }“ zeigt eine mit Foto. „/history rewe juni“ sucht.
expenses-history_shown-which = 🔎 #{ $number } gibt es in mehreren Chats. Welcher Eintrag?
expenses-history_shown-beyond = { $n ->
    [one] 🧾 Eine Seite { $page } gibt es nicht: Alles steht auf einer Seite.
   *[other] 🧾 Eine Seite { $page } gibt es nicht: Es gibt { $n }.
}
expenses-history_shown-beyond-amount = Suchst du einen Betrag, schreib ihn mit Komma oder Währung: „/history { $page },00“.
expenses-history_shown-not_found = 🔎 { $what }: nichts gefunden. Versuch es mit weniger Wörtern.
expenses-history_shown-none_deleted = 🧹 So etwas wurde nicht gelöscht.
expenses-history_shown-future = 🔎 Das liegt in der Zukunft, da ist noch nichts gespeichert.
expenses-history_shown-unclear = 🔎 Was soll ich suchen? Versuch es mit „/history rewe juni“, „/history 45,90“ oder „/history #12“.
expenses-history_shown-none = 🧾 Noch nichts gespeichert. Versuch es mit „Mittagessen 12,50“.
expenses-shown = 🧾 Hier ist sie:
expenses-shown-deleted = 🧹 Diese wurde gelöscht und zählt nicht:
expenses-shown-no_photo = 📷 Das Foto dazu ist nicht mehr da.
expenses-button-older = Ältere
expenses-button-newer = Neuere
expenses-button-show = Zeigen
expenses-button-delete = Löschen
