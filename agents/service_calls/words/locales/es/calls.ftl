# Alrededor de una llamada. Lo que se dice en ella sale de su grafo.

service_calls-name = Solicitud de servicio
service_calls-visit = 📅 { $when }
service_calls-outcome-booked = Cita reservada
service_calls-outcome-noted = Anotado, aún sin cita
service_calls-outcome-unconfirmed = Un compañero lo confirmará
service_calls-outcome-callback = Te llamarán
service_calls-outcome-no_contact = Terminada sin un número de teléfono
service_calls-outcome-abandoned = Interrumpida
service_calls-outcome-cancelled = Cancelada
service_calls-outcome-failed = No ha funcionado

service_calls-call_ended = ¿Te ha servido?
service_calls-call_ended-spoken = Llamada terminada
service_calls-rated = 🙏 ¡Gracias!
service_calls-rated-down = 🙏 Gracias por decírnoslo. Veremos qué ha fallado.
service_calls-cancelled = 👍 De acuerdo, llamada terminada
service_calls-cancelled-tasks = { $n ->
    [one] El aviso { $tasks } sigue abierto.
   *[other] Los avisos { $tasks } siguen abiertos.
}
service_calls-cancelled-not_booked = No hay nada reservado.
service_calls-cancelled-unconfirmed = Algo estaba aún en marcha; un compañero lo comprobará.
service_calls-undone = { $n ->
    [one] ↩️ El aviso { $tasks } está cancelado, no irá nadie.
   *[other] ↩️ Los avisos { $tasks } están cancelados, no irá nadie.
}
service_calls-not_undone = { $n ->
    [one] ⏳ Ahora mismo no puedo cancelar el aviso { $tasks }. Inténtalo de nuevo en un momento.
   *[other] ⏳ Ahora mismo no puedo cancelar los avisos { $tasks }. Inténtalo de nuevo en un momento.
}
service_calls-still_in_call = 📞 Ya estamos en una llamada. Con /cancel la terminas
service_calls-photo_noted = 📷 Foto recibida. La anoto para la visita.

service_calls-enter = 🔧 ¿Busco a alguien que venga a verlo?
service_calls-about = Dime qué hay que arreglar y te reservo una visita.
service_calls-invite = Dime qué hay que reparar.
service_calls-also = reparaciones
service_calls-examples =
    mi fregadero gotea
    el aire acondicionado no enfría
    Tengo que cambiar mi cita
service_calls-help =
    🔧 “mi fregadero gotea”: busco a alguien que venga
    📅 “¿puede ser antes?”, “cancela mi cita”: cambio la visita
    /service empieza una solicitud nueva
service_calls-brief = 🔧 Reparaciones: “mi fregadero gotea” · /service
service_calls-privacy = • Guardo tus solicitudes de servicio: qué necesitas, tu nombre y número, y qué se hizo. La empresa guarda los avisos y las visitas que reservaste.
service_calls-command-service = reservar una reparación o una visita
service_calls-description = Dime qué hay que arreglar: busco a la persona adecuada, reservo una visita y te digo quién viene y cuándo.
service_calls-short_description = Atiendo solicitudes de servicio y reservo visitas.
service_calls-erased-calls = { $n ->
    [one] { $n } solicitud de servicio
   *[other] { $n } solicitudes de servicio
}
service_calls-erased-customers = { $n ->
    [one] { $n } ficha de cliente en la empresa
   *[other] { $n } fichas de cliente en la empresa
}

service_calls-field-customers_main_ask = qué necesitas
service_calls-field-customer_phone_number = tu número de teléfono
service_calls-field-customer_name = tu nombre
service_calls-waits-need = qué necesitas
service_calls-waits-customers_main_ask = qué necesitas
service_calls-waits-customer_phone_number = tu número de teléfono
service_calls-waits-customer_name = tu nombre
service_calls-waits-customer_email = tu correo electrónico
service_calls-waits-time = si te viene bien la hora propuesta
service_calls-waits-choice = qué servicio es
service_calls-waits-more = si hay algo más
service_calls-help-customer_phone_number = 💡 El técnico llama a este número si surge algo. Bastan las cifras, como 555-0199. También puedes escribir “cancelar”.
service_calls-help-time = 💡 “Sí” reserva exactamente la hora que te he dicho. O dime otra: “mejor el viernes por la tarde”.

service_calls-doing-load_graph = conectándote
service_calls-doing-service_recognise = escuchando
service_calls-doing-service_extract = viendo qué necesitas
service_calls-doing-service_navigate = pensando
service_calls-doing-service_choose_tool = pensando
service_calls-doing-service_match = pensando
service_calls-doing-service_summarise = pensando
service_calls-doing-service_say = preparando la respuesta
service_calls-doing-service_word = preparando la respuesta
service_calls-doing-record_call = tomando nota
service_calls-doing-call_tool = consultándolo
service_calls-doing-setting_list = mirando nuestros servicios
service_calls-doing-entity_list = mirando tus solicitudes
service_calls-doing-customer_get = buscando tu ficha
service_calls-doing-customer_create = creando tu ficha
service_calls-doing-customer_update = cambiando tu ficha
service_calls-doing-task_create = creando tu aviso
service_calls-doing-task_cancel = cancelando el aviso
service_calls-doing-person_calendar_free = buscando una hora libre
service_calls-doing-person_calendar_book = reservando la visita
service_calls-doing-call_hangup = colgando

service_calls-button-rate = Valorar
service_calls-button-rate-up = 👍
service_calls-button-rate-down = 👎
service_calls-button-undo = Deshacer
service_calls-button-choose = Este
service_calls-button-cancel_visit = Cancelar { $task }
