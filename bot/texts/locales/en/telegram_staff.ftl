# The staff's chat: what the bot says there itself. A note on a press has at most 200 characters.

telegram-staff-help = 🎫 Each case has a topic here. Write in it to answer the customer; // in front makes it a note for colleagues. The buttons are below the first message.
telegram-staff-unknown_topic = 🤷 No case belongs to this topic: what is written here goes nowhere.
telegram-staff-unusable = 📎 Only text, photos and PDFs can be passed on. This was not sent.
telegram-staff-not_staff = 🙅 Only staff can do that. Nothing was changed.
telegram-staff-nobody = 🙅 I can't tell who wrote this. Please write as yourself, not as the group or a channel. This was not sent.
telegram-staff-case_gone = 🔒 This case is closed for good. Nothing was changed.
telegram-staff-not_applied = 🤷 That is not possible now. Nothing was changed.
telegram-staff-kept = ⏳ Cases aren't being handled right now. I'll keep this and do it as soon as they are.
telegram-staff-deleted = 🗑 Deleted
telegram-staff-no_topics = ⚠️ This group has no topics, so cases stand here, all together. Please turn on topics in the group's settings. Until then, reply to a message of a case to answer the customer.
telegram-staff-no_rights = ⚠️ I may not make topics, so cases stand here, all together. Please make me an administrator with the right “Manage Topics”. Until then, reply to a message of a case to answer the customer.
