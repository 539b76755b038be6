# An expense as a task: what is being done, what is waited for, help about a question.

expenses-help-amount = 💡 Berapa untuk { $name }? Taip nombor sahaja, contohnya { $money }.
expenses-help-merchant = 💡 { $name } itu untuk apa? Beri nama kedai, atau perkataan seperti “makan”.
expenses-help-date = 💡 Bila { $name }? Tulis “hari ini”, “semalam” atau tarikhnya.
expenses-help-category = 💡 { $name } perlukan kategori. Pilih daripada senarai atau taip sendiri.
expenses-help-better_image = 💡 Hantar gambar { $name } yang lebih jelas. Taip nama kedai dan jumlah pun boleh.
expenses-help-proposal = 💡 Simpan { $name }? Jawab ya atau tidak.
expenses-help-reading = 💡 Sebahagian daripada { $name } susah dibaca. Jawab ya kalau betul, atau beritahu apa yang salah.
expenses-help-duplicate = 💡 { $name } nampaknya sudah ada. Jawab ya untuk simpan sekali lagi, atau tidak.
expenses-help-edit = 💡 Beritahu apa yang perlu diubah pada { $name }, contohnya “jumlah 12.50”.
expenses-help-retry = 💡 { $name } tidak dapat disiapkan. Tulis “cuba lagi”, atau buang sahaja.
expenses-help-leave = “Tak tahu” simpan sebagai draf, /cancel buang.

expenses-waits-amount = berapa jumlahnya
expenses-waits-merchant = untuk apa
expenses-waits-date = tarikhnya
expenses-waits-category = kategori mana yang sesuai
expenses-waits-better_image = gambar yang lebih jelas
expenses-waits-proposal = hendak simpan atau tidak
expenses-waits-reading = bacaannya betul atau tidak
expenses-waits-duplicate = hendak simpan sekali lagi atau tidak
expenses-waits-edit = apa yang perlu diubah
expenses-waits-retry = hendak cuba lagi atau tidak
expenses-doing-read-image = membaca gambar
expenses-doing-read-pdf = membaca PDF
expenses-doing-decide-what-to-ask = berfikir
expenses-doing-categorize = mencari kategori
expenses-doing-save = menyimpan
expenses-doing-correct = membetulkan
