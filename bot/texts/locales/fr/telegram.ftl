# Ce que seul Telegram affiche : le message de progression, le menu des commandes, les notes au-dessus du chat.

telegram-progress = 🔎 Je lis …
telegram-progress-image = 📷 Je lis la photo …
telegram-progress-pdf = 📄 Je lis le PDF …
telegram-progress-table = 📊 Je lis le tableau …
telegram-progress-audio = 🎧 J'écoute …

# Les boutons qui tournent les pages d'une longue liste de choix.
telegram-button-more = Plus …
telegram-button-fewer = Moins
telegram-button-type_your_own = Écrire moi-même

# Les notes qu'un bouton affiche un instant ; 200 caractères au plus chacune.
telegram-press-type_your_own = ✍️ Envoie-le simplement dans un message.
telegram-press-unknown = 🤔 Ce bouton ne marche pas ici.
telegram-press-not_yours = 🙅 Ce bouton est pour quelqu'un d'autre.
telegram-press-not_member = 🙅 Ce bouton est pour les membres du groupe.
telegram-press-out_of_date = ⌛ Ce bouton est trop ancien. Rien n'a changé.
telegram-press-not_here = 🤔 Ce bouton ne marche pas ici. Écris-moi directement, s'il te plaît.
telegram-press-too_fast = 🐢 Trop rapide pour moi, rien n'a été fait. Appuie encore une fois dans un instant.

# Le menu des commandes ; 256 caractères au plus chacune.
telegram-command-start = qui je suis
telegram-command-help = ce que je sais faire
telegram-command-status = ce qui est en cours
telegram-command-cancel = arrêter et abandonner
telegram-command-undo = annuler la dernière action
telegram-command-restore = rétablir ce qui a été annulé
telegram-command-resume = terminer un brouillon
telegram-command-currency = ta devise
telegram-command-language = ta langue
telegram-command-timezone = ton fuseau horaire
telegram-command-usage = ce qu'a coûté le modèle d'IA
telegram-command-privacy = ce que je conserve sur toi
telegram-command-deletemydata = supprimer tout ce que je conserve sur toi
telegram-command-shared = une liste pour tout le groupe, ou une par membre

# Ce qui figure dans un chat vide (512 caractères au plus), et sur le profil du bot (120 au plus).
telegram-description = 👋 Salut, je suis Steward.
telegram-short_description = 👋 Salut, je suis Steward.
