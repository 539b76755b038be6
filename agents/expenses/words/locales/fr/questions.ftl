# Les questions sur une dépense. "again" est pour le deuxième essai, "bare" va sans valeur.

expenses-ask-about = À propos de #{ $number } ({ $name }) :
expenses-ask-about-known = Pour #{ $number }, j'ai déjà : { $known }.
expenses-ask-about-noted = 👌 C'est noté. Pour #{ $number }, j'ai déjà : { $known }.
expenses-ask-known = J'ai déjà : { $known }.
expenses-ask-noted = 👌 C'est noté. J'ai déjà : { $known }.
expenses-ask-amount = 💰 C'était combien ?
expenses-ask-amount-at = 💰 Combien as-tu payé chez { $name } ?
expenses-ask-amount-for = 💰 Combien as-tu payé pour : { $name } ?
expenses-ask-amount-unsure = 💰 Je ne suis pas sûr d'avoir bien lu le montant. C'est { $value } ?
expenses-ask-amount-unsure-bare = 💰 Je n'arrive pas à lire le montant. C'était combien ?
expenses-ask-amount-ambiguous = 💰 Ce montant peut se lire de deux façons. Laquelle est la bonne ?
expenses-ask-amount-zero = 💰 Une dépense de zéro, il n'y a rien à enregistrer. C'était combien ?
expenses-ask-amount-negative = 💰 C'est moins que zéro. Quel est le bon montant ?
expenses-ask-amount-absurd = 💰 { $value }, ça me paraît beaucoup trop. C'était combien en vrai ?
expenses-ask-amount-absurd-bare = 💰 Ce montant me paraît beaucoup trop grand. C'était combien en vrai ?
expenses-ask-amount-too_precise = 💰 { $value } a trop de décimales. C'était combien ?
expenses-ask-amount-too_precise-bare = 💰 Ce montant a trop de décimales. C'était combien ?
expenses-ask-amount-again = 🤔 Je n'y trouve pas de montant. Le nombre tout seul suffit.
expenses-ask-amount-example = Par exemple : { $money }
expenses-ask-merchant = 🏪 C'était pour quoi ? Un magasin ou quelques mots suffisent.
expenses-ask-merchant-of = 🏪 { $amount }, c'était pour quoi ? Un magasin ou quelques mots suffisent.
expenses-ask-merchant-photo = 🏪 Je n'arrive pas à lire le magasin. C'était où ?
expenses-ask-merchant-unsure = 🏪 Je ne suis pas sûr d'avoir bien lu le magasin. C'est « { $value } » ?
expenses-ask-merchant-unsure-bare = 🏪 Je n'arrive pas à lire le magasin. C'était où ?
expenses-ask-merchant-too_short = 🏪 « { $value } », c'est trop court pour un nom. C'était où ?
expenses-ask-merchant-too_short-bare = 🏪 C'est trop court pour un nom. C'était où ?
expenses-ask-merchant-too_long = 🏪 Ce nom est trop long pour moi. C'est quoi en plus court ?
expenses-ask-merchant-again = 🤔 Il me faut le magasin, ou un mot ou deux sur ce que tu as acheté.
expenses-ask-merchant-example = Par exemple : Starbucks, ou déjeuner
expenses-ask-date = 📅 C'était quand ?
expenses-ask-date-unsure = 📅 Je ne suis pas sûr d'avoir bien lu la date. C'est { $value } ?
expenses-ask-date-unsure-bare = 📅 Je n'arrive pas à lire la date. C'était quand ?
expenses-ask-date-future = 📅 { $value }, ce n'est pas encore arrivé. C'était quand ?
expenses-ask-date-future-bare = 📅 Ce jour n'est pas encore arrivé. C'était quand ?
expenses-ask-date-too_old = 📅 { $value }, c'était il y a très longtemps. C'était quand en vrai ?
expenses-ask-date-too_old-bare = 📅 C'était il y a très longtemps. C'était quand en vrai ?
expenses-ask-date-again = 🤔 Je n'y trouve pas de jour.
expenses-ask-date-example = Par exemple : aujourd'hui, hier, ou { $date }
expenses-ask-category = 📂 Quelle catégorie convient ?
expenses-ask-category-of = 📂 Quelle catégorie convient à { $name } ?
expenses-ask-category-again = 🤔 Je n'y trouve pas de catégorie.
expenses-ask-category-example = Choisis-en une, ou écris-en une autre, comme Transport.
expenses-ask-better_image = 📷 J'ai eu du mal à lire cette photo. Tu peux en prendre une meilleure ?
expenses-ask-better_image-reason = 📷 { $reason }
expenses-ask-better_image-again = 🤔 Je n'arrive toujours pas à la lire. Tu peux aussi l'écrire.
expenses-ask-better_image-example =
    💡 À plat, bien éclairé, avec tout le reçu dans le cadre.
    Ou écris-le, comme « Starbucks 15,50 ».
expenses-ask-offer = Ou je laisse tomber ? Je peux l'abandonner, ou le garder en brouillon pour plus tard.
expenses-ask-duplicate = 👀 Tu l'as déjà. L'enregistrer quand même ?
expenses-ask-duplicate-on = 👀 Tu l'as déjà (enregistré : { $day }). L'enregistrer quand même ?
expenses-ask-duplicate-again = Oui l'enregistre une fois de plus, non le laisse de côté.
expenses-ask-to_save = 💾 Enregistrer { $what } ?
expenses-ask-to_save-unsure = 🔎 Pas sûr d'avoir bien lu : { $fields }.
expenses-ask-to_save-or_change = 💾 { $what } : c'est nouveau, ou une modification ?
expenses-ask-to_save-row = #{ $number }, c'est { $row }
expenses-ask-to_save-changing = ✏️ { $what } : qu'est-ce qui est différent ?
expenses-ask-to_save-example = Par exemple : « 12,50 », « c'était hier », « catégorie Transport »
expenses-ask_together = 🔎 { $number } à vérifier : { $fields }.
expenses-ask_together-which = 🔎 Laquelle ? Dis aussi son numéro.
expenses-ask_together-change = ✏️ Pour en changer une, appuie sur son numéro ou écris « #{ $number } : { $money } ».
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
expenses-ask-several = 🧾 Je vois { $n } reçus sur cette photo et j'ai pris le premier. Envoie chacun des autres sur une photo à part.
