# What people send besides texts and photos: what cannot be used, voice notes, edited messages.

conversation-unsupported-sticker = 😄 Comelnya pelekat itu! { $invite }
conversation-unsupported-location = 📍 Saya tidak boleh guna lokasi. { $invite }
conversation-unsupported-contact = 👤 Saya tidak boleh guna kenalan. { $invite }
conversation-unsupported-video = 🎬 Saya tidak boleh tonton video. { $invite }
conversation-unsupported-poll = 📊 Saya tidak boleh guna undian. { $invite }
conversation-unsupported-too_large = 📎 Fail itu terlalu besar: had saya 20 MB. Sila hantar yang lebih kecil.
conversation-unsupported-other = 😕 Saya tidak boleh guna yang itu. { $invite }
conversation-unsupported-voice = 🎤 { $reason }
conversation-unsupported-voice-bare = 🎤 Saya tidak dapat mendengarnya. Sila taip sahaja.

conversation-heard = 🎤 Saya dengar: “{ $text }”
conversation-edit_unknown = ✏️ Saya tidak pasti apa yang awak sunting. Sila hantar sebagai mesej baharu, atau balas pada kad itu.

channel-file_missing = 📎 { $name } sudah tiada.
