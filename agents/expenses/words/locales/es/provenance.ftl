# Respuestas a "¿por qué?": de dónde salió un valor.

expenses-provenance-photo = 🔎 { $value } está en la foto, en esta línea: “{ $evidence }”
expenses-provenance-photo-bare = 🔎 He leído { $value } en la foto.
expenses-provenance-text = 🔎 { $value } es lo que escribiste: “{ $evidence }”
expenses-provenance-text-bare = 🔎 { $value } es lo que escribiste.
expenses-provenance-injected = 🔎 Me dijiste { $value } mientras leía: “{ $evidence }”
expenses-provenance-injected-bare = 🔎 Me dijiste { $value } mientras leía.
expenses-provenance-answer = 🔎 { $value } es lo que respondiste: “{ $evidence }”
expenses-provenance-answer-bare = 🔎 { $value } es lo que respondiste.
expenses-provenance-inferred = 🔎 { $value } es lo que me parece más probable, por “{ $evidence }”. Dime si no es así.
expenses-provenance-inferred-bare = 🔎 { $value } es lo que me parece más probable. Dime si no es así.
expenses-provenance-inferred-date = 🔎 No había fecha, así que tomé { $value }, cuando lo enviaste.
expenses-provenance-inferred-currency = 🔎 No había moneda, así que tomé la que usas normalmente: { $value }.
expenses-provenance-worked_out = 🔎 { $value } sale de lo que escribiste: { $evidence }
expenses-provenance-earlier = 🔎 { $value } viene de antes en nuestro chat: “{ $evidence }”
expenses-provenance-learned = 🔎 { $value } es lo que elegiste antes para este comercio.
expenses-provenance-unknown = 🔎 No tengo anotado de dónde salió esto: { $field }.
expenses-provenance-none = 🔎 Aún no hay nada aquí: { $field }.
expenses-provenance-nothing = 🔎 No tengo notas sobre este.
