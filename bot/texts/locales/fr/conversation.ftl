# La conversation elle-même : accueil, aide, état, annulation, ce qui n'a pas marché.

doing-keep-the-draft = je garde le brouillon
doing-wait-for-the-database = j'attends mes données
doing-files = 📷 { $read } sur { $of } lus …

conversation-start = 👋 Salut, je suis Steward. { $about }
conversation-start-others = Et aussi { $others } : /help
conversation-help = 💡 Voici ce que je sais faire :
conversation-help-asked = ❓ J'attends toujours ta réponse à la question ci-dessus.
conversation-help-more =
    /undo annuler la dernière action · /restore la rétablir · /cancel arrêter et abandonner
    /status ce qui est en cours · /resume terminer un brouillon · /start dire bonjour
    /currency /language /timezone tes réglages
    /privacy ce que je conserve · /deletemydata tout supprimer · /usage ce qu'a coûté le modèle d'IA

status-idle = 😌 Tout est fait. Et maintenant ?
status-open = 📂 Encore en cours :
status-working = ⏳ Je m'en occupe.
status-waiting = 💬 J'attends ta réponse.
status-waiting-for = 💬 J'attends ta réponse : { $what }.
status-waiting-since = 💬 J'attends ta réponse depuis { $since } : { $what }.
status-what-confirm = un oui ou un non
status-reading = ⏳ Je lis { $n } photos
status-asking = ❓ Questions sur { $tasks }
status-missing = il manque encore : { $fields }
status-doubtful = à confirmer : { $fields }
status-turn = je te poserai la question plus tard
status-expires = 🕐 Sans réponse d'ici { $when }, je le garde en brouillon.
status-drafts = 📌 Gardés en brouillon :
status-storage_down = ❗ Je ne peux rien enregistrer pour l'instant. Je réessaie.

conversation-cancelled = 👍 Annulé. Rien n'a été enregistré
conversation-cancelled-dropped = 👍 Annulé. J'ai abandonné ça, rien n'a été enregistré
conversation-cancelled-dropped-many = 👍 Annulé. J'ai tout abandonné ({ $n }), rien n'a été enregistré
conversation-cancelled-operator = 🛑 Mon administrateur a annulé ça. Rien n'a été enregistré
conversation-cancelled-stopped = 👍 J'arrête. { $unread }
conversation-cancelled-unread = { $n ->
    [one] La photo n'a pas été lue.
   *[other] { $n } photos n'ont pas été lues.
}
conversation-cancelled-text = Laissé de côté : « { $text } »
conversation-cancelled-reason = Raison : { $reason }
conversation-cancelled-working = { $n ->
    [one] ⏳ Je travaille encore sur { $n } autre ; /cancel encore une fois l'arrête aussi.
   *[other] ⏳ Je travaille encore sur { $n } autres ; /cancel encore une fois les arrête aussi.
}
conversation-cancelled_too_late = 👌 Trop tard pour arrêter : c'était déjà fait. « Annuler » revient en arrière
conversation-cancelled_too_late-unchanged = 👍 Annulé. Rien ne change
conversation-kept_for_later = { $n ->
    [one] 📌 { $n } gardé en brouillon :
   *[other] 📌 { $n } gardés en brouillon :
}
conversation-kept_for_later-resume = « reprends #{ $number } » en reprend un ; /status les montre tous.
conversation-nothing_to_cancel = 👌 Il n'y a rien à arrêter.
conversation-closed_by_operator = 🛑 Mon administrateur a fermé cette conversation. Écris-moi quand tu veux pour recommencer.
conversation-closed_by_operator-dropped = 🛑 Mon administrateur a fermé cette conversation. Ceci n'a pas été enregistré
conversation-stale_button = ⌛ Ce bouton est trop ancien. Rien n'a changé.
conversation-no_draft = 🤷 Ce brouillon n'est plus là. Tu l'as peut-être déjà terminé.
conversation-resumed = ⏩ Terminons celui-ci
conversation-degraded = 📣 Mon modèle d'IA ne répond pas. En attendant, écris plutôt des messages courts et clairs.
conversation-failed = ❗ { $reason }
conversation-failed-bare = ❗ Quelque chose n'a pas marché de mon côté. Rien n'est perdu, réessaie.
conversation-unworded = ❗ Je n'arrive pas à afficher ma réponse. Ce que tu as envoyé n'est pas perdu.
conversation-too_long = 📏 Ce message est trop long. Reste en dessous de { $limit } caractères, s'il te plaît.
conversation-too_many-tasks = 🐢 Tu as déjà { $limit } choses en cours. Termines-en d'abord, ou arrête-les avec /cancel.
conversation-too_many-messages = 🐢 Je prends { $limit } messages à la fois, pas plus. Attends un instant, puis renvoie les derniers.
conversation-too_many = 🐢 C'est trop d'un coup. Attends un instant, puis renvoie-le.
conversation-empty = 🤔 Ce message était vide. /help montre ce que je sais faire.
conversation-unsupported = 😕 Je sais lire les photos (JPEG, PNG, WebP, HEIC), les PDF et les tableaux (CSV, Excel), mais pas ce fichier.

