# Ways to pay, under the names by which they are stored. Brands are not here.

expenses-payment-cash = Cash
expenses-payment-card = Card
expenses-payment-credit_card = Credit card
expenses-payment-debit_card = Debit card
expenses-payment-bank_transfer = Bank transfer
expenses-payment-e_wallet = E-wallet
