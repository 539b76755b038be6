# The currency of the first expenses, offered.

expenses-saved-home_currency = 💱 Quand tu ne dis pas de devise, je prends { $own }. Je prends plutôt { $offered } ?
