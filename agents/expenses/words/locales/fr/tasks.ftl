# Une dépense comme tâche : ce qui est en cours, ce qui est attendu, l'aide sur une question.

expenses-doing-read-image = lecture de la photo
expenses-doing-read-pdf = lecture du PDF
expenses-doing-decide-what-to-ask = réflexion
expenses-doing-categorize = recherche d'une catégorie
expenses-doing-save = enregistrement
expenses-doing-correct = correction
expenses-help-amount = 💡 Il me faut le montant pour { $name }. Écris juste le nombre, comme { $money }.
expenses-help-merchant = 💡 Je dois savoir à quoi correspond { $name } : un magasin, ou un mot comme « déjeuner ».
expenses-help-date = 💡 Il me faut le jour pour { $name } : « aujourd'hui », « hier » ou une date.
expenses-help-category = 💡 Il me faut une catégorie pour { $name }. Choisis l'une des miennes ou écris la tienne.
expenses-help-better_image = 💡 Il me faut une photo plus nette : { $name }. Tu peux aussi écrire le magasin et le montant.
expenses-help-proposal = 💡 J'enregistre { $name } ? Réponds oui ou non.
expenses-help-reading = 💡 Certaines parties de { $name } étaient difficiles à lire. Dis oui si c'est juste, ou ce qui est différent.
expenses-help-duplicate = 💡 { $name } semble déjà enregistré. Dis oui pour enregistrer encore une fois, ou non.
expenses-help-edit = 💡 Dis-moi quoi modifier sur { $name }, comme « montant 12,50 ».
expenses-help-retry = 💡 Je n'ai pas pu terminer { $name }. Dis « réessaie », ou abandonne.
expenses-help-leave = « je ne sais pas » le garde en brouillon, /cancel l'abandonne.

expenses-waits-amount = combien c'était
expenses-waits-merchant = à quoi ça correspond
expenses-waits-date = quand c'était
expenses-waits-category = quelle catégorie convient
expenses-waits-better_image = une photo plus nette
expenses-waits-proposal = s'il faut l'enregistrer
expenses-waits-reading = si c'est bien lu
expenses-waits-duplicate = s'il faut l'enregistrer encore une fois
expenses-waits-edit = ce qu'il faut modifier
expenses-waits-retry = s'il faut réessayer
