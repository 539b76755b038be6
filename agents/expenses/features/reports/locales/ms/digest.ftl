# Laporan yang datang sendiri.

expenses-digest-week = 📬 Setiap { $weekday } pada { $time } anda menerima laporan tujuh hari sebelumnya. “/digest tutup” menghentikannya.
expenses-digest-month = 📬 Pada 1 hari bulan setiap bulan pada { $time } anda menerima laporan bulan yang lalu. “/digest tutup” menghentikannya.
expenses-digest-off = 📬 Tiada laporan berkala. “/digest mingguan” atau “/digest bulanan” memulakannya.
expenses-digest-unclear = 📬 Berapa kerap? Cuba “/digest mingguan”, “/digest bulanan” atau “/digest tutup”.
