# Was ein Kunde von einem Ticket erfährt.

support-type-billing = Abrechnung
support-type-technical = Technik
support-type-general = Allgemeines
support-urgency-critical = kritisch
support-urgency-high = dringend
support-team-billing = Das Abrechnungsteam
support-team-technical = Das Technikteam
support-team-general = Das Support-Team
support-team-none = Das Support-Team
support-hands-team = { $who } antwortet bis { $at } Uhr.
support-hands-team-soon = { $who } antwortet so bald wie möglich.
support-hands-person = { $who } kümmert sich darum und antwortet bis { $at } Uhr.
support-hands-person-soon = { $who } kümmert sich darum und antwortet so bald wie möglich.
support-quote = „{ $subject }“
support-passed = 🎫 Weitergegeben: { $ticket }. { $who }
support-passed-bare = 🎫 Weitergegeben. { $who }
support-status-waiting_customer = Wartet auf deine Antwort
support-status-solved = Gelöst
support-status-closed = Geschlossen
support-status-withdrawn = Zurückgezogen
support-from_help = Aus unserer Hilfe: „{ $title }“. { $text }
support-source = (Aus unserer Hilfe: { $titles })
support-other_language = ℹ️ Diesen Artikel gibt es nur auf { $language }.
support-ask_detail = ❓ Kannst du etwas mehr dazu sagen?
support-ask_detail-invoice = ❓ Um welche Rechnung oder Abbuchung geht es?
support-ask_detail-device = ❓ Welches Gerät und welche Version nutzt du?
support-ask_detail-error_message = ❓ Wie lautet die Fehlermeldung genau?
support-joined = ➕ Ergänzt bei { $ticket }.
support-human_words = { $author } ({ $signature }): { $text }
support-translated = 🌐 übersetzt
support-edited = ✏️ geändert
support-told = 🎫 Bei { $ticket } hat sich etwas geändert.
support-told-claimed = 👤 { $name } kümmert sich jetzt um { $ticket }.
support-told-claimed-due = 👤 { $name } kümmert sich jetzt um { $ticket } und antwortet bis { $at } Uhr.
support-told-claimed-nobody = 👤 Jemand aus unserem Team kümmert sich jetzt um { $ticket }.
support-told-handed_back = 🤖 Ich kümmere mich wieder um { $ticket }. Sag einfach, wenn du mit einem Menschen sprechen möchtest.
support-told-waiting = ⏳ Zu { $ticket } brauchen wir deine Antwort.
support-told-reminder = 🔔 Zu { $ticket } brauchen wir noch deine Antwort. Sonst schließen wir das morgen.
support-told-closed = ✅ { $ticket } ist geschlossen. Noch nicht gelöst? Schreib einfach wieder.
support-told-reopened = 🔁 { $ticket } ist wieder offen.
support-told-merged = 🔗 Ich habe { $ticket } und { $into } zusammengelegt. Du bekommst eine Antwort auf beides.
support-told-withdrawn = 👌 { $ticket } ist zurückgezogen.
support-told-urgency = ⏫ { $ticket } hat jetzt eine andere Dringlichkeit.
support-told-late = 🙏 Tut mir leid, { $ticket } dauert länger als versprochen. Ich habe dem Team Bescheid gesagt.
support-told-solved = ✅ { $ticket } ist gelöst. Falls nicht, schreib einfach wieder.
support-told-kept = 👌 { $ticket } bleibt offen.
support-told-kept_note = 👌 Bei { $ticket } vermerkt.
support-ask_withdraw = ❓ { $ticket } zurückziehen? Dann kümmert sich niemand mehr darum.
support-ask_withdraw-cancelled = 👌 Es gibt nichts abzubrechen. „Zurückziehen“ nimmt { $ticket } zurück.
support-ask_rating = ⭐ Wie war die Hilfe bei { $ticket }, von 1 bis 5?
support-rated = { $stars } Danke!
support-rated-low = { $stars } Danke, das Team liest es.
support-tickets = 🎫 Deine Tickets:
support-tickets-none = 🎫 Du hast keine offenen Tickets. Schreib mir, was nicht geht, oder stell eine Frage.
support-unknown = 🤔 Ich finde kein Ticket „{ $named }“ von dir.
support-too_many = 🎫 Mehr offene Tickets sind nicht möglich. Antworte auf eines davon oder melde eines als gelöst:

support-ask_to_pass = { $question } „{ $quote }“
support-ask_to_pass-nothing = 🔎 In unserer Hilfe steht nichts zu „{ $quote }“.
support-ask_to_pass-all = ❓ Soll ich alles zusammen an unser Support-Team weitergeben?
support-not_passed = 👌 Gut, ich habe es nicht weitergegeben.
support-enter = ❓ Soll ich das an unser Support-Team weitergeben?
support-about = Ich beantworte Fragen zu unserem Dienst und gebe Probleme an unser Team weiter.
support-invite = Schreib mir, was mit unserem Dienst nicht stimmt.
support-also = Support
support-examples =
    Wie setze ich mein Passwort zurück?
    Mir wurde zweimal abgebucht
    🎫 Meine Tickets | /tickets
support-help =
    ❓ „Wie setze ich mein Passwort zurück?“: Ich sehe nach
    🎫 „Mir wurde zweimal abgebucht“: Ich gebe es an unser Team weiter
    /tickets deine Tickets · /human mit einem Menschen sprechen · /support eine Frage oder ein Problem
support-brief = 🎫 Support: „Mir wurde zweimal abgebucht“ · /support /tickets /human
support-privacy = • Ich speichere deine Tickets mit dem, was darin gesagt wurde, bis du deine Daten löschen lässt.
support-command-support = ein Problem melden oder etwas fragen
support-command-tickets = deine offenen Tickets
support-command-human = mit einem Menschen sprechen
support-button-solved = Gelöst
support-button-not_solved = Noch nicht
support-button-person = An einen Menschen
support-button-withdraw = Zurückziehen
support-button-withdraw_now = Zurückziehen
support-button-keep = Offen lassen
support-button-not_this_one = Nicht dieses
support-button-rate = Bewerten
support-button-original = Original
support-doing-supervisor = sehe mir dein Problem an
support-doing-billing = sehe mir die Abrechnung an
support-doing-technical = sehe mir die Technik an
support-doing-general = suche eine Antwort
support-doing-escalate = hole jemanden aus dem Team
support-doing-save = speichere das Ticket
support-doing-pass = gebe es ans Team weiter
support-doing-desk = sehe deine Tickets durch
