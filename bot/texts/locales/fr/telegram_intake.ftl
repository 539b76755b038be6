# Ce que le bot dit lui-même, au sujet des messages qui n'atteignent jamais la conversation.

telegram-not_allowed = Bonjour ! 👋 Je suis un assistant privé et je ne peux parler qu'aux personnes que mon propriétaire a autorisées.
telegram-not_paired = Bonjour ! 👋 Je suis un assistant privé, et je ne suis encore associé à personne. Si c'est toi qui m'as installé, envoie-moi le code d'association affiché là où j'ai été lancé.
telegram-paired = 🔑 C'est le bon code : à partir de maintenant, je suis à toi.
telegram-wrong_code = Ce code n'est pas bon. Vérifie-le et renvoie-le.
telegram-too_many_tries = C'était trop d'essais. Attends une heure, puis renvoie le code.
telegram-slow_down = 🐢 Ça fait beaucoup d'un coup ! Rien n'est perdu : je prends { $limit } messages par minute, et les autres suivent tout seuls. Pas besoin de renvoyer quoi que ce soit.
telegram-too_much = ✋ Trop de choses attendent déjà, je ne peux donc prendre ni ce message, ni ce que tu envoies juste après. Renvoie-le dans quelques minutes.
telegram-outage = ⏳ J'ai du mal à prendre ça en ce moment. Ce n'est pas perdu : je m'en occupe dès que je peux, pas besoin de le renvoyer.
telegram-defect = 😕 Je n'arrive pas à traiter ce message. Tu peux l'envoyer autrement ?
telegram-shared_on = 👥 Ce groupe partage maintenant une seule liste : ce que chacun m'envoie ici y va, et tout le monde ici peut la voir et la modifier.
telegram-shared_off = 👤 À partir de maintenant, chacun ici a de nouveau sa propre liste. Ce qui était partagé reste au groupe.
telegram-shared_unavailable = 🕐 Je ne peux pas changer ça en ce moment : je n'ai pas accès à mes données. Réessaie dans quelques minutes.
telegram-shared_not_admin = Seul un admin de ce groupe peut changer ça.
telegram-shared_no_group = Ça ne marche que dans les groupes : /shared on donne à un groupe une liste commune.
telegram-shared_is_on = 👥 Ce groupe partage une seule liste. Un admin peut changer ça avec /shared off.
telegram-shared_is_off = 👤 Chacun ici a sa propre liste. Un admin peut changer ça avec /shared on.
telegram-erase_not_admin = Seul un admin de ce groupe peut supprimer ce qu'il partage.
