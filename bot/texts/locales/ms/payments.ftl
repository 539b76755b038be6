# Ways to pay, under the names by which they are stored. Brands are not here.

payment-cash = Tunai
payment-card = Kad
payment-credit_card = Kad kredit
payment-debit_card = Kad debit
payment-bank_transfer = Pindahan bank
payment-e_wallet = E-dompet
