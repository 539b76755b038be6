# Les taux de change.

expenses-rate = 💱 Taux :
expenses-rate-set = 💱 D'accord, j'utilise ce taux pendant une semaine :
expenses-rate-rows = { $n ->
    [one] { $n } dépense de cette semaine sans taux l'utilise désormais.
   *[other] { $n } dépenses de cette semaine sans taux l'utilisent désormais.
}
expenses-rate-line-hand = { $equation } (de toi, { $day })
expenses-rate-line-bank = { $equation } (Banque centrale européenne, { $day })
expenses-rate-converted = 💱 { $amount } ≈ { $result }
expenses-rate-none = 💱 Tu n'as fixé aucun taux depuis une semaine.
expenses-rate-none_of = 💱 Je n'ai pas de taux de { $currency } vers { $into } pour la semaine passée.
expenses-rate-example = Essaie « 1 usd = 0,92 », « /rate usd 0,92 » ou « convertis 20 usd ».
expenses-rate-unclear = 💱 Je n'ai pas compris ce taux. Rien n'a changé.
expenses-rate-not_positive = 💱 Ça doit être supérieur à zéro. Rien n'a changé.
expenses-rate-absurd = 💱 Ça ne peut pas être un taux. Rien n'a changé.
expenses-rate-same_currency = 💱 Les deux sont en { $currency }, il n'y a donc rien à convertir.
