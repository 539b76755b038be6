"""The English table: everything that Steward says, and nothing else. Places stand in braces."""

from bot.texts.catalogue import Catalogue
from bot.texts.english_questions import PROVENANCE, QUESTIONS
from bot.texts.english_terminal import TERMINAL

_VALUES = {
    "day.today": "today",
    "day.yesterday": "yesterday",
    "moment": "{day}, {time}",
    "quoted": "“{value}”",
    "field.merchant": "shop",
    "field.item": "purpose",
    "field.amount": "amount",
    "field.currency": "currency",
    "field.date": "date",
    "field.category": "category",
    "field.payment_method": "payment",
    "field.reference": "reference",
    "field.tax": "tax",
    "field.better_image": "a clearer photo",
    "value.none": "nothing",
    "card.untitled": "expense",
    "card.photo": "receipt",
    "card.no_merchant": "no shop named",
    "card.no_amount": "no amount yet",
    "card.day": "📅 {day}",
    "card.day_assumed": "📅 {day} (not on the receipt)",
    "card.category": "{icon} {category}",
    "card.payment": "💳 {payment}",
    "card.reference": "🔖 {reference}",
    "card.tax": "tax {tax}",
    "card.items.one": "{n} item",
    "card.items.other": "{n} items",
}

_TRANSACTION = {
    "transaction.saved": "✅ Saved",
    "transaction.saved.late": "✅ Saved, a little late: my records are back",
    "transaction.saved.difference": (
        "📷 The photo said {before} for the {field}. I took your {after}."
    ),
    "transaction.saved.addition": "📝 I took the {field} from you: {after}.",
    "transaction.album_saved": "✅ Saved {saved} of {photos}",
    "transaction.album_saved.all.one": "✅ Saved {n} expense",
    "transaction.album_saved.all.other": "✅ Saved {n} expenses",
    "transaction.album_saved.asking.one": "💬 I have a question about {n} more.",
    "transaction.album_saved.asking.other": "💬 I have questions about {n} more.",
    "transaction.corrected": "📝 Corrected",
    "transaction.change": "{field}: {before} → {after}",
    "transaction.unchanged": "👌 It already says that, so nothing changed",
    "transaction.deleted": "🧹 Taken back. It no longer counts",
    "transaction.reverted": "🔁 Changed back",
    "transaction.restored": "✅ It's back",
    "transaction.nothing_to_undo": "👌 There is nothing to undo.",
    "transaction.not_found": "🤷 I can't find that expense any more.",
    "transaction.storage_down": (
        "⏳ I can't reach my records right now. I keep this and save it as soon as I can"
    ),
    "transaction.not_saved": "❗ Not saved: {reason}",
    "transaction.not_saved.bare": "❗ I could not save this. It is kept as a draft",
    "transaction.kept": "📌 Kept as a draft. You can finish it any time",
    "transaction.expired": "📌 I didn't hear back, so I kept this as a draft",
    "transaction.expired.many": "📌 I didn't hear back, so I kept these as drafts",
    "transaction.dropped": "👍 Dropped. Nothing was saved",
    "transaction.unreadable": "😕 {reason}",
    "transaction.unreadable.bare": "😕 I can't read that file.",
    "transaction.unreadable.instead": "You can also just type it, like “Starbucks 15.50”.",
}

_DOING = {
    "doing.read image": "reading the photo",
    "doing.read pdf": "reading the PDF",
    "doing.decide what to ask": "thinking",
    "doing.categorize": "finding a category",
    "doing.save": "saving",
    "doing.correct": "correcting",
    "doing.keep the draft": "keeping the draft",
    "doing.wait for the database": "waiting for my records",
}

