# Ce que les modèles ont utilisé.

conversation-usage = 📊 Modèle d'IA : { $calls } aujourd'hui.
conversation-usage-cost = 📊 Modèle d'IA : { $calls }, environ { $cost } aujourd'hui.
conversation-usage-none = 📊 Modèle d'IA : pas utilisé aujourd'hui.
conversation-usage-no_model = 📊 Aucun modèle d'IA n'est installé ici. Je travaille avec mes propres règles, et ça ne coûte rien.
conversation-usage-calls =
    { $n ->
        [one] { $n } appel
       *[other] { $n } appels
    }
conversation-usage-lately =
    { $n ->
        [one] Sur le dernier jour : { $calls }.
       *[other] Sur les { $n } derniers jours : { $calls }.
    }
conversation-usage-lately_cost =
    { $n ->
        [one] Sur le dernier jour : { $calls }, environ { $cost }.
       *[other] Sur les { $n } derniers jours : { $calls }, environ { $cost }.
    }
conversation-usage-unpriced =
    { $n ->
        [one] Je ne connais pas le prix de { $n } de ces appels.
       *[other] Je ne connais pas le prix de { $n } de ces appels.
    }
conversation-usage-share = Ta limite du jour : { $percent } utilisés. Elle repart de zéro à { $when }.
conversation-usage-used_up = Ta limite du jour est atteinte. Jusqu'à { $when }, je continue avec des règles simples.
conversation-usage-all_used_up = La limite du jour pour tout le monde est atteinte. Jusqu'à { $when }, je continue avec des règles simples.

conversation-budget_used_up = 📣 La limite du jour du modèle d'IA est atteinte. Jusqu'à { $when }, je continue avec des règles simples.
conversation-budget_used_up-person = 📣 Ta limite du jour pour le modèle d'IA est atteinte. Jusqu'à { $when }, je continue avec des règles simples : écris plutôt des messages courts et clairs.
conversation-budget_used_up-everybody = 📣 La limite du jour du modèle d'IA pour tout le monde est atteinte. Jusqu'à { $when }, je continue avec des règles simples : écris plutôt des messages courts et clairs.
