# Siapa hutang siapa.

expenses-debts = 🤝 Siapa hutang siapa:
expenses-debts-none = 🤝 Tiada siapa yang berhutang.
expenses-debts-noted = 🤝 Dicatat:
expenses-debts-taken_back = 🤝 Dibuat asal. Kedudukannya sekarang:
expenses-debts-line-they_owe = • { $name } hutang anda { $money }
expenses-debts-line-you_owe = • { $name }: anda hutang { $money }
expenses-debts-line-even = • { $name }: selesai
expenses-debts-owed = Orang hutang anda: { $total }
expenses-debts-owing = Anda hutang: { $total }
expenses-debts-unknown = 🤝 Tiada apa yang dicatat antara anda dengan “{ $name }”, jadi tiada apa yang berubah.
expenses-debts-no_amount = 🤝 Berapa hutang setiap orang? Belum ada yang dicatat.
expenses-debts-unclear = 🤝 Saya tidak faham, jadi tiada apa yang berubah.
expenses-debts-example = Cuba “Ali hutang saya 20”, “saya hutang Siti 15” atau “/debts Ali dah bayar balik”.
