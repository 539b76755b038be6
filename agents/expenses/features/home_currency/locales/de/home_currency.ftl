# The currency of the first expenses, offered.

expenses-saved-home_currency = 💱 Wenn du keine Währung nennst, nehme ich { $own }. Soll ich { $offered } nehmen?
