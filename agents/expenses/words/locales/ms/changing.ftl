# One expense over several categories.
expenses-card-part = { $icon } { $category } { $amount }
expenses-field-parts = kategori

# Its buttons.
expenses-button-field = Ubah

# One field of a saved expense.
expenses-ask-edit-amount = 💰 Berapa jumlah yang betul?
expenses-ask-edit-merchant = 🏪 Apa nama kedai yang betul?
expenses-ask-edit-date = 📅 Bila tarikh yang betul?