conversation-noted = 📝 C'est noté : { $line }. Je te pose la question juste après.
conversation-noted-later = 📝 C'est noté : { $line }. Je te poserai la question plus tard.
conversation-noted-more = { $n ->
    [one] 📝 { $n } de plus, c'est noté. J'ai une question là-dessus :
   *[other] 📝 { $n } de plus, c'est noté. J'ai des questions là-dessus :
}
conversation-noted-first = { $n ->
    [one] 📝 J'en ai bien reçu { $n }. J'ai une question là-dessus :
   *[other] 📝 J'ai bien reçu les { $n }. J'ai des questions là-dessus :
}
conversation-nothing_to_undo = 👌 Il n'y a rien à annuler.
conversation-not_reversible = ↩️ Je ne peux pas annuler ça. Dis-moi plutôt ce qu'il faut modifier ou supprimer.
conversation-not_reversible-number = 🤷 #{ $number } est terminé, je ne peux plus rien y changer. Dis-moi ce qu'il te faut maintenant.
conversation-which_one-edit = 🔢 Laquelle ? Donne son numéro, par exemple « #{ $number } c'était 20 » :
conversation-which_one-undo = 🔢 Laquelle veux-tu annuler ? Donne son numéro, par exemple « annule #{ $number } » :
conversation-which_one-restore = 🔢 Laquelle veux-tu rétablir ? Donne son numéro, par exemple « rétablis #{ $number } » :
conversation-which_one-resume = 🔢 Quel brouillon ? Donne son numéro, par exemple « reprends #{ $number } » :
conversation-which_one-none = 🤷 Il n'y a rien à rétablir, ni aucun brouillon.
conversation-not_found = 🤷 Je ne le retrouve plus.
conversation-not_found-number = 🤷 Je ne trouve pas #{ $number }. Rien n'a changé.
conversation-not_found-replied = 🤷 Je ne sais plus à laquelle tu as répondu. Donne son numéro, par exemple « #12 c'était 20 ».
conversation-expired = 📌 Je n'ai pas eu de réponse, alors j'ai gardé ça en brouillon
conversation-expired-many = 📌 Je n'ai pas eu de réponse, alors j'ai tout gardé en brouillon
conversation-not_offered = 📌 Je ne peux pas continuer pour le moment, ça reste en brouillon
conversation-not_offered-many = 📌 Je ne peux pas continuer pour le moment, tout reste en brouillon
conversation-unrecorded = ❗ Je ne peux rien enregistrer pour l'instant. Ce que tu demandes n'est pas perdu, mais en attendant je ne garde que les { $limit } derniers messages de notre discussion.
conversation-ask_remote_call = ❓ J'utilise { $tool } ? C'est un autre service, et je ne peux pas annuler ce qu'il fait.
conversation-ask_to_enter = { $question } « { $quote } »
conversation-ask_to_enter-change = 📝 Je modifie { $card } ? « { $quote } »
conversation-not_entered = 👍 D'accord, je ne fais rien.
