# Questions back, refusals, what cannot be done, and what it can do.

procurement-no_catalog = 🗂 Belum ada katalog. Pengendali saya boleh memuatkannya dengan “steward catalog import FILE”. Yang lain berfungsi seperti biasa.
procurement-not_known_yet = ⏳ Saya tidak pasti itu berjaya atau tidak. Sila semak /cart sebentar lagi sebelum cuba semula.
procurement-not_done = ❗ Tidak berjaya. Sila cuba lagi, atau tulis dengan cara lain.
procurement-not_done-timeout = ⏳ Terlalu lama, jadi tiada apa yang berubah. Sila cuba lagi.
procurement-not_done-unavailable = ⏳ Saya tidak dapat membuka rekod saya sekarang. Sila cuba sebentar lagi.
procurement-not_done-not_found = 🔎 Saya tidak jumpa barang itu. Cari dahulu, atau beri nombor produknya.
procurement-not_done-unseen = 🔎 Saya tidak kenal produk itu. Cari dahulu.
procurement-not_done-gone = ⚠️ Tidak lagi dijual: { $names }
procurement-not_done-not_in_cart = 🛒 Barang itu tiada dalam troli awak.
procurement-not_done-no_request = 📋 Awak tiada permintaan itu.
procurement-not_done-no_category = 🗂 Tiada kategori itu. Pilih daripada { $choices }.
procurement-not_done-no_supplier = 🏷 Tiada pembekal itu. Pilih daripada { $choices }.
procurement-not_done-invalid_arguments = 🤔 Kuantiti mesti nombor bulat dari 1 hingga 999; 0 untuk keluarkan barang.
procurement-not_done-quantity = 🔢 { $name }: paling banyak { $most }.
procurement-not_done-stock = ⚠️ { $name }: stok cuma { $available }, dan { $in_cart } sudah dalam troli awak.
procurement-not_done-sold_out = ⚠️ { $name }: stok habis.
procurement-not_done-lines = 🛒 Troli awak sudah penuh: paling banyak { $most } jenis barang.
procurement-not_done-other_currency = 💱 Harganya dalam mata wang lain ({ $choices }), dan satu permintaan hanya boleh satu mata wang. Hantar troli ini dahulu, kemudian saya buka permintaan kedua.
procurement-not_done-limited = 💱 Permintaan di sini hanya dalam { $choices }.
procurement-not_done-day = 📅 Penghantaran tidak boleh pada { $day }. Pilih hari dari { $first } hingga { $last }.
procurement-not_done-empty = 🛒 Troli awak kosong, jadi tiada apa yang boleh dihantar.
procurement-not_done-missing = ⚠️ Stok tidak cukup:
procurement-not_done-missing-short = ⚠️ { $name } tinggal { $available } sahaja.
procurement-not_done-missing-gone = ⚠️ { $name } tidak lagi dijual.
procurement-not_done-missing-none = ⚠️ { $name }: stok habis.
procurement-not_done-line-gone = { $name }: tidak lagi dijual
procurement-not_done-line-short = { $name }: tinggal { $available }
procurement-not_done-line-none = { $name }: stok habis
procurement-not_done-limit_request = 🚫 { $total } melebihi had { $limit } bagi satu permintaan.
procurement-not_done-limit_day = 🚫 { $total } melebihi had { $limit } sehari; hari ini sudah { $spent }.
procurement-not_done-settled = 📋 { $number } sudah { $status }.
procurement-not_done-no_approval = 📋 Tiada permintaan { $number } yang menunggu kelulusan.
procurement-not_done-own_request = 🚫 { $number } ialah permintaan awak sendiri. Orang lain perlu memutuskannya.
procurement-not_done-nobody_known = 🚫 Tiada siapa tahu lagi siapa dalam kumpulan yang menghantar { $number }, jadi tiada pelulus boleh memutuskannya. Sila hantar sekali lagi.
procurement-ask_change = 🛒 Apa yang perlu diubah? Contohnya “1 sahaja” atau “buang toner”.
procurement-ask_quantity = 🔢 Berapa banyak? “{ $said }” tidak boleh; beri nombor bulat dari { $lowest } hingga { $highest }.
procurement-ask_which = 🤔 Yang mana satu?
procurement-ask_what = 🔎 Awak cari apa? Satu dua perkataan sudah cukup, contohnya “pen biru”.
procurement-ask_day = 📅 Saya tidak faham hari “{ $said }”. Bila perlu sampai?
procurement-list_gone = 📄 Senarai itu sudah tiada. Sila cari sekali lagi, atau beri nombor produk.
procurement-no_such_place = 🤔 Tiada nombor { $position }: senarai itu ada { $n } sahaja.
procurement-no_more = 📄 Itu sahaja.
procurement-no_requests = 📋 Belum ada permintaan yang boleh diulang.
procurement-refused-others = 🚫 Saya hanya boleh pesan untuk awak, bukan untuk orang lain.
procurement-refused-approval = 🚫 Hanya bahagian pembelian yang meluluskan dan memesan. Saya tidak boleh.
procurement-refused-how_to_decide = ✍️ Beritahu yang mana: “luluskan PR-7” atau “tolak PR-7: terlalu mahal”.
procurement-unclear = 🤔 Saya tidak faham. Cuba “cari pen biru bawah 20”, “tambah 2 yang pertama”, “troli” atau “hantar untuk jumaat”.
procurement-partial = ⚠️ Terlalu banyak langkah, jadi saya berhenti di sini. Inilah hasilnya.

