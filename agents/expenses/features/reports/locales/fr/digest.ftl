# Les bilans qui arrivent tout seuls.

expenses-digest-week = 📬 Chaque { $weekday } à { $time }, tu reçois le bilan des sept jours précédents. « /digest stop » y met fin.
expenses-digest-month = 📬 Le 1er de chaque mois à { $time }, tu reçois le bilan du mois écoulé. « /digest stop » y met fin.
expenses-digest-off = 📬 Aucun bilan n'arrive tout seul. « /digest hebdo » ou « /digest mensuel » les envoie.
expenses-digest-unclear = 📬 À quel rythme ? Essaie « /digest hebdo », « /digest mensuel » ou « /digest stop ».
