# Ce qui a été enregistré avant : les pages, les recherches, une dépense.
expenses-history_shown = 🧾 Ce que tu as enregistré : { $held }
expenses-history_shown-found = 🔎 { $what } : { $held }
expenses-history_shown-deleted = 🧹 Supprimé : { $held }
expenses-history_shown-page = Page { $page } sur { $pages }
expenses-history_shown-one = « /history #{ $number } » en affiche une avec sa photo. « /history carrefour juin » fait une recherche.
expenses-history_shown-which = 🔎 Plusieurs discussions ont un #{ $number }. Lequel ?
expenses-history_shown-beyond = { $n ->
    [one] 🧾 Il n'y a pas de page { $page } : tout tient sur une page.
   *[other] 🧾 Il n'y a pas de page { $page } : il y en a { $n }.
}
expenses-history_shown-beyond-amount = Pour chercher un montant, écris ses décimales ou sa devise : « /history { $page },00 ».
expenses-history_shown-not_found = 🔎 { $what } : rien d'enregistré. Essaie avec moins de mots.
expenses-history_shown-none_deleted = 🧹 Rien de ce genre n'a été supprimé.
expenses-history_shown-future = 🔎 Ces jours sont encore à venir, rien n'est enregistré.
expenses-history_shown-unclear = 🔎 Qu'est-ce que je cherche ? Essaie « /history carrefour juin », « /history 45,90 » ou « /history #12 ».
expenses-history_shown-none = 🧾 Rien d'enregistré pour l'instant. Essaie « déjeuner 12,50 ».
expenses-shown = 🧾 La voici :
expenses-shown-deleted = 🧹 Celle-ci a été supprimée et ne compte plus :
expenses-shown-no_photo = 📷 Sa photo n'est plus conservée.
expenses-button-older = Plus anciennes
expenses-button-newer = Plus récentes
expenses-button-show = Afficher
expenses-button-delete = Supprimer
