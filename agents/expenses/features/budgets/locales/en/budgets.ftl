# Budgets, and what is told when one is nearly used up.

expenses-budget = 🎯 Your budgets:
expenses-budget-set = 🎯 Set:
expenses-budget-before = It was { $budget } before.
expenses-budget-none = 🎯 You have no budget yet.
expenses-budget-none_of = 🎯 You have no budget for { $named }.
expenses-budget-example = Try “/budget food 500”, “/budget 3000”, “food budget 100 per week” or “remove the food budget”.
expenses-budget-removed = { $n ->
    [one] 🎯 Removed:
   *[other] 🎯 Removed { $n } budgets:
}
expenses-budget-unclear = 🎯 I did not understand that budget, so nothing changed.
expenses-budget-no_amount = 🎯 How much? I need an amount with it, so nothing changed.
expenses-budget-not_positive = 🎯 A budget must be more than zero, so nothing changed. “remove” takes one away.
expenses-budget-too_large = 🎯 That is more than I can take for a budget, so nothing changed.
expenses-budget-too_precise = 🎯 That has more decimals than the currency, so nothing changed.
expenses-budget-unknown_category = 🎯 I know no category “{ $named }”, so nothing changed. Which category is it for?
expenses-budget-of = { $name }: { $budget }
expenses-budget-line-left = { $bar } { $percent } · { $spent } spent · { $left } left · { $days }
expenses-budget-line-over = { $bar } { $percent } · { $spent } spent · { $left } over · { $days }
expenses-budget-days = { $n ->
    [one] last day
   *[other] { $n } days to go
}
expenses-budget-apart = Not counted, as I have no rate for it: { $apart }
expenses-button-budgets = All budgets
expenses-button-budget_for = Budget
expenses-button-budget_for_own = New category
expenses-budget-own = New: { $name }
expenses-budget-all = All spending
expenses-budget-each-week = { $money } a week
expenses-budget-each-month = { $money } a month
expenses-budget-notice-near = ⚠️ { $name }: { $percent } of { $budget } used, { $left } left
expenses-budget-notice-used = 🛑 { $name }: all of { $budget } is used
expenses-budget-notice-over = 🛑 { $name }: { $spent } of { $budget }, { $left } over
expenses-budget-several_amounts = 🎯 I read more than one amount in that, so nothing changed. Tell me one.
