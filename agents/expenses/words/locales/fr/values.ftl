# Les noms des champs, et les lignes d'une fiche.

expenses-field-merchant = magasin
expenses-field-item = objet
expenses-field-amount = montant
expenses-field-currency = devise
expenses-field-date = date
expenses-field-category = catégorie
expenses-field-payment_method = moyen de paiement
expenses-field-reference = référence
expenses-field-tax = taxe
expenses-field-better_image = une photo plus nette


expenses-card-untitled = dépense
expenses-card-photo = reçu
expenses-card-no_amount = pas encore de montant
expenses-card-day = 📅 { $day }
expenses-card-day_assumed = 📅 { $day } (pas de date sur le reçu)
expenses-card-time = 🕒 { $time }
expenses-card-category = { $icon } { $category }
expenses-card-worked_out = 🧮 { $evidence }
expenses-card-earlier = ↩️ Comme dans « { $evidence } »
expenses-card-home = ≈ { $money } ({ $equation })
expenses-card-payment = 💳 { $payment }
expenses-card-reference = 🔖 { $reference }
expenses-card-tax = taxe { $tax }
expenses-card-items = { $n ->
    [one] { $n } article
   *[other] { $n } articles
}
expenses-unnamed_member = quelqu'un d'autre
