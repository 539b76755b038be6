# Ce que l'on envoie en dehors des textes et des photos : ce qui est inutilisable, les messages vocaux, les messages modifiés.

conversation-unsupported-sticker = 😄 Joli sticker ! { $invite }
conversation-unsupported-location = 📍 Je ne peux rien faire d'une position. { $invite }
conversation-unsupported-contact = 👤 Je ne peux rien faire d'un contact. { $invite }
conversation-unsupported-video = 🎬 Je ne peux pas regarder de vidéos. { $invite }
conversation-unsupported-poll = 📊 Je ne peux rien faire d'un sondage. { $invite }
conversation-unsupported-too_large = 📎 Ce fichier est trop gros : je prends jusqu'à 20 Mo. Envoies-en un plus petit.
conversation-unsupported-other = 😕 Je ne peux rien en faire. { $invite }
conversation-unsupported-voice = 🎤 { $reason }
conversation-unsupported-voice-bare = 🎤 Je ne peux pas écouter ça. Écris-le, s'il te plaît.

conversation-heard = 🎤 J'ai entendu : « { $text } »
conversation-edit_unknown = ✏️ Je ne sais pas à quoi se rapporte cette modification, alors je n'ai rien changé. Envoie-la dans un nouveau message, ou réponds à la fiche.

channel-file_missing = 📎 { $name } n'est plus là.
