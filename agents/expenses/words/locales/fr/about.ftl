# Ce qu'il sait faire, en une ligne et en entier, et ce qu'il conserve.

expenses-enter = 💾 Je le note comme dépense ?
expenses-about = Je note tes dépenses.
expenses-invite = Envoie-moi une dépense ou une photo.
expenses-also = dépenses
expenses-examples =
    🧾 Un reçu | /help receipt | file
    déjeuner 12,50
    Combien j'ai dépensé cette semaine ?
expenses-howto-receipt = 🧾 Envoie-m'en une photo ou un PDF, ou plusieurs à la fois. Je lis le magasin, la date et le total, et tu peux changer ce qui ne va pas.
expenses-help =
    🧾 « déjeuner 12,50 », ou la photo ou le PDF d'un reçu : je l'enregistre
    ✏️ « non, c'était 16,50 » : je corrige
    🔎 « combien j'ai dépensé cette semaine ? » : je fais le total
    /history ce que tu as enregistré · /report tes dépenses en image · /export dans un fichier
    /budget tes budgets · /digest un bilan chaque semaine ou chaque mois
    /recurring tes dépenses récurrentes · /debts qui doit quoi à qui · /rate les taux de change
    /household partager avec tes proches
    📎 Un fichier de ta banque (CSV, Excel) : je l'importe
expenses-brief = 💰 Dépenses : « déjeuner 12,50 » · /history /report /export /budget /digest /recurring /debts /rate /household
expenses-privacy = • Je conserve tes dépenses et toutes leurs modifications, la catégorie que tu choisis pour chaque magasin, tes budgets, tes taux, tes dépenses récurrentes et tes dettes, les bilans que tu veux recevoir, et avec qui tu partages.
expenses-command-history = ce que tu as enregistré (« /history carrefour juin », « /history #12 »)
expenses-command-export = tes dépenses dans un fichier (« /export csv »)
expenses-command-report = tes dépenses en image (« /report 1.3. - 31.5. »)
expenses-command-budget = tes budgets (« /budget restaurant 500 »)
expenses-command-rate = les taux de change (« /rate usd 0,92 »)
expenses-command-digest = des bilans réguliers (« /digest weekly »)
expenses-command-recurring = tes dépenses récurrentes
expenses-command-debts = qui doit quoi à qui (« /debts Anne me doit 20 »)
expenses-command-household = avec qui tu partages tes dépenses (« /household inviter »)
expenses-description = Envoie-moi la photo d'un reçu, ou écris simplement « Starbucks 15,50 ». Je lis, je ne demande que ce qui manque, et je garde la trace de tes dépenses.
expenses-short_description = Je note tes dépenses à partir d'une photo de reçu ou de quelques mots.
expenses-erased-expenses = { $n ->
    [one] { $n } dépense
   *[other] { $n } dépenses
}
