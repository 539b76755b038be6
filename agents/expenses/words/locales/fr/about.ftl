# Ce qu'il sait faire, en une ligne et en entier, et ce qu'il conserve.

expenses-enter = 💾 Je note ça comme une dépense ?
expenses-about = Je garde un œil sur tes dépenses.
expenses-invite = Envoie-moi une dépense ou une photo.
expenses-also = dépenses
expenses-examples =
    🧾 Un reçu | /help receipt
    déjeuner 12,50
    Combien j'ai dépensé cette semaine ?
expenses-howto-receipt = 🧾 Envoie-m'en une photo ou un PDF, ou plusieurs à la fois. Je lis le magasin, la date et le total, et tu peux changer ce qui ne va pas.
expenses-help =
    🧾 « déjeuner 12,50 », ou la photo ou le PDF d'un reçu : je l'enregistre
    ✏️ « non, c'était 16,50 » : je corrige
    🔎 « combien j'ai dépensé cette semaine ? » : je fais le total
    /history ce que tu as enregistré · /report en image · /export dans un fichier
    /budget combien tu veux dépenser · /digest un bilan chaque semaine ou chaque mois
    /recurring ce qui revient · /debts qui doit quoi à qui · /rate les autres devises
    📎 Un fichier CSV de ta banque : je l'importe
expenses-brief = 💰 Dépenses : « déjeuner 12,50 » · /history /report /export /budget /digest /recurring /debts /rate
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
