# Les bilans qui arrivent tout seuls.

expenses-digest-week = 📬 Chaque { $weekday } à { $time }, tu recevras le bilan des sept derniers jours. Pour arrêter : « /digest stop ».
expenses-digest-month = 📬 Le 1er de chaque mois à { $time }, tu recevras le bilan du mois écoulé. Pour arrêter : « /digest stop ».
expenses-digest-off = 📬 Tu ne reçois pas de bilan régulier. Pour en recevoir : « /digest chaque semaine » ou « /digest chaque mois ».
expenses-digest-unclear = 📬 À quel rythme ? Essaie « /digest chaque semaine », « /digest chaque mois » ou « /digest stop ».
expenses-button-send_regularly = Le recevoir régulièrement
expenses-digest-button-week = 📬 Le recevoir chaque semaine
expenses-digest-button-month = 📬 Le recevoir chaque mois
