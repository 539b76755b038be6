# Questions back, refusals, what cannot be done, and what it can do.

procurement-no_catalog = 🗂 Belum ada katalog. Pengendali saya boleh memuatkannya dengan “steward catalog import FILE”. Yang lain berfungsi seperti biasa.
procurement-not_known_yet = ⏳ Saya tidak pasti sama ada itu berjaya. Sila semak /cart sebentar lagi sebelum mencuba semula.
procurement-not_done = ❗ Itu tidak berjaya. Sila cuba lagi, atau dengan kata lain.
procurement-not_done-timeout = ⏳ Itu mengambil masa terlalu lama. Tiada apa-apa berubah; sila cuba lagi.
procurement-not_done-unavailable = ⏳ Saya tidak dapat mencapai rekod saya sekarang. Sila cuba sebentar lagi.
procurement-not_done-not_found = 🔎 Saya tidak menjumpainya. Cari dahulu, atau beri saya nombor produknya.
procurement-not_done-unseen = 🔎 Saya tidak kenal produk itu. Cari dahulu.
procurement-not_done-gone = ⚠️ Tidak lagi dijual: { $names }
procurement-not_done-not_in_cart = 🛒 Itu tiada dalam troli anda.
procurement-not_done-no_request = 📋 Anda tiada permintaan sedemikian.
procurement-not_done-no_category = 🗂 Tiada kategori itu. Pilih daripada { $choices }.
procurement-not_done-no_supplier = 🏷 Tiada pembekal itu. Pilih daripada { $choices }.
procurement-not_done-invalid_arguments = 🤔 Kuantiti ialah nombor bulat dari 1 hingga 999; 0 mengeluarkan barang.
procurement-not_done-quantity = 🔢 { $name }: paling banyak { $most }.
procurement-not_done-stock = ⚠️ { $name }: stok cuma { $available }, dan { $in_cart } sudah dalam troli anda.
procurement-not_done-sold_out = ⚠️ { $name } kehabisan stok.
procurement-not_done-lines = 🛒 Troli penuh: muat { $most } produk berbeza.
procurement-not_done-other_currency = 💱 Itu mata wang lain ({ $choices }): satu permintaan hanya satu mata wang. Hantar troli dahulu, kemudian saya buat permintaan kedua.
procurement-not_done-limited = 💱 Permintaan di sini hanya boleh dalam { $choices }.
procurement-not_done-day = 📅 { $day } tidak sesuai untuk penghantaran. Pilih hari dari { $first } hingga { $last }.
procurement-not_done-empty = 🛒 Troli anda kosong: tiada apa-apa untuk dihantar.
procurement-not_done-missing = ⚠️ Tidak semuanya ada dalam stok:
procurement-not_done-missing-short = ⚠️ Tinggal { $available } { $name } sahaja.
procurement-not_done-missing-gone = ⚠️ { $name } tidak lagi dijual.
procurement-not_done-missing-none = ⚠️ { $name } kehabisan stok.
procurement-not_done-line-gone = { $name }: tidak lagi dijual
procurement-not_done-line-short = { $name }: tinggal { $available }
procurement-not_done-line-none = { $name }: stok habis
procurement-not_done-limit_request = 🚫 { $total } melebihi had { $limit } bagi satu permintaan.
procurement-not_done-limit_day = 🚫 { $total } melebihi had { $limit } sehari; hari ini sudah { $spent }.
procurement-not_done-settled = 📋 { $number } sudah { $status }.
procurement-ask_change = 🛒 Apa yang perlu ditukar? Contohnya “1 sahaja” atau “buang toner”.
procurement-ask_quantity = 🔢 Berapa banyak? Nombor bulat dari { $lowest } hingga { $highest }; “{ $said }” tidak boleh.
procurement-ask_which = 🤔 Yang mana satu?
procurement-ask_what = 🔎 Apa yang anda cari? Satu dua perkataan memadai, seperti “pen biru”.
procurement-ask_day = 📅 Saya tidak kenal hari “{ $said }”. Bila ia patut sampai?
procurement-list_gone = 📄 Senarai itu sudah tiada. Cari sekali lagi, atau beri saya nombor produk.
procurement-no_such_place = 🤔 Tiada nombor { $position }: senarai ada { $n } sahaja.
procurement-no_more = 📄 Itu sahaja semuanya.
procurement-no_requests = 📋 Belum ada permintaan untuk diulang.
procurement-refused-others = 🚫 Saya hanya boleh memesan untuk anda, bukan untuk orang lain.
procurement-refused-approval = 🚫 Bahagian pembelian yang meluluskan dan memesan. Saya tidak boleh.
procurement-unclear = 🤔 Saya tidak faham. Cuba “cari pen biru bawah 20”, “tambah 2 yang pertama”, “troli” atau “hantar untuk jumaat”.
procurement-partial = ⚠️ Terlalu banyak langkah, jadi saya berhenti. Setakat ini hasilnya.

