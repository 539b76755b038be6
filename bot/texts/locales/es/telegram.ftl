# Lo que solo muestra Telegram: el mensaje de progreso, el menú de comandos, avisos sobre el chat.

telegram-progress = 🔎 Leyendo…
telegram-progress-image = 📷 Leyendo la foto…
telegram-progress-pdf = 📄 Leyendo el PDF…
telegram-progress-table = 📊 Leyendo la tabla…
telegram-progress-audio = 🎧 Escuchando…

# Botones que pasan las páginas cuando hay muchas opciones.
telegram-button-more = Más…
telegram-button-fewer = Menos
telegram-button-type_your_own = Escribir otra

# Avisos que un botón pulsado muestra un momento; como máximo 200 caracteres cada uno.
telegram-press-type_your_own = ✍️ Envíalo como mensaje, sin más.
telegram-press-unknown = 🤔 No puedo usar ese botón.
telegram-press-not_yours = 🙅 Ese botón es para otra persona.
telegram-press-not_member = 🙅 Ese botón es para los miembros del grupo.
telegram-press-out_of_date = ⌛ Ese botón ya no vale. No ha cambiado nada.
telegram-press-not_here = 🤔 No puedo usar ese botón. Escríbeme directamente.
telegram-press-too_fast = 🐢 Demasiado rápido para mí: no he hecho nada. Vuelve a pulsar en un momento.

# El menú de comandos; como máximo 256 caracteres cada uno.
telegram-command-start = qué es esto
telegram-command-help = qué puedo hacer
telegram-command-status = qué está en marcha
telegram-command-cancel = parar y descartar
telegram-command-undo = deshacer lo último
telegram-command-restore = recuperar lo borrado
telegram-command-resume = terminar un borrador
telegram-command-currency = tu moneda
telegram-command-language = tu idioma
telegram-command-timezone = tu zona horaria
telegram-command-usage = cuánto ha costado el modelo de IA
telegram-command-privacy = qué guardo de ti
telegram-command-deletemydata = borrar todo lo que guardo de ti
telegram-command-shared = una lista para este grupo, o una para cada miembro

# Lo que aparece en un chat vacío (como máximo 512 caracteres) y en el perfil del bot (como máximo 120).
telegram-description = 👋 Hola, soy Steward.
telegram-short_description = 👋 Hola, soy Steward.
