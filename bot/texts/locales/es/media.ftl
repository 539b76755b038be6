# Lo que se envía además de textos y fotos: lo que no sirve, notas de voz, mensajes editados.

conversation-unsupported-sticker = 😄 ¡Bonito sticker! { $invite }
conversation-unsupported-location = 📍 No puedo usar una ubicación. { $invite }
conversation-unsupported-contact = 👤 No puedo usar un contacto. { $invite }
conversation-unsupported-video = 🎬 No puedo ver vídeos. { $invite }
conversation-unsupported-poll = 📊 No puedo usar una encuesta. { $invite }
conversation-unsupported-too_large = 📎 Ese archivo es demasiado grande: puedo recibir hasta 20 MB. Envía uno más pequeño.
conversation-unsupported-other = 😕 Eso no lo puedo usar. { $invite }
conversation-unsupported-voice = 🎤 { $reason }
conversation-unsupported-voice-bare = 🎤 No puedo escuchar eso. Mejor escríbelo.

conversation-heard = 🎤 He oído: “{ $text }”
conversation-edit_unknown = ✏️ No sé qué has cambiado. Envíalo como mensaje nuevo o responde a la ficha.

channel-file_missing = 📎 { $name } ya no está.
