# Rund um ein Gespräch. Was darin gesagt wird, steht in seinem Graphen.

service_calls-name = Anruf
service_calls-visit = 📅 { $when }
service_calls-outcome-booked = Gebucht
service_calls-outcome-noted = Notiert, noch ist nichts gebucht
service_calls-outcome-unconfirmed = Das Team bestätigt es noch
service_calls-outcome-callback = Jemand ruft zurück
service_calls-outcome-no_contact = Beendet (keine Nummer für einen Rückruf)
service_calls-outcome-abandoned = Abgebrochen
service_calls-outcome-cancelled = Storniert
service_calls-outcome-failed = Hat nicht geklappt

service_calls-call_ended = War das hilfreich?
service_calls-call_ended-spoken = Gespräch beendet
service_calls-rated = 🙏 Danke!
service_calls-rated-down = 🙏 Danke für die Rückmeldung. Wir sehen nach, was schiefgegangen ist.
service_calls-cancelled = 👍 Gut, Gespräch beendet
service_calls-cancelled-tasks = { $n ->
    [one] Auftrag { $tasks } bleibt offen.
   *[other] Die Aufträge { $tasks } bleiben offen.
}
service_calls-cancelled-not_booked = Es ist nichts gebucht.
service_calls-cancelled-unconfirmed = Etwas lief noch; jemand aus dem Team prüft es.
service_calls-undone = { $n ->
    [one] ↩️ Auftrag { $tasks } ist storniert, es kommt niemand.
   *[other] ↩️ Die Aufträge { $tasks } sind storniert, es kommt niemand.
}
service_calls-not_undone = { $n ->
    [one] ⏳ Ich kann Auftrag { $tasks } gerade nicht stornieren. Bitte versuch es gleich noch einmal.
   *[other] ⏳ Ich kann die Aufträge { $tasks } gerade nicht stornieren. Bitte versuch es gleich noch einmal.
}
service_calls-still_in_call = 📞 Wir sind schon im Gespräch. /cancel beendet es
service_calls-photo_noted = 📷 Dein Foto ist da. Ich vermerke es für den Besuch.

service_calls-enter = 🔧 Soll ich jemanden suchen, der sich das ansieht?
service_calls-about = Sag mir, was repariert werden muss, und ich buche einen Besuch.
service_calls-invite = Sag mir, was repariert werden muss.
service_calls-also = Reparaturen
service_calls-examples =
    mein Wasserhahn tropft
    die Klimaanlage kühlt nicht
    Ich muss meinen Termin verschieben
service_calls-help =
    🔧 „mein Wasserhahn tropft“: Ich buche jemanden, der kommt
    📅 „geht es früher?“, „sag meinen Termin ab“: Ich ändere den Termin
    /service beginnt ein neues Gespräch
service_calls-brief = 🔧 Reparaturen: „mein Wasserhahn tropft“ · /service
service_calls-privacy = • Ich speichere deine Anrufe: was du brauchst, deinen Namen, deine Nummer und was getan wurde. Aufträge und gebuchte Besuche speichert der Betrieb.
service_calls-command-service = eine Reparatur oder einen Besuch buchen
service_calls-description = Sag mir, was kaputt ist: Ich finde die richtige Person, buche einen Besuch und sage dir, wer wann kommt.
service_calls-short_description = Ich nehme Anrufe an und buche Besuche.
service_calls-erased-calls = { $n ->
    [one] { $n } Anruf
   *[other] { $n } Anrufe
}
service_calls-erased-customers = { $n ->
    [one] { $n } Kundeneintrag beim Betrieb
   *[other] { $n } Kundeneinträge beim Betrieb
}

service_calls-field-customers_main_ask = was du brauchst
service_calls-field-customer_phone_number = deine Telefonnummer
service_calls-field-customer_name = dein Name
service_calls-waits-need = was du brauchst
service_calls-waits-customers_main_ask = was du brauchst
service_calls-waits-customer_phone_number = deine Telefonnummer
service_calls-waits-customer_name = dein Name
service_calls-waits-customer_email = deine E-Mail-Adresse
service_calls-waits-time = ob dir der vorgeschlagene Termin passt
service_calls-waits-choice = um welche Leistung es geht
service_calls-waits-more = ob du noch etwas brauchst
service_calls-help-customer_phone_number = 💡 Unter dieser Nummer meldet sich der Techniker, falls etwas dazwischenkommt. Ziffern genügen, zum Beispiel 555-0199. Du kannst auch „abbrechen“ schreiben.
service_calls-help-time = 💡 „Ja“ bucht genau den Termin, den ich genannt habe. Oder nenn einen anderen: „lieber Freitagnachmittag“.

service_calls-doing-load_graph = verbinde dich
service_calls-doing-service_recognise = höre zu
service_calls-doing-service_extract = überlege, was du brauchst
service_calls-doing-service_navigate = denke nach
service_calls-doing-service_choose_tool = denke nach
service_calls-doing-service_match = denke nach
service_calls-doing-service_summarise = denke nach
service_calls-doing-service_say = formuliere die Antwort
service_calls-doing-service_word = formuliere die Antwort
service_calls-doing-record_call = schreibe es auf
service_calls-doing-call_tool = sehe nach
service_calls-doing-setting_list = sehe unsere Leistungen durch
service_calls-doing-entity_list = sehe deine Anliegen durch
service_calls-doing-customer_get = suche deinen Eintrag
service_calls-doing-customer_create = lege deinen Eintrag an
service_calls-doing-customer_update = ändere deinen Eintrag
service_calls-doing-task_create = lege einen Auftrag an
service_calls-doing-task_cancel = storniere den Auftrag
service_calls-doing-person_calendar_free = suche einen freien Termin
service_calls-doing-person_calendar_book = buche den Besuch
service_calls-doing-call_hangup = lege auf

service_calls-button-rate = Bewerten
service_calls-button-rate-up = 👍
service_calls-button-rate-down = 👎
service_calls-button-undo = Rückgängig
service_calls-button-choose = Auswählen
service_calls-button-cancel_visit = { $task } absagen
