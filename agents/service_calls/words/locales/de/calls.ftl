# Rund um ein Gespräch. Was darin gesagt wird, steht in seinem Graphen.

service_calls-name = Serviceanruf
service_calls-visit = 📅 { $when }
service_calls-outcome-booked = Gebucht
service_calls-outcome-noted = Notiert, noch ist nichts gebucht
service_calls-outcome-unconfirmed = Jemand aus dem Team bestätigt es noch
service_calls-outcome-callback = Es ruft jemand zurück
service_calls-outcome-no_contact = Beendet, ohne Nummer für einen Rückruf
service_calls-outcome-abandoned = Abgebrochen
service_calls-outcome-cancelled = Storniert
service_calls-outcome-failed = Hat nicht geklappt

service_calls-call_ended = · Gespräch beendet
service_calls-rated = 🙏 Danke!
service_calls-rated-down = 🙏 Danke für die Rückmeldung. Wir sehen nach, was schiefging.
service_calls-cancelled = 👍 Gut, Gespräch beendet
service_calls-cancelled-tasks = { $n ->
    [one] Auftrag { $tasks } bleibt offen.
   *[other] Die Aufträge { $tasks } bleiben offen.
}
service_calls-cancelled-not_booked = Es ist nichts gebucht.
service_calls-cancelled-unconfirmed = Eines lief noch; das prüft jemand aus dem Team.
service_calls-undone = { $n ->
    [one] ↩️ Auftrag { $tasks } ist storniert, es kommt niemand.
   *[other] ↩️ Die Aufträge { $tasks } sind storniert, es kommt niemand.
}
service_calls-not_undone = { $n ->
    [one] ⏳ Ich kann Auftrag { $tasks } gerade nicht stornieren. Bitte versuch es gleich noch einmal.
   *[other] ⏳ Ich kann die Aufträge { $tasks } gerade nicht stornieren. Bitte versuch es gleich noch einmal.
}
service_calls-still_in_call = 📞 Wir sind schon im Gespräch. /cancel beendet es
service_calls-photo_noted = 📷 Foto angekommen. Ich vermerke es für den Besuch.

service_calls-enter = 🔧 Soll ich jemanden finden, der sich das ansieht?
service_calls-about = Sag mir, was repariert werden muss, und ich buche einen Besuch.
service_calls-invite = Sag mir, was repariert werden muss.
service_calls-also = Reparaturen
service_calls-examples =
    mein Wasserhahn tropft
    die Klimaanlage kühlt nicht
    Ich muss meinen Termin verschieben
service_calls-help =
    🔧 „mein Wasserhahn tropft“: ich buche jemanden, der kommt
    📅 „geht es früher?“, „sag meinen Termin ab“: ich ändere den Besuch
    /service beginnt ein neues Gespräch
service_calls-brief = 🔧 Reparaturen: „mein Wasserhahn tropft“ · /service
service_calls-privacy = • Ich bewahre deine Serviceanrufe auf: was du brauchst, Name und Nummer und was getan wurde. Aufträge und gebuchte Besuche bewahrt der Betrieb auf.
service_calls-command-service = eine Reparatur oder einen Besuch buchen
service_calls-description = Sag mir, was kaputt ist: ich finde die richtige Person, buche einen Besuch und sage dir, wer wann kommt.
service_calls-short_description = Ich nehme Serviceanrufe an und buche Besuche.
service_calls-erased-calls = { $n ->
    [one] { $n } Serviceanruf
   *[other] { $n } Serviceanrufe
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
service_calls-waits-more = ob es noch etwas gibt
service_calls-help-customer_phone_number = 💡 Unter dieser Nummer ruft der Techniker an, wenn etwas ist. Ziffern genügen, etwa 555-0199. Du kannst auch „abbrechen“ schreiben.
service_calls-help-time = 💡 „Ja“ bucht genau den Termin, den ich genannt habe. Oder nenn einen anderen: „lieber Freitagnachmittag“.

service_calls-doing-load_graph = ich verbinde dich
service_calls-doing-service_recognise = ich höre zu
service_calls-doing-service_extract = ich verstehe, was du brauchst
service_calls-doing-service_navigate = ich denke nach
service_calls-doing-service_choose_tool = ich denke nach
service_calls-doing-service_match = ich denke nach
service_calls-doing-service_summarise = ich denke nach
service_calls-doing-service_say = ich suche Worte
service_calls-doing-service_word = ich suche Worte
service_calls-doing-record_call = ich schreibe es auf
service_calls-doing-call_tool = ich sehe nach
service_calls-doing-setting_list = ich sehe unsere Leistungen durch
service_calls-doing-entity_list = ich sehe deine Anliegen durch
service_calls-doing-customer_get = ich suche deinen Eintrag
service_calls-doing-customer_create = ich lege deinen Eintrag an
service_calls-doing-customer_update = ich ändere deinen Eintrag
service_calls-doing-task_create = ich lege einen Auftrag an
service_calls-doing-task_cancel = ich storniere den Auftrag
service_calls-doing-person_calendar_free = ich suche einen freien Termin
service_calls-doing-person_calendar_book = ich buche den Besuch
service_calls-doing-call_hangup = ich lege auf

service_calls-button-rate = Bewerten
service_calls-button-rate-up = 👍
service_calls-button-rate-down = 👎
service_calls-button-undo = Rückgängig
service_calls-button-choose = Das da
