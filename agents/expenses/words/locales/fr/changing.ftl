# Une dépense sur plusieurs catégories.
expenses-card-part = { $icon } { $category } { $amount }
expenses-field-parts = catégories

# Ses boutons.
expenses-button-field = Modifier

# Un champ d'une dépense enregistrée.
expenses-ask-edit-amount = 💰 Quel est le bon montant ?
expenses-ask-edit-merchant = 🏪 Quel est le bon magasin ?
expenses-ask-edit-date = 📅 Quel est le bon jour ?
