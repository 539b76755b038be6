# Le chat de l'équipe : ce que le bot y dit lui-même. Une note sur un bouton a 200 caractères au plus.

telegram-staff-help = 🎫 Chaque dossier a son sujet ici. Écris-y pour répondre au client ; avec // devant, c'est une note pour les collègues. Les boutons sont sous le premier message.
telegram-staff-unknown_topic = 🤷 Aucun dossier ne correspond à ce sujet : ce que tu écris ici n'est transmis à personne.
telegram-staff-unusable = 📎 Je ne peux transmettre que du texte, des photos et des PDF. Ceci n'a pas été envoyé.
telegram-staff-not_staff = 🙅 Seule l'équipe peut faire ça. Rien n'a changé.
telegram-staff-nobody = 🙅 Je ne peux pas savoir qui a écrit ça. Écris en ton nom, pas au nom du groupe ou d'un canal. Ceci n'a pas été envoyé.
telegram-staff-case_gone = 🔒 Ce dossier est fermé définitivement. Rien n'a changé.
telegram-staff-not_applied = 🤷 Ce n'est pas possible maintenant. Rien n'a changé.
telegram-staff-kept = ⏳ Personne ne traite les dossiers en ce moment. C'est gardé, et ce sera fait dès la reprise.
telegram-staff-deleted = 🗑 Supprimé
telegram-staff-no_topics = ⚠️ Ce groupe n'a pas de sujets, alors tous les dossiers arrivent ici. Active les sujets dans les réglages du groupe. D'ici là, réponds à un message d'un dossier pour répondre au client.
telegram-staff-no_rights = ⚠️ Je n'ai pas le droit de créer des sujets, alors tous les dossiers arrivent ici. Nomme-moi administrateur avec le droit « Gérer les sujets ». D'ici là, réponds à un message d'un dossier pour répondre au client.
