# La conversación en sí: saludo, ayuda, estado, cancelar, qué ha fallado.

doing-keep-the-draft = guardando el borrador
doing-wait-for-the-database = esperando a mis registros
doing-files = 📷 { $read } de { $of } leídos …
doing-round = { $doing }, ronda { $round } de { $rounds }

conversation-start = 👋 Hola, soy Steward. { $about }
conversation-start-others = También { $others }: /help
conversation-help = 💡 Esto es lo que puedo hacer:
conversation-help-more =
    /undo deshacer lo último · /restore recuperarlo · /cancel parar y descartar
    /status qué está en marcha · /resume seguir con un borrador · /start saludar
    /currency /language /timezone tus ajustes
    /privacy qué guardo · /deletemydata borrarlo todo · /usage cuánto ha costado el modelo de IA

status-idle = 😌 Todo listo. ¿Qué sigue?
status-open = 📂 Sigue abierto:
status-working = ⏳ Estoy en ello.
status-waiting = 💬 Espero tu respuesta.
status-waiting-for = 💬 Espero tu respuesta: { $what }.
status-waiting-since = 💬 Espero tu respuesta: { $what } (desde { $since }).
status-what-confirm = tu sí o tu no
status-missing = aún falta: { $fields }
status-doubtful = por confirmar: { $fields }
status-turn = te preguntaré después
status-expires = 🕐 Si no sé nada de ti, lo guardo como borrador (espero hasta { $when }).
status-drafts = 📌 Guardados como borrador:
status-storage_down = ❗ Ahora mismo no puedo acceder a mis registros. Sigo intentándolo.

conversation-cancelled = 👍 Cancelado. No se ha guardado nada
conversation-cancelled-dropped = 👍 Cancelado. Lo he descartado, no se ha guardado nada
conversation-cancelled-dropped-many = 👍 Cancelado. He descartado estos { $n }, no se ha guardado nada
conversation-cancelled-operator = 🛑 Mi administrador lo ha cancelado. No se ha guardado nada
conversation-cancelled-text = Descartado: “{ $text }”
conversation-cancelled-reason = El motivo: { $reason }
conversation-cancelled-working = { $n ->
    [one] ⏳ Sigo trabajando en { $n } más; con otro /cancel también lo paro.
   *[other] ⏳ Sigo trabajando en { $n } más; con otro /cancel también los paro.
}
conversation-cancelled_too_late = 👌 Tarde para cancelar: ya estaba hecho. “Deshacer” lo anula
conversation-cancelled_too_late-unchanged = 👍 Cancelado. Esto se queda como estaba
conversation-kept_for_later = { $n ->
    [one] 📌 { $n } guardado como borrador:
   *[other] 📌 { $n } guardados como borradores:
}
conversation-kept_for_later-resume = “retomar #{ $number }” continúa uno; /status los muestra todos.
conversation-nothing_to_cancel = 👌 No hay nada que cancelar.
conversation-closed_by_operator = 🛑 Mi administrador ha cerrado esta conversación. Escribe cuando quieras para empezar de nuevo.
conversation-closed_by_operator-dropped = 🛑 Mi administrador ha cerrado esta conversación. Esto no se ha guardado
conversation-stale_button = ⌛ Ese botón ya no vale. No ha cambiado nada.
conversation-no_draft = 🤷 Ese borrador ya no está. Quizá ya lo terminaste.
conversation-resumed = ⏩ Vamos a terminar este
conversation-degraded = 📣 Mi modelo de lenguaje no responde. Hasta que vuelva, funcionan mejor los mensajes cortos y claros.
conversation-failed = ❗ { $reason }
conversation-failed-bare = ❗ Algo ha fallado por mi parte. No se ha perdido nada de lo que enviaste; inténtalo de nuevo.
conversation-unworded = ❗ Algo falla en mi respuesta y no puedo mostrarla. Lo que has enviado no se ha perdido.
conversation-too_long = 📏 Ese mensaje es demasiado largo para mí. Escríbelo con menos de { $limit } caracteres.
conversation-too_many-tasks = 🐢 Ya hay { $limit } cosas abiertas. Termina algunas o descártalas con /cancel.
conversation-too_many-messages = 🐢 Puedo recibir como máximo { $limit } mensajes a la vez. Espera un momento y vuelve a enviar los últimos.
conversation-too_many = 🐢 Es demasiado a la vez. Espera un momento y vuelve a enviarlo.
conversation-empty = 🤔 Ese mensaje estaba vacío. /help muestra lo que puedo hacer.
conversation-unsupported = 😕 Puedo leer fotos (JPEG, PNG, WebP, HEIC), PDF y tablas (CSV), pero no este archivo.

conversation-noted = 📝 Anotado: { $line }. Es lo próximo que te preguntaré.
conversation-noted-later = 📝 Anotado: { $line }. Te preguntaré después.
conversation-noted-more = { $n ->
    [one] 📝 He anotado { $n } más. Tengo una pregunta:
   *[other] 📝 He anotado { $n } más. Tengo unas preguntas:
}
conversation-noted-first = { $n ->
    [one] 📝 Me ha llegado { $n }. Tengo una pregunta:
   *[other] 📝 Me han llegado los { $n }. Tengo unas preguntas:
}
conversation-nothing_to_undo = 👌 No hay nada que deshacer.
conversation-not_reversible = ↩️ Eso no lo puedo deshacer. Dime cómo debe quedar o qué quito.
conversation-which_one-edit = 🔢 ¿Cuál es? Dime su número, por ejemplo “#{ $number } eran 20”:
conversation-which_one-undo = 🔢 ¿Cuál anulo? Dime su número, por ejemplo “deshacer #{ $number }”:
conversation-which_one-restore = 🔢 ¿Cuál recupero? Dime su número, por ejemplo “restaurar #{ $number }”:
conversation-which_one-resume = 🔢 ¿Qué borrador? Dime su número, por ejemplo “retomar #{ $number }”:
conversation-which_one-none = 🤷 No hay nada que recuperar ni ningún borrador.
conversation-not_found = 🤷 Ya no lo encuentro.
conversation-not_found-number = 🤷 No encuentro #{ $number }. No ha cambiado nada.
conversation-not_found-replied = 🤷 Ya no sé a cuál has respondido. Dime su número, por ejemplo “#12 eran 20”.
conversation-expired = 📌 No he sabido nada de ti, así que lo he guardado como borrador
conversation-expired-many = 📌 No he sabido nada de ti, así que los he guardado como borradores
conversation-not_offered = 📌 Ahora no puedo seguir con esto, así que se queda como borrador
conversation-not_offered-many = 📌 Ahora no puedo seguir con estos, así que se quedan como borradores
conversation-unrecorded = ❗ Ahora no puedo acceder a mis registros. Lo que me pides no se pierde, pero mientras tanto solo guardo los últimos { $limit } mensajes de nuestra conversación.
conversation-ask_remote_call = ❓ ¿Uso { $tool }? Es de otro servicio, y no puedo deshacer lo que hace.
conversation-ask_to_enter = { $question } “{ $quote }”
conversation-not_entered = 👍 De acuerdo, entonces no.
