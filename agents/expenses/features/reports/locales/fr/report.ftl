# Un bilan des dépenses : ce qui accompagne l'image, et ce qui est écrit dessus.

expenses-report = 📊 { $period } : { $totals }
expenses-report-most = { $icon } Le plus gros poste : { $category }, { $money } ({ $percent })
expenses-report-balance = 💰 Reçu : { $income }, solde : { $balance }
expenses-report-none = 📊 { $period } : rien d'enregistré, donc pas de bilan.
expenses-report-future = 📊 Ces jours sont encore à venir, donc pas de bilan.
expenses-report-no_room = Il n'y a plus de place pour l'image aujourd'hui. Réessaie demain.
expenses-report-unclear = 📊 Quels jours ? Essaie « /report », « /report 1.3. - 31.5. » ou « /report dark » (fond sombre).
expenses-report-heading = Dépenses
expenses-report-more = ▲ { $by } de plus ({ $period } : { $money })
expenses-report-less = ▼ { $by } de moins ({ $period } : { $money })
expenses-report-same = Pareil ({ $period } : { $money })
expenses-report-first = Pas de comparaison possible : aucune dépense ({ $period })
expenses-report-categories = Catégories
expenses-report-rest = { $n ->
    [one] { $n } autre catégorie
   *[other] { $n } autres catégories
}
expenses-report-chart-day = Par jour
expenses-report-chart-week = Par semaine
expenses-report-chart-month = Par mois
expenses-report-chart-year = Par an
expenses-report-average-day = { $money } par jour en moyenne
expenses-report-average-week = { $money } par semaine en moyenne
expenses-report-average-month = { $money } par mois en moyenne
expenses-report-shops = Principaux magasins
expenses-report-times = { $n }×
expenses-report-flow-income = Revenus
expenses-report-flow-spent = Dépenses
expenses-report-flow-balance = Solde
expenses-report-currencies = Autres devises
expenses-report-came = revenus
expenses-report-home = ≈ { $money } au total, au taux de chaque jour
expenses-report-unrated = { $n ->
    [one] { $n } dépense n'a pas de taux de change, je ne peux donc pas faire un total commun.
   *[other] { $n } dépenses n'ont pas de taux de change, je ne peux donc pas faire un total commun.
}
expenses-report-nameless = nom dans un autre alphabet
