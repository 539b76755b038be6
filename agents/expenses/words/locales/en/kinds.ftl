# Income and transfers beside expenses.

expenses-kind-expense = expense
expenses-kind-income = income
expenses-kind-transfer = transfer
expenses-field-kind = kind
expenses-saved-income = ✅ Income saved
expenses-saved-transfer = ✅ Transfer saved (not counted as spending)
expenses-saved_together-mixed = { $n ->
    [one] ✅ Saved { $n } entry
   *[other] ✅ Saved { $n } entries
}
expenses-card-payer = from { $name }
expenses-ask-merchant-payer = 🏪 Where did it come from? A name or a word like “salary” will do.
expenses-ask-money_back = ↩️ Is { $amount } money you got back?
expenses-ask-money_back-from = ↩️ Is { $amount } from { $name } money you got back?
expenses-button-save_as_refund = Refund
expenses-button-expense = Expense
expenses-button-neither = Neither

expenses-category-salary = Salary
expenses-category-business_income = Business income
expenses-category-refund = Refund
expenses-category-gift = Gift
expenses-category-interest_and_dividends = Interest & Dividends
expenses-category-other_income = Other income
expenses-category-transfer = Transfer
