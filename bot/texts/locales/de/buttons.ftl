# Buttons.

button-answer = Auswählen
button-drop = Verwerfen
button-keep = Als Entwurf behalten
button-yes = Ja
button-no = Nein
button-edit = Ändern
button-undo = Rückgängig
button-restore = Wiederherstellen
button-resume = Fortsetzen
button-for = { $button }: { $name }
button-retry = Nochmal versuchen
button-offer = Übernehmen
button-enter = Ja
button-leave = Nein
