# What people send besides texts and receipts: what cannot be used, voice notes, edited messages.

conversation-unsupported-sticker = 😄 Nice sticker! I only do expenses: type one, or send a photo of the receipt.
conversation-unsupported-location = 📍 I can't use a location. Tell me the shop and the amount, like “Petronas 40”.
conversation-unsupported-contact = 👤 I can't use a contact. Tell me the shop and the amount, like “Petronas 40”.
conversation-unsupported-video = 🎬 I can't watch videos. Please send a photo of the receipt.
conversation-unsupported-poll = 📊 I can't use a poll. Type an expense, or send a photo of the receipt.
conversation-unsupported-file_type = 📎 I can't open that kind of file. Please send a photo (JPEG, PNG, WebP, HEIC) or a PDF.
conversation-unsupported-broken_file = 📎 That file seems to be damaged. Please send it again.
conversation-unsupported-too_large = 📎 That file is too large: I can take up to 20 MB. Please send a smaller one.
conversation-unsupported-file_gone = 📎 I could not get that file. Please send it again.
conversation-unsupported-other = 😕 I can't use that. Type an expense, or send a photo of the receipt.
conversation-unsupported-voice = 🎤 { $reason }
conversation-unsupported-voice-bare = 🎤 I can't listen to that. Please type it, like “Starbucks 15.50”.

conversation-heard = 🎤 I heard: “{ $text }”
conversation-edit_unknown = ✏️ I can't tell which expense that edit is about, so I changed nothing. Please send it as a new message, or reply to the card.
