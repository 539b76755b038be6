# Was das Team von einem Ticket liest.

support-staff-type-billing = Abrechnung
support-staff-type-technical = Technik
support-staff-type-general = Allgemeines
support-staff-urgency-critical = kritisch
support-staff-urgency-high = dringend
support-staff-urgency-medium = mittel
support-staff-urgency-low = niedrig
support-staff-status-active = der Bot macht weiter
support-staff-status-open = offen
support-staff-status-waiting_customer = wartet auf den Kunden
support-staff-status-solved = gelöst
support-staff-status-closed = geschlossen
support-staff-status-withdrawn = zurückgezogen
support-staff-flag-unknown_customer = ❓ Niemand kennt diesen Kunden: wie Free behandelt
support-staff-flag-lookup_failed = ⚠️ Der Kunde ließ sich nicht nachschlagen; beim Übernehmen wird es noch einmal versucht
support-staff-flag-reopened = 🔁 Wieder geöffnet
support-staff-flag-linked = 🔗 Folgt auf ein früheres Ticket
support-staff-flag-by_rules = 🧰 Nach Regeln beurteilt, ohne Modell
support-staff-why = ⚖️ { $why }
support-staff-suggested = 💡 Vorschlag: { $text }
support-staff-opened = 🕐 Seit { $at }
support-staff-first_due = ⏰ Erste Antwort bis { $at }
support-staff-resolve_due = 🏁 Gelöst bis { $at }
support-staff-has_it = 🙋 { $name } hat es
support-staff-nobody = 🙋 Noch hat es niemand
support-staff-file-image = 🖼 Mit einem Bild
support-staff-file-pdf = 📄 Mit einem PDF
support-staff-file-audio = 🎧 Mit einer Aufnahme
support-staff-file-other = 📎 Mit einer Datei
support-staff-original = 🌐 { $language }: { $text }
support-staff-reads = 🌐 Der Kunde liest: { $text }
support-staff-untranslated = 🌐 Es ließ sich nicht übersetzen und geht so hinaus, wie es dasteht
support-staff_said-edited = ✏️ Geändert:
support-staff_bot = 🤖 { $text }
support-staff_did-solved = ✅ Der Kunde sagt: gelöst
support-staff_did-not_solved = 👎 Der Kunde sagt: nicht gelöst
support-staff_did-wants_person = 🙋 Der Kunde möchte einen Menschen sprechen
support-staff_did-withdrawn = 🗑 Der Kunde hat das Ticket zurückgezogen
support-staff_held = { $n ->
    [one] ⏳ { $author }: geht in { $n } Sekunde hinaus
   *[other] ⏳ { $author }: geht in { $n } Sekunden hinaus
}
support-staff_sent-sent = ✅ { $author }: zugestellt
support-staff_sent-waits = 📤 { $author }: unterwegs
support-staff_sent-undone = ↩️ { $author }: zurückgenommen, nicht gesendet
support-staff_sent-failed = ⚠️ { $author }: nicht zugestellt. Das Ticket bleibt offen
support-staff_sent-file = ⚠️ { $author }: nicht gesendet, die Datei ist nicht brauchbar. Bilder und PDFs bis 20 MB gehen
support-staff_sent-gone = ⚠️ { $author }: nicht zugestellt, der Kunde hat den Bot blockiert. Das Ticket bleibt offen
support-staff_note = 📝 Notiz von { $author }
support-staff_note-held = 📝 Notiz von { $author }; { $name } hat dieses Ticket
support-staff_changed-claimed = 🙋 { $by } hat es jetzt
support-staff_changed-taken_over = 🙋 { $by } hat es übernommen
support-staff_changed-assigned = 🙋 { $value } hat es jetzt, sagt { $by }
support-staff_changed-urgency = ⚖️ Dringlichkeit ist jetzt { $value }, sagt { $by }
support-staff_changed-urgency-by_itself = ⚖️ Dringlichkeit ist jetzt { $value }
support-staff_changed-waiting = ⏸ { $by } wartet auf den Kunden
support-staff_changed-back = 🤖 { $by } hat es dem Bot zurückgegeben
support-staff_changed-closed = 🔒 { $by } hat es geschlossen
support-staff_changed-closed-by_itself = 🔒 Geschlossen
support-staff_changed-reopened = 🔁 { $by } hat es wieder geöffnet
support-staff_changed-reopened-by_itself = 🔁 Vom Kunden wieder geöffnet
support-staff_changed-returned = ↩️ Zu lange keine Antwort: zurück in der Warteschlange
support-staff_changed-left = ↩️ { $by } ist nicht mehr da: zurück in der Warteschlange
support-staff_changed-reminded = 🔔 Der Kunde wurde erinnert
support-staff_changed-closed_unanswered = 🔒 Geschlossen: Der Kunde hat nicht geantwortet
support-staff_changed-merged = 🔗 { $by } hat es zusammengelegt: Es geht weiter in { $value }
support-staff_changed-merged_from = 🔗 { $by } hat { $value } in dieses Ticket gelegt
support-staff_clock-first-warned = { $ticket }: erste Antwort fällig bis { $at }
support-staff_clock-first-breached = { $ticket }: erste Antwort ist überfällig, sie sollte bis { $at } da sein
support-staff_clock-resolution-warned = { $ticket }: Lösung fällig bis { $at }
support-staff_clock-resolution-breached = { $ticket }: Lösung ist überfällig, sie sollte bis { $at } da sein
support-staff_clock-silence-warned = { $ticket }: übernommen und still; geht um { $at } zurück
support-staff_clock-silence-breached = { $ticket }: übernommen und zu lange still; zurück in der Warteschlange
support-staff_clock-again = { $n ->
    [one] Schon einmal gesagt
   *[other] Schon { $n }-mal gesagt
}
support-staff_rating = { $stars } { $ticket }: { $score } von 5
support-staff_choose-urgency = ⚖️ Welche Dringlichkeit?
support-staff_choose-assign = 🙋 Wer soll es haben?

