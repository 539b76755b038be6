# Les boutons.

expenses-button-save_anyway = Oui, enregistrer
expenses-button-leave = Laisser comme ça
expenses-type_your_own = ✍️ Envoie simplement la catégorie dans un message, comme « Animaux ».
expenses-button-offered = Ajouter aux dépenses
expenses-button-together-yes = Tout est bon
expenses-button-together-keep = Plus tard
expenses-button-together-no = Voir la liste
expenses-button-save = Enregistrer
expenses-button-save-new = C'est nouveau
expenses-button-change = Modifier
expenses-button-change-other = Modifier #{ $number }
expenses-button-not_saved = Non
expenses-button-change_other = Modifier l'autre
expenses-button-save_as_spent = C'était une dépense
expenses-button-save_all = Tout enregistrer
expenses-button-save_all-counted = Enregistrer les { $number }
