# Les dépenses dans un fichier.

expenses-export = 📄 { $period } : { $held }
expenses-export-photos = { $n ->
    [one] { $n } reçu
   *[other] { $n } reçus
}
expenses-export-forms = « /export csv » donne des fichiers CSV, « /export photos » un ZIP des reçus.
expenses-export-more = Ce sont les plus récentes, sur { $total }. Pour les autres, demande une période plus courte, comme « /export 1.7. - 31.7. ».
expenses-export-none = 📄 { $period } : rien d'enregistré, donc pas de fichier { $form }.
expenses-export-no_photos = 📄 { $period } : pas de photos de reçus, donc pas de fichier.
expenses-export-future = 📄 Ces jours sont encore à venir, donc pas de fichier.
expenses-export-no_room = 📄 Il n'y a plus de place pour ce fichier. Essaie une période plus courte, ou demain.
expenses-export-unclear = 📄 Quels jours ? Essaie « /export », « /export csv », « /export 1.3. - 31.5. » ou « /export photos ».
expenses-export-sheet-rows = Dépenses
expenses-export-sheet-months = Par mois
expenses-export-sheet-lines = Lignes des reçus
expenses-export-column-date = Date
expenses-export-column-merchant = Magasin
expenses-export-column-item = Objet
expenses-export-column-category = Catégorie
expenses-export-column-amount = Montant
expenses-export-column-currency = Devise
expenses-export-column-home = Valeur en { $currency }
expenses-export-column-kind = Type
expenses-export-column-payment_method = Payé avec
expenses-export-column-tax = Taxe
expenses-export-column-reference = Référence
expenses-export-column-parts = Répartition
expenses-export-column-number = #
expenses-export-column-photo = Photo
expenses-export-column-name = Article
expenses-export-column-quantity = Quantité
expenses-export-column-unit_price = Prix unitaire
expenses-export-kind-expense = Dépense
expenses-export-kind-income = Revenu
expenses-export-kind-transfer = Virement interne
expenses-export-title-expense = Dépensé
expenses-export-title-income = Reçu
expenses-export-title-transfer = Viré
expenses-export-total = Total
expenses-export-all_in = tout en { $currency }
