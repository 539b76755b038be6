# Lo que el equipo lee de un ticket.

support-staff-type-billing = facturación
support-staff-type-technical = técnico
support-staff-type-general = general
support-staff-urgency-critical = urgencia crítica
support-staff-urgency-high = urgencia alta
support-staff-urgency-medium = urgencia media
support-staff-urgency-low = urgencia baja
support-staff-status-active = sigue el bot
support-staff-status-open = abierto
support-staff-status-waiting_customer = espera al cliente
support-staff-status-solved = resuelto
support-staff-status-closed = cerrado
support-staff-status-withdrawn = retirado
support-staff-flag-unknown_customer = ❓ Nadie conoce a este cliente: se trata como plan gratuito
support-staff-flag-lookup_failed = ⚠️ No se han podido consultar los datos del cliente; se reintenta al tomar el ticket
support-staff-flag-reopened = 🔁 Reabierto
support-staff-flag-linked = 🔗 Sigue a un ticket anterior
support-staff-flag-by_rules = 🧰 Valorado por reglas, sin modelo
support-staff-why = ⚖️ { $why }
support-staff-suggested = 💡 Sugerencia: { $text }
support-staff-opened = 🕐 Desde: { $at }
support-staff-first_due = ⏰ Primera respuesta, a más tardar: { $at }
support-staff-resolve_due = 🏁 Solución, a más tardar: { $at }
support-staff-has_it = 🙋 Lo tiene { $name }
support-staff-nobody = 🙋 Aún no lo tiene nadie
support-staff-file-image = 🖼 Con una imagen
support-staff-file-pdf = 📄 Con un PDF
support-staff-file-audio = 🎧 Con una grabación
support-staff-file-other = 📎 Con un archivo
support-staff-original = 🌐 { $language }: { $text }
support-staff-reads = 🌐 El cliente lee: { $text }
support-staff-untranslated = 🌐 No se ha podido traducir: se envía tal como está escrito
support-staff_said-edited = ✏️ Editado:
support-staff_bot = 🤖 { $text }
support-staff_did-solved = ✅ El cliente dice: resuelto
support-staff_did-not_solved = 👎 El cliente dice: no resuelto
support-staff_did-wants_person = 🙋 El cliente pide hablar con una persona
support-staff_did-withdrawn = 🗑 El cliente ha retirado el ticket
support-staff_held = { $n ->
    [one] ⏳ { $author }: se envía en { $n } segundo
   *[other] ⏳ { $author }: se envía en { $n } segundos
}
support-staff_sent-sent = ✅ { $author }: entregado
support-staff_sent-waits = 📤 { $author }: en camino
support-staff_sent-undone = ↩️ { $author }: deshecho, no enviado
support-staff_sent-failed = ⚠️ { $author }: no entregado. El ticket sigue abierto
support-staff_sent-file = ⚠️ { $author }: no enviado, el archivo no sirve. Valen imágenes y PDF de hasta 20 MB
support-staff_sent-gone = ⚠️ { $author }: no entregado, el cliente ha bloqueado al bot. El ticket sigue abierto
support-staff_note = 📝 Nota de { $author }
support-staff_note-held = 📝 Nota de { $author }; este ticket lo tiene { $name }
support-staff_changed-claimed = 🙋 Ahora lo tiene { $by }
support-staff_changed-taken_over = 🙋 { $by } ha tomado el relevo
support-staff_changed-assigned = 🙋 Ahora lo tiene { $value }, dice { $by }
support-staff_changed-urgency = ⚖️ Ahora: { $value }, dice { $by }
support-staff_changed-urgency-by_itself = ⚖️ Ahora: { $value }
support-staff_changed-waiting = ⏸ { $by } espera al cliente
support-staff_changed-back = 🤖 { $by } lo ha devuelto al bot
support-staff_changed-closed = 🔒 { $by } lo ha cerrado
support-staff_changed-closed-by_itself = 🔒 Cerrado
support-staff_changed-reopened = 🔁 { $by } lo ha reabierto
support-staff_changed-reopened-by_itself = 🔁 Reabierto por el cliente
support-staff_changed-returned = ↩️ Nadie respondió durante demasiado tiempo: de vuelta a la cola
support-staff_changed-left = ↩️ { $by } ya no está aquí: de vuelta a la cola
support-staff_changed-reminded = 🔔 Se ha enviado un recordatorio al cliente
support-staff_changed-closed_unanswered = 🔒 Cerrado: el cliente no respondió
support-staff_changed-merged = 🔗 { $by } lo ha unido: sigue en { $value }
support-staff_changed-merged_from = 🔗 { $by } ha unido { $value } a este ticket
support-staff_clock-first-warned = { $ticket }: primera respuesta, a más tardar: { $at }
support-staff_clock-first-breached = { $ticket }: la primera respuesta va con retraso, el plazo era: { $at }
support-staff_clock-resolution-warned = { $ticket }: solución, a más tardar: { $at }
support-staff_clock-resolution-breached = { $ticket }: la solución va con retraso, el plazo era: { $at }
support-staff_clock-silence-warned = { $ticket }: tomado y en silencio; vuelve a la cola: { $at }
support-staff_clock-silence-breached = { $ticket }: tomado y demasiado tiempo en silencio; de vuelta a la cola
support-staff_clock-again = { $n ->
    [one] Ya se avisó una vez
   *[other] Ya se avisó { $n } veces
}
support-staff_rating = { $stars } { $ticket }: valorado con { $score } de 5
support-staff_choose-urgency = ⚖️ ¿Qué urgencia?
support-staff_choose-assign = 🙋 ¿A quién se lo asigno?

