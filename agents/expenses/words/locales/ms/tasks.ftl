# An expense as a task: what is being done, what is waited for, help about a question.

expenses-help-amount = 💡 Saya perlukan jumlah untuk { $name }. Taip nombor sahaja, contohnya { $money }.
expenses-help-merchant = 💡 Saya perlu tahu { $name } itu untuk apa: nama kedai, atau perkataan seperti “makan”.
expenses-help-date = 💡 Saya perlukan hari untuk { $name }: “hari ini”, “semalam” atau satu tarikh.
expenses-help-category = 💡 Saya perlukan kategori untuk { $name }. Pilih daripada senarai saya atau taip sendiri.
expenses-help-better_image = 💡 Saya perlukan gambar { $name } yang lebih jelas. Taip nama kedai dan jumlah pun boleh.
expenses-help-proposal = 💡 Simpan { $name }? Jawab ya atau tidak.
expenses-help-reading = 💡 Sebahagian daripada { $name } sukar dibaca. Jawab ya jika betul, atau beritahu apa yang berbeza.
expenses-help-duplicate = 💡 { $name } nampaknya sudah disimpan. Jawab ya untuk simpan sekali lagi, atau tidak.
expenses-help-edit = 💡 Beritahu apa yang perlu diubah pada { $name }, contohnya “jumlah 12.50”.
expenses-help-retry = 💡 { $name } tidak dapat disiapkan. Sebut “cuba lagi”, atau buang sahaja.
expenses-help-leave = “Tak tahu” menyimpannya sebagai draf, /cancel membuangnya.

expenses-waits-amount = berapa jumlahnya
expenses-waits-merchant = untuk apa
expenses-waits-date = bila
expenses-waits-category = kategori mana yang sesuai
expenses-waits-better_image = gambar yang lebih jelas
expenses-waits-proposal = sama ada hendak disimpan
expenses-waits-reading = sama ada bacaannya betul
expenses-waits-duplicate = sama ada hendak disimpan sekali lagi
expenses-waits-edit = apa yang perlu diubah
expenses-waits-retry = sama ada hendak cuba lagi
expenses-doing-read-image = membaca gambar
expenses-doing-read-pdf = membaca PDF
expenses-doing-decide-what-to-ask = sedang berfikir
expenses-doing-categorize = mencari kategori
expenses-doing-save = menyimpan
expenses-doing-correct = membetulkan
