# What a customer is told of a ticket.

support-type-billing = Billing
support-type-technical = Technical
support-type-general = General
support-urgency-critical = critical
support-urgency-high = urgent
support-team-billing = The billing team
support-team-technical = The technical team
support-team-general = The support team
support-team-none = The support team
support-hands-team = { $who } answers by { $at }.
support-hands-team-soon = { $who } answers as soon as possible.
support-hands-person = { $who } has it and answers by { $at }.
support-hands-person-soon = { $who } has it and answers as soon as possible.
support-quote = “{ $subject }”
support-passed = 🎫 Passed on: { $ticket }. { $who }
support-passed-bare = 🎫 Passed on. { $who }
support-status-waiting_customer = Waiting for your answer
support-status-solved = Solved
support-status-closed = Closed
support-status-withdrawn = Withdrawn
support-from_help = From our help: “{ $title }”. { $text }
support-source = (From our help: { $titles })
support-other_language = ℹ️ We only have this article in { $language }.
support-ask_detail = ❓ Can you tell me a little more about it?
support-ask_detail-invoice = ❓ Which invoice or charge is it about?
support-ask_detail-device = ❓ Which device and which version do you use?
support-ask_detail-error_message = ❓ What exactly does the error message say?
support-joined = ➕ Added to { $ticket }.
support-human_words = { $author } ({ $signature }): { $text }
support-translated = 🌐 translated
support-edited = ✏️ edited
support-told = 🎫 { $ticket } has changed.
support-told-claimed = 👤 { $name } is taking care of { $ticket } now.
support-told-claimed-due = 👤 { $name } is taking care of { $ticket } now and answers by { $at }.
support-told-claimed-nobody = 👤 Somebody from our team is taking care of { $ticket } now.
support-told-handed_back = 🤖 I'm back on { $ticket }. Just ask if you want a person.
support-told-waiting = ⏳ We need your answer on { $ticket }.
support-told-reminder = 🔔 We still need your answer on { $ticket }. Without it, this is closed tomorrow.
support-told-closed = ✅ { $ticket } is closed. Not solved? Just write again.
support-told-reopened = 🔁 { $ticket } is open again.
support-told-merged = 🔗 I've put { $ticket } together with { $into }. You'll get one answer to both.
support-told-withdrawn = 👌 { $ticket } is withdrawn.
support-told-urgency = ⏫ The urgency of { $ticket } has changed.
support-told-late = 🙏 Sorry, { $ticket } is taking longer than promised. I've told the team.
support-told-solved = ✅ { $ticket } is solved. If not, just write again.
support-told-kept = 👌 { $ticket } stays open.
support-told-kept_note = 👌 Noted on { $ticket }.
support-ask_withdraw = ❓ Withdraw { $ticket }? Nobody will work on it any more.
support-ask_withdraw-cancelled = 👌 There is nothing to cancel. “Withdraw” takes back { $ticket }.
support-ask_rating = ⭐ How did we do with { $ticket }, from 1 to 5?
support-rated = { $stars } Thank you!
support-rated-low = { $stars } Thank you, the team will see this.
support-tickets = 🎫 Your tickets:
support-tickets-none = 🎫 You have no open tickets. Tell me what's wrong, or ask a question.
support-unknown = 🤔 I can't find a ticket “{ $named }” of yours.
support-too_many = 🎫 You can't have more open tickets than these. Reply to one, or mark one as solved:

support-ask_to_pass = { $question } “{ $quote }”
support-ask_to_pass-nothing = 🔎 Our help has nothing on “{ $quote }”.
support-ask_to_pass-all = ❓ Shall I pass all of it to our support team?
support-not_passed = 👌 OK, I haven't passed it on.
support-enter = ❓ Shall I pass this to our support team?
support-about = I answer questions about our service and pass problems to our team.
support-invite = Tell me what is wrong with our service.
support-also = support
support-examples =
    How do I reset my password?
    I was charged twice
    🎫 My tickets | /tickets
support-help =
    ❓ “How do I reset my password?”: I look it up
    🎫 “I was charged twice”: I pass it to our team
    /tickets your tickets · /human talk to a person · /support a question or a problem
support-brief = 🎫 Support: “I was charged twice” · /support /tickets /human
support-privacy = • I keep your tickets and what was said in them, until you have your data deleted.
support-command-support = tell of a problem or ask a question
support-command-tickets = your open tickets
support-command-human = talk to a person
support-button-solved = Solved
support-button-not_solved = Not solved
support-button-person = Person
support-button-withdraw = Withdraw
support-button-withdraw_now = Withdraw
support-button-keep = Keep it
support-button-not_this_one = Not this one
support-button-rate = Rate
support-button-original = Original
support-doing-supervisor = understanding your problem
support-doing-billing = looking into billing
support-doing-technical = looking into the technical side
support-doing-general = looking for an answer
support-doing-escalate = getting somebody from the team
support-doing-save = saving the ticket
support-doing-pass = passing it to the team
support-doing-desk = looking at your tickets
