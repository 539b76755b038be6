# What staff change in the catalog.

procurement-ask_item-added = 🗂 J'ajoute { $item } au catalogue ?
procurement-ask_item-changed = 🗂 Je modifie { $item } ?
procurement-ask_item-retired = 🗂 Je retire { $item } du catalogue ?
procurement-item_changed-added = ✅ { $item } est au catalogue
procurement-item_changed-changed = ✅ { $item } modifié
procurement-item_changed-retired = ✅ { $item } n'est plus vendu
procurement-item_changed-undone = 🔁 { $item } : modification annulée
procurement-item_not_changed = 👌 Rien n'a changé au catalogue.
procurement-for_staff = 🔒 Seule l'équipe peut modifier le catalogue.
procurement-field = { $field } : { $value }
procurement-field-name = Nom
procurement-field-price = Prix
procurement-field-stock = En stock
procurement-field-supplier = Fournisseur
procurement-field-category = Catégorie
procurement-field-description = Description
procurement-how_to_write = 🗂 Écris-le comme ça :
procurement-how_to_write-field = 🤔 « { $field } » manque ou ne va pas. Écris-le comme ça :
procurement-how_to_write-examples =
    /catalog add name Desk lamp price 45.50 unit piece stock 12
    /catalog change TO-101 price 11.90 stock 40
    /catalog retire TO-101
procurement-not_done-field = 🤔 « { $field } » ne va pas.
procurement-not_done-unchanged = 👌 C'est déjà le cas.
procurement-not_done-exists = 🤔 { $item_id } est déjà au catalogue. Modifie-le, ou choisis une autre référence.
procurement-not_done-changed_since = ⚠️ { $item_id } a encore changé depuis : je n'y touche pas.
procurement-command-catalog = modifier le catalogue (équipe)
procurement-doing-check-add_item = je regarde le catalogue
procurement-doing-run-add_item = je modifie le catalogue
procurement-doing-check-change_item = je regarde le catalogue
procurement-doing-run-change_item = je modifie le catalogue
procurement-doing-check-retire_item = je regarde le catalogue
procurement-doing-run-retire_item = je modifie le catalogue
