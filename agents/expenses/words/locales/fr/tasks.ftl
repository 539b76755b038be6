# Une dépense comme tâche : ce qui est en cours, ce qui est attendu, l'aide sur une question.

expenses-doing-read-image = je lis la photo
expenses-doing-read-pdf = je lis le PDF
expenses-doing-decide-what-to-ask = je réfléchis
expenses-doing-categorize = je cherche la catégorie
expenses-doing-save = j'enregistre
expenses-doing-correct = je corrige
expenses-help-amount = 💡 Il me faut le montant pour { $name }. Le chiffre suffit, comme { $money }.
expenses-help-merchant = 💡 { $name }, c'était pour quoi ? Un magasin, ou un mot comme « déjeuner ».
expenses-help-date = 💡 Il me faut le jour pour { $name } : « aujourd'hui », « hier » ou une date.
expenses-help-category = 💡 Il me faut une catégorie pour { $name }. Choisis-en une ou écris la tienne.
expenses-help-better_image = 💡 { $name } : il me faut une photo plus nette. Tu peux aussi écrire le magasin et le montant.
expenses-help-proposal = 💡 J'enregistre { $name } ? Réponds oui ou non.
expenses-help-reading = 💡 { $name } : certaines parties étaient difficiles à lire. Réponds oui si c'est juste, ou dis-moi quoi corriger.
expenses-help-duplicate = 💡 { $name } semble déjà enregistré. Réponds oui pour l'enregistrer encore une fois, ou non.
expenses-help-edit = 💡 Dis-moi quoi modifier : { $name }. Par exemple « montant 12,50 ».
expenses-help-retry = 💡 Je n'ai pas pu terminer { $name }. Dis « réessaie », ou abandonne.
expenses-help-leave = « je ne sais pas » le garde en brouillon, /cancel l'abandonne.

expenses-waits-amount = le montant
expenses-waits-merchant = le magasin ou l'achat
expenses-waits-date = la date
expenses-waits-category = la catégorie
expenses-waits-better_image = une photo plus nette
expenses-waits-proposal = l'enregistrer ou non
expenses-waits-reading = bien lu ou non
expenses-waits-duplicate = l'enregistrer encore une fois ou non
expenses-waits-edit = ce qu'il faut modifier
expenses-waits-retry = réessayer ou non
