# Answers to "why?": where a value came from.

expenses-provenance-photo = 🔎 { $value } steht auf dem Foto, in dieser Zeile: „{ $evidence }“
expenses-provenance-photo-bare = 🔎 { $value } habe ich vom Foto gelesen.
expenses-provenance-text = 🔎 { $value } hast du geschrieben: „{ $evidence }“
expenses-provenance-text-bare = 🔎 { $value } hast du geschrieben.
expenses-provenance-injected = 🔎 { $value } hast du mir gesagt, während ich las: „{ $evidence }“
expenses-provenance-injected-bare = 🔎 { $value } hast du mir gesagt, während ich las.
expenses-provenance-answer = 🔎 { $value } hast du geantwortet: „{ $evidence }“
expenses-provenance-answer-bare = 🔎 { $value } hast du geantwortet.
expenses-provenance-inferred = 🔎 { $value } ist meine beste Vermutung, wegen „{ $evidence }“. Sag mir, wenn es nicht stimmt.
expenses-provenance-inferred-bare = 🔎 { $value } ist meine beste Vermutung. Sag mir, wenn es nicht stimmt.
expenses-provenance-inferred-date = 🔎 Es war kein Datum angegeben, also habe ich { $value } genommen, als du es geschickt hast.
expenses-provenance-inferred-currency = 🔎 Es war keine Währung angegeben, also habe ich deine übliche genommen: { $value }.
expenses-provenance-worked_out = 🔎 { $value } ergibt sich aus dem, was du geschrieben hast: { $evidence }
expenses-provenance-earlier = 🔎 { $value } kommt aus unserem Chat vorher: „{ $evidence }“
expenses-provenance-learned = 🔎 { $value } hast du für diesen Laden früher gewählt.
expenses-provenance-unknown = 🔎 { $field }: Woher das kam, habe ich mir nicht notiert.
expenses-provenance-none = 🔎 { $field }: Da steht noch nichts.
expenses-provenance-nothing = 🔎 Dazu habe ich keine Notizen.
