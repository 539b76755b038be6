# What staff read of a ticket.

support-staff-type-billing = billing
support-staff-type-technical = technical
support-staff-type-general = general
support-staff-urgency-critical = critical
support-staff-urgency-high = high
support-staff-urgency-medium = medium
support-staff-urgency-low = low
support-staff-status-active = the bot goes on
support-staff-status-open = open
support-staff-status-waiting_customer = waits for the customer
support-staff-status-solved = solved
support-staff-status-closed = closed
support-staff-status-withdrawn = withdrawn
support-staff-flag-unknown_customer = ❓ Nobody knows this customer: treated as free
support-staff-flag-lookup_failed = ⚠️ The customer could not be looked up; it is tried again at the claim
support-staff-flag-reopened = 🔁 Opened again
support-staff-flag-linked = 🔗 Follows an earlier ticket
support-staff-flag-by_rules = 🧰 Judged by rules, without a model
support-staff-why = ⚖️ { $why }
support-staff-suggested = 💡 Suggested: { $text }
support-staff-opened = 🕐 Since { $at }
support-staff-first_due = ⏰ First answer by { $at }
support-staff-resolve_due = 🏁 Solved by { $at }
support-staff-has_it = 🙋 { $name } has it
support-staff-nobody = 🙋 Nobody has it yet
support-staff-file-image = 🖼 With a picture
support-staff-file-pdf = 📄 With a PDF
support-staff-file-audio = 🎧 With a recording
support-staff-file-other = 📎 With a file
support-staff-original = 🌐 { $language }: { $text }
support-staff-reads = 🌐 The customer reads: { $text }
support-staff-untranslated = 🌐 It could not be translated: it goes out as written
support-staff_said-edited = ✏️ Edited:
support-staff_bot = 🤖 { $text }
support-staff_did-solved = ✅ The customer says: solved
support-staff_did-not_solved = 👎 The customer says: not solved
support-staff_did-wants_person = 🙋 The customer asks for a person
support-staff_did-withdrawn = 🗑 The customer withdrew the ticket
support-staff_held = { $n ->
    [one] ⏳ { $author }: goes out in { $n } second
   *[other] ⏳ { $author }: goes out in { $n } seconds
}
support-staff_sent-sent = ✅ { $author }: delivered
support-staff_sent-waits = 📤 { $author }: on its way
support-staff_sent-undone = ↩️ { $author }: taken back, not sent
support-staff_sent-failed = ⚠️ { $author }: not delivered. The ticket stays open
support-staff_sent-file = ⚠️ { $author }: not sent, the file cannot be used. Pictures and PDFs of up to 20 MB can
support-staff_sent-gone = ⚠️ { $author }: not delivered, the customer has blocked the bot. The ticket stays open
support-staff_note = 📝 Note by { $author }
support-staff_note-held = 📝 Note by { $author }; { $name } has this ticket
support-staff_changed-claimed = 🙋 { $by } has it now
support-staff_changed-taken_over = 🙋 { $by } took it over
support-staff_changed-assigned = 🙋 { $value } has it now, says { $by }
support-staff_changed-urgency = ⚖️ Urgency is { $value } now, says { $by }
support-staff_changed-urgency-by_itself = ⚖️ Urgency is { $value } now
support-staff_changed-waiting = ⏸ { $by } waits for the customer
support-staff_changed-back = 🤖 { $by } gave it back to the bot
support-staff_changed-closed = 🔒 { $by } closed it
support-staff_changed-closed-by_itself = 🔒 Closed
support-staff_changed-reopened = 🔁 { $by } opened it again
support-staff_changed-reopened-by_itself = 🔁 Opened again by the customer
support-staff_changed-returned = ↩️ Nobody answered for too long: back in the queue
support-staff_changed-left = ↩️ { $by } is not here any more: back in the queue
support-staff_changed-reminded = 🔔 The customer was reminded
support-staff_changed-closed_unanswered = 🔒 Closed: the customer did not answer
support-staff_changed-merged = 🔗 { $by } merged it: it goes on in { $value }
support-staff_changed-merged_from = 🔗 { $by } merged { $value } into this ticket
support-staff_clock-first-warned = { $ticket }: first answer due by { $at }
support-staff_clock-first-breached = { $ticket }: first answer is late, it was due by { $at }
support-staff_clock-resolution-warned = { $ticket }: solution due by { $at }
support-staff_clock-resolution-breached = { $ticket }: solution is late, it was due by { $at }
support-staff_clock-silence-warned = { $ticket }: claimed and silent; it goes back at { $at }
support-staff_clock-silence-breached = { $ticket }: claimed and silent for too long; back in the queue
support-staff_clock-again = { $n ->
    [one] Said once before
   *[other] Said { $n } times before
}
support-staff_rating = { $stars } { $ticket }: rated { $score } of 5
support-staff_choose-urgency = ⚖️ Which urgency?
support-staff_choose-assign = 🙋 Who shall have it?

# Short answers to what somebody pressed or wrote; at most 200 characters.
support-staff_answer-done = 👌 Done
support-staff_answer-done-claim = 👌 It is yours
support-staff_answer-done-undo = ↩️ Not sent
support-staff_answer-done-merge = 🔗 Merging into { $value }
support-staff_answer-taken = 🙋 { $name } has it
support-staff_answer-not_yours = 🙋 { $name } has it. Take it over first.
support-staff_answer-closed = 🔒 This ticket is closed. Nothing was changed.
support-staff_answer-not_closed = 🤷 This ticket is not closed. Nothing was changed.
support-staff_answer-too_late = ⌛ Too late: it was sent already.
support-staff_answer-unknown = 🤷 That is not possible here. Nothing was changed.
support-staff_answer-no_suggestion = 🤷 There is no suggested reply.
support-staff_answer-nobody = 🙋 Nobody has it yet. Claim it first.
support-staff_answer-choose = 👇 Choose below
support-staff_answer-empty = ✍️ There is nothing in it to send.
support-staff_answer-forgotten = 🗑 This ticket was deleted.
support-staff_answer-already = 👌 It is so already.
support-staff_answer-merged = 🔗 This ticket goes on in { $value }. Write there.
support-staff_answer-merge_which = 🔗 Into which ticket? Write /merge TKT-…
support-staff_answer-merge_same = 🤷 { $value } is this ticket itself.
support-staff_answer-merge_unknown = 🤷 There is no ticket { $value }.
support-staff_answer-merge_other_customer = 🤷 { $value } is another customer's. Only tickets of the same customer can be merged.
support-staff_answer-merge_other_person = 🤷 { $value } is another person's, who would not get the answer.
support-staff_answer-merge_over = 🔒 { $value } is over. Open it again first.

# Buttons.
support-staff-button-claim = 🙋 Claim
support-staff-button-take_over = 🙋 Take over
support-staff-button-assign = 👥 Assign
support-staff-button-urgency = ⚖️ Urgency
support-staff-button-urgency-critical = 🔴 critical
support-staff-button-urgency-high = 🟠 high
support-staff-button-urgency-medium = 🟡 medium
support-staff-button-urgency-low = 🟢 low
support-staff-button-suggestion = 💡 Send suggestion
support-staff-button-wait = ⏸ Waiting
support-staff-button-back = 🤖 Back to bot
support-staff-button-close = 🔒 Close
support-staff-button-reopen = 🔁 Open again
support-staff-button-undo = ↩️ Undo
