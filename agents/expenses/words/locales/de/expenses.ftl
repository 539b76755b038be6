# What happened to an expense.

expenses-saved = ✅ Gespeichert
expenses-saved-late = ✅ Gespeichert, etwas verspätet: Ich komme wieder an meine Daten
expenses-saved-difference = 📷 { $field }: Auf dem Foto steht { $before }, ich habe deine Angabe genommen: { $after }.
expenses-saved-addition = 📝 { $field } von dir übernommen: { $after }.
expenses-saved_together = ✅ { $saved } von { $photos } gespeichert
expenses-saved_together-all = { $n ->
    [one] ✅ { $n } Ausgabe gespeichert
   *[other] ✅ { $n } Ausgaben gespeichert
}
expenses-saved_together-asking = { $n ->
    [one] 💬 Zu { $n } weiteren habe ich eine Frage.
   *[other] 💬 Zu { $n } weiteren habe ich Fragen.
}
expenses-saved_together-total = 💰 Zusammen: { $totals }
expenses-saved_together-undo = ↩️ „rückgängig #{ $number }“ nimmt eine zurück.
expenses-corrected = 📝 Korrigiert
expenses-change = { $field }: { $before } → { $after }
expenses-change-added = { $field }: { $after }
expenses-change-removed = { $field }: { $before } entfernt
expenses-unchanged = 👌 So steht es schon da, es wurde nichts geändert
expenses-deleted = 🧹 Gelöscht. Zählt nicht mehr
expenses-deleted_together = { $n ->
    [one] 🧹 { $n } Ausgabe gelöscht. Sie zählt nicht mehr
   *[other] 🧹 { $n } Ausgaben gelöscht. Sie zählen nicht mehr
}
expenses-deleted_together-only = { $n ->
    [one] Es gab nur { $n }.
   *[other] Es gab nur { $n }.
}
expenses-deleted_together-most = { $n ->
   *[other] Ich lösche höchstens { $n } auf einmal; für weitere sag es noch einmal.
}
expenses-deleted_together-restore = ↩️ „wiederherstellen #{ $number }“ holt eine zurück.
expenses-reverted = 🔁 Zurückgeändert
expenses-restored = ✅ Wieder da
expenses-storage_down = ⏳ Ich komme gerade nicht an meine Daten. Ich merke mir das und speichere es, sobald es geht
expenses-not_saved = ❗ Nicht gespeichert: { $reason }
expenses-not_saved-bare = ❗ Das konnte ich nicht speichern. Es bleibt als Entwurf erhalten
expenses-kept = 📌 Als Entwurf behalten. Du kannst jederzeit weitermachen
expenses-dropped = 👍 Verworfen. Es wurde nichts gespeichert
expenses-unreadable = 😕 { $reason }
expenses-unreadable-bare = 😕 Diese Datei kann ich nicht lesen.
expenses-unreadable-instead = Du kannst es auch einfach tippen, zum Beispiel „Starbucks 15,50“.
