# Presupuestos, y lo que se avisa cuando uno está casi agotado.

expenses-budget = 🎯 Tus presupuestos:
expenses-budget-set = 🎯 Presupuesto guardado:
expenses-budget-before = Antes era de { $budget }.
expenses-budget-levels = Te aviso al { $levels }.
expenses-budget-none = 🎯 Todavía no tienes ningún presupuesto.
expenses-budget-none_of = 🎯 No tienes presupuesto para { $named }.
expenses-budget-example = Prueba “/budget comida 500”, “/budget 3000”, “presupuesto de comida 100 a la semana” o “quita el presupuesto de comida”.
expenses-budget-removed = { $n ->
    [one] 🎯 Presupuesto quitado:
   *[other] 🎯 { $n } presupuestos quitados:
}
expenses-budget-unclear = 🎯 No he entendido ese presupuesto. No he cambiado nada.
expenses-budget-no_amount = 🎯 ¿De cuánto? Aún no he cambiado nada.
expenses-budget-not_positive = 🎯 Un presupuesto tiene que ser mayor que cero. No he cambiado nada. Para eliminarlo, escribe por ejemplo “quita el presupuesto de comida”.
expenses-budget-too_large = 🎯 Es demasiado para un presupuesto. No he cambiado nada.
expenses-budget-too_precise = 🎯 Tiene demasiados decimales. No he cambiado nada.
expenses-budget-unknown_category = 🎯 No conozco la categoría “{ $named }”. No he cambiado nada. ¿Para qué categoría es?
expenses-budget-of = { $name }: { $budget }
expenses-budget-line-left = { $bar } { $percent } · { $spent } gastados · quedan { $left } · { $days }
expenses-budget-line-over = { $bar } { $percent } · { $spent } gastados · { $left } de más · { $days }
expenses-budget-days = { $n ->
    [one] último día
   *[other] faltan { $n } días
}
expenses-budget-apart = Sin contar, falta el tipo de cambio: { $apart }
expenses-button-budgets = Ver presupuestos
expenses-button-budget_for = Presupuesto
expenses-button-budget_for_own = Categoría nueva
expenses-budget-own = Nueva: { $name }
expenses-budget-all = Todos los gastos
expenses-budget-each-week = { $money } a la semana
expenses-budget-each-month = { $money } al mes
expenses-budget-notice-near = ⚠️ { $name }: usado el { $percent } de { $budget }, quedan { $left }
expenses-budget-notice-used = 🛑 { $name }: presupuesto agotado ({ $budget })
expenses-budget-notice-over = 🛑 { $name }: { $spent } de { $budget }, { $left } de más
expenses-budget-several_amounts = 🎯 Veo más de un importe. No he cambiado nada. ¿Cuál es?
