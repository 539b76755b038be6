# What people send besides texts and photos: what cannot be used, voice notes, edited messages.

conversation-unsupported-sticker = 😄 Comelnya pelekat itu! { $invite }
conversation-unsupported-location = 📍 Saya tidak dapat menggunakan lokasi. { $invite }
conversation-unsupported-contact = 👤 Saya tidak dapat menggunakan kenalan. { $invite }
conversation-unsupported-video = 🎬 Saya tidak dapat menonton video. { $invite }
conversation-unsupported-poll = 📊 Saya tidak dapat menggunakan undian. { $invite }
conversation-unsupported-too_large = 📎 Fail itu terlalu besar: had saya 20 MB. Sila hantar yang lebih kecil.
conversation-unsupported-other = 😕 Saya tidak dapat menggunakan itu. { $invite }
conversation-unsupported-voice = 🎤 { $reason }
conversation-unsupported-voice-bare = 🎤 Saya tidak dapat mendengarnya. Sila taip sahaja.

conversation-heard = 🎤 Saya dengar: “{ $text }”
conversation-edit_unknown = ✏️ Saya tidak pasti suntingan itu tentang apa, jadi saya tidak mengubah apa-apa. Sila hantar sebagai mesej baharu, atau balas pada kad itu.

channel-file_missing = 📎 { $name } sudah tiada.
