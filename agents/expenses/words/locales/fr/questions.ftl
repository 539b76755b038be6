# Les questions sur une dépense. "again" est pour le deuxième essai, "bare" va sans valeur.

expenses-ask-about = À propos de #{ $number } ({ $name }) :
expenses-ask-about-known = Pour #{ $number }, j'ai déjà : { $known }.
expenses-ask-about-noted = 👌 C'est noté. Pour #{ $number }, j'ai déjà : { $known }.
expenses-ask-known = J'ai déjà : { $known }.
expenses-ask-noted = 👌 C'est noté. J'ai déjà : { $known }.
expenses-ask-amount = 💰 C'était combien ?
expenses-ask-amount-at = 💰 Combien as-tu payé chez { $name } ?
expenses-ask-amount-for = 💰 { $name } : c'était combien ?
expenses-ask-amount-unsure = 💰 Je ne suis pas sûr d'avoir bien lu le montant. C'est { $value } ?
expenses-ask-amount-unsure-bare = 💰 Je n'arrive pas à lire le montant. C'était combien ?
expenses-ask-amount-ambiguous = 💰 Ce montant peut se lire de deux façons. Laquelle est la bonne ?
expenses-ask-amount-zero = 💰 Zéro, il n'y a rien à enregistrer. C'était combien ?
expenses-ask-amount-negative = 💰 C'est moins que zéro. Quel est le bon montant ?
expenses-ask-amount-absurd = 💰 { $value }, ça me paraît énorme. C'était combien ?
expenses-ask-amount-absurd-bare = 💰 Ce montant me paraît énorme. C'était combien ?
expenses-ask-amount-too_precise = 💰 { $value } a trop de décimales. C'était combien ?
expenses-ask-amount-too_precise-bare = 💰 Ce montant a trop de décimales. C'était combien ?
expenses-ask-amount-again = 🤔 Je ne vois pas de montant. Le chiffre suffit.
expenses-ask-amount-example = Par exemple : { $money }
expenses-ask-merchant = 🏪 C'était pour quoi ? Un magasin ou quelques mots suffisent.
expenses-ask-merchant-of = 🏪 { $amount }, c'était pour quoi ? Un magasin ou quelques mots suffisent.
expenses-ask-merchant-photo = 🏪 Je n'arrive pas à lire le nom du magasin. C'était où ?
expenses-ask-merchant-unsure = 🏪 Je ne suis pas sûr d'avoir bien lu le nom du magasin. C'est « { $value } » ?
expenses-ask-merchant-unsure-bare = 🏪 Je n'arrive pas à lire le nom du magasin. C'était où ?
expenses-ask-merchant-too_short = 🏪 « { $value } », c'est trop court pour un nom. C'était où ?
expenses-ask-merchant-too_short-bare = 🏪 C'est trop court pour un nom. C'était où ?
expenses-ask-merchant-too_long = 🏪 Ce nom est trop long. Tu as plus court ?
expenses-ask-merchant-again = 🤔 Il me faut le magasin, ou un mot ou deux sur ton achat.
expenses-ask-merchant-example = Par exemple : Starbucks, ou déjeuner
expenses-ask-date = 📅 C'était quand ?
expenses-ask-date-unsure = 📅 Je ne suis pas sûr d'avoir bien lu la date. C'est { $value } ?
expenses-ask-date-unsure-bare = 📅 Je n'arrive pas à lire la date. C'était quand ?
expenses-ask-date-future = 📅 { $value }, c'est dans le futur. C'était quand ?
expenses-ask-date-future-bare = 📅 Cette date est dans le futur. C'était quand ?
expenses-ask-date-too_old = 📅 { $value }, ça fait très longtemps. C'était quand ?
expenses-ask-date-too_old-bare = 📅 Ça fait très longtemps. C'était quand ?
expenses-ask-date-again = 🤔 Je n'ai pas compris quel jour c'était.
expenses-ask-date-example = Par exemple : aujourd'hui, hier, ou { $date }
expenses-ask-category = 📂 Quelle catégorie ?
expenses-ask-category-of = 📂 { $name } : quelle catégorie ?
expenses-ask-category-again = 🤔 Je n'ai pas compris la catégorie.
expenses-ask-category-example = Choisis-en une, ou écris la tienne, comme Transport.
expenses-ask-better_image = 📷 J'ai eu du mal à lire cette photo. Tu peux en prendre une meilleure ?
expenses-ask-better_image-reason = 📷 { $reason }
expenses-ask-better_image-again = 🤔 Je n'arrive toujours pas à la lire. Tu peux aussi tout écrire.
expenses-ask-better_image-example =
    💡 À plat, bien éclairé, avec tout le reçu dans le cadre.
    Ou écris-le, comme « Starbucks 15,50 ».
expenses-ask-offer = Ou on laisse tomber ? Je peux l'abandonner, ou le garder en brouillon pour plus tard.
expenses-ask-duplicate = 👀 Tu l'as déjà. Je l'enregistre quand même ?
expenses-ask-duplicate-on = 👀 Tu l'as déjà (enregistré : { $day }). Je l'enregistre quand même ?
expenses-ask-duplicate-again = « Oui » l'enregistre encore une fois, « non » le laisse de côté.
expenses-ask-to_save = 💾 J'enregistre { $what } ?
expenses-ask-to_save-unsure = 🔎 Je ne suis pas sûr d'avoir bien lu : { $fields }.
expenses-ask-to_save-or_change = 💾 { $what } : c'est nouveau ou c'est une correction ?
expenses-ask-to_save-row = #{ $number }, c'est { $row }
expenses-ask-to_save-changing = ✏️ { $what } : qu'est-ce qui change ?
expenses-ask-to_save-example = Par exemple : « 12,50 », « c'était hier », « catégorie Transport »
expenses-ask_together = 🔎 { $number } à vérifier : { $fields }.
expenses-ask_together-left = 🔎 Encore { $number } à vérifier : { $fields }.
expenses-ask_together-which = 🔎 Laquelle ? Donne aussi son numéro.
expenses-ask_together-same = 👀 { $which } semblent être le même reçu. Pour en retirer un : /cancel { $number }
expenses-ask_together-change = ✏️ Pour en changer une, appuie sur son numéro ou écris « #{ $number } : { $value } ».
expenses-ask_together-category = { $n ->
    [one] { $n } catégorie
   *[other] { $n } catégories
}
expenses-ask_together-amount = { $n ->
    [one] { $n } total
   *[other] { $n } totaux
}
expenses-ask_together-merchant = { $n ->
    [one] { $n } magasin
   *[other] { $n } magasins
}
expenses-ask_together-date = { $n ->
    [one] { $n } date
   *[other] { $n } dates
}
expenses-ask-edit = 📝 Qu'est-ce que je modifie ?
expenses-ask-edit-example = Par exemple : « montant 12,50 », « c'était hier », « catégorie Transport »
expenses-ask-several = 🧾 Je vois { $n } reçus sur cette photo et j'ai pris le premier. Envoie les autres un par un, chacun sur sa photo.
