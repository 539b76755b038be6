# Botones.

button-answer = Este
button-drop = Descartar
button-keep = Guardar borrador
button-yes = Sí
button-no = No
button-edit = Editar
button-undo = Deshacer
button-restore = Restaurar
button-resume = Retomar
button-for = { $button }: { $name }
button-retry = Reintentar
button-offer = Usarlo
button-enter = Sí
button-leave = No
