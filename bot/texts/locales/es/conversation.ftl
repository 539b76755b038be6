# La conversación en sí: saludo, ayuda, estado, cancelar, qué ha fallado.

doing-keep-the-draft = guardando el borrador
doing-wait-for-the-database = esperando para guardar
doing-files = 📷 He leído { $read } de { $of }…

conversation-start = 👋 Hola, soy Steward. { $about }
conversation-start-others = También te ayudo con { $others }: /help
conversation-help = 💡 Esto es lo que puedo hacer:
conversation-help-asked = ❓ Sigo esperando tu respuesta a la pregunta de arriba.
conversation-help-more =
    /undo deshacer lo último · /restore recuperarlo · /cancel parar y descartar
    /status qué está en marcha · /resume seguir con un borrador · /start saludar
    /currency /language /timezone tus ajustes
    /privacy qué guardo · /deletemydata borrarlo todo · /usage cuánto ha costado el modelo de IA

status-idle = 😌 Todo hecho. ¿Qué más necesitas?
status-open = 📂 Pendiente:
status-working = ⏳ Estoy en ello.
status-waiting = 💬 Espero tu respuesta.
status-waiting-for = 💬 Espero tu respuesta: { $what }.
status-waiting-since = 💬 Espero tu respuesta: { $what } (desde: { $since }).
status-what-confirm = un sí o un no
status-reading = ⏳ Leo { $n } fotos
status-asking = ❓ Preguntas sobre { $tasks }
status-missing = aún falta: { $fields }
status-doubtful = por confirmar: { $fields }
status-turn = te lo preguntaré después
status-expires = 🕐 Si no respondes, lo guardaré como borrador ({ $when }).
status-drafts = 📌 Guardados como borrador:
status-storage_down = ❗ Ahora mismo no puedo acceder a tus datos. Sigo intentándolo.

conversation-cancelled = 👍 Cancelado. No se ha guardado nada
conversation-cancelled-dropped = 👍 Cancelado. Lo he descartado, no se ha guardado nada
conversation-cancelled-dropped-many = 👍 Cancelado. He descartado estos { $n }, no se ha guardado nada
conversation-cancelled-operator = 🛑 Mi administrador lo ha cancelado. No se ha guardado nada
conversation-cancelled-stopped = 👍 Paro aquí. { $unread }
conversation-cancelled-unread = { $n ->
    [one] La foto no se leyó.
   *[other] { $n } fotos no se leyeron.
}
conversation-cancelled-text = Descartado: “{ $text }”
conversation-cancelled-reason = Motivo: { $reason }
conversation-cancelled-working = { $n ->
    [one] ⏳ Aún estoy con { $n } más; otro /cancel también lo para.
   *[other] ⏳ Aún estoy con { $n } más; otro /cancel también los para.
}
conversation-cancelled_too_late = 👌 Demasiado tarde para cancelar: ya estaba hecho. “Deshacer” lo anula
conversation-cancelled_too_late-unchanged = 👍 Cancelado. Esto se queda como estaba
conversation-kept_for_later = { $n ->
    [one] 📌 { $n } guardado como borrador:
   *[other] 📌 { $n } guardados como borradores:
}
conversation-kept_for_later-resume = Con “retomar #{ $number }” sigues con uno; /status los muestra todos.
conversation-nothing_to_cancel = 👌 No hay nada que cancelar.
conversation-closed_by_operator = 🛑 Mi administrador ha cerrado esta conversación. Escribe cuando quieras para empezar de nuevo.
conversation-closed_by_operator-dropped = 🛑 Mi administrador ha cerrado esta conversación. Esto no se ha guardado
conversation-stale_button = ⌛ Ese botón ya no vale. No ha cambiado nada.
conversation-no_draft = 🤷 Ese borrador ya no está. Quizá ya lo terminaste.
conversation-resumed = ⏩ Vamos a terminar este
conversation-degraded = 📣 Mi modelo de lenguaje no responde. Mientras tanto, escríbeme mensajes cortos y claros.
conversation-failed = ❗ { $reason }
conversation-failed-bare = ❗ Algo ha fallado por mi parte. No se ha perdido nada de lo que enviaste; inténtalo de nuevo.
conversation-unworded = ❗ Algo falla en mi respuesta y no puedo mostrarla. Lo que has enviado no se ha perdido.
conversation-too_long = 📏 Ese mensaje es demasiado largo para mí. Escríbelo con menos de { $limit } caracteres.
conversation-too_many-tasks = 🐢 Ya tienes { $limit } cosas pendientes. Termina alguna o descártala con /cancel.
conversation-too_many-messages = 🐢 Puedo recibir como máximo { $limit } mensajes a la vez. Espera un momento y vuelve a enviar los últimos.
conversation-too_many = 🐢 Es demasiado a la vez. Espera un momento y vuelve a enviarlo.
conversation-empty = 🤔 Ese mensaje estaba vacío. /help muestra lo que puedo hacer.
conversation-unsupported = 😕 Puedo leer fotos (JPEG, PNG, WebP, HEIC), PDF y tablas (CSV, Excel), pero no este archivo.

