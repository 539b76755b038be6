# Pendapatan dan pindahan di samping perbelanjaan.

expenses-kind-expense = perbelanjaan
expenses-kind-income = pendapatan
expenses-kind-transfer = pindahan
expenses-field-kind = jenis
expenses-saved-income = ✅ Pendapatan disimpan
expenses-saved-transfer = ✅ Pindahan disimpan (tidak dikira sebagai perbelanjaan)
expenses-saved_together-mixed = { $n ->
   *[other] ✅ { $n } rekod disimpan
}
expenses-card-payer = daripada { $name }
expenses-ask-merchant-payer = 🏪 Daripada siapa? Nama, atau perkataan seperti “gaji”, sudah cukup.
expenses-ask-money_back = ↩️ { $amount } ini wang yang dipulangkan?
expenses-ask-money_back-from = ↩️ { $amount } daripada { $name } ini wang yang dipulangkan?
expenses-button-save_as_refund = Bayaran balik
expenses-button-expense = Perbelanjaan
expenses-button-neither = Bukan kedua-duanya

expenses-category-salary = Gaji
expenses-category-business_income = Pendapatan perniagaan
expenses-category-refund = Bayaran balik
expenses-category-gift = Pemberian
expenses-category-interest_and_dividends = Faedah & Dividen
expenses-category-other_income = Pendapatan lain
expenses-category-transfer = Pindahan
