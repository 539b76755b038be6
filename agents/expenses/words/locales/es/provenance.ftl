# Respuestas a "¿por qué?": de dónde salió un valor.

expenses-provenance-photo = 🔎 { $value } está en la foto, en esta línea: “{ $evidence }”
expenses-provenance-photo-bare = 🔎 He leído { $value } en la foto.
expenses-provenance-text = 🔎 { $value } es lo que escribiste: “{ $evidence }”
expenses-provenance-text-bare = 🔎 { $value } es lo que escribiste.
expenses-provenance-injected = 🔎 Me dijiste { $value } mientras leía: “{ $evidence }”
expenses-provenance-injected-bare = 🔎 Me dijiste { $value } mientras leía.
expenses-provenance-answer = 🔎 { $value } es lo que respondiste: “{ $evidence }”
expenses-provenance-answer-bare = 🔎 { $value } es lo que respondiste.
expenses-provenance-inferred = 🔎 { $value } lo he deducido de “{ $evidence }”. Dime si no es así.
expenses-provenance-inferred-bare = 🔎 { $value } lo he deducido yo. Dime si no es así.
expenses-provenance-inferred-date = 🔎 No ponía la fecha, así que he usado la de tu mensaje: { $value }.
expenses-provenance-inferred-currency = 🔎 No ponía la moneda, así que he usado la tuya: { $value }.
expenses-provenance-worked_out = 🔎 { $value } sale de lo que escribiste: { $evidence }
expenses-provenance-earlier = 🔎 { $value } viene de algo que dijiste antes: “{ $evidence }”
expenses-provenance-learned = 🔎 { $value } es lo que elegiste antes para este comercio.
expenses-provenance-unknown = 🔎 No sé de dónde salió esto: { $field }.
expenses-provenance-none = 🔎 Aún no hay { $field }.
expenses-provenance-nothing = 🔎 No sé de dónde salieron estos datos.
