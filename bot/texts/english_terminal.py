"""The English words of the terminal itself: welcome, hints and mistakes in typing."""

TERMINAL: dict[str, str] = {
    "terminal.welcome": "👋 Hi, I'm Steward. Type what you spent, like “Starbucks 15.50”,",
    "terminal.welcome.files": (
        "   or drop a receipt here (or /photo PATH). /help shows more, /quit leaves."
    ),
    "terminal.welcome_back": "👋 Welcome back. The last of our chat:",
    "terminal.web_ui": "🔭 Behind the scenes: {address}",
    "terminal.bye": "👋 Bye! I keep everything for next time.",
    "terminal.you": "you",
    "terminal.steward": "steward",
    "terminal.thinking": "thinking…",
    "terminal.still_sending": "sending…",
    "terminal.doing": "{doing}…",
    "terminal.help": (
        "In this terminal: a number or /1 picks a choice · #3 it was 20 changes expense 3 · "
        "/photo PATH sends a file · /quit leaves"
    ),
    "terminal.still_working": "⏳ I'm still working on that one; going on with the next line.",
    "terminal.no_answer": "❗ No answer. What was sent is kept, and dealt with once I'm back.",
    "terminal.unknown_command": "🤔 I don't know {command}. /help shows what I can do.",
    "terminal.photo_usage": "📷 Which file? For example: /photo receipt.jpg",
    "terminal.is_a_folder": "📁 “{name}” is a folder. Name a file in it, please.",
    "terminal.nothing_to_restore": "🤷 I see nothing here that could be restored.",
    "terminal.reply_usage": "✍ Which one, and what about it? For example: #3 it was 20",
    "terminal.no_such_card": "🤷 I don't know an expense #{number}. /history shows the last ones.",
    "terminal.no_such_choice": "🤷 There is no choice {number} right now.",
    "terminal.unreachable": "❗ I can't be reached right now. I keep that and try again.",
    "terminal.not_sent": "❗ {reason}",
    "terminal.command.help": "what I can do",
    "terminal.command.status": "what is going on",
    "terminal.command.cancel": "stop and drop",
    "terminal.command.undo": "take the last one back",
    "terminal.command.history": "the last expenses",
    "terminal.command.start": "hello",
    "terminal.command.photo": "send a file: /photo PATH [words]",
    "terminal.command.reply": "about an earlier one: /reply 3 it was 20",
    "terminal.command.restore": "bring back what was taken back",
    "terminal.command.quit": "leave",
}
