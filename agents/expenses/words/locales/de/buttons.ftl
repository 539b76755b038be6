# Buttons.

expenses-button-save_anyway = Trotzdem speichern
expenses-button-leave = So lassen
expenses-type_your_own = ✍️ Schick die Kategorie einfach als Nachricht, zum Beispiel „Haustiere“.
expenses-button-offered = Zu den Ausgaben
expenses-button-together-yes = Alles richtig
expenses-button-together-keep = Später
expenses-button-together-no = Liste zeigen
expenses-button-save = Speichern
expenses-button-save-new = Als neu speichern
expenses-button-change = Ändern
expenses-button-change-other = #{ $number } ändern
expenses-button-not_saved = Nein
expenses-button-change_other = Die andere ändern
expenses-button-save_as_spent = War eine Ausgabe
expenses-button-save_all = Alle speichern
expenses-button-save_all-counted = Alle { $number } speichern
