# Devise, langue, fuseau horaire, confidentialité, et tout supprimer.

button-prefer = Celle-ci
button-prefer_back = ↩️ Revenir à { $value }
button-erase = 🗑️ Tout supprimer
button-keep_data = Garder

conversation-preference = 👍 C'est noté.
conversation-preference-same = 👌 C'était déjà { $after }.
conversation-preference-currency = 💱 Les montants sans devise sont maintenant en { $after }. Avant : { $before }.
conversation-preference-currency-kept = Ce que tu m'as dit avant garde sa devise ; les totaux sont donnés par devise.
conversation-preference-language = 🗣️ Nouvelle langue : { $after }. Avant : { $before }.
conversation-preference-timezone = 🕐 Ton fuseau horaire est maintenant { $after }, où il est { $time }. Avant : { $before }.

conversation-ask_preference = ⚙️ Tu peux régler /currency, /language et /timezone.
conversation-ask_preference-currency = 💱 Quelle devise j'utilise quand tu n'en donnes pas ? Actuellement : { $current }.
conversation-ask_preference-currency-refused = 🤔 Je ne connais pas la devise « { $refused } ». Il me faut un code de trois lettres, comme MYR ou EUR.
conversation-ask_preference-currency-example = Choisis-en une, ou écris-en une autre : « /currency USD ».
conversation-ask_preference-currency-offered = 💱 Je compte en { $offered } ?
conversation-ask_preference-language = 🗣️ On parle quelle langue ? Actuellement : { $current }.
conversation-ask_preference-language-refused = 🤔 Désolé, je ne parle pas « { $refused } ».
conversation-ask_preference-language-example = Choisis-en une. Pour d'autres façons d'écrire les nombres et les dates, ajoute le pays : « /language en_GB ».
conversation-ask_preference-language-offered = 🗣️ Tu écris en français. Je te réponds aussi en français ?
conversation-ask_preference-timezone = 🕐 Quel est ton fuseau horaire ? Actuellement : { $current }.
conversation-ask_preference-timezone-refused = 🤔 Je ne connais pas le fuseau horaire « { $refused } ».
conversation-ask_preference-timezone-example = Choisis-en un, ou écris une ville ou un fuseau : « /timezone Berlin ».
conversation-ask_preference-timezone-offered = 🕐 J'utilise le fuseau horaire { $offered } ? C'est lui qui décide quand une journée commence et finit.

conversation-privacy =
    🔒 Ce que je conserve, et comment le supprimer
    • Je conserve tes messages et mes réponses, tes photos et fichiers avec ce que j'y ai lu, les brouillons non terminés, ta devise, ta langue et ton fuseau horaire, et combien de fois le modèle d'IA a travaillé pour toi.
    • Mon administrateur peut tout lire. Les autres personnes qui m'écrivent ne le peuvent pas, sauf si un groupe partage ce que je conserve : alors chacun de ses membres le voit. Ce qui se dit dans un groupe, le groupe le voit.
    • Si mon administrateur utilise un modèle d'IA, ce que tu écris, dis et photographies peut être envoyé à son fournisseur.
conversation-privacy-days =
    { $n ->
        [one] • Les messages, brouillons et photos dont rien n'a été enregistré sont supprimés au bout de { $n } jour. Ce qui a été enregistré reste, avec ses photos, jusqu'à ce que tu le supprimes.
       *[other] • Les messages, brouillons et photos dont rien n'a été enregistré sont supprimés au bout de { $n } jours. Ce qui a été enregistré reste, avec ses photos, jusqu'à ce que tu le supprimes.
    }
conversation-privacy-no_days = • Les messages, brouillons et photos dont rien n'a été enregistré sont supprimés au bout d'un certain temps. Ce qui a été enregistré reste, avec ses photos, jusqu'à ce que tu le supprimes.
conversation-privacy-more =
    • Le journal de mon travail sur tes messages en contient aussi le texte. Le serveur de mon administrateur l'efface quelques jours après la fin de notre conversation ; mon administrateur décide combien.
    • /deletemydata supprime définitivement tout ce qui précède, ce journal aussi, le plus souvent en quelques minutes, et je te dis quand c'est fait. La note indiquant que tu l'as demandé disparaît dans la journée.
    • Ce qui reste ensuite : ton autorisation de m'écrire, ce que ton appli conserve elle-même, les sauvegardes de mon administrateur, ce qu'un fournisseur a reçu, et ce qu'a coûté le modèle d'IA, sans ton nom.

conversation-ask_erase =
    🗑️ Supprimer tout ce que je conserve sur toi ?
    Ce que j'ai enregistré pour toi, les messages, photos, brouillons et réglages disparaissent, dans toutes nos conversations. Impossible de les récupérer.
    Dans un groupe qui partage ce que je conserve, c'est supprimé pour tous ses membres.
conversation-ask_erase-still_to_come = 📅 Encore à venir : { $what } (fin : { $until }). C'est annulé avec le reste, sauf si un autre système le conserve : je te dirai alors lequel.
conversation-erase_kept = 👌 Rien n'est supprimé.
conversation-erasing = 🧹 Je supprime tout et je te dis quand c'est fait. Ce que tu envoies d'ici là est supprimé aussi.
conversation-erased = ✅ C'est fait : tout ce que je conservais sur toi est supprimé. Écris quand tu veux pour repartir de zéro.
conversation-erased-counted = ✅ C'est fait : tout ce que je conservais sur toi est supprimé ({ $counts }). Écris quand tu veux pour repartir de zéro.
conversation-erased-kept_by = Je n'ai pas pu supprimer ce que { $systems } conserve sur toi. Adresse-toi directement là-bas.
conversation-erased-messages =
    { $n ->
        [one] { $n } message
       *[other] { $n } messages
    }
conversation-erased-files =
    { $n ->
        [one] { $n } fichier
       *[other] { $n } fichiers
    }
