# What it can do, in a line and in full, and what it keeps.

expenses-enter = 💾 Catat ini sebagai perbelanjaan?
expenses-about = Saya catat perbelanjaan anda. Taip sahaja, contohnya “Starbucks 15.50”, atau hantar gambar resit.
expenses-invite = Hantar perbelanjaan atau gambar.
expenses-also = perbelanjaan anda
expenses-help =
    • Simpan perbelanjaan: “makan tengah hari 12.50” atau “bayar 30 usd untuk minyak semalam”
    • Baca gambar atau PDF resit
    • Ubah: “bukan, 16.50”
    • Beritahu berapa anda belanja: “berapa saya belanja minggu ini?”
    • /history menunjukkan yang disimpan, “/history grab jun” mencari
    • Import fail CSV bank atau aplikasi lain
    • /export menghantarnya sebagai fail
    • /report melukisnya sebagai gambar
    • /budget menetapkan berapa anda mahu belanja, dan saya beritahu apabila hampir habis
    • /rate memberitahu dan menetapkan nilai mata wang lain
    • /recurring menyenaraikan apa yang datang setiap bulan, dan apa yang belum ada
    • /debts memberitahu siapa hutang siapa
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
