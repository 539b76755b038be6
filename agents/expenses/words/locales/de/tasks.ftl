# An expense as a task: what is being done, what is waited for, help about a question.

expenses-help-amount = 💡 Mir fehlt der Betrag für { $name }. Tippe nur die Zahl, zum Beispiel { $money }.
expenses-help-merchant = 💡 Ich muss wissen, wofür { $name } war: ein Laden oder ein Wort wie „Mittagessen“.
expenses-help-date = 💡 Mir fehlt der Tag für { $name }: „heute“, „gestern“ oder ein Datum.
expenses-help-category = 💡 Mir fehlt eine Kategorie für { $name }. Wähle eine von meinen oder tippe eine eigene.
expenses-help-better_image = 💡 Ich brauche ein schärferes Foto: { $name }. Laden und Betrag tippen geht auch.
expenses-help-proposal = 💡 Soll ich { $name } speichern? Sag „ja“ oder „nein“.
expenses-help-reading = 💡 Teile von { $name } waren schwer zu lesen. Sag „ja“, wenn es stimmt, oder sag mir, was anders ist.
expenses-help-duplicate = 💡 { $name } scheint schon gespeichert zu sein. „Ja“ speichert es noch einmal, „nein“ nicht.
expenses-help-edit = 💡 Sag mir, was ich bei { $name } ändern soll, zum Beispiel „Betrag 12,50“.
expenses-help-retry = 💡 { $name } hat nicht geklappt. Sag „nochmal versuchen“ oder verwirf es.
expenses-help-leave = „Weiß nicht“ behält es als Entwurf, /cancel verwirft es.

expenses-waits-amount = wie viel es war
expenses-waits-merchant = wofür es war
expenses-waits-date = wann es war
expenses-waits-category = welche Kategorie passt
expenses-waits-better_image = ein schärferes Foto
expenses-waits-proposal = ob ich es speichern soll
expenses-waits-reading = ob ich richtig gelesen habe
expenses-waits-duplicate = ob ich es noch einmal speichern soll
expenses-waits-edit = was ich ändern soll
expenses-waits-retry = ob ich es noch einmal versuchen soll
expenses-doing-read-image = lese das Foto
expenses-doing-read-pdf = lese das PDF
expenses-doing-decide-what-to-ask = denke nach
expenses-doing-categorize = suche eine Kategorie
expenses-doing-save = speichere
expenses-doing-correct = korrigiere
