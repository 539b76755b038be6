# One expense over several categories.
expenses-card-part = { $icon } { $category } { $amount }
expenses-field-parts = Kategorien

# Its buttons.
expenses-button-field = Ändern

# One field of a saved expense.
expenses-ask-edit-amount = 💰 Welcher Betrag ist richtig?
expenses-ask-edit-merchant = 🏪 Welcher Laden ist richtig?
expenses-ask-edit-date = 📅 Welcher Tag ist richtig?
