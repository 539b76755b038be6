# Ingresos y traspasos, además de gastos.

expenses-kind-expense = gasto
expenses-kind-income = ingreso
expenses-kind-transfer = traspaso
expenses-field-kind = tipo
expenses-saved-income = ✅ Ingreso guardado
expenses-saved-transfer = ✅ Traspaso guardado (no cuenta como gasto)
expenses-saved_together-mixed = { $n ->
    [one] ✅ { $n } movimiento guardado
   *[other] ✅ { $n } movimientos guardados
}
expenses-card-payer = de { $name }
expenses-ask-merchant-payer = 🏪 ¿De dónde viene? Basta un nombre o una palabra como “sueldo”.
expenses-ask-money_back = ↩️ ¿Te han devuelto { $amount }?
expenses-ask-money_back-from = ↩️ ¿Te ha devuelto { $name } { $amount }?
expenses-button-save_as_refund = Reembolso
expenses-button-expense = Gasto
expenses-button-neither = Ni uno ni otro

expenses-category-salary = Sueldo
expenses-category-business_income = Ingresos del negocio
expenses-category-refund = Reembolso
expenses-category-gift = Regalo
expenses-category-interest_and_dividends = Intereses y dividendos
expenses-category-other_income = Otros ingresos
expenses-category-transfer = Traspaso
