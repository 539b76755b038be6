# Buttons.

button-answer = Dieses
button-save_anyway = Trotzdem speichern
button-drop = Verwerfen
button-keep = Als Entwurf behalten
button-leave = So lassen
button-edit = Ändern
button-undo = Rückgängig
button-restore = Wiederherstellen
button-resume = Fortsetzen
button-for = { $button }: { $name }
button-retry = Nochmal versuchen
