# What people send besides texts and photos: what cannot be used, voice notes, edited messages.

conversation-unsupported-sticker = 😄 Nice sticker! { $invite }
conversation-unsupported-location = 📍 I can't use a location. { $invite }
conversation-unsupported-contact = 👤 I can't use a contact. { $invite }
conversation-unsupported-video = 🎬 I can't watch videos. { $invite }
conversation-unsupported-poll = 📊 I can't use a poll. { $invite }
conversation-unsupported-too_large = 📎 That file is too large: I can take up to 20 MB. Please send a smaller one.
conversation-unsupported-other = 😕 I can't use that. { $invite }
conversation-unsupported-voice = 🎤 { $reason }
conversation-unsupported-voice-bare = 🎤 I can't listen to that. Please type it.

conversation-heard = 🎤 I heard: “{ $text }”
conversation-edit_unknown = ✏️ I can't tell what you edited. Please send it as a new message, or reply to the card.

channel-file_missing = 📎 { $name } is not there any more.
