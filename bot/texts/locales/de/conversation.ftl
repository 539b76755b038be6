# The conversation itself: greeting, help, status, cancelling, what went wrong.

conversation-start = 👋 Hallo, ich bin Steward. { $about }
conversation-start-others = Außerdem { $others }. Mehr: /help
conversation-help = 💡 Das kann ich für dich tun:
conversation-help-asked = ❓ Ich warte noch auf deine Antwort auf die Frage oben.
conversation-help-more =
    /undo rückgängig machen · /restore wiederherstellen · /cancel abbrechen
    /status was gerade läuft · /resume einen Entwurf fortsetzen · /start Begrüßung
    /currency /language /timezone deine Einstellungen
    /privacy was ich über dich speichere · /deletemydata alles löschen · /usage was das KI-Modell kostet

status-idle = 😌 Alles erledigt. Was kommt als Nächstes?
status-open = 📂 Noch offen:
status-working = ⏳ Ich bin dran.
status-waiting = 💬 Ich warte auf deine Antwort.
status-waiting-for = 💬 Ich warte auf deine Antwort: { $what }.
status-waiting-since = 💬 Ich warte seit { $since } Uhr auf deine Antwort: { $what }.
status-what-confirm = dein Ja oder Nein
status-reading = ⏳ Ich lese { $n } Fotos
status-asking = ❓ Fragen zu { $tasks }
status-missing = fehlt noch: { $fields }
status-doubtful = noch zu bestätigen: { $fields }
status-turn = dazu frage ich dich später
status-expires = 🕐 Wenn ich bis { $when } Uhr nichts höre, behalte ich es als Entwurf.
status-drafts = 📌 Als Entwurf behalten:
status-storage_down = ❗ Ich komme gerade nicht an meine Daten. Ich versuche es weiter.

doing-keep-the-draft = behalte den Entwurf
doing-wait-for-the-database = warte auf die Datenbank
doing-files = 📷 { $read } von { $of } gelesen …

conversation-cancelled = 👍 Abgebrochen. Es wurde nichts gespeichert
conversation-cancelled-dropped = 👍 Abgebrochen und verworfen, es wurde nichts gespeichert
conversation-cancelled-dropped-many = 👍 Abgebrochen. Diese { $n } sind verworfen, es wurde nichts gespeichert
conversation-cancelled-operator = 🛑 Mein Betreiber hat das abgebrochen. Es wurde nichts gespeichert
conversation-cancelled-stopped = 👍 Angehalten. { $unread }
conversation-cancelled-unread = { $n ->
    [one] Das Foto wurde nicht gelesen.
   *[other] { $n } Fotos wurden nicht gelesen.
}
conversation-cancelled-text = Verworfen: „{ $text }“
conversation-cancelled-reason = Der Grund: { $reason }
conversation-cancelled-working = { $n ->
    [one] ⏳ { $n } weitere Sache läuft noch; noch einmal /cancel stoppt auch sie.
   *[other] ⏳ { $n } weitere Sachen laufen noch; noch einmal /cancel stoppt auch sie.
}
conversation-cancelled_too_late = 👌 Zum Abbrechen zu spät, das war schon erledigt. „rückgängig“ nimmt es zurück
conversation-cancelled_too_late-unchanged = 👍 Abgebrochen. Das bleibt, wie es war
conversation-kept_for_later = { $n ->
    [one] 📌 { $n } als Entwurf behalten:
   *[other] 📌 { $n } als Entwürfe behalten:
}
conversation-kept_for_later-resume = „fortsetzen #{ $number }“ macht mit einem weiter; /status zeigt alle.
conversation-nothing_to_cancel = 👌 Es gibt nichts abzubrechen.
conversation-closed_by_operator = 🛑 Mein Betreiber hat dieses Gespräch beendet. Schreib mir, wenn du neu anfangen möchtest.
conversation-closed_by_operator-dropped = 🛑 Mein Betreiber hat dieses Gespräch beendet. Diese wurden nicht gespeichert
conversation-stale_button = ⌛ Dieser Knopf gilt nicht mehr. Es wurde nichts geändert.
conversation-no_draft = 🤷 Diesen Entwurf gibt es nicht mehr. Vielleicht hast du ihn schon abgeschlossen.
conversation-resumed = ⏩ Machen wir das hier fertig
conversation-degraded = 📣 Mein KI-Modell antwortet gerade nicht. Bis es wieder da ist, klappen kurze, klare Nachrichten am besten.
conversation-failed = ❗ { $reason }
conversation-failed-bare = ❗ Bei mir ist etwas schiefgegangen. Es ist nichts verloren; bitte versuch es noch einmal.
conversation-unworded = ❗ Mit meiner Antwort stimmt etwas nicht, deshalb kann ich sie nicht zeigen. Was du geschickt hast, ist nicht verloren.
conversation-too_long = 📏 Diese Nachricht ist zu lang für mich. Bitte bleib unter { $limit } Zeichen.
conversation-too_many-tasks = 🐢 Es sind schon { $limit } Dinge offen. Bitte erledige erst ein paar davon oder verwirf sie mit /cancel.
conversation-too_many-messages = 🐢 Ich kann höchstens { $limit } Nachrichten auf einmal annehmen. Bitte warte kurz und schick die letzten dann noch einmal.
conversation-too_many = 🐢 Das ist zu viel auf einmal. Bitte warte kurz und schick es dann noch einmal.
conversation-empty = 🤔 Diese Nachricht war leer. /help zeigt, was ich kann.
conversation-unsupported = 😕 Ich kann Fotos (JPEG, PNG, WebP, HEIC), PDFs und Tabellen (CSV, Excel) lesen, aber diese Datei nicht.

