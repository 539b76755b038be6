# What people send besides texts and receipts: what cannot be used, voice notes, edited messages.

conversation-unsupported-sticker = 😄 Comelnya pelekat itu! Saya hanya urus perbelanjaan: taip satu, atau hantar gambar resit.
conversation-unsupported-location = 📍 Saya tidak dapat menggunakan lokasi. Beritahu nama kedai dan jumlah, contohnya “Petronas 40”.
conversation-unsupported-contact = 👤 Saya tidak dapat menggunakan kenalan. Beritahu nama kedai dan jumlah, contohnya “Petronas 40”.
conversation-unsupported-video = 🎬 Saya tidak dapat menonton video. Sila hantar gambar resit.
conversation-unsupported-poll = 📊 Saya tidak dapat menggunakan undian. Taip perbelanjaan, atau hantar gambar resit.
conversation-unsupported-file_type = 📎 Saya tidak dapat membuka fail jenis itu. Sila hantar gambar (JPEG, PNG, WebP, HEIC) atau PDF.
conversation-unsupported-broken_file = 📎 Fail itu nampaknya rosak. Sila hantar sekali lagi.
conversation-unsupported-too_large = 📎 Fail itu terlalu besar: had saya 20 MB. Sila hantar yang lebih kecil.
conversation-unsupported-file_gone = 📎 Saya tidak dapat mengambil fail itu. Sila hantar sekali lagi.
conversation-unsupported-other = 😕 Saya tidak dapat menggunakan itu. Taip perbelanjaan, atau hantar gambar resit.
conversation-unsupported-voice = 🎤 { $reason }
conversation-unsupported-voice-bare = 🎤 Saya tidak dapat mendengarnya. Sila taip sahaja, contohnya “Starbucks 15.50”.

conversation-heard = 🎤 Saya dengar: “{ $text }”
conversation-edit_unknown = ✏️ Saya tidak pasti suntingan itu tentang perbelanjaan yang mana, jadi saya tidak mengubah apa-apa. Sila hantar sebagai mesej baharu, atau balas pada kad itu.
