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
expenses-spending-waiting = ⏳ Pas encore compté : { $totals }, j'attends ta réponse.
expenses-spending-category = { $icon } { $category } : { $money }
expenses-spending-period-all = depuis le début
expenses-spending-period-day = le { $day }
expenses-spending-period-today = aujourd'hui
expenses-spending-period-yesterday = hier
expenses-spending-period-this_week = cette semaine
expenses-spending-period-this_month = ce mois-ci
expenses-spending-period-this_year = cette année
expenses-spending-period-last_week = la semaine dernière
expenses-spending-period-between = du { $since } au { $until }
expenses-spending-period-since = depuis le { $since }
expenses-spending-period-until = jusqu'au { $until }
expenses-spending-smallest = 🧾 { $period }, les plus petites :
expenses-spending-first = 🗓️ { $period }, la première fois :
expenses-spending-last = 🗓️ { $period }, la dernière fois :
expenses-spending-lines = 🧺 { $period }, achats :
expenses-spending-newest = Ce sont les plus récentes ; il y en a d'autres.
expenses-spending-of_all = Sur un total de { $totals }.
expenses-spending-future = 🔮 { $period } : c'est encore à venir, rien n'est enregistré.
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
expenses-spending-same = = pareil (à { $money } près)
expenses-spending-so_far = Mêmes jours, à l'époque : { $totals }
expenses-spending-so_far-week = Mêmes jours la semaine dernière : { $totals }
expenses-spending-so_far-month = Mêmes jours le mois dernier : { $totals }
expenses-spending-so_far-year = Mêmes jours l'an dernier : { $totals }
expenses-spending-share = Soit { $percent } de { $money }.
expenses-spending-balance = ⚖️ { $period }, reste : { $totals }
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
expenses-spending-at_home = ≈ { $money } au total, au taux de chaque jour
expenses-spending-times = { $n ->
    [one] une fois
   *[other] { $n } fois
}
expenses-spending-received = { $n ->
    [one] { $n } rentrée d'argent
   *[other] { $n } rentrées d'argent
}
expenses-spending-unrated = { $n ->
    [one] Pas de total en { $currency } : { $n } d'entre elles n'a pas de taux de change.
   *[other] Pas de total en { $currency } : { $n } d'entre elles n'ont pas de taux de change.
}
expenses-spending-household = foyer
expenses-spending-entered-own = • Toi : { $money }
expenses-spending-entered-other = • { $name } : { $money }
expenses-spending-since_joining = Compte ce que chacun a enregistré depuis son arrivée dans le foyer.
expenses-spending-since_joining-member = Compte ce que { $name } a enregistré depuis son arrivée dans le foyer.
expenses-spending-unknown_member = 🏠 Personne du nom de « { $name } » ne partage ses dépenses avec toi.
expenses-not_yours = 🏠 C'est { $name } qui a noté « { $what } », et personne d'autre ne peut le modifier.
expenses-theirs_to_change = Seule la personne qui a noté une dépense peut la modifier.
expenses-hint-heard = 🔎 Je ne trouve pas « { $heard } » dans tes dernières dépenses. { $hint }
expenses-hint-change = Pour modifier une dépense, réponds à sa fiche avec la bonne valeur, ou écris « #{ $number } c'était 13 ».
expenses-hint-take_back = Pour en supprimer une, réponds à sa fiche avec « annuler », ou écris « annule #{ $number } ».
expenses-hint-bring_back = 💡 Pour en rétablir une, appuie sur Rétablir sous la dépense supprimée, ou sur Reprendre sous un brouillon.
expenses-hint-spending = 💡 Demande-moi par exemple « combien j'ai dépensé en juin ? », « combien de restaurant ce mois-ci ? », « combien j'ai dépensé pour le café le mois dernier ? », « moyenne par semaine ? » ou « combien il me reste ce mois-ci ? »


# Ce que dit le message d'une banque et qui n'est pas une dépense.
expenses-notice-code = 🔑 C'est un code de ta banque, pas un paiement : je n'ai rien enregistré. Ne partage jamais ces codes.
expenses-notice-declined = 🚫 Ce paiement n'est pas passé, je n'ai donc rien enregistré.
expenses-notice-money_in = ↩️ Tu as reçu de l'argent, mais je ne vois pas combien ni de qui. Rien n'est enregistré. Dis-moi par exemple : « reçu 45 de Vinted ».
expenses-notice-due = 📅 Ce n'est pas encore payé, je n'ai donc rien enregistré. Renvoie-le une fois payé, ou dis-moi : « Netflix 54 ».
expenses-notice-moved = 🔁 Tu as déplacé ton propre argent, mais je ne vois pas combien. Rien n'est enregistré. Dis-moi par exemple : « retiré 200 en espèces ».
expenses-notice-offer = 📣 C'est une offre, pas un paiement : je n'ai rien enregistré.
expenses-notice-balance = 💰 C'est le solde d'un compte, pas un paiement : je n'ai rien enregistré.
