# Ce qui a été dépensé.

expenses-spending-total = 📊 { $period } : { $totals }
expenses-spending-total-one_of = { $money } ({ $expenses })
expenses-spending-expenses = { $n ->
    [one] { $n } dépense
   *[other] { $n } dépenses
}
expenses-spending-list = 🧾 { $period } :
expenses-spending-largest = 🧾 { $period }, les plus grosses :
expenses-spending-none = 📊 { $period } : rien d'enregistré.
expenses-spending-waiting = ⏳ Pas encore compté : { $totals }, en attente de ta réponse.
expenses-spending-category = { $icon } { $category } : { $money }
expenses-spending-period-all = depuis le début
expenses-spending-period-day = le { $day }
expenses-spending-period-today = aujourd'hui
expenses-spending-period-yesterday = hier
expenses-spending-period-between = du { $since } au { $until }
expenses-spending-period-since = depuis le { $since }
expenses-spending-period-until = jusqu'au { $until }
expenses-spending-smallest = 🧾 { $period }, les plus petites :
expenses-spending-first = 🗓️ { $period }, la première fois :
expenses-spending-last = 🗓️ { $period }, la dernière fois :
expenses-spending-lines = 🧺 { $period }, acheté :
expenses-spending-newest = Ce sont les plus récents ; il y en a d'autres.
expenses-spending-of_all = Sur un total de { $totals }.
expenses-spending-future = 🔮 { $period } : c'est encore à venir, donc rien n'est enregistré.
expenses-spending-count = 🔢 { $period } : { $times }, { $totals }
expenses-spending-average = 📊 { $period }, en moyenne :
expenses-spending-average-of = Calculé sur { $totals }.
expenses-spending-per-day = • { $money } par jour
expenses-spending-per-week = • { $money } par semaine
expenses-spending-per-month = • { $money } par mois
expenses-spending-per-visit = • { $money } à chaque fois
expenses-spending-against = { $period } : { $totals }
expenses-spending-more = ⬆️ { $money } de plus
expenses-spending-less = ⬇️ { $money } de moins
expenses-spending-same = = pareil ({ $money } d'écart)
expenses-spending-so_far = Les mêmes jours alors : { $totals }
expenses-spending-so_far-week = Les mêmes jours la semaine dernière : { $totals }
expenses-spending-so_far-month = Les mêmes jours le mois dernier : { $totals }
expenses-spending-so_far-year = Les mêmes jours l'an dernier : { $totals }
expenses-spending-share = C'est { $percent } de { $money }.
expenses-spending-balance = ⚖️ { $period }, il reste : { $totals }
expenses-spending-came_in = ⬇️ Reçu : { $totals }
expenses-spending-went_out = ⬆️ Dépensé : { $totals }
expenses-spending-nothing = rien
expenses-spending-income = revenus
expenses-spending-unnamed = (non précisé)
expenses-spending-group = • { $name } : { $money } ({ $n }×)
expenses-spending-week = semaine du { $day }
expenses-spending-day = { $day }
expenses-spending-by-shop = 🏪 { $period }, par magasin : { $totals }
expenses-spending-by-category = 📊 { $period }, par catégorie : { $totals }
expenses-spending-by-payment = 💳 { $period }, par moyen de paiement : { $totals }
expenses-spending-by-month = 📅 { $period }, par mois : { $totals }
expenses-spending-by-week = 📅 { $period }, par semaine : { $totals }
expenses-spending-by-day = 📅 { $period }, par jour : { $totals }
expenses-spending-at_home = ≈ { $money } au total, aux taux de chaque jour
expenses-spending-times = { $n ->
    [one] une fois
   *[other] { $n } fois
}
expenses-spending-received = { $n ->
    [one] { $n } paiement reçu
   *[other] { $n } paiements reçus
}
expenses-spending-unrated = { $n ->
    [one] Pas de total en { $currency } : { $n } d'entre elles n'a pas de taux.
   *[other] Pas de total en { $currency } : { $n } d'entre elles n'ont pas de taux.
}
expenses-hint-heard = 🔎 Je n'ai pas trouvé « { $heard } » dans ce qui a été enregistré récemment. { $hint }
expenses-hint-change = Pour modifier une dépense, réponds à sa fiche avec la bonne valeur, ou écris « #{ $number } c'était 13 ».
expenses-hint-take_back = Pour en retirer une, réponds à sa fiche avec « annuler », ou écris « annule #{ $number } ».
expenses-hint-bring_back = 💡 Pour en faire revenir une, appuie sur Rétablir sous ce qui a été retiré, ou sur Reprendre sous un brouillon.
expenses-hint-spending = 💡 Demande-moi par exemple « combien chez Carrefour la semaine dernière ? », « restaurant ce mois-ci par rapport au mois dernier », « les 5 plus grosses dépenses cette année », « moyenne par semaine ? » ou « qu'est-ce que j'ai acheté chez Monoprix ? »


# Ce que dit le message d'une banque et qui n'est pas une dépense.
expenses-notice-code = 🔑 C'est un code de ta banque, pas un paiement : rien n'a été enregistré. Mieux vaut garder ces codes pour toi.
expenses-notice-declined = 🚫 Ce paiement n'est pas passé, donc rien n'a été enregistré.
expenses-notice-money_in = ↩️ De l'argent est arrivé, mais je ne vois pas combien ni de qui, donc rien n'a été enregistré. Dis-moi : « reçu 45 de Vinted ».
expenses-notice-due = 📅 C'est encore à payer, donc rien n'a été enregistré. Renvoie-le une fois payé, ou dis-moi : « Netflix 54 ».
expenses-notice-moved = 🔁 Tu as déplacé ton propre argent, mais je ne vois pas combien, donc rien n'a été enregistré. Dis-moi : « retiré 200 en espèces ».
expenses-notice-offer = 📣 C'est une offre, pas un paiement : rien n'a été enregistré.
expenses-notice-balance = 💰 C'est un solde de compte, pas une dépense : rien n'a été enregistré.
