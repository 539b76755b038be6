# What staff change in the catalog.

procurement-ask_item-added = 🗂 Tambah { $item } ke dalam katalog?
procurement-ask_item-changed = 🗂 Ubah { $item }?
procurement-ask_item-retired = 🗂 Keluarkan { $item } daripada katalog?
procurement-item_changed-added = ✅ { $item } sudah ditambah ke dalam katalog
procurement-item_changed-changed = ✅ { $item } sudah diubah
procurement-item_changed-retired = ✅ { $item } tidak dijual lagi
procurement-item_changed-undone = 🔁 { $item }: perubahan ditarik balik
procurement-item_not_changed = 👌 Tiada apa-apa yang berubah dalam katalog.
procurement-for_staff = 🔒 Hanya staf boleh mengubah katalog.
procurement-field = { $field }: { $value }
procurement-field-name = Nama
procurement-field-price = Harga
procurement-field-stock = Stok
procurement-field-supplier = Pembekal
procurement-field-category = Kategori
procurement-field-description = Keterangan
procurement-how_to_write = 🗂 Tulis begini:
procurement-how_to_write-field = 🤔 “{ $field }” tiada atau tidak sesuai. Tulis begini:
procurement-how_to_write-examples =
    /catalog add name Desk lamp price 45.50 unit piece stock 12
    /catalog change TO-101 price 11.90 stock 40
    /catalog retire TO-101
procurement-not_done-field = 🤔 “{ $field }” tidak sesuai.
procurement-not_done-unchanged = 👌 Memang sudah begitu.
procurement-not_done-exists = 🤔 { $item_id } sudah ada dalam katalog. Ubah barang itu, atau pilih nombor lain.
procurement-not_done-changed_since = ⚠️ { $item_id } sudah diubah lagi selepas itu, jadi saya biarkan.
procurement-command-catalog = ubah katalog (staf)
procurement-doing-check-add_item = menyemak katalog
procurement-doing-run-add_item = mengubah katalog
procurement-doing-check-change_item = menyemak katalog
procurement-doing-run-change_item = mengubah katalog
procurement-doing-check-retire_item = menyemak katalog
procurement-doing-run-retire_item = mengubah katalog
