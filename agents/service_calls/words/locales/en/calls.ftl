# Around a call. What is said in it comes from its graph.

service_calls-name = Service call
service_calls-visit = 📅 { $when }
service_calls-outcome-booked = Booked
service_calls-outcome-noted = Noted, nothing is booked yet
service_calls-outcome-unconfirmed = A colleague will confirm it
service_calls-outcome-callback = Somebody will call back
service_calls-outcome-no_contact = Ended without a number to call
service_calls-outcome-abandoned = Not finished
service_calls-outcome-cancelled = Cancelled
service_calls-outcome-failed = Did not work

service_calls-call_ended = Was that helpful?
service_calls-call_ended-spoken = Call ended
service_calls-rated = 🙏 Thank you!
service_calls-rated-down = 🙏 Thank you for telling us. We'll look at what went wrong.
service_calls-cancelled = 👍 All right, call ended
service_calls-cancelled-tasks = { $n ->
    [one] Task { $tasks } stays open.
   *[other] Tasks { $tasks } stay open.
}
service_calls-cancelled-not_booked = Nothing is booked.
service_calls-cancelled-unconfirmed = One thing was still under way; a colleague will check it.
service_calls-undone = { $n ->
    [one] ↩️ Task { $tasks } is cancelled, nobody will come.
   *[other] ↩️ Tasks { $tasks } are cancelled, nobody will come.
}
service_calls-not_undone = { $n ->
    [one] ⏳ I can't cancel task { $tasks } right now. Please try again in a moment.
   *[other] ⏳ I can't cancel tasks { $tasks } right now. Please try again in a moment.
}
service_calls-still_in_call = 📞 We are in a call already. /cancel ends it
service_calls-photo_noted = 📷 Got your photo. I'll note it for the visit.

service_calls-enter = 🔧 Shall I find somebody to come and look at it?
service_calls-about = Tell me what needs fixing, and I book a visit.
service_calls-invite = Tell me what has to be repaired.
service_calls-also = repairs
service_calls-examples =
    my sink leaks
    the AC does not cool
    I need to move my appointment
service_calls-help =
    🔧 “my sink leaks”: I book somebody to come
    📅 “can you come earlier?”, “cancel my appointment”: I change the visit
    /service begins a new call
service_calls-brief = 🔧 Repairs: “my sink leaks” · /service
service_calls-privacy = • I keep your service calls: what you need, your name and number, and what was done. The business keeps the tasks and visits that you booked.
service_calls-command-service = book a repair or a visit
service_calls-description = Tell me what is broken: I find the right person, book a visit and tell you who comes when.
service_calls-short_description = I take service calls and book visits.
service_calls-erased-calls = { $n ->
    [one] { $n } service call
   *[other] { $n } service calls
}
service_calls-erased-customers = { $n ->
    [one] { $n } customer record at the business
   *[other] { $n } customer records at the business
}

service_calls-field-customers_main_ask = what you need
service_calls-field-customer_phone_number = your phone number
service_calls-field-customer_name = your name
service_calls-waits-need = what you need
service_calls-waits-customers_main_ask = what you need
service_calls-waits-customer_phone_number = your phone number
service_calls-waits-customer_name = your name
service_calls-waits-customer_email = your email address
service_calls-waits-time = whether the proposed time suits you
service_calls-waits-choice = which service it is
service_calls-waits-more = whether there is anything else
service_calls-help-customer_phone_number = 💡 The technician calls this number if something comes up. Digits are enough, like 555-0199. You can also write “cancel”.
service_calls-help-time = 💡 “Yes” books exactly the time that I named. Or tell me another one: “rather Friday afternoon”.

service_calls-doing-load_graph = connecting you
service_calls-doing-service_recognise = listening
service_calls-doing-service_extract = understanding what you need
service_calls-doing-service_navigate = thinking
service_calls-doing-service_choose_tool = thinking
service_calls-doing-service_match = thinking
service_calls-doing-service_summarise = thinking
service_calls-doing-service_say = preparing the answer
service_calls-doing-service_word = finding words
service_calls-doing-record_call = writing it down
service_calls-doing-call_tool = looking it up
service_calls-doing-setting_list = looking through our services
service_calls-doing-entity_list = looking through your requests
service_calls-doing-customer_get = looking for your record
service_calls-doing-customer_create = making your record
service_calls-doing-customer_update = changing your record
service_calls-doing-task_create = making a task for you
service_calls-doing-task_cancel = cancelling the task
service_calls-doing-person_calendar_free = looking for a free time
service_calls-doing-person_calendar_book = booking the visit
service_calls-doing-call_hangup = hanging up

service_calls-button-rate = Rate
service_calls-button-rate-up = 👍
service_calls-button-rate-down = 👎
service_calls-button-undo = Undo
service_calls-button-choose = This one
service_calls-button-cancel_visit = Cancel { $task }
