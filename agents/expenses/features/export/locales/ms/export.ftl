# Perbelanjaan sebagai fail.

expenses-export = 📄 { $period }: { $held }
expenses-export-photos = { $n } resit
expenses-export-forms = “/export csv” membuat fail CSV, “/export gambar” ZIP resit-resit.
expenses-export-more = Ini yang terbaharu daripada { $total }. Untuk yang lain, minta tempoh yang lebih pendek, contohnya “/export julai”.
expenses-export-none = 📄 { $period }: tiada yang disimpan, jadi tiada fail { $form }.
expenses-export-no_photos = 📄 { $period }: tiada gambar resit, jadi tiada fail.
expenses-export-future = 📄 Itu belum tiba, jadi tiada fail.
expenses-export-no_room = 📄 Tiada ruang untuk fail itu. Cuba tempoh yang lebih pendek, atau esok.
expenses-export-unclear = 📄 Saya tak faham hari yang mana. Cuba “/export”, “/export julai csv”, “/export dari 1.3. hingga 31.5.” atau “/export gambar bulan lepas”.
