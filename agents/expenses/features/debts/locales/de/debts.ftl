# Wer wem etwas schuldet.

expenses-debts = 🤝 Wer wem etwas schuldet:
expenses-debts-none = 🤝 Niemand schuldet etwas.
expenses-debts-noted = 🤝 Notiert:
expenses-debts-taken_back = 🤝 Zurückgenommen. So steht es jetzt:
expenses-debts-line-they_owe = • { $name } schuldet dir { $money }
expenses-debts-line-you_owe = • Du schuldest { $name } { $money }
expenses-debts-line-even = • { $name }: alles beglichen
expenses-debts-owed = Du bekommst: { $total }
expenses-debts-owing = Du schuldest: { $total }
expenses-debts-unknown = 🤝 Mit „{ $name }“ ist nichts notiert. Es wurde nichts geändert.
expenses-debts-no_amount = 🤝 Wie viel schuldet jeder? Noch ist nichts notiert.
expenses-debts-unclear = 🤝 Das habe ich nicht verstanden. Es wurde nichts geändert.
expenses-debts-example = Versuch es mit „Anna schuldet mir 20“, „ich schulde Tom 15“ oder „/debts Anna hat zurückgezahlt“.
