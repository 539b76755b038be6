# Les moyens de paiement, sous les noms avec lesquels ils sont enregistrés. Les marques n'y sont pas.

expenses-payment-cash = Espèces
expenses-payment-card = Carte
expenses-payment-credit_card = Carte de crédit
expenses-payment-debit_card = Carte de débit
expenses-payment-bank_transfer = Virement
expenses-payment-e_wallet = Portefeuille électronique
