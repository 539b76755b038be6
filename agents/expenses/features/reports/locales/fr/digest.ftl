# Les bilans qui arrivent tout seuls.

expenses-digest-week = 📬 Chaque { $weekday } à { $time }, tu recevras le bilan des sept derniers jours. Pour arrêter : « /digest stop ».
expenses-digest-month = 📬 Le 1er de chaque mois à { $time }, tu recevras le bilan du mois écoulé. Pour arrêter : « /digest stop ».
expenses-digest-off = 📬 Tu ne reçois pas de bilan régulier. Pour en recevoir : « /digest weekly » (chaque semaine) ou « /digest monthly » (chaque mois).
expenses-digest-unclear = 📬 À quel rythme ? Essaie « /digest weekly » (chaque semaine), « /digest monthly » (chaque mois) ou « /digest stop ».
expenses-button-send_regularly = L'envoyer régulièrement
expenses-digest-button-week = 📬 L'envoyer chaque semaine
expenses-digest-button-month = 📬 L'envoyer chaque mois