procurement-enter = 🛒 Cari dalam katalog?
procurement-about = Saya cari barang yang anda perlukan dan hantar permintaan pembelian.
procurement-invite = Beritahu saya apa yang perlu dibeli.
procurement-also = pembelian
procurement-examples =
    cari pen biru bawah 20
    kopi paling murah
    🛒 Troli saya | /cart
procurement-help =
    🔎 “cari pen biru bawah 20”, “kopi paling murah”: saya cari
    🛒 “dua yang pertama”, “jadikan pen 5”, “buang kertas”: saya ubah troli
    📨 “checkout untuk jumaat, tinggalkan di kaunter”: saya hantar permintaan
    /cart troli anda · /orders permintaan anda
procurement-brief = 🛒 Pembelian: “cari pen biru bawah 20” · /cart /orders
procurement-privacy = • Saya menyimpan troli anda, permintaan pembelian anda dan apa yang mengubahnya.
procurement-command-cart = troli anda
procurement-command-orders = permintaan pembelian anda
procurement-description = Beritahu saya apa yang anda perlukan: saya mencarinya dalam katalog, menyimpan troli dan menghantar permintaan pembelian.
procurement-short_description = Saya mencari produk, menyimpan troli dan menghantar permintaan pembelian.
procurement-erased-requests = { $n } permintaan pembelian
procurement-help-confirm = 💡 Saya menunggu kata anda sebelum menghantar: “ya” menghantar tepat seperti yang ditunjukkan, “tidak” membiarkan troli seperti sedia ada. Boleh juga diubah: “jadikan isnin”, “3 sahaja”.
procurement-waits-confirm = sama ada permintaan patut dihantar

procurement-doing-decide = berfikir
procurement-doing-run-search_catalog = mencari
procurement-doing-run-browse_catalog = melihat katalog
procurement-doing-run-get_item = melihat produk
procurement-doing-run-get_cart = melihat troli
procurement-doing-run-list_requests = melihat permintaan anda
procurement-doing-run-add_to_cart = mengisi troli
procurement-doing-run-set_quantity = mengubah troli
procurement-doing-run-reorder = mengisi troli
procurement-doing-check-checkout = menyediakan permintaan
procurement-doing-run-checkout = menyediakan permintaan
procurement-doing-look-into-the-cart = melihat troli

procurement-button-add = Tambah
procurement-button-add-several = Tambah { $quantity } × no. { $position }
procurement-button-set = Yang ini
procurement-button-more = Lagi
procurement-button-send = Hantar
procurement-button-not_yet = Belum lagi
procurement-button-take_back = Tarik balik
procurement-button-empty = Kosongkan troli
procurement-button-order = Pesan
procurement-button-order_left = Pesan yang ada
procurement-button-order_left-counted = Pesan { $quantity }
procurement-button-order_left-without = Pesan tanpanya
procurement-button-change = Tukar
procurement-button-received = Ya, diterima
procurement-button-not_received = Tidak
procurement-button-offered = Pesan semula
