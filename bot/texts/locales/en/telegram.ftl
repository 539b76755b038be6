# What only Telegram shows: the progress message, the command menu, notes over the chat.

telegram-progress = 🔎 Reading …
telegram-progress-image = 📷 Reading the photo …
telegram-progress-pdf = 📄 Reading the PDF …
telegram-progress-table = 📊 Reading the table …
telegram-progress-audio = 🎧 Listening …

# Buttons that turn the pages of many choices.
telegram-button-more = More …
telegram-button-fewer = Fewer
telegram-button-type_your_own = Type your own

# Notes that a pressed button shows for a moment; at most 200 characters each.
telegram-press-type_your_own = ✍️ Just send it as a message.
telegram-press-unknown = 🤔 I can't use that button.
telegram-press-not_yours = 🙅 That button is for somebody else.
telegram-press-not_member = 🙅 That button is for the members of the group.
telegram-press-out_of_date = ⌛ That button is too old. Nothing was changed.
telegram-press-not_here = 🤔 I can't use that button. Please write to me directly.
telegram-press-too_fast = 🐢 That was too fast, so I did nothing. Please press again in a moment.

# The command menu; at most 256 characters each.
telegram-command-start = what this is
telegram-command-help = what I can do
telegram-command-status = what is going on
telegram-command-cancel = stop and drop
telegram-command-undo = take the last thing back
telegram-command-restore = bring back what was taken back
telegram-command-resume = finish a draft
telegram-command-currency = your currency
telegram-command-language = your language
telegram-command-timezone = your time zone
telegram-command-usage = what the AI model cost
telegram-command-privacy = what I keep of you
telegram-command-deletemydata = delete all that I keep of you
telegram-command-shared = one list for this group, or one for each member

# What stands in an empty chat (at most 512 characters), and on the bot's profile (at most 120).
telegram-description = 👋 Hi, I'm Steward.
telegram-short_description = 👋 Hi, I'm Steward.
