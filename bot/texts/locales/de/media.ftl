# What people send besides texts and photos: what cannot be used, voice notes, edited messages.

conversation-unsupported-sticker = 😄 Schöner Sticker! { $invite }
conversation-unsupported-location = 📍 Mit einem Standort kann ich nichts anfangen. { $invite }
conversation-unsupported-contact = 👤 Mit einem Kontakt kann ich nichts anfangen. { $invite }
conversation-unsupported-video = 🎬 Videos kann ich nicht ansehen. { $invite }
conversation-unsupported-poll = 📊 Mit einer Umfrage kann ich nichts anfangen. { $invite }
conversation-unsupported-too_large = 📎 Diese Datei ist zu groß: Mehr als 20 MB kann ich nicht annehmen. Bitte schick eine kleinere.
conversation-unsupported-other = 😕 Damit kann ich nichts anfangen. { $invite }
conversation-unsupported-voice = 🎤 { $reason }
conversation-unsupported-voice-bare = 🎤 Das kann ich nicht anhören. Bitte tippe es.

conversation-heard = 🎤 Ich habe gehört: „{ $text }“
conversation-edit_unknown = ✏️ Ich weiß nicht, was du geändert hast. Bitte schick es als neue Nachricht oder antworte auf die Karte.

channel-file_missing = 📎 { $name } ist nicht mehr da.
