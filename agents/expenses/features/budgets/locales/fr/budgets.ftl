# Les budgets, et ce qui est dit quand l'un d'eux est presque épuisé.

expenses-budget = 🎯 Tes budgets :
expenses-budget-set = 🎯 Budget enregistré :
expenses-budget-before = Avant, c'était { $budget }.
expenses-budget-levels = Je te préviens à { $levels }.
expenses-budget-none = 🎯 Tu n'as pas encore de budget.
expenses-budget-none_of = 🎯 Tu n'as pas de budget pour { $named }.
expenses-budget-example = Essaie « /budget restaurant 500 », « /budget 3000 », « budget restaurant 100 par semaine » ou « supprime le budget restaurant ».
expenses-budget-removed = { $n ->
    [one] 🎯 Budget supprimé :
   *[other] 🎯 { $n } budgets supprimés :
}
expenses-budget-unclear = 🎯 Je n'ai pas compris ce budget. Rien n'a changé.
expenses-budget-no_amount = 🎯 De combien ? Rien n'a changé pour l'instant.
expenses-budget-not_positive = 🎯 Un budget doit être supérieur à zéro. Rien n'a changé. Pour en enlever un, écris « supprime ».
expenses-budget-too_large = 🎯 C'est trop élevé pour un budget. Rien n'a changé.
expenses-budget-too_precise = 🎯 Il y a trop de décimales. Rien n'a changé.
expenses-budget-unknown_category = 🎯 Je ne connais pas de catégorie « { $named } ». Rien n'a changé. C'est pour quelle catégorie ?
expenses-budget-of = { $name } : { $budget }
expenses-budget-line-left = { $bar } { $percent } · { $spent } dépensés · { $left } restants · { $days }
expenses-budget-line-over = { $bar } { $percent } · { $spent } dépensés · { $left } de trop · { $days }
expenses-budget-days = { $n ->
    [one] dernier jour
   *[other] encore { $n } jours
}
expenses-budget-apart = Non compté, faute de taux de change : { $apart }
expenses-button-budgets = Tous les budgets
expenses-button-budget_for = Budget
expenses-button-budget_for_own = Nouvelle catégorie
expenses-budget-own = Nouvelle : { $name }
expenses-budget-all = Toutes les dépenses
expenses-budget-each-week = { $money } par semaine
expenses-budget-each-month = { $money } par mois
expenses-budget-notice-near = ⚠️ { $name } : { $percent } de { $budget } utilisés, il reste { $left }
expenses-budget-notice-used = 🛑 { $name } : le budget est épuisé ({ $budget })
expenses-budget-notice-over = 🛑 { $name } : { $spent } sur { $budget }, { $left } de trop
expenses-budget-several_amounts = 🎯 Je vois plusieurs montants. Lequel est le bon ? Rien n'a changé pour l'instant.
