# Der Chat des Teams: was der Bot dort selbst sagt. Höchstens 200 Zeichen für Hinweise auf Knöpfe.

telegram-staff-help = 🎫 Jeder Fall hat hier sein eigenes Thema. Was du darin schreibst, geht an den Kunden; mit // davor ist es eine Notiz für Kollegen. Die Knöpfe stehen unter der ersten Nachricht.
telegram-staff-unknown_topic = 🤷 Zu diesem Thema gehört kein Fall: Was hier steht, bekommt niemand.
telegram-staff-unusable = 📎 Weitergeben kann ich nur Text, Fotos und PDFs. Das wurde nicht gesendet.
telegram-staff-not_staff = 🙅 Das kann nur das Team. Es wurde nichts geändert.
telegram-staff-nobody = 🙅 Ich kann nicht erkennen, wer das geschrieben hat. Bitte schreib unter deinem eigenen Namen, nicht als Gruppe oder Kanal. Das wurde nicht gesendet.
telegram-staff-case_gone = 🔒 Dieser Fall ist endgültig geschlossen. Es wurde nichts geändert.
telegram-staff-not_applied = 🤷 Das geht jetzt nicht. Es wurde nichts geändert.
telegram-staff-kept = ⏳ Gerade werden keine Fälle bearbeitet. Das bleibt gespeichert und wird erledigt, sobald es weitergeht.
telegram-staff-deleted = 🗑 Gelöscht
telegram-staff-no_topics = ⚠️ Diese Gruppe hat keine Themen, deshalb stehen alle Fälle hier zusammen. Bitte schalte Themen in den Einstellungen der Gruppe ein. Antworte bis dahin auf eine Nachricht eines Falls, um dem Kunden zu schreiben.
telegram-staff-no_rights = ⚠️ Ich darf keine Themen anlegen, deshalb stehen alle Fälle hier zusammen. Bitte mach mich zum Administrator mit dem Recht „Themen verwalten“. Antworte bis dahin auf eine Nachricht eines Falls, um dem Kunden zu schreiben.
