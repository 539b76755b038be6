# One expense over several categories.
expenses-card-part = { $icon } { $category } { $amount }
expenses-field-parts = kategori

# Its buttons.
expenses-button-field = Tukar

# One field of a saved expense.
expenses-ask-edit-amount = 💰 Berapakah jumlah yang betul?
expenses-ask-edit-merchant = 🏪 Kedai manakah yang betul?
expenses-ask-edit-date = 📅 Hari manakah yang betul?
