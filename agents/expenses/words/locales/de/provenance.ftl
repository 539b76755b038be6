# Answers to "why?": where a value came from.

expenses-provenance-photo = 🔎 { $value } steht auf dem Foto, in dieser Zeile: „{ $evidence }“
expenses-provenance-photo-bare = 🔎 { $value } habe ich vom Foto gelesen.
expenses-provenance-text = 🔎 { $value } steht in deiner Nachricht: „{ $evidence }“
expenses-provenance-text-bare = 🔎 { $value } steht in deiner Nachricht.
expenses-provenance-injected = 🔎 { $value } hast du mir gesagt, während ich gelesen habe: „{ $evidence }“
expenses-provenance-injected-bare = 🔎 { $value } hast du mir gesagt, während ich gelesen habe.
expenses-provenance-answer = 🔎 { $value } war deine Antwort: „{ $evidence }“
expenses-provenance-answer-bare = 🔎 { $value } war deine Antwort.
expenses-provenance-inferred = 🔎 { $value } habe ich aus „{ $evidence }“ geschlossen. Sag Bescheid, wenn es nicht stimmt.
expenses-provenance-inferred-bare = 🔎 { $value } ist meine Vermutung. Sag Bescheid, wenn es nicht stimmt.
expenses-provenance-inferred-date = 🔎 Es war kein Datum dabei, also habe ich den Tag deiner Nachricht genommen: { $value }.
expenses-provenance-inferred-currency = 🔎 Es war keine Währung dabei, also habe ich deine übliche genommen: { $value }.
expenses-provenance-worked_out = 🔎 { $value } ergibt sich aus dem, was du geschrieben hast: { $evidence }
expenses-provenance-earlier = 🔎 { $value } stand vorher in unserem Chat: „{ $evidence }“
expenses-provenance-learned = 🔎 { $value } hast du für diesen Laden schon einmal gewählt.
expenses-provenance-unknown = 🔎 { $field }: Ich weiß nicht, woher das kam.
expenses-provenance-none = 🔎 { $field }: Da steht noch nichts.
expenses-provenance-nothing = 🔎 Ich weiß nicht, woher diese Angaben kamen.
