# What only Telegram shows: the progress message, the command menu, notes over the chat.

telegram-progress = 🔎 Ich lese …
telegram-progress-image = 📷 Ich lese das Foto …
telegram-progress-pdf = 📄 Ich lese das PDF …
telegram-progress-table = 📊 Ich lese die Tabelle …
telegram-progress-audio = 🎧 Ich höre zu …

# Buttons that turn the pages of many choices.
telegram-button-more = Mehr …
telegram-button-fewer = Weniger
telegram-button-type_your_own = Selbst tippen

# Notes that a pressed button shows for a moment; at most 200 characters each.
telegram-press-type_your_own = ✍️ Schick es einfach als Nachricht.
telegram-press-unknown = 🤔 Mit diesem Knopf kann ich nichts anfangen.
telegram-press-not_yours = 🙅 Dieser Knopf ist für jemand anderen.
telegram-press-not_member = 🙅 Der Knopf ist für die Mitglieder der Gruppe.
telegram-press-out_of_date = ⌛ Dieser Knopf gilt nicht mehr. Es wurde nichts geändert.
telegram-press-not_here = 🤔 Mit diesem Knopf kann ich nichts anfangen. Bitte schreib mir direkt.
telegram-press-too_fast = 🐢 Das ging mir zu schnell, ich habe nichts getan. Bitte drück gleich noch einmal.

# The command menu; at most 256 characters each.
telegram-command-start = worum es hier geht
telegram-command-help = was ich kann
telegram-command-status = was gerade läuft
telegram-command-cancel = abbrechen und verwerfen
telegram-command-undo = das Letzte rückgängig machen
telegram-command-restore = Gelöschtes wiederherstellen
telegram-command-resume = einen Entwurf fortsetzen
telegram-command-currency = deine Währung
telegram-command-language = deine Sprache
telegram-command-timezone = deine Zeitzone
telegram-command-usage = was das KI-Modell kostet
telegram-command-privacy = was ich über dich speichere
telegram-command-deletemydata = alles löschen, was ich über dich speichere
telegram-command-shared = eine gemeinsame Liste für diese Gruppe oder eine für jedes Mitglied

# What stands in an empty chat (at most 512 characters), and on the bot's profile (at most 120).
telegram-description = 👋 Hallo, ich bin Steward.
telegram-short_description = 👋 Hallo, ich bin Steward.
