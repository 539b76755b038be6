# Lo que el bot dice por sí mismo sobre mensajes que nunca llegan a la conversación.

telegram-not_allowed = ¡Hola! 👋 Soy un asistente privado y solo puedo hablar con las personas que mi dueño ha autorizado.
telegram-not_paired = ¡Hola! 👋 Soy un asistente privado y aún no estoy vinculado a nadie. Si me has instalado tú, envíame el código de vinculación que apareció al ponerme en marcha.
telegram-paired = 🔑 El código es correcto: desde ahora estoy a tu servicio.
telegram-wrong_code = Ese código no es correcto. Revísalo y envíalo de nuevo.
telegram-too_many_tries = Han sido demasiados intentos. Espera una hora y vuelve a enviar el código.
telegram-slow_down = 🐢 ¡Es mucho de una vez! No se pierde nada: atiendo { $limit } mensajes por minuto y los demás van después. No hace falta que reenvíes nada.
telegram-too_much = ✋ Ya hay demasiado en espera, así que no puedo recibir este mensaje ni lo que envíes justo después. Envíalo de nuevo en unos minutos.
telegram-outage = ⏳ Ahora mismo no consigo atender esto. No se ha perdido: me pongo con ello en cuanto pueda, no hace falta que lo reenvíes.
telegram-defect = 😕 No sé qué hacer con ese mensaje. ¿Puedes enviarlo de otra forma?
telegram-shared_on = 👥 Este grupo comparte ahora una lista: lo que cualquiera me envíe aquí se apunta en ella, y todos los del grupo pueden verla y cambiarla.
telegram-shared_off = 👤 Desde ahora, cada persona del grupo vuelve a tener su propia lista. Lo compartido se queda en el grupo.
telegram-shared_unavailable = 🕐 Ahora mismo no puedo cambiarlo: no tengo acceso a los datos. Inténtalo de nuevo en unos minutos.
telegram-shared_not_admin = Solo un administrador de este grupo puede cambiarlo.
telegram-shared_no_group = Eso solo funciona en grupos: con /shared on, el grupo tiene una lista común.
telegram-shared_is_on = 👥 Este grupo comparte una lista. Un administrador puede cambiarlo con /shared off.
telegram-shared_is_off = 👤 Aquí cada uno tiene su propia lista. Un administrador puede cambiarlo con /shared on.
telegram-erase_not_admin = Solo un administrador puede borrar lo que comparte este grupo.
