# Ce que le bot dit lui-même, au sujet des messages qui n'atteignent jamais la conversation.

telegram-not_allowed = Bonjour ! 👋 Je suis un assistant privé et je ne peux parler qu'aux personnes que mon propriétaire a autorisées.
telegram-not_paired = Bonjour ! 👋 Je suis un assistant privé, et je ne suis encore associé à personne. Si c'est toi qui m'as installé, envoie-moi le code d'association affiché là où j'ai été lancé.
telegram-paired = 🔑 C'est le bon code : je suis maintenant à ton service.
telegram-wrong_code = Ce code n'est pas bon. Vérifie-le et renvoie-le.
telegram-too_many_tries = Il y a eu trop d'essais. Attends une heure, puis renvoie le code.
telegram-slow_down = 🐢 Ça fait beaucoup d'un coup ! Rien n'est perdu : je prends { $limit } messages par minute, et les autres suivent tout seuls. Pas besoin de renvoyer quoi que ce soit.
telegram-too_much = ✋ J'ai déjà trop de messages en attente : je ne peux prendre ni celui-ci, ni ceux que tu envoies juste après. Renvoie-les dans quelques minutes.
telegram-outage = ⏳ J'ai du mal à recevoir tes messages en ce moment. Rien n'est perdu : je m'en occupe dès que possible, pas besoin de renvoyer.
telegram-defect = 😕 Je n'arrive pas à traiter ce message. Tu peux l'envoyer autrement ?
telegram-shared_on = 👥 Ce groupe a maintenant une liste commune : ce que chacun m'envoie ici s'y ajoute, et tout le monde peut la voir et la modifier.
telegram-shared_off = 👤 À partir de maintenant, chacun a de nouveau sa propre liste. Ce qui était partagé reste au groupe.
telegram-shared_unavailable = 🕐 Je ne peux pas changer ça pour l'instant : je n'ai pas accès à mes données. Réessaie dans quelques minutes.
telegram-shared_not_admin = Seul un administrateur du groupe peut changer ça.
telegram-shared_no_group = Ça ne marche que dans les groupes : /shared on donne à un groupe une liste commune.
telegram-shared_is_on = 👥 Ce groupe a une liste commune. Un administrateur peut changer ça avec /shared off.
telegram-shared_is_off = 👤 Ici, chacun a sa propre liste. Un administrateur peut changer ça avec /shared on.
telegram-erase_not_admin = Seul un administrateur du groupe peut supprimer ce qui est partagé.