conversation-noted = 📝 Anotado: { $line }. Enseguida te pregunto por ello.
conversation-noted-later = 📝 Anotado: { $line }. Te preguntaré más tarde.
conversation-noted-more = { $n ->
    [one] 📝 He anotado { $n } más. Tengo una pregunta:
   *[other] 📝 He anotado { $n } más. Tengo unas preguntas:
}
conversation-noted-first = { $n ->
    [one] 📝 Me ha llegado { $n }. Tengo una pregunta:
   *[other] 📝 Me han llegado los { $n }. Tengo unas preguntas:
}
conversation-nothing_to_undo = 👌 No hay nada que deshacer.
conversation-not_reversible = ↩️ Eso no lo puedo deshacer. Dime qué cambio o qué quito.
conversation-not_reversible-number = 🤷 #{ $number } ya está cerrado y no lo puedo cambiar. Dime qué necesitas ahora.
conversation-which_one-edit = 🔢 ¿Cuál es? Dime su número, por ejemplo “#{ $number } eran 20”:
conversation-which_one-undo = 🔢 ¿Cuál deshago? Dime su número, por ejemplo “deshacer #{ $number }”:
conversation-which_one-restore = 🔢 ¿Cuál recupero? Dime su número, por ejemplo “restaurar #{ $number }”:
conversation-which_one-resume = 🔢 ¿Qué borrador? Dime su número, por ejemplo “retomar #{ $number }”:
conversation-which_one-none = 🤷 No hay nada que recuperar ni ningún borrador.
conversation-not_found = 🤷 Ya no lo encuentro.
conversation-not_found-number = 🤷 No encuentro #{ $number }. No ha cambiado nada.
conversation-not_found-replied = 🤷 Ya no sé a cuál has respondido. Dime su número, por ejemplo “#12 eran 20”.
conversation-expired = 📌 Como no has respondido, lo he guardado como borrador
conversation-expired-many = 📌 Como no has respondido, los he guardado como borradores
conversation-not_offered = 📌 Ahora no puedo seguir con esto, así que se queda como borrador
conversation-not_offered-many = 📌 Ahora no puedo seguir con estos, así que se quedan como borradores
conversation-unrecorded = ❗ Ahora no puedo acceder a tus datos. Lo que me pides no se pierde, pero mientras tanto solo guardo los últimos { $limit } mensajes de nuestra conversación.
conversation-ask_remote_call = ❓ ¿Uso { $tool }? Es de otro servicio, y no puedo deshacer lo que haga.
conversation-ask_to_enter = { $question } “{ $quote }”
conversation-ask_to_enter-change = 📝 ¿Cambio { $card }? “{ $quote }”
conversation-not_entered = 👍 De acuerdo, entonces no.
