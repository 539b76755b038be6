# Les réponses à « pourquoi ? » : d'où vient une valeur.

expenses-provenance-photo = 🔎 { $value } figure sur la photo, à cette ligne : « { $evidence } »
expenses-provenance-photo-bare = 🔎 J'ai lu { $value } sur la photo.
expenses-provenance-text = 🔎 { $value }, c'est ce que tu as écrit : « { $evidence } »
expenses-provenance-text-bare = 🔎 { $value }, c'est ce que tu as écrit.
expenses-provenance-injected = 🔎 { $value }, tu me l'as dit pendant que je lisais : « { $evidence } »
expenses-provenance-injected-bare = 🔎 { $value }, tu me l'as dit pendant que je lisais.
expenses-provenance-answer = 🔎 { $value }, c'est ce que tu as répondu : « { $evidence } »
expenses-provenance-answer-bare = 🔎 { $value }, c'est ce que tu as répondu.
expenses-provenance-inferred = 🔎 { $value }, c'est ma meilleure hypothèse, d'après « { $evidence } ». Dis-moi si c'est faux.
expenses-provenance-inferred-bare = 🔎 { $value }, c'est ma meilleure hypothèse. Dis-moi si c'est faux.
expenses-provenance-inferred-date = 🔎 Il n'y avait pas de date, alors j'ai pris le jour de ton envoi : { $value }.
expenses-provenance-inferred-currency = 🔎 Il n'y avait pas de devise, alors j'ai pris ta devise habituelle : { $value }.
expenses-provenance-worked_out = 🔎 { $value } découle de ce que tu as écrit : { $evidence }
expenses-provenance-earlier = 🔎 { $value } vient de plus tôt dans notre conversation : « { $evidence } »
expenses-provenance-learned = 🔎 { $value }, c'est ce que tu as déjà choisi pour ce magasin.
expenses-provenance-unknown = 🔎 { $field } : je n'ai pas noté d'où ça vient.
expenses-provenance-none = 🔎 { $field } : il n'y a rien pour l'instant.
expenses-provenance-nothing = 🔎 Je n'ai aucune note là-dessus.
