# Un gasto repartido en varias categorías.
expenses-card-part = { $icon } { $category } { $amount }
expenses-field-parts = categorías

# Sus botones.
expenses-button-field = Cambiar

# Un campo de un gasto guardado.
expenses-ask-edit-amount = 💰 ¿Cuál es el importe correcto?
expenses-ask-edit-merchant = 🏪 ¿Cuál es el comercio correcto?
expenses-ask-edit-date = 📅 ¿Cuál es la fecha correcta?
