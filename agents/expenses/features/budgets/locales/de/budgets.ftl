# Budgets, and what is told when one is nearly used up.

expenses-budget = 🎯 Deine Budgets:
expenses-budget-set = 🎯 Budget festgelegt:
expenses-budget-before = Vorher waren es { $budget }.
expenses-budget-levels = Bei { $levels } sage ich Bescheid.
expenses-budget-none = 🎯 Du hast noch kein Budget.
expenses-budget-none_of = 🎯 Du hast kein Budget für { $named }.
expenses-budget-example = Versuch es mit „/budget Essen 500“, „/budget 3000“, „Budget für Essen 100 pro Woche“ oder „lösche das Budget für Essen“.
expenses-budget-removed = { $n ->
    [one] 🎯 Gelöscht:
   *[other] 🎯 { $n } Budgets gelöscht:
}
expenses-budget-unclear = 🎯 Dieses Budget habe ich nicht verstanden. Es wurde nichts geändert.
expenses-budget-no_amount = 🎯 Wie viel soll es sein? Noch ist nichts geändert.
expenses-budget-not_positive = 🎯 Ein Budget muss größer als null sein. Es wurde nichts geändert. Mit „löschen“ entfernst du eines.
expenses-budget-too_large = 🎯 Das ist für ein Budget zu viel. Es wurde nichts geändert.
expenses-budget-too_precise = 🎯 Das hat zu viele Nachkommastellen. Es wurde nichts geändert.
expenses-budget-unknown_category = 🎯 Die Kategorie „{ $named }“ kenne ich nicht. Es wurde nichts geändert. Für welche Kategorie ist das Budget?
expenses-budget-of = { $name }: { $budget }
expenses-budget-line-left = { $bar } { $percent } · { $spent } ausgegeben · { $left } übrig · { $days }
expenses-budget-line-over = { $bar } { $percent } · { $spent } ausgegeben · { $left } zu viel · { $days }
expenses-budget-days = { $n ->
    [one] letzter Tag
   *[other] noch { $n } Tage
}
expenses-budget-apart = Ohne Wechselkurs, nicht mitgezählt: { $apart }
expenses-button-budgets = Alle Budgets
expenses-button-budget_for = Budget
expenses-button-budget_for_own = Neue Kategorie
expenses-budget-own = Neu: { $name }
expenses-budget-all = Alle Ausgaben
expenses-budget-each-week = { $money } pro Woche
expenses-budget-each-month = { $money } pro Monat
expenses-budget-notice-near = ⚠️ { $name }: { $percent } von { $budget } verbraucht, noch { $left } übrig
expenses-budget-notice-used = 🛑 { $name }: { $budget } aufgebraucht
expenses-budget-notice-over = 🛑 { $name }: { $spent } von { $budget }, { $left } zu viel
expenses-budget-several_amounts = 🎯 Da stehen mehrere Beträge. Es wurde nichts geändert. Welcher ist es?
