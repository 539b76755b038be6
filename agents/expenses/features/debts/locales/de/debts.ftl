# Wer wem etwas schuldet.

expenses-debts = 🤝 Wer wem etwas schuldet:
expenses-debts-none = 🤝 Niemand schuldet jemandem etwas.
expenses-debts-noted = 🤝 Notiert:
expenses-debts-taken_back = 🤝 Zurückgenommen. So steht es jetzt:
expenses-debts-line-they_owe = • { $name }: { $money } für dich
expenses-debts-line-you_owe = • { $name }: du schuldest { $money }
expenses-debts-line-even = • { $name }: erledigt
expenses-debts-owed = Dir schuldet man: { $total }
expenses-debts-owing = Du schuldest: { $total }
expenses-debts-unknown = 🤝 Zwischen dir und „{ $name }“ ist nichts notiert, also hat sich nichts geändert.
expenses-debts-no_amount = 🤝 Wie viel schuldet jeder? Noch ist nichts notiert.
expenses-debts-unclear = 🤝 Das habe ich nicht verstanden, also hat sich nichts geändert.
expenses-debts-example = Versuch es mit „Anna schuldet mir 20“, „ich schulde Tom 15“ oder „/debts Anna hat zurückgezahlt“.
