# Ce qui a été enregistré avant : les pages, les recherches, une dépense.
expenses-history_shown = 🧾 Ce que tu as enregistré : { $held }
expenses-history_shown-found = 🔎 { $what } : { $held }
expenses-history_shown-deleted = 🧹 Retiré : { $held }
expenses-history_shown-page = Page { $page } sur { $pages }
expenses-history_shown-one = « montre #{ $number } » en affiche une avec sa photo. « /history carrefour juin » fait une recherche.
expenses-history_shown-beyond = { $n ->
    [one] 🧾 Il n'y a pas de page { $page } : tout tient sur une page.
   *[other] 🧾 Il n'y a pas de page { $page } : il y en a { $n }.
}
expenses-history_shown-beyond-amount = Pour chercher un montant, écris ses décimales ou sa devise : « /history { $page },00 ».
expenses-history_shown-not_found = 🔎 { $what } : rien d'enregistré. Avec moins de mots, tu trouveras peut-être plus.
expenses-history_shown-none_deleted = 🧹 Rien de tel n'a été retiré.
expenses-history_shown-future = 🔎 C'est encore à venir, donc rien n'est enregistré.
expenses-history_shown-unclear = 🔎 Je n'ai pas compris quoi chercher. Essaie « /history carrefour juin », « /history 45,90 » ou « /history #12 ».
expenses-history_shown-none = 🧾 Rien d'enregistré pour l'instant. Essaie « déjeuner 12,50 ».
expenses-shown = 🧾 La voici :
expenses-shown-deleted = 🧹 Celle-ci a été retirée et ne compte pas :
expenses-shown-no_photo = 📷 Sa photo n'est plus conservée.
expenses-button-older = Plus anciennes
expenses-button-newer = Plus récentes
expenses-button-show = Afficher
expenses-button-delete = Supprimer
