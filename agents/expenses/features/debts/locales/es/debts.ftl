# Quién debe a quién.

expenses-debts = 🤝 Quién le debe a quién:
expenses-debts-none = 🤝 Nadie le debe nada a nadie.
expenses-debts-noted = 🤝 Anotado:
expenses-debts-taken_back = 🤝 Deshecho. Ahora queda así:
expenses-debts-line-they_owe = • { $name } te debe { $money }
expenses-debts-line-you_owe = • Le debes { $money } a { $name }
expenses-debts-line-even = • { $name }: saldado
expenses-debts-owed = Te deben: { $total }
expenses-debts-owing = Debes: { $total }
expenses-debts-unknown = 🤝 No tengo nada anotado con “{ $name }”. No he cambiado nada.
expenses-debts-no_amount = 🤝 ¿Cuánto debe cada uno? Aún no he anotado nada.
expenses-debts-unclear = 🤝 No lo he entendido. No he cambiado nada.
expenses-debts-example = Prueba “Ana me debe 20”, “le debo 15 a Tom” o “/debts Ana me devolvió”.