# Respuestas cortas a lo que alguien pulsó o escribió; como máximo 200 caracteres.
support-staff_answer-done = 👌 Hecho
support-staff_answer-done-claim = 👌 Es tuyo
support-staff_answer-done-undo = ↩️ No enviado
support-staff_answer-done-merge = 🔗 Uniéndolo a { $value }
support-staff_answer-taken = 🙋 Lo tiene { $name }
support-staff_answer-not_yours = 🙋 Lo tiene { $name }. Primero toma el relevo.
support-staff_answer-closed = 🔒 Este ticket está cerrado. No ha cambiado nada.
support-staff_answer-not_closed = 🤷 Este ticket no está cerrado. No ha cambiado nada.
support-staff_answer-too_late = ⌛ Demasiado tarde: ya se ha enviado.
support-staff_answer-unknown = 🤷 Aquí no es posible. No ha cambiado nada.
support-staff_answer-no_suggestion = 🤷 No hay ninguna respuesta sugerida.
support-staff_answer-nobody = 🙋 Aún no lo tiene nadie. Tómalo primero.
support-staff_answer-choose = 👇 Elige abajo
support-staff_answer-empty = ✍️ No contiene nada que enviar.
support-staff_answer-forgotten = 🗑 Este ticket se ha borrado.
support-staff_answer-already = 👌 Ya está así.
support-staff_answer-merged = 🔗 Este ticket sigue en { $value }. Escribe allí.
support-staff_answer-merge_which = 🔗 ¿A qué ticket? Escribe /merge TKT-…
support-staff_answer-merge_same = 🤷 { $value } es este mismo ticket.
support-staff_answer-merge_unknown = 🤷 No hay ningún ticket { $value }.
support-staff_answer-merge_other_customer = 🤷 { $value } es de otro cliente. Solo se pueden unir tickets del mismo cliente.
support-staff_answer-merge_other_person = 🤷 { $value } es de otra persona, a la que no le llegaría la respuesta.
support-staff_answer-merge_over = 🔒 { $value } ya terminó. Ábrelo primero de nuevo.

# Botones.
support-staff-button-claim = 🙋 Tomarlo
support-staff-button-take_over = 🙋 Tomar el relevo
support-staff-button-assign = 👥 Asignar
support-staff-button-urgency = ⚖️ Urgencia
support-staff-button-urgency-critical = 🔴 crítica
support-staff-button-urgency-high = 🟠 alta
support-staff-button-urgency-medium = 🟡 media
support-staff-button-urgency-low = 🟢 baja
support-staff-button-suggestion = 💡 Enviar sugerencia
support-staff-button-wait = ⏸ En espera
support-staff-button-back = 🤖 Devolver al bot
support-staff-button-close = 🔒 Cerrar
support-staff-button-reopen = 🔁 Reabrir
support-staff-button-undo = ↩️ Deshacer
