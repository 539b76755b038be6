# Ce qu'il sait faire, en une ligne et en entier, et ce qu'il conserve.

expenses-enter = 💾 Je note ça comme une dépense ?
expenses-about = Je garde un œil sur tes dépenses. Écris par exemple « Starbucks 15,50 », ou envoie une photo du reçu.
expenses-invite = Envoie-moi une dépense ou une photo.
expenses-also = tes dépenses
expenses-help =
    • Enregistrer une dépense : « déjeuner 12,50 » ou « payé 30 usd pour l'essence hier »
    • Lire la photo ou le PDF d'un reçu
    • En modifier une : « non, c'était 16,50 »
    • Te dire ce que tu as dépensé : « combien j'ai dépensé cette semaine ? »
    • /history montre ce que tu as enregistré, « /history carrefour juin » fait une recherche
    • Importer un fichier CSV de ta banque ou d'une autre appli
    • /export les envoie dans un fichier
    • /report les dessine en image
    • /budget fixe combien tu veux dépenser, et je te dis quand c'est presque épuisé
    • /rate donne et fixe la valeur des autres devises
    • /recurring montre ce qui revient chaque mois, et ce qui manque
    • /debts dit qui doit quoi à qui
expenses-privacy = • Je conserve tes dépenses avec chaque modification, et la catégorie que tu préfères pour chaque magasin ; tes budgets, tes taux, ce que tu notes comme récurrent, qui doit quoi à qui, et les bilans que tu veux.
expenses-command-history = ce que tu as enregistré (« /history carrefour juin », « /history #12 »)
expenses-command-export = les dépenses dans un fichier (« /export juillet csv »)
expenses-command-report = les dépenses en image (« /report mois dernier »)
expenses-command-budget = ce que tu veux dépenser (« /budget restaurant 500 »)
expenses-command-rate = ce que vaut une devise (« /rate usd 0,92 »)
expenses-command-digest = des bilans automatiques (« /digest hebdo »)
expenses-command-recurring = ce qui revient régulièrement
expenses-command-debts = qui doit quoi à qui (« /debts Anne me doit 20 »)
expenses-description = Envoie-moi la photo d'un reçu, ou écris simplement « Starbucks 15,50 ». Je lis, je ne demande que ce qui manque, et je garde tes dépenses.
expenses-short_description = Je note tes dépenses à partir de photos de reçus et de mots simples.
expenses-erased-expenses = { $n ->
    [one] { $n } dépense
   *[other] { $n } dépenses
}