procurement-enter = 🛒 Cari dalam katalog?
procurement-about = Saya cari barang yang awak perlukan dan hantar permintaan pembelian.
procurement-invite = Beritahu saya apa yang awak perlu beli.
procurement-also = pembelian
procurement-examples =
    cari pen biru bawah 20
    kopi paling murah
    🛒 Troli saya | /cart
procurement-help =
    🔎 “cari pen biru bawah 20”, “kopi paling murah”: saya cari
    🛒 “dua yang pertama”, “jadikan pen 5”, “buang kertas”: saya ubah troli
    📨 “hantar untuk jumaat, tinggalkan di kaunter”: saya hantar permintaan
    /cart troli awak · /orders permintaan awak
procurement-brief = 🛒 Pembelian: “cari pen biru dalam katalog” · /cart /orders
procurement-privacy = • Saya simpan troli dan permintaan pembelian awak, serta perubahannya. Permintaan yang melebihi had ditunjukkan kepada yang meluluskannya.
procurement-command-cart = troli awak
procurement-command-orders = permintaan pembelian awak
procurement-description = Beritahu saya apa yang awak perlukan: saya cari dalam katalog, isi troli awak dan hantar permintaan pembelian.
procurement-short_description = Saya cari produk, isi troli awak dan hantar permintaan pembelian.
procurement-erased-requests = { $n } permintaan pembelian
procurement-help-confirm = 💡 Tiada apa yang dihantar sebelum awak kata ya. “Ya” menghantar tepat seperti yang ditunjukkan, “tidak” membiarkan troli seperti sedia ada. Awak juga boleh ubah: “jadikan isnin”, “3 sahaja”.
procurement-waits-confirm = hendak hantar permintaan atau tidak

procurement-doing-decide = berfikir
procurement-doing-run-search_catalog = mencari
procurement-doing-run-browse_catalog = melihat katalog
procurement-doing-run-get_item = melihat produk
procurement-doing-run-get_cart = melihat troli
procurement-doing-run-list_requests = melihat permintaan awak
procurement-doing-run-add_to_cart = mengisi troli
procurement-doing-run-set_quantity = mengubah troli
procurement-doing-run-reorder = mengisi troli
procurement-doing-check-checkout = menyediakan permintaan
procurement-doing-run-checkout = menyediakan permintaan
procurement-doing-check-decide_request = melihat permintaan
procurement-doing-run-decide_request = mencatat keputusan
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
procurement-button-change = Ubah
procurement-button-received = Ya, diterima
procurement-button-not_received = Tidak
procurement-button-approve = Luluskan
procurement-button-reject = Tolak
procurement-button-offered = Pesan semula