conversation-noted = 📝 Notiert: { $line }. Dazu frage ich dich als Nächstes.
conversation-noted-later = 📝 Notiert: { $line }. Dazu frage ich dich später.
conversation-noted-more = { $n ->
    [one] 📝 { $n } weitere notiert. Dazu habe ich eine Frage:
   *[other] 📝 { $n } weitere notiert. Dazu habe ich Fragen:
}
conversation-noted-first = { $n ->
    [one] 📝 { $n } ist angekommen. Dazu habe ich eine Frage:
   *[other] 📝 Alle { $n } sind angekommen. Dazu habe ich Fragen:
}
conversation-nothing_to_undo = 👌 Es gibt nichts rückgängig zu machen.
conversation-not_reversible = ↩️ Das kann ich nicht rückgängig machen. Sag mir stattdessen, was ich ändern oder löschen soll.
conversation-not_reversible-number = 🤷 #{ $number } ist abgeschlossen, daran kann ich nichts mehr ändern. Sag mir, was du jetzt brauchst.
conversation-which_one-edit = 🔢 Welche meinst du? Schreib die Nummer dazu, zum Beispiel „#{ $number } war 20“:
conversation-which_one-undo = 🔢 Welche soll ich zurücknehmen? Schreib die Nummer dazu, zum Beispiel „rückgängig #{ $number }“:
conversation-which_one-restore = 🔢 Welche soll ich wiederherstellen? Schreib die Nummer dazu, zum Beispiel „wiederherstellen #{ $number }“:
conversation-which_one-resume = 🔢 Welcher Entwurf? Schreib die Nummer dazu, zum Beispiel „fortsetzen #{ $number }“:
conversation-which_one-none = 🤷 Es gibt nichts wiederherzustellen und keinen Entwurf.
conversation-not_found = 🤷 Das finde ich nicht mehr.
conversation-not_found-number = 🤷 #{ $number } finde ich nicht. Es wurde nichts geändert.
conversation-not_found-replied = 🤷 Ich weiß nicht mehr, worauf du geantwortet hast. Schreib bitte die Nummer dazu, zum Beispiel „#12 war 20“.
conversation-expired = 📌 Ich habe nichts mehr von dir gehört, deshalb bleibt das ein Entwurf
conversation-expired-many = 📌 Ich habe nichts mehr von dir gehört, deshalb bleiben diese Entwürfe
conversation-not_offered = 📌 Damit kann ich gerade nicht weitermachen; es bleibt ein Entwurf
conversation-not_offered-many = 📌 Damit kann ich gerade nicht weitermachen; sie bleiben Entwürfe
conversation-unrecorded = ❗ Ich komme gerade nicht an meine Daten. Deine Aufträge gehen nicht verloren, aber vom Chat behalte ich so lange nur die letzten { $limit } Nachrichten.
conversation-ask_remote_call = ❓ Soll ich { $tool } benutzen? Das gehört zu einem anderen Dienst, und was es tut, kann ich nicht rückgängig machen.
conversation-ask_to_enter = { $question } „{ $quote }“
conversation-ask_to_enter-change = 📝 { $card } ändern? „{ $quote }“
conversation-not_entered = 👍 Gut, dann nicht.
