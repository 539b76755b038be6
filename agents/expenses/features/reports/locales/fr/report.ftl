# Un bilan des dépenses : ce qui accompagne l'image, et ce qui est écrit dessus.

expenses-report = 📊 { $period } : { $totals }
expenses-report-most = { $icon } Le plus gros poste : { $category }, { $money } ({ $percent })
expenses-report-balance = 💰 Entrées : { $income }, donc le solde est de { $balance }
expenses-report-none = 📊 { $period } : rien d'enregistré, donc pas de bilan.
expenses-report-future = 📊 C'est encore à venir, donc pas de bilan.
expenses-report-no_room = Je n'ai plus de place pour garder l'image. Essaie demain.
expenses-report-unclear = 📊 Je n'ai pas compris quels jours. Essaie « /report », « /report mois dernier », « /report juin sombre » ou « /report du 1/3 au 31/5 ».
expenses-report-heading = Dépenses
expenses-report-more = ▲ { $by } de plus par rapport à { $period } ({ $money })
expenses-report-less = ▼ { $by } de moins par rapport à { $period } ({ $money })
expenses-report-same = Autant que pour { $period } ({ $money })
expenses-report-first = Pas de comparaison : aucune dépense pour { $period }
expenses-report-categories = Catégories
expenses-report-rest = { $n ->
    [one] { $n } autre catégorie
   *[other] { $n } autres catégories
}
expenses-report-chart-day = Jour par jour
expenses-report-chart-week = Semaine par semaine
expenses-report-chart-month = Mois par mois
expenses-report-chart-year = Année par année
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
expenses-report-home = ≈ { $money } au total, aux taux de chaque jour
expenses-report-unrated = { $n ->
    [one] { $n } dépense n'a pas de taux de change, donc pas de total toutes devises confondues.
   *[other] { $n } dépenses n'ont pas de taux de change, donc pas de total toutes devises confondues.
}
expenses-report-nameless = nom dans un autre alphabet
