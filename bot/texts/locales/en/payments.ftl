# Ways to pay, under the names by which they are stored. Brands are not here.

payment-cash = Cash
payment-card = Card
payment-credit_card = Credit card
payment-debit_card = Debit card
payment-bank_transfer = Bank transfer
payment-e_wallet = E-wallet
