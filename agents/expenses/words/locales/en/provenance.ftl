# Answers to "why?": where a value came from.

expenses-provenance-photo = 🔎 { $value } is on the photo, in this line: “{ $evidence }”
expenses-provenance-photo-bare = 🔎 I read { $value } from the photo.
expenses-provenance-text = 🔎 { $value } is what you wrote: “{ $evidence }”
expenses-provenance-text-bare = 🔎 { $value } is what you wrote.
expenses-provenance-injected = 🔎 You told me { $value } while I was reading: “{ $evidence }”
expenses-provenance-injected-bare = 🔎 You told me { $value } while I was reading.
expenses-provenance-answer = 🔎 { $value } is what you answered: “{ $evidence }”
expenses-provenance-answer-bare = 🔎 { $value } is what you answered.
expenses-provenance-inferred = 🔎 { $value } is my best guess, from “{ $evidence }”. Tell me if it's wrong.
expenses-provenance-inferred-bare = 🔎 { $value } is my best guess. Tell me if it's wrong.
expenses-provenance-inferred-date = 🔎 No date was given, so I took { $value }, when you sent it.
expenses-provenance-inferred-currency = 🔎 No currency was given, so I took your usual one: { $value }.
expenses-provenance-worked_out = 🔎 { $value } follows from what you wrote: { $evidence }
expenses-provenance-earlier = 🔎 { $value } comes from earlier in our chat: “{ $evidence }”
expenses-provenance-learned = 🔎 { $value } is what you chose before for this shop.
expenses-provenance-unknown = 🔎 I don't know where the { $field } came from.
expenses-provenance-none = 🔎 There is no { $field } yet.
expenses-provenance-nothing = 🔎 I don't know where this one's values came from.
