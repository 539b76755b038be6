# What it can do, in a line and in full, and what it keeps.

expenses-enter = 💾 Catat ini sebagai perbelanjaan?
expenses-about = Saya catat perbelanjaan awak.
expenses-invite = Hantar perbelanjaan atau gambar.
expenses-also = perbelanjaan
expenses-examples =
    🧾 Resit | /help receipt | file
    makan tengah hari 12.50
    Berapa saya belanja minggu ini?
expenses-howto-receipt = 🧾 Hantar gambar atau PDF resit, beberapa sekali gus pun boleh. Saya baca nama kedai, tarikh dan jumlahnya. Kalau ada yang salah, awak boleh ubah.
expenses-help =
    🧾 “makan tengah hari 12.50”, atau gambar atau PDF resit: saya simpan
    ✏️ “bukan, 16.50”: saya ubah
    🔎 “berapa saya belanja minggu ini?”: saya jumlahkan
    /history senarai perbelanjaan · /report dalam bentuk gambar · /export dalam bentuk fail
    /budget had perbelanjaan awak · /digest laporan setiap minggu atau bulan
    /recurring bayaran berulang · /debts siapa hutang siapa · /rate mata wang lain
    /household kongsi dengan orang serumah
    📎 Fail daripada bank awak (CSV, Excel): saya import
expenses-brief = 💰 Perbelanjaan: “makan tengah hari 12.50” · /history /report /export /budget /digest /recurring /debts /rate /household
expenses-privacy = • Saya simpan perbelanjaan awak dan setiap perubahannya, kategori yang awak pilih untuk setiap kedai, bajet, kadar tukaran, bayaran berulang dan hutang, laporan yang awak mahu, serta dengan siapa awak berkongsi.
expenses-command-history = senarai perbelanjaan (“/history grab jun”, “/history #12”)
expenses-command-export = perbelanjaan sebagai fail (“/export julai csv”)
expenses-command-report = gambar perbelanjaan (“/report bulan lepas”)
expenses-command-budget = bajet awak (“/budget makanan 500”)
expenses-command-rate = kadar tukaran (“/rate usd 4.45”)
expenses-command-digest = laporan berkala (“/digest mingguan”)
expenses-command-recurring = bayaran berulang awak
expenses-command-debts = siapa hutang siapa (“/debts Ali hutang saya 20”)
expenses-command-household = orang yang berkongsi perbelanjaan (“/household jemput”)
expenses-description = Hantar gambar resit, atau taip sahaja “Starbucks 15.50”. Saya baca, tanya yang belum ada sahaja, dan simpan perbelanjaan awak.
expenses-short_description = Saya catat perbelanjaan awak daripada gambar resit atau mesej ringkas.
expenses-erased-expenses = { $n } perbelanjaan
