# Ce qui revient régulièrement.

expenses-recurring = 🔁 Tes dépenses récurrentes :
expenses-recurring-kept = 🔁 Noté comme récurrent :
expenses-recurring-unsaved = Rien n'est encore enregistré comme payé : dis-le-moi à chaque paiement. /recurring montre ce qui est à payer.
expenses-recurring-removed = 🔁 N'est plus récurrent :
expenses-recurring-as_before = 🔁 Comme avant :
expenses-recurring-none = 🔁 Rien n'est noté comme récurrent. Ce qui revient trois fois à intervalles réguliers, je te proposerai de le noter.
expenses-recurring-not_offered = 🔁 Ce n'est plus proposé.
expenses-recurring-unknown_name = 🔁 Rien qui s'appelle “{ $name }” n'est noté comme récurrent.
expenses-recurring-no_amount = 🔁 C'est combien à chaque fois ? Il me faut un montant, donc rien n'a changé.
expenses-recurring-unclear = 🔁 Je n'ai pas compris, donc rien n'a changé.
expenses-recurring-example = Essaie “Netflix 54,90 tous les mois” ou “/recurring supprime Netflix”.
expenses-recurring-each-week = { $money } par semaine
expenses-recurring-each-two_weeks = { $money } toutes les deux semaines
expenses-recurring-each-month = { $money } par mois
expenses-recurring-each-year = { $money } par an
expenses-recurring-line-due = • { $name } : { $amount }, la prochaine fois le { $day }
expenses-recurring-line-missing = • { $name } : { $amount }, ⚠️ prévu le { $day } et pas encore enregistré
expenses-recurring-monthly = Par mois : { $total }
expenses-recurring-offer-week = 🔁 { $name } ({ $money }) revient chaque semaine. Le noter comme récurrent ?
expenses-recurring-offer-two_weeks = 🔁 { $name } ({ $money }) revient toutes les deux semaines. Je le garde comme récurrent ?
expenses-recurring-offer-month = 🔁 { $name } ({ $money }) revient chaque mois. Le noter comme récurrent ?
expenses-recurring-offer-year = 🔁 { $name } ({ $money }) revient chaque année. Le noter comme récurrent ?
expenses-button-keep_recurring = Noter comme récurrent
