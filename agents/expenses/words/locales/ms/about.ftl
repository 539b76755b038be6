# What it can do, in a line and in full, and what it keeps.

expenses-enter = 💾 Catat ini sebagai perbelanjaan?
expenses-about = Saya catat perbelanjaan anda.
expenses-invite = Hantar perbelanjaan atau gambar.
expenses-also = perbelanjaan
expenses-examples =
    🧾 Resit | /help receipt
    makan tengah hari 12.50
    Berapa saya belanja minggu ini?
expenses-howto-receipt = 🧾 Hantar gambar atau PDF resit itu, beberapa sekali gus pun boleh. Saya baca kedai, tarikh dan jumlahnya, dan anda boleh ubah jika ada yang salah.
expenses-help =
    🧾 “makan tengah hari 12.50”, atau gambar atau PDF resit: saya simpan
    ✏️ “bukan, 16.50”: saya ubah
    🔎 “berapa saya belanja minggu ini?”: saya jumlahkan
    /history yang disimpan · /report dalam bentuk gambar · /export dalam bentuk fail
    /budget had perbelanjaan anda · /digest laporan setiap minggu atau bulan
    /recurring bayaran yang berulang · /debts siapa hutang siapa · /rate mata wang lain
    📎 Fail CSV bank anda: saya import
expenses-brief = 💰 Perbelanjaan: “makan tengah hari 12.50” · /history /report /export /budget /digest /recurring /debts /rate
expenses-privacy = • Saya simpan perbelanjaan anda dengan setiap perubahan, dan kategori yang anda suka untuk setiap kedai; juga bajet, kadar, apa yang berulang, siapa hutang siapa dan laporan yang anda mahu.
expenses-command-history = yang disimpan (“/history grab jun”, “/history #12”)
expenses-command-export = perbelanjaan sebagai fail (“/export julai csv”)
expenses-command-report = gambar perbelanjaan (“/report bulan lepas”)
expenses-command-budget = berapa anda mahu belanja (“/budget makanan 500”)
expenses-command-rate = nilai sesuatu mata wang (“/rate usd 4.45”)
expenses-command-digest = laporan berkala (“/digest mingguan”)
expenses-command-recurring = apa yang datang berulang kali
expenses-command-debts = siapa hutang siapa (“/debts Ali hutang saya 20”)
expenses-description = Hantar gambar resit, atau taip sahaja “Starbucks 15.50”. Saya membacanya, hanya bertanya apa yang belum ada, dan menyimpan perbelanjaan anda.
expenses-short_description = Saya simpan perbelanjaan anda daripada gambar resit dan kata-kata biasa.
expenses-erased-expenses = { $n } perbelanjaan
