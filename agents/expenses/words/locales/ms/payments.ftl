# Ways to pay, under the names by which they are stored. Brands are not here.

expenses-payment-cash = Tunai
expenses-payment-card = Kad
expenses-payment-credit_card = Kad kredit
expenses-payment-debit_card = Kad debit
expenses-payment-bank_transfer = Pindahan bank
expenses-payment-e_wallet = E-dompet
