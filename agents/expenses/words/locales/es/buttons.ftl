# Botones.

expenses-button-save_anyway = Guardar igualmente
expenses-button-leave = Dejarlo como está
expenses-type_your_own = ✍️ Envía la categoría como mensaje, por ejemplo “Mascotas”.
expenses-button-offered = Añadir a los gastos
expenses-button-together-yes = Todo correcto
expenses-button-together-keep = Más tarde
expenses-button-together-no = Ver lista
expenses-button-save = Guardar
expenses-button-save-new = Guardar como nuevo
expenses-button-change = Cambiar
expenses-button-change-other = Cambiar #{ $number }
expenses-button-not_saved = No
expenses-button-change_other = Cambiar el otro
expenses-button-save_as_spent = Fue un gasto
expenses-button-save_all = Guardar todos
expenses-button-save_all-counted = Guardar los { $number }
