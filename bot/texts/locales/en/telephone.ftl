# What callers by telephone hear from the carrier's own voice, and first of all from Steward.

telephone-greeting = Hello. How can I help you?
telephone-again = We were cut off. Let's go on.
telephone-person = I'm putting you through to somebody. One moment, please.
telephone-emergency = I'm putting you through right now. Please stay on the line.
telephone-busy = All our lines are busy. Please call again in a few minutes.
telephone-unavailable = Sorry, we can't take your call right now. Please call again later.
telephone-nobody = Sorry, nobody can take your call right now. Please call again later.
telephone-nobody_emergency = Nobody picks up. If you are in danger, please call the emergency services yourself now.