# Kurze Antworten auf Knöpfe und Texte; höchstens 200 Zeichen.
support-staff_answer-done = 👌 Erledigt
support-staff_answer-done-claim = 👌 Es ist deins
support-staff_answer-done-undo = ↩️ Nicht gesendet
support-staff_answer-done-merge = 🔗 Wird mit { $value } zusammengelegt
support-staff_answer-taken = 🙋 { $name } hat es
support-staff_answer-not_yours = 🙋 { $name } hat es. Übernimm es zuerst.
support-staff_answer-closed = 🔒 Dieses Ticket ist geschlossen. Nichts wurde geändert.
support-staff_answer-not_closed = 🤷 Dieses Ticket ist nicht geschlossen. Nichts wurde geändert.
support-staff_answer-too_late = ⌛ Zu spät: Es ist schon gesendet.
support-staff_answer-unknown = 🤷 Das geht hier nicht. Nichts wurde geändert.
support-staff_answer-no_suggestion = 🤷 Es gibt keinen Vorschlag.
support-staff_answer-nobody = 🙋 Noch hat es niemand. Übernimm es zuerst.
support-staff_answer-choose = 👇 Wähle unten
support-staff_answer-empty = ✍️ Darin ist nichts, was ich senden könnte.
support-staff_answer-forgotten = 🗑 Dieses Ticket wurde gelöscht.
support-staff_answer-already = 👌 Das ist schon so.
support-staff_answer-merged = 🔗 Dieses Ticket geht in { $value } weiter. Schreib dort.
support-staff_answer-merge_which = 🔗 In welches Ticket? Schreib /merge TKT-…
support-staff_answer-merge_same = 🤷 { $value } ist dieses Ticket selbst.
support-staff_answer-merge_unknown = 🤷 Es gibt kein Ticket { $value }.
support-staff_answer-merge_other_customer = 🤷 { $value } gehört einem anderen Kunden. Nur Tickets desselben Kunden lassen sich zusammenlegen.
support-staff_answer-merge_other_person = 🤷 { $value } gehört einer anderen Person, die die Antwort nicht bekäme.
support-staff_answer-merge_over = 🔒 { $value } ist beendet. Öffne es erst wieder.

# Knöpfe.
support-staff-button-claim = 🙋 Übernehmen
support-staff-button-take_over = 🙋 An mich nehmen
support-staff-button-assign = 👥 Zuweisen
support-staff-button-urgency = ⚖️ Dringlichkeit
support-staff-button-urgency-critical = 🔴 kritisch
support-staff-button-urgency-high = 🟠 dringend
support-staff-button-urgency-medium = 🟡 mittel
support-staff-button-urgency-low = 🟢 niedrig
support-staff-button-suggestion = 💡 Vorschlag senden
support-staff-button-wait = ⏸ Warten
support-staff-button-back = 🤖 An den Bot
support-staff-button-close = 🔒 Schließen
support-staff-button-reopen = 🔁 Wieder öffnen
support-staff-button-undo = ↩️ Zurücknehmen
