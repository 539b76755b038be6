# Les revenus et les transferts, à côté des dépenses.

expenses-kind-expense = dépense
expenses-kind-income = revenu
expenses-kind-transfer = transfert
expenses-field-kind = type
expenses-saved-income = ✅ Revenu enregistré
expenses-saved-transfer = ✅ Transfert enregistré (ne compte pas comme dépense)
expenses-saved_together-mixed = { $n ->
    [one] ✅ { $n } opération enregistrée
   *[other] ✅ { $n } opérations enregistrées
}
expenses-card-payer = par { $name }
expenses-ask-merchant-payer = 🏪 D'où vient l'argent ? Un nom ou un mot comme « salaire » suffit.
expenses-ask-money_back = ↩️ Ces { $amount }, c'est un remboursement ?
expenses-ask-money_back-from = ↩️ Les { $amount } de « { $name } », c'est un remboursement ?
expenses-button-save_as_refund = Remboursement
expenses-button-expense = Dépense
expenses-button-neither = Ni l'un ni l'autre

expenses-category-salary = Salaire
expenses-category-business_income = Revenus professionnels
expenses-category-refund = Remboursement
expenses-category-gift = Cadeau
expenses-category-interest_and_dividends = Intérêts et dividendes
expenses-category-other_income = Autres revenus
expenses-category-transfer = Transfert
