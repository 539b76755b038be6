# Lo que se le dice a un cliente sobre un ticket.

support-type-billing = Facturación
support-type-technical = Técnico
support-type-general = General
support-urgency-critical = crítico
support-urgency-high = urgente
support-team-billing = El equipo de facturación
support-team-technical = El equipo técnico
support-team-general = El equipo de soporte
support-team-none = El equipo de soporte
support-hands-team = { $who } te responde (como muy tarde: { $at }).
support-hands-team-soon = { $who } te responde lo antes posible.
support-hands-person = { $who } se encarga y te responde (como muy tarde: { $at }).
support-hands-person-soon = { $who } se encarga y te responde lo antes posible.
support-quote = “{ $subject }”
support-passed = 🎫 Enviado: { $ticket }. { $who }
support-passed-bare = 🎫 Enviado. { $who }
support-status-waiting_customer = Espera tu respuesta
support-status-solved = Resuelto
support-status-closed = Cerrado
support-status-withdrawn = Retirado
support-from_help = De nuestra ayuda: “{ $title }”. { $text }
support-source = (De nuestra ayuda: { $titles })
support-other_language = ℹ️ Este artículo solo lo tenemos en { $language }.
support-ask_detail = ❓ ¿Puedes contarme un poco más?
support-ask_detail-invoice = ❓ ¿De qué factura o cobro se trata?
support-ask_detail-device = ❓ ¿Qué dispositivo y qué versión usas?
support-ask_detail-error_message = ❓ ¿Qué dice exactamente el mensaje de error?
support-joined = ➕ Añadido a { $ticket }.
support-human_words = { $author } ({ $signature }): { $text }
support-translated = 🌐 traducido
support-edited = ✏️ editado
support-told = 🎫 { $ticket } ha cambiado.
support-told-claimed = 👤 { $name } ya se ocupa de { $ticket }.
support-told-claimed-due = 👤 { $name } ya se ocupa de { $ticket } y te responde (como muy tarde: { $at }).
support-told-claimed-nobody = 👤 Alguien de nuestro equipo ya se ocupa de { $ticket }.
support-told-handed_back = 🤖 Vuelvo a ocuparme de { $ticket }. Si quieres hablar con una persona, dímelo.
support-told-waiting = ⏳ Necesitamos tu respuesta sobre { $ticket }.
support-told-reminder = 🔔 Seguimos esperando tu respuesta sobre { $ticket }. Sin ella, se cierra mañana.
support-told-closed = ✅ { $ticket } está cerrado. ¿Sigue sin resolverse? Vuelve a escribir.
support-told-reopened = 🔁 { $ticket } vuelve a estar abierto.
support-told-merged = 🔗 He unido { $ticket } con { $into }. Recibirás una sola respuesta para ambos.
support-told-withdrawn = 👌 { $ticket } está retirado.
support-told-urgency = ⏫ Ha cambiado la urgencia de { $ticket }.
support-told-late = 🙏 Perdona, { $ticket } está tardando más de lo prometido. Ya he avisado al equipo.
support-told-solved = ✅ { $ticket } está resuelto. Si no es así, vuelve a escribir.
support-told-kept = 👌 { $ticket } sigue abierto.
support-told-kept_note = 👌 Anotado en { $ticket }.
support-ask_withdraw = ❓ ¿Retiro { $ticket }? Ya nadie se ocupará.
support-ask_withdraw-cancelled = 👌 No hay nada que cancelar. Con “Retirar” se retira { $ticket }.
support-ask_rating = ⭐ ¿Qué tal te hemos ayudado con { $ticket }, de 1 a 5?
support-rated = { $stars } ¡Gracias!
support-rated-low = { $stars } Gracias, el equipo lo verá.
support-tickets = 🎫 Tus tickets:
support-tickets-none = 🎫 No tienes ningún ticket abierto. Dime qué falla o haz una pregunta.
support-unknown = 🤔 No encuentro ningún ticket tuyo “{ $named }”.
support-too_many = 🎫 No puedes tener más tickets abiertos. Responde a uno de estos o marca uno como resuelto:

support-ask_to_pass = { $question } “{ $quote }”
support-ask_to_pass-nothing = 🔎 Nuestra ayuda no dice nada sobre “{ $quote }”.
support-ask_to_pass-all = ❓ ¿Se lo paso todo a nuestro equipo de soporte?
support-not_passed = 👌 De acuerdo, no lo he pasado.
support-enter = ❓ ¿Se lo paso a nuestro equipo de soporte?
support-about = Respondo preguntas sobre nuestro servicio y paso los problemas a nuestro equipo.
support-invite = Dime qué falla en nuestro servicio.
support-also = soporte
support-examples =
    ¿Cómo restablezco mi contraseña?
    Me han cobrado dos veces
    🎫 Mis tickets | /tickets
support-help =
    ❓ “¿Cómo restablezco mi contraseña?”: lo busco
    🎫 “me han cobrado dos veces”: lo paso a nuestro equipo
    /tickets tus tickets · /human hablar con una persona · /support una pregunta o un problema
support-brief = 🎫 Soporte: “me han cobrado dos veces” · /support /tickets /human
support-privacy = • Guardo tus tickets y lo que se dijo en ellos, hasta que pidas que se borren tus datos.
support-command-support = contar un problema o hacer una pregunta
support-command-tickets = tus tickets abiertos
support-command-human = hablar con una persona
support-button-solved = Resuelto
support-button-not_solved = No resuelto
support-button-person = Hablar con alguien
support-button-withdraw = Retirar
support-button-withdraw_now = Retirar
support-button-keep = Mantener abierto
support-button-not_this_one = Este no
support-button-rate = Valorar
support-button-original = Original
support-doing-supervisor = viendo qué ocurre
support-doing-billing = revisando la facturación
support-doing-technical = revisando la parte técnica
support-doing-general = buscando una respuesta
support-doing-escalate = avisando a una persona
support-doing-save = guardando el ticket
support-doing-pass = pasándolo al equipo
support-doing-desk = mirando tus tickets
