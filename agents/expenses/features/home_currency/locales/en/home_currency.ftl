# The currency of the first expenses, offered.

expenses-saved-home_currency = 💱 When you name no currency I use { $own }. Shall I use { $offered }?
