# The currency of the first expenses, offered.

expenses-saved-home_currency = 💱 Kalau awak tidak sebut mata wang, saya guna { $own }. Nak saya guna { $offered }?
