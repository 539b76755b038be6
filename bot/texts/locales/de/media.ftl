# What people send besides texts and receipts: what cannot be used, voice notes, edited messages.

conversation-unsupported-sticker = 😄 Schöner Sticker! Ich kann aber nur Ausgaben: Tippe eine, oder schick ein Foto vom Beleg.
conversation-unsupported-location = 📍 Mit einem Standort kann ich nichts anfangen. Nenn mir Laden und Betrag, zum Beispiel „Aral 40“.
conversation-unsupported-contact = 👤 Mit einem Kontakt kann ich nichts anfangen. Nenn mir Laden und Betrag, zum Beispiel „Aral 40“.
conversation-unsupported-video = 🎬 Videos kann ich nicht ansehen. Bitte schick ein Foto vom Beleg.
conversation-unsupported-poll = 📊 Mit einer Umfrage kann ich nichts anfangen. Tippe eine Ausgabe, oder schick ein Foto vom Beleg.
conversation-unsupported-file_type = 📎 Solche Dateien kann ich nicht öffnen. Bitte schick ein Foto (JPEG, PNG, WebP, HEIC) oder ein PDF.
conversation-unsupported-broken_file = 📎 Diese Datei scheint beschädigt zu sein. Bitte schick sie noch einmal.
conversation-unsupported-too_large = 📎 Diese Datei ist zu groß: Mehr als 20 MB kann ich nicht annehmen. Bitte schick eine kleinere.
conversation-unsupported-file_gone = 📎 Diese Datei konnte ich nicht holen. Bitte schick sie noch einmal.
conversation-unsupported-other = 😕 Damit kann ich nichts anfangen. Tippe eine Ausgabe, oder schick ein Foto vom Beleg.
conversation-unsupported-voice = 🎤 { $reason }
conversation-unsupported-voice-bare = 🎤 Das kann ich nicht anhören. Bitte tippe es, zum Beispiel „Starbucks 15,50“.

conversation-heard = 🎤 Ich habe gehört: „{ $text }“
conversation-edit_unknown = ✏️ Ich weiß nicht, zu welcher Ausgabe diese Änderung gehört, also habe ich nichts geändert. Bitte schick sie als neue Nachricht, oder antworte auf die Karte.
