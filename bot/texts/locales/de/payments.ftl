# Ways to pay, under the names by which they are stored. Brands are not here.

payment-cash = Bar
payment-card = Karte
payment-credit_card = Kreditkarte
payment-debit_card = Debitkarte
payment-bank_transfer = Überweisung
payment-e_wallet = E-Wallet
