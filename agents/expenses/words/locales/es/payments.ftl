# Formas de pago, con los nombres con los que se guardan. Las marcas no están aquí.

expenses-payment-cash = Efectivo
expenses-payment-card = Tarjeta
expenses-payment-credit_card = Tarjeta de crédito
expenses-payment-debit_card = Tarjeta de débito
expenses-payment-bank_transfer = Transferencia
expenses-payment-e_wallet = Monedero electrónico
