# An expense as a task: what is being done, what is waited for, help about a question.

expenses-help-amount = 💡 Mir fehlt der Betrag für { $name }. Tippe nur die Zahl, zum Beispiel { $money }.
expenses-help-merchant = 💡 Ich muss wissen, wofür { $name } war: ein Laden oder ein Wort wie „Mittagessen“.
expenses-help-date = 💡 Mir fehlt der Tag für { $name }: „heute“, „gestern“ oder ein Datum.
expenses-help-category = 💡 Mir fehlt eine Kategorie für { $name }. Wähle eine von meinen oder tippe deine eigene.
expenses-help-better_image = 💡 Ich brauche ein schärferes Foto: { $name }. Laden und Betrag tippen geht auch.
expenses-help-proposal = 💡 Soll ich { $name } speichern? Sag ja oder nein.
expenses-help-reading = 💡 Teile von { $name } waren schwer zu lesen. Sag ja, wenn es stimmt, oder was anders ist.
expenses-help-duplicate = 💡 { $name } scheint schon gespeichert zu sein. Ja speichert noch einmal, nein lässt es weg.
expenses-help-edit = 💡 Sag mir, was ich bei { $name } ändern soll, zum Beispiel „Betrag 12,50“.
expenses-help-retry = 💡 { $name } konnte nicht fertig werden. Sag „nochmal versuchen“, oder verwirf es.
expenses-help-leave = „Weiß nicht“ behält es als Entwurf, /cancel verwirft es.

expenses-waits-amount = wie viel es war
expenses-waits-merchant = wofür es war
expenses-waits-date = wann es war
expenses-waits-category = welche Kategorie passt
expenses-waits-better_image = ein schärferes Foto
expenses-waits-proposal = ob ich es speichern soll
expenses-waits-reading = ob richtig gelesen wurde
expenses-waits-duplicate = ob ich es noch einmal speichern soll
expenses-waits-edit = was ich ändern soll
expenses-waits-retry = ob ich es nochmal versuchen soll
expenses-doing-read-image = Foto lesen
expenses-doing-read-pdf = PDF lesen
expenses-doing-decide-what-to-ask = nachdenken
expenses-doing-categorize = Kategorie suchen
expenses-doing-save = speichern
expenses-doing-correct = korrigieren
