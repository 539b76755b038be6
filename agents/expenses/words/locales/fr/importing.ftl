# Un tableau que l'on importe : ce qui serait enregistré, ce qui l'a été, ce qui est laissé de côté.

expenses-card-table = 📊 Tableau
expenses-doing-read-the-table = je lis le tableau
expenses-doing-save-the-table = j'enregistre le tableau
expenses-waits-import = importer le tableau ou non
expenses-help-import = 💡 Rien du tableau n'est encore enregistré. Réponds oui pour enregistrer les lignes affichées, ou non.
expenses-button-import = Importer
expenses-button-import_days = Inverser jour/mois
expenses-button-import_signs = Inverser les signes
expenses-button-import_all = Les importer aussi
expenses-button-import_new = Les laisser de côté
expenses-button-import_rows = Voir les lignes
expenses-button-import_currency = Autre devise
expenses-button-import_named = Quelles lignes
expenses-import-button-import_named-all = Toutes
expenses-import-button-import_named-none = Aucune
expenses-import-button-rows = { $n ->
    [one] ✅ Importer { $n } ligne
   *[other] ✅ Importer { $n } lignes
}
expenses-import-button-import_all-deleted = Importer les supprimées
expenses-import-button-import_new-deleted = Laisser les supprimées
expenses-import-button-import_days-day = Jour d'abord (31/12)
expenses-import-button-import_days-month = Mois d'abord (12/31)
expenses-import-button-all_rows = Voir toutes les lignes
expenses-import-button-page = Lignes { $first }–{ $last }
expenses-import-button-currency = C'est { $currency }
expenses-import-rows = { $n ->
    [one] { $n } ligne
   *[other] { $n } lignes
}
expenses-ask_import = 📊 J'ai lu { $rows }, { $period }. Rien n'est encore enregistré.
expenses-ask_import-all_known = { $n ->
    [one] 👀 La seule ligne de ce fichier est déjà enregistrée.
   *[other] 👀 Les { $n } lignes de ce fichier sont toutes déjà enregistrées.
}
expenses-ask_import-nothing_new = 👀 Il n'y a rien de nouveau dans ce fichier.
expenses-ask_import-columns = 🧭 Colonnes : { $columns }
expenses-ask_import-question = Je les importe ? « Sans 3 et 7 » ou « sans Netflix » laisse des lignes de côté.
expenses-ask_import-which = { $n ->
    [one] 🤔 « { $name } » figure sur { $n } ligne :
   *[other] 🤔 « { $name } » figure sur { $n } lignes :
}
expenses-ask_import-which_question = Tu parles de toutes ces lignes ? Sinon, donne-moi les numéros.
expenses-ask_import-unknown = 🤔 « { $name } » ne figure sur aucune ligne. Donne-moi plutôt le numéro.
expenses-ask_import-changed = 👀 Entre-temps, les lignes à importer ont changé. Regarde-les encore une fois.
expenses-ask_import-nothing_left = Il ne reste aucune ligne à importer.
expenses-ask_import-again = « Oui » les importe, « non » laisse tout de côté. Chaque ligne pourra être modifiée après l'import.
expenses-import-expense = Dépensé : { $money } ({ $rows })
expenses-import-income = Reçu : { $money } ({ $rows })
expenses-import-transfer = Entre tes comptes : { $money } ({ $rows })
expenses-import-known = { $n ->
    [one] 👀 { $n } ligne semble déjà enregistrée, je la laisse de côté.
   *[other] 👀 { $n } lignes semblent déjà enregistrées, je les laisse de côté.
}
expenses-import-too = { $n ->
    [one] 👀 { $n } ligne semble déjà enregistrée et le serait une deuxième fois.
   *[other] 👀 { $n } lignes semblent déjà enregistrées et le seraient une deuxième fois.
}
expenses-import-deleted = { $n ->
    [one] 🗑️ { $n } ligne supprimée après un import précédent reste de côté.
   *[other] 🗑️ { $n } lignes supprimées après un import précédent restent de côté.
}
expenses-import-deleted_too = { $n ->
    [one] 🗑️ { $n } ligne supprimée après un import précédent revient.
   *[other] 🗑️ { $n } lignes supprimées après un import précédent reviennent.
}
expenses-import-left_out = { $n ->
    [one] ⚠️ Laissée de côté : { $n } ligne
   *[other] ⚠️ Laissées de côté : { $n } lignes
}
expenses-import-line = { "   " }Ligne { $lines } : { $why }
expenses-import-more = { $n ->
   *[other] { "   " }… et { $n } de plus
}
expenses-import-no_currency = 🤔 Le fichier n'indique pas la devise, j'ai donc pris { $currency }. C'en est une autre ?
expenses-import-left_by_person = { $n ->
    [one] ✖️ { $n } ligne laissée de côté, à ta demande
   *[other] ✖️ { $n } lignes laissées de côté, à ta demande
}
expenses-import-day_first = 🤔 J'ai lu les dates avec le jour en premier.
expenses-import-month_first = 🤔 J'ai lu les dates avec le mois en premier.
expenses-import-signs = 🤔 Si des revenus apparaissent comme dépenses, appuie sur « Inverser les signes ».
expenses-import-column-date = date
expenses-import-column-amount = montant
expenses-import-column-debit = débit
expenses-import-column-credit = crédit
expenses-import-column-merchant = magasin
expenses-import-column-payer = payé par
expenses-import-column-text = libellé
expenses-import-column-item = objet
expenses-import-column-category = catégorie
expenses-import-column-currency = devise
expenses-import-column-notes = notes
expenses-import-column-reference = référence
expenses-import-column-payment = moyen de paiement
expenses-import-column-kind = entrée ou sortie
expenses-import-column-tax = taxe
expenses-import-column-fee = frais
expenses-import-column-state = statut
expenses-import-why-broken = illisible : colonnes différentes des autres lignes, ou caractères illisibles
expenses-import-why-date = pas de date lisible
expenses-import-why-future = une date dans le futur
expenses-import-why-old = un jour avant l'an 2000
expenses-import-why-amount = pas de montant lisible
expenses-import-why-zero = un montant de zéro
expenses-import-why-absurd = un montant bien trop élevé
expenses-import-why-precise = un montant avec trop de décimales
expenses-import-why-currency = une devise que je ne connais pas
expenses-import-why-name = rien ne dit à quoi ça correspond
expenses-import-why-undone = refusé, annulé ou encore en attente
expenses-import-why-total = un total ou un solde, pas un paiement
expenses-import-why-repeated = la même ligne, avec la même référence
expenses-imported = { $n ->
    [one] ✅ { $n } ligne importée
   *[other] ✅ { $n } lignes importées
}
expenses-imported-none = 👌 Il n'y avait rien de nouveau à importer.
expenses-imported-correct = Elles commencent à #{ $number }. « #{ $number } c'était 12,50 » en corrige une, « annuler » les supprime toutes.
expenses-import_no_row = 🤔 #{ $number } est l'import lui-même. Ses lignes vont de #{ $first } à #{ $last }.
expenses-import_dropped = 👍 D'accord, rien n'a été importé.
expenses-import_taken_back = { $n ->
    [one] 🧹 L'import est annulé : { $n } ligne ne compte plus
   *[other] 🧹 L'import est annulé : { $n } lignes ne comptent plus
}
expenses-import_restored = { $n ->
    [one] ✅ L'import est rétabli : { $n } ligne compte à nouveau
   *[other] ✅ L'import est rétabli : { $n } lignes comptent à nouveau
}
expenses-no_import-empty = 😕 Ce fichier est vide.
expenses-no_import-too_large = 😕 Ce tableau dépasse { $megabytes } Mo. Envoie-le en plusieurs parties, par exemple année par année.
expenses-no_import-too_many = 😕 Ce tableau a plus de { $rows } lignes. Envoie-le en plusieurs parties, par exemple année par année.
expenses-no_import-encoding = 😕 Je n'arrive pas à lire les caractères de ce fichier. Enregistre-le en CSV au format UTF-8 et renvoie-le.
expenses-no_import-no_table = 😕 Je ne trouve aucun paiement dans ce fichier. Je lis ce que les banques et d'autres applis exportent en CSV, Excel (XLSX), OFX, QIF, CAMT ou MT940.
expenses-no_import-encrypted = 😕 Ce fichier est protégé par un mot de passe. Enregistre-le sans mot de passe et renvoie-le.
expenses-no_import-old_workbook = 😕 C'est un ancien fichier Excel (XLS) que je ne peux pas lire. Enregistre-le en XLSX ou CSV et renvoie-le.
expenses-no_import-broken = 😕 Ce fichier est abîmé ou incomplet. Télécharge-le à nouveau depuis ta banque.
expenses-no_import-only_headings = 😕 Ce tableau a des titres, mais aucune ligne.
expenses-no_import-no_date = 😕 Je ne trouve pas de colonne de dates dans ce tableau.
expenses-no_import-no_amount = 😕 Je ne trouve pas de colonne de montants dans ce tableau.
expenses-no_import-nothing = 😕 Il n'y a rien à enregistrer dans ce tableau.
expenses-provenance-file = 🔎 { $value } figure à la ligne { $evidence } du fichier que tu as importé.
expenses-provenance-file-bare = 🔎 { $value } figure dans le fichier que tu as importé.
