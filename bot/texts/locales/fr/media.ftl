# Ce que l'on envoie en dehors des textes et des photos : ce qui est inutilisable, les messages vocaux, les messages modifiés.

conversation-unsupported-sticker = 😄 Joli sticker ! { $invite }
conversation-unsupported-location = 📍 Je ne sais pas lire une position. { $invite }
conversation-unsupported-contact = 👤 Je ne sais pas lire une fiche de contact. { $invite }
conversation-unsupported-video = 🎬 Je ne peux pas regarder de vidéos. { $invite }
conversation-unsupported-poll = 📊 Je ne sais pas lire un sondage. { $invite }
conversation-unsupported-too_large = 📎 Ce fichier est trop volumineux : je prends jusqu'à 20 Mo. Envoies-en un plus petit.
conversation-unsupported-other = 😕 Je ne sais pas lire ça. { $invite }
conversation-unsupported-voice = 🎤 { $reason }
conversation-unsupported-voice-bare = 🎤 Je ne peux pas écouter ça. Écris-le, s'il te plaît.

conversation-heard = 🎤 J'ai entendu : « { $text } »
conversation-edit_unknown = ✏️ Je ne vois pas ce que tu as modifié. Envoie-le dans un nouveau message, ou réponds à la fiche.

channel-file_missing = 📎 { $name } n'est plus là.
