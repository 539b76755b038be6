# The currency of the first expenses, offered.

expenses-saved-home_currency = 💱 Si no dices la moneda, uso { $own }. ¿Prefieres que use { $offered }?
