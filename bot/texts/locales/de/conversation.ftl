# The conversation itself: greeting, help, status, cancelling, what went wrong.

conversation-start =
    👋 Hallo, ich bin Steward. Ich behalte im Blick, was du ausgibst.
    Tippe es, zum Beispiel „Starbucks 15,50“, oder schick ein Foto vom Beleg.
    /help zeigt, was ich noch kann.
conversation-help =
    💡 Das kann ich für dich tun:
    • Eine Ausgabe speichern: „Mittagessen 12,50“ oder „gestern 30 USD für Benzin bezahlt“
    • Ein Foto oder PDF eines Belegs lesen
    • Etwas ändern: „nein, es waren 16,50“
    • Sagen, was du ausgegeben hast: „Was habe ich diese Woche ausgegeben?“
    /status was ich gerade tue · /history die letzten Ausgaben
    /undo eine zurücknehmen · /cancel abbrechen und verwerfen
    /currency, /language, /timezone deine Einstellungen
    /usage was das KI-Modell kostet · /privacy was ich aufbewahre

help-amount = 💡 Mir fehlt der Betrag für { $name }. Tippe nur die Zahl, zum Beispiel { $money }.
help-merchant = 💡 Ich muss wissen, wofür { $name } war: ein Laden oder ein Wort wie „Mittagessen“.
help-date = 💡 Mir fehlt der Tag für { $name }: „heute“, „gestern“ oder ein Datum.
help-category = 💡 Mir fehlt eine Kategorie für { $name }. Wähle eine von meinen oder tippe deine eigene.
help-better_image = 💡 Ich brauche ein schärferes Foto: { $name }. Laden und Betrag tippen geht auch.
help-duplicate = 💡 { $name } scheint schon gespeichert zu sein. Ja speichert noch einmal, nein lässt es weg.
help-edit = 💡 Sag mir, was ich bei { $name } ändern soll, zum Beispiel „Betrag 12,50“.
help-retry = 💡 { $name } konnte nicht fertig werden. Sag „nochmal versuchen“, oder verwirf es.
help-leave = „Weiß nicht“ behält es als Entwurf, /cancel verwirft es.

status-idle = 😌 Alles erledigt, nichts wartet. Schick mir eine Ausgabe oder ein Foto.
status-working = ⏳ Ich bin dran.
status-waiting = 💬 Ich warte auf deine Antwort.
status-waiting-for = 💬 Ich warte auf deine Antwort: { $what }.
status-waiting-since = 💬 Ich warte seit { $since } auf deine Antwort: { $what }.
status-what-amount = wie viel es war
status-what-merchant = wofür es war
status-what-date = wann es war
status-what-category = welche Kategorie passt
status-what-better_image = ein schärferes Foto
status-what-duplicate = ob ich es noch einmal speichern soll
status-what-edit = was ich ändern soll
status-what-retry = ob ich es nochmal versuchen soll
status-missing = fehlt noch: { $fields }
status-doubtful = noch zu bestätigen: { $fields }
status-turn = danach frage ich, wenn es an der Reihe ist
status-expires = 🕐 Wenn ich bis { $when } nichts höre, behalte ich es als Entwurf.
status-storage_down = ❗ Ich komme gerade nicht an meine Aufzeichnungen. Ich versuche es weiter.

doing-read-image = Foto lesen
doing-read-pdf = PDF lesen
doing-decide-what-to-ask = nachdenken
doing-categorize = Kategorie suchen
doing-save = speichern
doing-correct = korrigieren
doing-keep-the-draft = Entwurf behalten
doing-wait-for-the-database = auf meine Aufzeichnungen warten

conversation-history = 🧾 Deine letzten Ausgaben:
conversation-history-none = 🧾 Noch nichts gespeichert. Versuch es mit „Mittagessen 12,50“.
conversation-cancelled = 👍 Abgebrochen. Es wurde nichts gespeichert
conversation-cancelled-dropped = 👍 Abgebrochen. Das habe ich verworfen, es wurde nichts gespeichert
conversation-cancelled-dropped-many = 👍 Abgebrochen. Diese habe ich verworfen, es wurde nichts gespeichert
conversation-cancelled-operator = 🛑 Mein Betreiber hat das abgebrochen. Es wurde nichts gespeichert
conversation-cancelled-text = Verworfen: „{ $text }“
conversation-cancelled-reason = Der Grund: { $reason }
conversation-cancelled_saved = 📣 Das war schon gespeichert, bevor du abgebrochen hast. „Rückgängig“ nimmt es zurück
conversation-nothing_to_cancel = 👌 Es gibt nichts abzubrechen.
conversation-closed_by_operator = 🛑 Mein Betreiber hat dieses Gespräch beendet. Schreib jederzeit wieder, um neu anzufangen.
conversation-closed_by_operator-dropped = 🛑 Mein Betreiber hat dieses Gespräch beendet. Diese wurden nicht gespeichert
conversation-closed_by_operator-unheard = ✉️ Deine letzte Nachricht kam, als ich gerade Schluss machte. Bitte schick sie noch einmal.
conversation-stale_button = ⌛ Dieser Knopf ist veraltet, deshalb habe ich alles so gelassen.
conversation-no_draft = 🤷 Diesen Entwurf gibt es nicht mehr. Vielleicht hast du ihn schon abgeschlossen.
conversation-resumed = ⏩ Machen wir das hier fertig
conversation-degraded = 📣 Mein Sprachmodell antwortet nicht, deshalb mache ich mit einfachen Regeln weiter. Kurze, klare Nachrichten klappen am besten.
conversation-failed = ❗ { $reason }
conversation-failed-bare = ❗ Bei mir ist etwas schiefgegangen. Nichts von dir ist verloren; bitte versuch es noch einmal.
conversation-too_long = 📏 Diese Nachricht ist zu lang für mich. Bitte bleib unter { $limit } Zeichen.
conversation-empty = 🤔 Diese Nachricht war leer. Versuch es mit „Mittagessen 12,50“ oder /help.
conversation-unsupported = 😕 Ich kann Fotos (JPEG, PNG, WebP, HEIC) und PDFs lesen, aber diese Datei nicht.
