# Was ein Kunde von einem Ticket erfährt.

support-type-billing = Abrechnung
support-type-technical = Technik
support-type-general = Allgemeines
support-urgency-critical = kritisch
support-urgency-high = dringend
support-team-billing = Das Abrechnungsteam
support-team-technical = Das Technikteam
support-team-general = Das Supportteam
support-team-none = Das Supportteam
support-hands-team = { $who } antwortet bis { $at }.
support-hands-team-soon = { $who } antwortet so bald wie möglich.
support-hands-person = { $who } kümmert sich darum und antwortet bis { $at }.
support-hands-person-soon = { $who } kümmert sich darum und antwortet so bald wie möglich.
support-quote = „{ $subject }“
support-passed = 🎫 Weitergegeben: { $ticket }. { $who }
support-passed-bare = 🎫 Weitergegeben. { $who }
support-status-waiting_customer = Wartet auf deine Antwort
support-status-solved = Gelöst
support-status-closed = Geschlossen
support-status-withdrawn = Zurückgezogen
support-from_help = Aus unserer Hilfe: „{ $title }“. { $text }
support-source = (Quelle: { $sources })
support-other_language = ℹ️ Diesen Artikel gibt es nur auf { $language }.
support-ask_detail = ❓ Kannst du etwas mehr dazu sagen?
support-ask_detail-invoice = ❓ Um welche Rechnung oder Abbuchung geht es?
support-ask_detail-device = ❓ Welches Gerät und welche Version nutzt du?
support-ask_detail-error_message = ❓ Wie lautet die Fehlermeldung genau?
support-joined = ➕ Ergänzt bei { $ticket }.
support-human_words = { $author } ({ $signature }): { $text }
support-translated = 🌐 übersetzt
support-edited = ✏️ geändert
support-told = 🎫 { $ticket } hat sich geändert.
support-told-claimed = 👤 { $name } kümmert sich jetzt um { $ticket }.
support-told-claimed-due = 👤 { $name } kümmert sich jetzt um { $ticket } und antwortet bis { $at }.
support-told-claimed-nobody = 👤 Jemand aus unserem Team kümmert sich jetzt um { $ticket }.
support-told-handed_back = 🤖 Um { $ticket } kümmere ich mich wieder. Sag einfach, wenn du einen Menschen möchtest.
support-told-waiting = ⏳ Zu { $ticket } brauchen wir deine Antwort.
support-told-reminder = 🔔 Zu { $ticket } brauchen wir noch deine Antwort. Sonst wird das morgen geschlossen.
support-told-closed = ✅ { $ticket } ist geschlossen. Noch nicht gelöst? Schreib einfach wieder.
support-told-reopened = 🔁 { $ticket } ist wieder offen.
support-told-merged = 🔗 Ich habe { $ticket } und { $into } zusammengelegt. Du bekommst eine Antwort auf beides.
support-told-withdrawn = 👌 { $ticket } ist zurückgezogen.
support-told-urgency = ⏫ { $ticket } hat jetzt eine andere Dringlichkeit.
support-told-late = 🙏 Tut mir leid, { $ticket } dauert länger als versprochen. Das Team weiß Bescheid.
support-told-solved = ✅ { $ticket } ist gelöst. Falls nicht, schreib einfach wieder.
support-told-kept = 👌 { $ticket } bleibt offen.
support-told-kept_note = 👌 Bei { $ticket } vermerkt.
support-ask_withdraw = ❓ { $ticket } zurückziehen? Dann kümmert sich niemand mehr darum.
support-ask_rating = ⭐ Wie war die Hilfe bei { $ticket }, von 1 bis 5? Antworte hier, wenn du etwas dazu sagen möchtest, etwa „4 schnell“.
support-rated = { $stars } Danke!
support-rated-low = { $stars } Danke, das Team sieht es.
support-tickets = 🎫 Deine Tickets:
support-tickets-none = 🎫 Du hast kein offenes Ticket. Schreib, was nicht geht, oder stell eine Frage.
support-unknown = 🤔 Ich finde kein Ticket „{ $named }“ von dir.
support-too_many = 🎫 Mehr offene Tickets sind nicht möglich. Antworte auf eines davon oder melde eines als gelöst:

support-ask_to_pass = { $question } „{ $quote }“
support-not_passed = 👌 Gut, ich habe es nicht weitergegeben.
support-enter = ❓ Soll ich das an unser Support-Team weitergeben?
support-about = Ich beantworte Fragen zu unserem Dienst und gebe Probleme an unser Team weiter.
support-invite = Schreib, was mit unserem Dienst nicht stimmt.
support-also = Support
support-examples =
    Wie setze ich mein Passwort zurück?
    Mir wurde zweimal abgebucht
    🎫 Meine Tickets | /tickets
support-help =
    ❓ „Wie setze ich mein Passwort zurück?“: ich sehe nach
    🎫 „Mir wurde zweimal abgebucht“: ich gebe es an unser Team weiter
    /tickets Ihre Tickets · /human ein Mensch · /support eine Frage oder ein Problem
support-brief = 🎫 Support: „Mir wurde zweimal abgebucht“ · /support /tickets /human
support-privacy = Tickets mit dem, was darin gesagt wurde, bis du deine Daten löschen lässt.
support-command-support = ein Problem melden oder etwas fragen
support-command-tickets = deine offenen Tickets
support-command-human = mit einem Menschen sprechen
support-button-solved = Erledigt
support-button-not_solved = Noch nicht
support-button-person = Mensch
support-button-withdraw = Zurückziehen
support-button-keep = Behalten
support-button-not_this_one = Nicht dieses
support-button-rate = Bewerten
support-button-original = Original
support-doing-supervisor = verstehe dein Problem
support-doing-billing = sehe mir die Abrechnung an
support-doing-technical = sehe mir die Technik an
support-doing-general = suche eine Antwort
support-doing-escalate = hole einen Menschen
support-doing-save = speichere das Ticket
support-doing-pass = gebe es an Menschen weiter
support-doing-desk = sehe deine Tickets durch
