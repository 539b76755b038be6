# La conversation elle-même : accueil, aide, état, annulation, ce qui n'a pas marché.

doing-keep-the-draft = mise en brouillon
doing-wait-for-the-database = attente de mes données
doing-files = 📷 { $read } sur { $of } lus …
doing-round = { $doing }, tour { $round } sur { $rounds }

conversation-start = 👋 Salut, je suis Steward. { $about }
conversation-start-others = Et aussi { $others } : /help
conversation-help = 💡 Voici ce que je sais faire :
conversation-help-more =
    /undo annuler la dernière action · /restore la rétablir · /cancel arrêter et abandonner
    /status ce qui est en cours · /resume finir un brouillon · /start dire bonjour
    /currency /language /timezone tes réglages
    /privacy ce que je conserve · /deletemydata tout supprimer · /usage ce qu'a coûté le modèle d'IA

status-idle = 😌 Tout est fait. On passe à quoi ?
status-open = 📂 Encore en cours :
status-working = ⏳ Je m'en occupe.
status-waiting = 💬 J'attends ta réponse.
status-waiting-for = 💬 J'attends ta réponse : { $what }.
status-waiting-since = 💬 J'attends ta réponse depuis { $since } : { $what }.
status-what-confirm = ton oui ou ton non
status-missing = il manque encore : { $fields }
status-doubtful = à confirmer : { $fields }
status-turn = je te poserai la question après
status-expires = 🕐 Sans réponse de ta part, je le garde en brouillon. Date limite : { $when }.
status-drafts = 📌 Gardés en brouillon :
status-storage_down = ❗ Je n'ai pas accès à mes données en ce moment. Je continue d'essayer.

conversation-cancelled = 👍 Annulé. Rien n'a été enregistré
conversation-cancelled-dropped = 👍 Annulé. J'ai abandonné ceci, rien n'a été enregistré
conversation-cancelled-dropped-many = 👍 Annulé. J'ai abandonné ces { $n }, rien n'a été enregistré
conversation-cancelled-operator = 🛑 Mon administrateur a annulé ça. Rien n'a été enregistré
conversation-cancelled-text = Abandonné : « { $text } »
conversation-cancelled-reason = La raison : { $reason }
conversation-cancelled-working = { $n ->
    [one] ⏳ Je travaille encore sur { $n } autre ; un deuxième /cancel l'arrête aussi.
   *[other] ⏳ Je travaille encore sur { $n } autres ; un deuxième /cancel les arrête aussi.
}
conversation-cancelled_too_late = 👌 Trop tard pour arrêter : c'était déjà fait. « Annuler » permet de revenir en arrière
conversation-cancelled_too_late-unchanged = 👍 Annulé. Ça reste comme c'était
conversation-kept_for_later = { $n ->
    [one] 📌 { $n } gardé en brouillon :
   *[other] 📌 { $n } gardés en brouillon :
}
conversation-kept_for_later-resume = « reprends #{ $number } » en reprend un ; /status les montre tous.
conversation-nothing_to_cancel = 👌 Il n'y a rien à arrêter.
conversation-closed_by_operator = 🛑 Mon administrateur a fermé cette conversation. Écris quand tu veux pour recommencer.
conversation-closed_by_operator-dropped = 🛑 Mon administrateur a fermé cette conversation. Ceci n'a pas été enregistré
conversation-stale_button = ⌛ Ce bouton n'est plus valable. Rien n'a changé.
conversation-no_draft = 🤷 Ce brouillon n'est plus là. Tu l'as peut-être déjà terminé.
conversation-resumed = ⏩ Terminons celui-ci
conversation-degraded = 📣 Mon modèle de langage ne répond pas. En attendant, les messages courts et clairs marchent le mieux.
conversation-failed = ❗ { $reason }
conversation-failed-bare = ❗ Quelque chose n'a pas marché de mon côté. Rien de ce que tu as envoyé n'est perdu ; réessaie.
conversation-unworded = ❗ Ma réponse a un problème, je ne peux pas l'afficher. Ce que tu as envoyé n'est pas perdu.
conversation-too_long = 📏 Ce message est trop long pour moi. Reste sous { $limit } caractères, s'il te plaît.
conversation-too_many-tasks = 🐢 { $limit } choses sont déjà en cours. Termines-en d'abord quelques-unes, ou arrête-les avec /cancel.
conversation-too_many-messages = 🐢 Je peux prendre { $limit } messages au plus à la fois. Attends un instant, puis renvoie les derniers.
conversation-too_many = 🐢 C'est trop à la fois. Attends un instant, puis renvoie-le.
conversation-empty = 🤔 Ce message était vide. /help montre ce que je sais faire.
conversation-unsupported = 😕 Je sais lire les photos (JPEG, PNG, WebP, HEIC), les PDF et les tableaux (CSV), mais pas ce fichier.

conversation-noted = 📝 C'est noté : { $line }. Je te pose la question juste après.
conversation-noted-later = 📝 C'est noté : { $line }. Je te poserai la question après.
conversation-noted-more = { $n ->
    [one] 📝 { $n } de plus, c'est noté. J'ai une question là-dessus :
   *[other] 📝 { $n } de plus, c'est noté. J'ai des questions là-dessus :
}
conversation-noted-first = { $n ->
    [one] 📝 J'en ai bien reçu { $n }. J'ai une question là-dessus :
   *[other] 📝 J'ai bien reçu les { $n }. J'ai des questions là-dessus :
}
conversation-nothing_to_undo = 👌 Il n'y a rien à annuler.
conversation-not_reversible = ↩️ Je ne peux pas annuler ça. Dis-moi comment ça doit être, ou ce qu'il faut enlever.
conversation-which_one-edit = 🔢 C'est laquelle ? Dis son numéro, comme dans « #{ $number } c'était 20 » :
conversation-which_one-undo = 🔢 Laquelle dois-je retirer ? Dis son numéro, comme dans « annule #{ $number } » :
conversation-which_one-restore = 🔢 Laquelle dois-je rétablir ? Dis son numéro, comme dans « rétablis #{ $number } » :
conversation-which_one-resume = 🔢 Quel brouillon ? Dis son numéro, comme dans « reprends #{ $number } » :
conversation-which_one-none = 🤷 Il n'y a rien à rétablir, ni aucun brouillon.
conversation-not_found = 🤷 Je ne le retrouve plus.
conversation-not_found-number = 🤷 Je ne trouve pas #{ $number }. Rien n'a changé.
conversation-not_found-replied = 🤷 Je ne sais plus à laquelle tu as répondu. Donne son numéro, par exemple « #12 c'était 20 ».
conversation-expired = 📌 Je n'ai pas eu de réponse, alors j'ai gardé ça en brouillon
conversation-expired-many = 📌 Je n'ai pas eu de réponse, alors j'ai gardé tout ça en brouillon
conversation-not_offered = 📌 Je ne peux pas continuer ça pour le moment, ça reste donc en brouillon
conversation-not_offered-many = 📌 Je ne peux pas continuer tout ça pour le moment, ça reste donc en brouillon
conversation-unrecorded = ❗ Je n'ai pas accès à mes données pour l'instant. Ce que tu demandes n'est pas perdu, mais en attendant je ne garde que les { $limit } derniers messages de notre échange.
conversation-ask_remote_call = ❓ Je peux utiliser { $tool } ? Ça appartient à un autre service, et je ne peux pas annuler ce qu'il fait.
conversation-ask_to_enter = { $question } « { $quote } »
conversation-not_entered = 👍 D'accord, je ne le fais pas.
