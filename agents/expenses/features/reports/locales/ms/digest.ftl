# Laporan yang datang sendiri.

expenses-digest-week = 📬 Setiap { $weekday } pada { $time } anda menerima laporan tujuh hari sebelumnya. “/digest tutup” menghentikannya.
expenses-digest-month = 📬 Pada 1 hari bulan setiap bulan pada { $time } anda menerima laporan bulan yang lalu. “/digest tutup” menghentikannya.
expenses-digest-off = 📬 Tiada laporan yang datang sendiri. “/digest mingguan” atau “/digest bulanan” menghantarnya.
expenses-digest-unclear = 📬 Saya tak faham berapa kerap. Cuba “/digest mingguan”, “/digest bulanan” atau “/digest tutup”.
