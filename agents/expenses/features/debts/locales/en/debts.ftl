# Who owes whom.

expenses-debts = 🤝 Who owes whom:
expenses-debts-none = 🤝 Nobody owes anybody anything.
expenses-debts-noted = 🤝 Noted:
expenses-debts-taken_back = 🤝 Undone. It now stands like this:
expenses-debts-line-they_owe = • { $name }: { $money } owed to you
expenses-debts-line-you_owe = • { $name }: you owe { $money }
expenses-debts-line-even = • { $name }: settled
expenses-debts-owed = Owed to you: { $total }
expenses-debts-owing = You owe: { $total }
expenses-debts-unknown = 🤝 I have nothing noted with “{ $name }”, so nothing changed.
expenses-debts-no_amount = 🤝 How much does each of them owe? Nothing is noted yet.
expenses-debts-unclear = 🤝 I didn't get that, so nothing changed.
expenses-debts-example = Try “Ann owes me 20”, “I owe Tom 15” or “/debts Ann paid back”.
