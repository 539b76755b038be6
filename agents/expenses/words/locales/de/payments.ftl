# Ways to pay, under the names by which they are stored. Brands are not here.

expenses-payment-cash = Bar
expenses-payment-card = Karte
expenses-payment-credit_card = Kreditkarte
expenses-payment-debit_card = Debitkarte
expenses-payment-bank_transfer = Überweisung
expenses-payment-e_wallet = E-Wallet
