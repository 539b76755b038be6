# Qui doit quoi à qui.

expenses-debts = 🤝 Qui doit quoi à qui :
expenses-debts-none = 🤝 Personne ne doit rien à personne.
expenses-debts-noted = 🤝 C'est noté :
expenses-debts-taken_back = 🤝 C'est annulé. Voici où on en est :
expenses-debts-line-they_owe = • { $name } te doit { $money }
expenses-debts-line-you_owe = • Tu dois { $money } à { $name }
expenses-debts-line-even = • { $name } : vous êtes quittes
expenses-debts-owed = On te doit : { $total }
expenses-debts-owing = Tu dois : { $total }
expenses-debts-unknown = 🤝 Rien n'est noté entre toi et « { $name } ». Rien n'a changé.
expenses-debts-no_amount = 🤝 Combien doit chacun ? Rien n'est encore noté.
expenses-debts-unclear = 🤝 Je n'ai pas compris. Rien n'a changé.
expenses-debts-example = Essaie « Anne me doit 20 », « je dois 15 à Tom » ou « /debts Anne m'a remboursé ».
