# Perbelanjaan sebagai fail.

expenses-export = 📄 { $period }: { $held }
expenses-export-photos = { $n } resit
expenses-export-forms = “/export csv” untuk fail CSV, “/export gambar” untuk ZIP gambar resit.
expenses-export-more = Ini yang terbaharu daripada { $total }. Untuk yang lain, minta tempoh yang lebih pendek, contohnya “/export julai”.
expenses-export-none = 📄 { $period }: tiada yang disimpan, jadi tiada fail { $form }.
expenses-export-no_photos = 📄 { $period }: tiada gambar resit, jadi tiada fail.
expenses-export-future = 📄 Tarikh itu belum tiba, jadi tiada fail.
expenses-export-no_room = 📄 Tiada ruang lagi untuk fail itu. Cuba tempoh yang lebih pendek, atau cuba esok.
expenses-export-unclear = 📄 Hari yang mana? Cuba “/export”, “/export julai csv”, “/export dari 1.3. hingga 31.5.” atau “/export gambar bulan lepas”.