_CONVERSATION = {
    "conversation.start": (
        "👋 Hi, I'm Steward. I keep track of what you spend.\n"
        "Type it, like “Starbucks 15.50”, or send a photo of the receipt.\n"
        "/help shows what else I can do."
    ),
    "conversation.help": (
        "💡 Here is what I can do:\n"
        "• Save an expense: “lunch 12.50” or “paid 30 usd for gas yesterday”\n"
        "• Read a photo or PDF of a receipt\n"
        "• Change one: “no, it was 16.50”\n"
        "• Tell you what you spent: “what did I spend this week?”\n"
        "/status what I'm doing · /history the last ones\n"
        "/undo take one back · /cancel stop and drop"
    ),
    "help.amount": "💡 I need the amount for {name}. Type just the number, like {money}.",
    "help.merchant": "💡 I need to know what {name} was for: a shop, or a word like “lunch”.",
    "help.date": "💡 I need the day for {name}: “today”, “yesterday” or a date.",
    "help.category": "💡 I need a category for {name}. Pick one of mine or type your own.",
    "help.better_image": "💡 I need a clearer photo of {name}. Typing shop and amount works too.",
    "help.duplicate": "💡 {name} seems to be saved already. Say yes to save it again, or no.",
    "help.edit": "💡 Tell me what to change on {name}, like “amount 12.50”.",
    "help.retry": "💡 {name} could not be finished. Say “try again”, or drop it.",
    "help.leave": "“I don't know” keeps it as a draft, /cancel drops it.",
    "status.idle": "😌 All done, nothing is waiting. Send me an expense or a photo.",
    "status.working": "⏳ I'm on it.",
    "status.waiting": "💬 I'm waiting for your answer.",
    "status.waiting.for": "💬 I'm waiting for your answer: {what}.",
    "status.waiting.since": "💬 I've been waiting since {since} for your answer: {what}.",
    "status.what.amount": "how much it was",
    "status.what.merchant": "what it was for",
    "status.what.date": "when it was",
    "status.what.category": "which category fits",
    "status.what.better_image": "a clearer photo",
    "status.what.duplicate": "whether to save it again",
    "status.what.edit": "what to change",
    "status.what.retry": "whether to try again",
    "status.missing": "still missing: {fields}",
    "status.expires": "🕐 I keep it as a draft if I hear nothing until {when}.",
    "status.storage_down": "❗ I can't reach my records right now. I keep trying.",
    "conversation.history": "🧾 Your last expenses:",
    "conversation.history.none": "🧾 Nothing saved yet. Try “lunch 12.50”.",
    "conversation.cancelled": "👍 Cancelled. Nothing was saved",
    "conversation.cancelled.dropped": "👍 Cancelled. I dropped this, nothing was saved",
    "conversation.cancelled.operator": "🛑 My operator cancelled this. Nothing was saved",
    "conversation.cancelled.text": "Dropped: “{text}”",
    "conversation.cancelled.reason": "The reason: {reason}",
    "conversation.cancelled_saved": "📣 That was saved before you cancelled. Undo takes it back",
    "conversation.nothing_to_cancel": "👌 There is nothing to cancel.",
    "conversation.closed_by_operator": (
        "🛑 My operator closed this conversation. Write again any time to start over."
    ),
    "conversation.closed_by_operator.dropped": (
        "🛑 My operator closed this conversation. These were not saved"
    ),
    "conversation.closed_by_operator.unheard": (
        "✉️ Your last message came while I was closing. Please send it again."
    ),
    "conversation.stale_button": "⌛ That button is out of date, so I left everything as it is.",
    "conversation.no_draft": "🤷 That draft is no longer there. Maybe you finished it already.",
    "conversation.resumed": "⏩ Let's finish this one",
    "conversation.degraded": (
        "📣 My language model isn't answering, so I go on with simple rules. "
        "Short and plain messages work best."
    ),
    "conversation.failed": "❗ {reason}",
    "conversation.failed.bare": (
        "❗ Something went wrong on my side. Nothing you sent is lost; please try again."
    ),
    "conversation.too_long": (
        "📏 That message is too long for me. Please keep it under {limit} characters."
    ),
    "conversation.empty": "🤔 That message was empty. Try “lunch 12.50”, or /help.",
    "conversation.unsupported": (
        "😕 I can read photos (JPEG, PNG, WebP, HEIC) and PDFs, but not this file."
    ),
}

_INTAKE = {
    "intake.file_problem": "😕 {name}: {reason}",
    "intake.not_a_file": "😕 “{name}” is not a file I can send.",
    "intake.too_large": "😕 “{name}” is larger than {limit} MB. Please send a smaller one.",
    "intake.too_many_files": "😕 At most {limit} files at a time, please.",
    "intake.no_such_file": "😕 I can't find the file “{name}”.",
}

_GENERAL = {
    "insights.total": "📊 {period}: {totals}",
    "insights.total.one_of": "{money} in {expenses}",
    "insights.expenses.one": "{n} expense",
    "insights.expenses.other": "{n} expenses",
    "insights.and": "{first} and {last}",
    "insights.list": "🧾 {period}:",
    "insights.none": "📊 {period}: nothing saved.",
    "insights.category": "{icon} {category}: {money}",
    "insights.period.all": "In all",
    "insights.period.day": "On {day}",
    "insights.period.today": "Today",
    "insights.period.yesterday": "Yesterday",
    "insights.period.between": "From {since} to {until}",
    "insights.period.since": "Since {since}",
    "insights.period.until": "Up to {until}",
    "insights.failed": "😕 I can't look that up right now. Please ask again in a moment.",
    "general.empty": "🤔 I have no good answer to that. /help shows what I can do.",
    "topic.greeting": "👋 Hello! Tell me what you spent, like “lunch 12.50”, or send a receipt.",
    "topic.thanks": "😊 You're welcome!",
    "topic.capabilities": (
        "🧾 I save what you spend: type it, or send a photo or PDF of the receipt. "
        "Ask me “what did I spend this week?” any time. /help has more."
    ),
    "topic.refusal": (
        "🙅 I can't do that. I only see and change your own expenses, and I keep to my rules."
    ),
    "topic.no_free_chat": (
        "🙂 I'm not much of a talker right now, but I do expenses well: "
        "“Starbucks 15.50”, a photo of a receipt, or “what did I spend this week?”"
    ),
}

_BUTTONS = {
    "button.answer": "This one",
    "button.save_anyway": "Save anyway",
    "button.drop": "Drop it",
    "button.keep": "Keep as draft",
    "button.leave": "Leave it as it is",
    "button.edit": "Edit",
    "button.undo": "Undo",
    "button.restore": "Restore",
    "button.resume": "Resume",
    "button.for": "{button} {name}",
    "button.retry": "Try again",
}

ENGLISH = Catalogue(
    language="en",
    messages={
        **_VALUES,
        **_TRANSACTION,
        **QUESTIONS,
        **PROVENANCE,
        **_DOING,
        **_CONVERSATION,
        **_INTAKE,
        **_GENERAL,
        **_BUTTONS,
        **TERMINAL,
    },
)
