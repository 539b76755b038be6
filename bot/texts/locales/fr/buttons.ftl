# Les boutons.

button-answer = Celui-ci
button-drop = Abandonner
button-keep = Garder en brouillon
button-yes = Oui
button-no = Non
button-edit = Modifier
button-undo = Annuler
button-restore = Rétablir
button-resume = Reprendre
button-for = { $button } { $name }
button-retry = Réessayer
button-offer = Utiliser
button-enter = Oui
button-leave = Non
