# Quién debe a quién.

expenses-debts = 🤝 Quién debe a quién:
expenses-debts-none = 🤝 Nadie le debe nada a nadie.
expenses-debts-noted = 🤝 Anotado:
expenses-debts-taken_back = 🤝 Anulado. Así queda:
expenses-debts-line-they_owe = • { $name }: { $money } para ti
expenses-debts-line-you_owe = • { $name }: debes { $money }
expenses-debts-line-even = • { $name }: saldado
expenses-debts-owed = Te deben: { $total }
expenses-debts-owing = Debes: { $total }
expenses-debts-unknown = 🤝 No hay nada anotado entre “{ $name }” y tú, así que no ha cambiado nada.
expenses-debts-no_amount = 🤝 ¿Cuánto debe cada uno? Aún no he anotado nada.
expenses-debts-unclear = 🤝 No lo he entendido, así que no ha cambiado nada.
expenses-debts-example = Prueba “Ana me debe 20”, “le debo 15 a Tom” o “/debts Ana ha pagado”.
