# What the bot says itself, about messages that never reach the conversation.

telegram-not_allowed = Hallo! 👋 Ich bin ein privater Assistent und kann nur mit Leuten sprechen, die mein Besitzer zugelassen hat.
telegram-not_paired = Hallo! 👋 Ich bin ein privater Assistent und noch mit niemandem gekoppelt. Wenn du mich eingerichtet hast, schick mir den Kopplungscode, der beim Start angezeigt wurde.
telegram-paired = 🔑 Der Code stimmt. Ab jetzt bin ich für dich da.
telegram-wrong_code = Dieser Code stimmt nicht. Bitte prüf ihn und schick ihn noch einmal.
telegram-too_many_tries = Das waren zu viele Versuche. Bitte warte eine Stunde und schick den Code dann noch einmal.
telegram-slow_down = 🐢 Das ist viel auf einmal! Es geht nichts verloren: Ich nehme { $limit } Nachrichten in der Minute an, der Rest folgt von selbst. Du musst nichts noch einmal schicken.
telegram-too_much = ✋ Es wartet schon zu viel. Diese Nachricht und was du gleich danach schickst, kann ich nicht annehmen. Bitte schick es in ein paar Minuten noch einmal.
telegram-outage = ⏳ Das kann ich gerade nicht bearbeiten. Es ist nicht verloren: Ich kümmere mich darum, sobald es geht, du musst es nicht noch einmal schicken.
telegram-defect = 😕 Mit dieser Nachricht komme ich nicht zurecht. Kannst du es anders schicken?
telegram-shared_on = 👥 Diese Gruppe hat jetzt eine gemeinsame Liste: Was mir hier jemand schickt, kommt darauf, und alle hier können sie sehen und ändern.
telegram-shared_off = 👤 Ab jetzt hat hier wieder jeder eine eigene Liste. Was gemeinsam war, bleibt bei der Gruppe.
telegram-shared_unavailable = 🕐 Das kann ich gerade nicht ändern: Ich komme nicht an meine Daten. Bitte versuch es in ein paar Minuten noch einmal.
telegram-shared_not_admin = Das kann nur ein Admin dieser Gruppe ändern.
telegram-shared_no_group = Das geht nur in Gruppen: /shared on gibt einer Gruppe eine gemeinsame Liste.
telegram-shared_is_on = 👥 Diese Gruppe hat eine gemeinsame Liste. Ein Admin kann das mit /shared off ändern.
telegram-shared_is_off = 👤 Hier hat jeder eine eigene Liste. Ein Admin kann das mit /shared on ändern.
telegram-erase_not_admin = Die gemeinsamen Daten dieser Gruppe kann nur ein Admin löschen.
