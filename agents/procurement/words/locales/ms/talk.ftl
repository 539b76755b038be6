# Questions back, refusals, what cannot be done, and what it can do.

procurement-no_catalog = 🗂 Belum ada katalog. Pengendali saya boleh memuatkannya dengan “steward catalog import FILE”. Yang lain berfungsi seperti biasa.
procurement-not_known_yet = ⏳ Saya belum pasti sama ada itu sudah dibuat: rekod saya tidak menjawab. Sila lihat /cart sebentar lagi sebelum mengulanginya.
procurement-not_done = ❗ Itu tidak berjaya. Sila cuba lagi, atau dengan kata lain.
procurement-not_done-timeout = ⏳ Itu mengambil masa terlalu lama. Tiada apa-apa berubah; sila cuba lagi.
procurement-not_done-unavailable = ⏳ Saya tidak dapat mencapai rekod saya sekarang. Sila cuba sebentar lagi.
procurement-not_done-not_found = 🔎 Saya tidak menjumpainya. Cari dahulu, atau beri saya nombor artikelnya.
procurement-not_done-gone = ⚠️ { $name } tidak lagi dijual. Keluarkan dari troli dahulu.
procurement-not_done-invalid_arguments = 🤔 Saya tidak boleh menerimanya begitu. Kuantiti ialah nombor bulat dari 1 hingga 999, 0 mengeluarkan barang.
procurement-not_done-out_of_stock = ⚠️ { $name }: tinggal { $available }.
procurement-not_done-limit = 🚫 Itu melebihi had permintaan { $limit }.
procurement-not_done-cart_full = 🛒 Troli penuh: muat 50 baris.
procurement-not_done-past_date = 📅 Hari itu sudah berlalu. Hari apa yang betul?
procurement-not_done-far_date = 📅 Hari itu lebih setahun lagi. Hari apa yang betul?
procurement-not_done-empty_cart = 🛒 Troli anda kosong: tiada apa-apa untuk dihantar.
procurement-not_done-other_currency = 💱 Troli anda dalam { $cart_currency }, ini dalam { $currency }. Hantar troli dahulu, kemudian saya buat permintaan kedua.
procurement-ask_quantity = 🔢 Berapa banyak? Nombor bulat dari { $lowest } hingga { $highest }; “{ $said }” tidak boleh.
procurement-ask_which = 🤔 Yang mana satu?
procurement-ask_what = 🔎 Apa yang anda cari? Satu dua perkataan memadai, seperti “pen biru”.
procurement-ask_day = 📅 Saya tidak kenal hari “{ $said }”. Bila ia patut sampai?
procurement-list_gone = 📄 Senarai itu sudah tiada. Cari sekali lagi, atau beri saya nombor artikel.
procurement-no_such_place = 🤔 Tiada nombor { $position }: senarai ada { $n } sahaja.
procurement-no_more = 📄 Itu sahaja semuanya.
procurement-no_requests = 📋 Tiada permintaan yang boleh saya ulang.
procurement-refused-others = 🚫 Saya hanya memesan untuk anda sendiri.
procurement-refused-approval = 🚫 Permintaan diluluskan dan dipesan oleh bahagian pembelian, bukan di sini.
procurement-unclear = 🤔 Saya tidak faham. Cuba “cari pen biru bawah 20”, “tambah 2 yang pertama”, “troli” atau “hantar untuk jumaat”.
procurement-partial = ⚠️ Saya berhenti sebelum selesai: terlalu banyak langkah. Setakat ini hasilnya.

procurement-about = Saya juga mencari produk, menyimpan troli dan menghantar permintaan pembelian: “cari pen biru bawah 20”.
procurement-invite = Atau beritahu saya apa yang perlu dibeli.
procurement-help =
    • Cari produk: “cari pen biru bawah 20”, “kopi paling murah”
    • Isi troli: “dua yang pertama”, “jadikan pen 5”, “buang kertas”
    • Hantar permintaan: “checkout untuk jumaat, tinggalkan di kaunter”
    • /cart menunjukkan troli, /orders permintaan anda
procurement-privacy = • Saya menyimpan troli anda, permintaan pembelian anda dan apa yang mengubahnya.
procurement-command-cart = troli anda
procurement-command-orders = permintaan pembelian anda
procurement-description = Beritahu saya apa yang anda perlukan: saya mencarinya dalam katalog, menyimpan troli dan menghantar permintaan pembelian.
procurement-short_description = Saya mencari produk, menyimpan troli dan menghantar permintaan pembelian.
procurement-erased-requests = { $n } permintaan pembelian
procurement-erased-cart_lines = { $n } baris troli anda
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
procurement-button-received = Ya, diterima
procurement-button-not_received = Tidak
