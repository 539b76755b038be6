# Les réponses à « pourquoi ? » : d'où vient une valeur.

expenses-provenance-photo = 🔎 { $value } figure sur la photo, à cette ligne : « { $evidence } »
expenses-provenance-photo-bare = 🔎 J'ai lu { $value } sur la photo.
expenses-provenance-text = 🔎 { $value }, c'est ce que tu as écrit : « { $evidence } »
expenses-provenance-text-bare = 🔎 { $value }, c'est ce que tu as écrit.
expenses-provenance-injected = 🔎 { $value }, tu me l'as dit pendant que je lisais : « { $evidence } »
expenses-provenance-injected-bare = 🔎 { $value }, tu me l'as dit pendant que je lisais.
expenses-provenance-answer = 🔎 { $value }, c'est ce que tu as répondu : « { $evidence } »
expenses-provenance-answer-bare = 🔎 { $value }, c'est ce que tu as répondu.
expenses-provenance-inferred = 🔎 { $value }, je l'ai déduit de « { $evidence } ». Dis-moi si c'est faux.
expenses-provenance-inferred-bare = 🔎 { $value }, je l'ai deviné. Dis-moi si c'est faux.
expenses-provenance-inferred-date = 🔎 Il n'y avait pas de date, alors j'ai pris le jour de ton message : { $value }.
expenses-provenance-inferred-currency = 🔎 Il n'y avait pas de devise, alors j'ai pris ta devise habituelle : { $value }.
expenses-provenance-worked_out = 🔎 { $value }, je l'ai calculé d'après ton message : { $evidence }
expenses-provenance-earlier = 🔎 { $value } vient du début de notre discussion : « { $evidence } »
expenses-provenance-learned = 🔎 { $value }, c'est ce que tu as déjà choisi pour ce magasin.
expenses-provenance-unknown = 🔎 { $field } : je ne sais plus d'où ça vient.
expenses-provenance-none = 🔎 { $field } : rien pour l'instant.
expenses-provenance-nothing = 🔎 Je ne sais pas d'où viennent ces valeurs.
