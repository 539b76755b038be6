# Laporan yang datang sendiri.

expenses-digest-week = 📬 Setiap { $weekday }, pukul { $time }, awak akan terima laporan tujuh hari sebelumnya. “/digest tutup” untuk berhenti.
expenses-digest-month = 📬 Pada 1 hari bulan setiap bulan, pukul { $time }, awak akan terima laporan bulan sebelumnya. “/digest tutup” untuk berhenti.
expenses-digest-off = 📬 Tiada laporan berkala. “/digest mingguan” atau “/digest bulanan” untuk mula.
expenses-digest-unclear = 📬 Berapa kerap awak mahu? Cuba “/digest mingguan”, “/digest bulanan” atau “/digest tutup”.
expenses-button-send_regularly = Hantar secara berkala
expenses-digest-button-week = 📬 Hantar setiap minggu
expenses-digest-button-month = 📬 Hantar setiap bulan
