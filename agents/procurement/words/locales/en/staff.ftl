# What staff change in the catalog.

procurement-ask_item-added = 🗂 Add { $item } to the catalog?
procurement-ask_item-changed = 🗂 Change { $item }?
procurement-ask_item-retired = 🗂 Take { $item } out of the catalog?
procurement-item_changed-added = ✅ { $item } added to the catalog
procurement-item_changed-changed = ✅ { $item } changed
procurement-item_changed-retired = ✅ { $item } is no longer sold
procurement-item_changed-undone = 🔁 { $item }: the change is undone
procurement-item_not_changed = 👌 Nothing changed in the catalog.
procurement-for_staff = 🔒 Only staff can change the catalog.
procurement-field = { $field }: { $value }
procurement-field-name = Name
procurement-field-price = Price
procurement-field-stock = In stock
procurement-field-supplier = Supplier
procurement-field-category = Category
procurement-field-description = Description
procurement-how_to_write = 🗂 Write it like this:
procurement-how_to_write-field = 🤔 “{ $field }” is missing or doesn't fit. Write it like this:
procurement-how_to_write-examples =
    /catalog add name Desk lamp price 45.50 unit piece stock 12
    /catalog change TO-101 price 11.90 stock 40
    /catalog retire TO-101
procurement-not_done-field = 🤔 “{ $field }” doesn't fit.
procurement-not_done-unchanged = 👌 It is like that already.
procurement-not_done-exists = 🤔 { $item_id } is in the catalog already. Change it, or choose another number.
procurement-not_done-changed_since = ⚠️ { $item_id } was changed again since, so I left it as it is.
procurement-command-catalog = change the catalog (staff)
procurement-doing-check-add_item = checking the catalog
procurement-doing-run-add_item = changing the catalog
procurement-doing-check-change_item = checking the catalog
procurement-doing-run-change_item = changing the catalog
procurement-doing-check-retire_item = checking the catalog
procurement-doing-run-retire_item = changing the catalog
