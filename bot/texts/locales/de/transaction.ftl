# What happened to an expense.

transaction-saved = ✅ Gespeichert
transaction-saved-late = ✅ Gespeichert, etwas verspätet: meine Aufzeichnungen sind wieder da
transaction-saved-difference = 📷 Auf dem Foto steht bei { $field }: { $before }. Ich habe deine Angabe genommen: { $after }.
transaction-saved-addition = 📝 Von dir übernommen, { $field }: { $after }.
transaction-album_saved = ✅ { $saved } von { $photos } gespeichert
transaction-album_saved-all = { $n ->
    [one] ✅ { $n } Ausgabe gespeichert
   *[other] ✅ { $n } Ausgaben gespeichert
}
transaction-album_saved-asking = { $n ->
    [one] 💬 Zu { $n } weiteren habe ich eine Frage.
   *[other] 💬 Zu { $n } weiteren habe ich Fragen.
}
transaction-noted = 📝 Notiert: { $line }. Danach frage ich als Nächstes.
transaction-noted-later = 📝 Notiert: { $line }. Danach frage ich, wenn es an der Reihe ist.
transaction-noted-more = { $n ->
    [one] 📝 { $n } weitere notiert. Dazu habe ich eine Frage:
   *[other] 📝 { $n } weitere notiert. Dazu habe ich Fragen:
}
transaction-noted-first = { $n ->
    [one] 📝 { $n } ist angekommen. Dazu habe ich eine Frage:
   *[other] 📝 Alle { $n } sind angekommen. Dazu habe ich Fragen:
}
transaction-corrected = 📝 Korrigiert
transaction-change = { $field }: { $before } → { $after }
transaction-unchanged = 👌 So steht es schon da, also hat sich nichts geändert
transaction-deleted = 🧹 Zurückgenommen. Es zählt nicht mehr
transaction-reverted = 🔁 Zurückgeändert
transaction-restored = ✅ Wieder da
transaction-nothing_to_undo = 👌 Es gibt nichts rückgängig zu machen.
transaction-not_found = 🤷 Diese Ausgabe finde ich nicht mehr.
transaction-storage_down = ⏳ Ich komme gerade nicht an meine Aufzeichnungen. Ich behalte das und speichere es, sobald es geht
transaction-not_saved = ❗ Nicht gespeichert: { $reason }
transaction-not_saved-bare = ❗ Das konnte ich nicht speichern. Es bleibt als Entwurf erhalten
transaction-kept = 📌 Als Entwurf behalten. Du kannst jederzeit weitermachen
transaction-expired = 📌 Ich habe nichts von dir gehört und das als Entwurf behalten
transaction-expired-many = 📌 Ich habe nichts von dir gehört und diese als Entwürfe behalten
transaction-dropped = 👍 Verworfen. Es wurde nichts gespeichert
transaction-unreadable = 😕 { $reason }
transaction-unreadable-bare = 😕 Diese Datei kann ich nicht lesen.
transaction-unreadable-instead = Du kannst es auch einfach tippen, zum Beispiel „Starbucks 15,50“.
