# Answers to "why?": where a value came from.

provenance-photo = 🔎 { $value } steht auf dem Foto, in dieser Zeile: „{ $evidence }“
provenance-photo-bare = 🔎 { $value } habe ich vom Foto gelesen.
provenance-text = 🔎 { $value } hast du geschrieben: „{ $evidence }“
provenance-text-bare = 🔎 { $value } hast du geschrieben.
provenance-injected = 🔎 { $value } hast du mir gesagt, während ich las: „{ $evidence }“
provenance-injected-bare = 🔎 { $value } hast du mir gesagt, während ich las.
provenance-answer = 🔎 { $value } hast du geantwortet: „{ $evidence }“
provenance-answer-bare = 🔎 { $value } hast du geantwortet.
provenance-inferred = 🔎 { $value } ist meine beste Vermutung, wegen „{ $evidence }“. Sag mir, wenn es nicht stimmt.
provenance-inferred-bare = 🔎 { $value } ist meine beste Vermutung. Sag mir, wenn es nicht stimmt.
provenance-inferred-date = 🔎 Es war kein Datum angegeben, also habe ich { $value } genommen, als du es geschickt hast.
provenance-inferred-currency = 🔎 Es war keine Währung angegeben, also habe ich deine übliche genommen: { $value }.
provenance-learned = 🔎 { $value } hast du für diesen Laden früher gewählt.
provenance-unknown = 🔎 { $field }: Woher das kam, habe ich mir nicht notiert.
provenance-none = 🔎 { $field }: Da steht noch nichts.
provenance-nothing = 🔎 Dazu habe ich keine Notizen.
