# Answers to "why?": where a value came from.

provenance-photo = 🔎 { $value } stands on the photo, in this line: “{ $evidence }”
provenance-photo-bare = 🔎 I read { $value } from the photo.
provenance-text = 🔎 { $value } is what you wrote: “{ $evidence }”
provenance-text-bare = 🔎 { $value } is what you wrote.
provenance-injected = 🔎 You told me { $value } while I was reading: “{ $evidence }”
provenance-injected-bare = 🔎 You told me { $value } while I was reading.
provenance-answer = 🔎 { $value } is what you answered: “{ $evidence }”
provenance-answer-bare = 🔎 { $value } is what you answered.
provenance-inferred = 🔎 { $value } is my best guess, from “{ $evidence }”. Tell me if it's wrong.
provenance-inferred-bare = 🔎 { $value } is my best guess. Tell me if it's wrong.
provenance-inferred-date = 🔎 No date was given, so I took { $value }, when you sent it.
provenance-inferred-currency = 🔎 No currency was given, so I took your usual one: { $value }.
provenance-learned = 🔎 { $value } is what you chose before for this shop.
provenance-unknown = 🔎 I have no note of where the { $field } came from.
provenance-none = 🔎 There is no { $field } yet.
provenance-nothing = 🔎 I have no notes about this one.
