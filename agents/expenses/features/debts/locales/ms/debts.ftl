# Siapa hutang siapa.

expenses-debts = 🤝 Siapa hutang siapa:
expenses-debts-none = 🤝 Tiada siapa berhutang apa-apa.
expenses-debts-noted = 🤝 Dicatat:
expenses-debts-taken_back = 🤝 Ditarik balik. Sekarang begini:
expenses-debts-line-they_owe = • { $name } hutang awak { $money }
expenses-debts-line-you_owe = • Awak hutang { $name } { $money }
expenses-debts-line-even = • { $name }: selesai
expenses-debts-owed = Orang hutang awak: { $total }
expenses-debts-owing = Awak hutang: { $total }
expenses-debts-unknown = 🤝 Tiada hutang dicatat dengan “{ $name }”, jadi tiada apa yang berubah.
expenses-debts-no_amount = 🤝 Berapa hutang setiap orang? Belum ada yang dicatat.
expenses-debts-unclear = 🤝 Saya tidak faham, jadi tiada apa yang berubah.
expenses-debts-example = Cuba “Ali hutang saya 20”, “saya hutang Siti 15” atau “/debts Ali dah bayar balik”.
