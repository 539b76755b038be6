# El chat del equipo: lo que el bot dice allí por sí mismo. Un aviso al pulsar tiene como máximo 200 caracteres.

telegram-staff-help = 🎫 Cada caso tiene aquí su tema. Escribe en él para responder al cliente; con // delante es una nota para tus compañeros. Los botones están bajo el primer mensaje.
telegram-staff-unknown_topic = 🤷 Este tema no es de ningún caso: lo que se escribe aquí no llega a nadie.
telegram-staff-unusable = 📎 Solo se pueden reenviar texto, fotos y PDF. Esto no se ha enviado.
telegram-staff-not_staff = 🙅 Solo el equipo puede hacer eso. No ha cambiado nada.
telegram-staff-nobody = 🙅 No sé quién ha escrito esto. Escribe en tu nombre, no como grupo ni canal. Esto no se ha enviado.
telegram-staff-case_gone = 🔒 Este caso está cerrado definitivamente. No ha cambiado nada.
telegram-staff-not_applied = 🤷 Ahora no es posible. No ha cambiado nada.
telegram-staff-kept = ⏳ Ahora mismo nadie atiende los casos. Queda guardado y se hará en cuanto alguien vuelva.
telegram-staff-deleted = 🗑 Borrado
telegram-staff-no_topics = ⚠️ Este grupo no tiene temas, así que los casos aparecen aquí, todos juntos. Activa los temas en los ajustes del grupo. Mientras tanto, responde a un mensaje de un caso para contestar al cliente.
telegram-staff-no_rights = ⚠️ No tengo permiso para crear temas, así que los casos aparecen aquí, todos juntos. Hazme administrador con el permiso “Gestionar temas”. Mientras tanto, responde a un mensaje de un caso para contestar al cliente.
