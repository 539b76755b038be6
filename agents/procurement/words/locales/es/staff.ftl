# What staff change in the catalog.

procurement-ask_item-added = 🗂 ¿Añado { $item } al catálogo?
procurement-ask_item-changed = 🗂 ¿Cambio { $item }?
procurement-ask_item-retired = 🗂 ¿Quito { $item } del catálogo?
procurement-item_changed-added = ✅ { $item } ya está en el catálogo
procurement-item_changed-changed = ✅ { $item } cambiado
procurement-item_changed-retired = ✅ { $item } ya no se vende
procurement-item_changed-undone = 🔁 { $item }: cambio deshecho
procurement-item_not_changed = 👌 No ha cambiado nada en el catálogo.
procurement-for_staff = 🔒 Solo el personal puede cambiar el catálogo.
procurement-field = { $field }: { $value }
procurement-field-name = Nombre
procurement-field-price = Precio
procurement-field-stock = En stock
procurement-field-supplier = Proveedor
procurement-field-category = Categoría
procurement-field-description = Descripción
procurement-how_to_write = 🗂 Escríbelo así:
procurement-how_to_write-field = 🤔 “{ $field }” falta o no encaja. Escríbelo así:
procurement-how_to_write-examples =
    /catalog add name Desk lamp price 45.50 unit piece stock 12
    /catalog change TO-101 price 11.90 stock 40
    /catalog retire TO-101
procurement-not_done-field = 🤔 “{ $field }” no encaja.
procurement-not_done-unchanged = 👌 Ya está así.
procurement-not_done-exists = 🤔 { $item_id } ya está en el catálogo. Cámbialo o elige otro número.
procurement-not_done-changed_since = ⚠️ { $item_id } se ha vuelto a cambiar desde entonces, así que lo dejo como está.
procurement-command-catalog = cambiar el catálogo (personal)
procurement-doing-check-add_item = mirando el catálogo
procurement-doing-run-add_item = cambiando el catálogo
procurement-doing-check-change_item = mirando el catálogo
procurement-doing-run-change_item = cambiando el catálogo
procurement-doing-check-retire_item = mirando el catálogo
procurement-doing-run-retire_item = cambiando el catálogo
