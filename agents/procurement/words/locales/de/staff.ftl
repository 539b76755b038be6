# What staff change in the catalog.

procurement-ask_item-added = 🗂 { $item } in den Katalog aufnehmen?
procurement-ask_item-changed = 🗂 { $item } ändern?
procurement-ask_item-retired = 🗂 { $item } aus dem Katalog nehmen?
procurement-item_changed-added = ✅ { $item } steht jetzt im Katalog
procurement-item_changed-changed = ✅ { $item } geändert
procurement-item_changed-retired = ✅ { $item } wird nicht mehr verkauft
procurement-item_changed-undone = 🔁 { $item }: Änderung zurückgenommen
procurement-item_not_changed = 👌 Am Katalog hat sich nichts geändert.
procurement-for_staff = 🔒 Den Katalog kann nur das Team ändern.
procurement-field = { $field }: { $value }
procurement-field-name = Name
procurement-field-price = Preis
procurement-field-stock = Auf Lager
procurement-field-supplier = Lieferant
procurement-field-category = Kategorie
procurement-field-description = Beschreibung
procurement-how_to_write = 🗂 Schreib es so:
procurement-how_to_write-field = 🤔 „{ $field }“ fehlt oder passt nicht. Schreib es so:
procurement-how_to_write-examples =
    /catalog add name Desk lamp price 45.50 unit piece stock 12
    /catalog change TO-101 price 11.90 stock 40
    /catalog retire TO-101
procurement-not_done-field = 🤔 „{ $field }“ passt nicht.
procurement-not_done-unchanged = 👌 Das ist schon so.
procurement-not_done-exists = 🤔 { $item_id } steht schon im Katalog. Ändere den Artikel oder nimm eine andere Nummer.
procurement-not_done-changed_since = ⚠️ { $item_id } wurde seitdem noch einmal geändert. Ich habe nichts angefasst.
procurement-command-catalog = Katalog ändern (Team)
procurement-doing-check-add_item = sehe im Katalog nach
procurement-doing-run-add_item = ändere den Katalog
procurement-doing-check-change_item = sehe im Katalog nach
procurement-doing-run-change_item = ändere den Katalog
procurement-doing-check-retire_item = sehe im Katalog nach
procurement-doing-run-retire_item = ändere den Katalog
