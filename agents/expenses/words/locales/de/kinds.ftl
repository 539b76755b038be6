# Einnahmen und Umbuchungen neben Ausgaben.

expenses-kind-expense = Ausgabe
expenses-kind-income = Einnahme
expenses-kind-transfer = Umbuchung
expenses-field-kind = Art
expenses-saved-income = ✅ Einnahme gespeichert
expenses-saved-transfer = ✅ Umbuchung gespeichert (zählt nicht als Ausgabe)
expenses-saved_together-mixed = { $n ->
    [one] ✅ { $n } Eintrag gespeichert
   *[other] ✅ { $n } Einträge gespeichert
}
expenses-card-payer = von { $name }
expenses-ask-merchant-payer = 🏪 Woher kam das Geld? Ein Name oder ein Wort wie „Gehalt“ genügt.
expenses-ask-money_back = ↩️ Hast du { $amount } zurückbekommen?
expenses-ask-money_back-from = ↩️ Hast du { $amount } von { $name } zurückbekommen?
expenses-button-save_as_refund = Erstattung
expenses-button-expense = Ausgabe
expenses-button-neither = Keins von beiden

expenses-category-salary = Gehalt
expenses-category-business_income = Geschäftseinnahmen
expenses-category-refund = Erstattung
expenses-category-gift = Geschenk
expenses-category-interest_and_dividends = Zinsen & Dividenden
expenses-category-other_income = Sonstige Einnahmen
expenses-category-transfer = Umbuchung
