# Budgets, and what is told when one is nearly used up.

expenses-budget = 🎯 Your budgets:
expenses-budget-set = 🎯 Budget set:
expenses-budget-before = It was { $budget } before.
expenses-budget-levels = I'll tell you at { $levels }.
expenses-budget-none = 🎯 You have no budget yet.
expenses-budget-none_of = 🎯 You have no budget for { $named }.
expenses-budget-example = Try “/budget food 500”, “/budget 3000”, “food budget 100 per week” or “remove the food budget”.
expenses-budget-removed = { $n ->
    [one] 🎯 Removed:
   *[other] 🎯 Removed { $n } budgets:
}
expenses-budget-unclear = 🎯 I didn't get that budget, so nothing changed.
expenses-budget-no_amount = 🎯 How much should it be? So far nothing changed.
expenses-budget-not_positive = 🎯 A budget must be more than zero, so nothing changed. “remove” takes one away.
expenses-budget-too_large = 🎯 That's too much for a budget, so nothing changed.
expenses-budget-too_precise = 🎯 That has too many decimals, so nothing changed.
expenses-budget-unknown_category = 🎯 I don't know the category “{ $named }”, so nothing changed. Which category is it for?
expenses-budget-of = { $name }: { $budget }
expenses-budget-line-left = { $bar } { $percent } · { $spent } spent · { $left } left · { $days }
expenses-budget-line-over = { $bar } { $percent } · { $spent } spent · { $left } over · { $days }
expenses-budget-days = { $n ->
    [one] last day
   *[other] { $n } days to go
}
expenses-budget-apart = Not counted, no exchange rate: { $apart }
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
expenses-budget-several_amounts = 🎯 I see more than one amount, so nothing changed. Which one is it?
