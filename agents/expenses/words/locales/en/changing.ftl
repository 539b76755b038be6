# One expense over several categories.
expenses-card-part = { $icon } { $category } { $amount }
expenses-field-parts = categories

# Its buttons.
expenses-button-field = Change

# One field of a saved expense.
expenses-ask-edit-amount = 💰 What is the right amount?
expenses-ask-edit-merchant = 🏪 What is the right shop?
expenses-ask-edit-date = 📅 What is the right day?
