"""What can be said without a language model: a topic for small talk, an extract as summary."""

import re
import unicodedata

from adapters.model.software_orders import gives_orders, without_orders
from domain.history import Entry, Speaker
from domain.plain_text import without_runs
from domain.understanding import Topic
from language.meant import meant_by

MAX_SUMMARY = 1_000
_MAX_LINE = 90
_MAX_READ = 1_000
_WHO = {Speaker.PERSON: "Person", Speaker.STEWARD: "Steward"}

_KEPT = (
    r"(?:api[\s_-]?keys?|secret key|passwords?|passwort|passwörter|kata laluan|kata sandi|"
    r"contraseña)"
)
"""What is kept from others."""

_SOMEBODY_ELSE = (
    r"(?:(?:all|other|another|every|someone else|somebody else|each) (?:the )?(?:people|persons?|"
    r"customers?|clients?|accounts?)(?:'s?|s)?|everyone(?:'s| else(?:'s)?)|someone else's)"
)
_DATA = (
    r"(?:spen[dt]\w*|costs?|data\w*|accounts?|balances?|passwords?|e-?mails?|phones?|"
    r"messages?|histor\w+|records?|details|information|purchas\w+)"
)
_INJECTION = re.compile(
    rf"\b(?:system prompt|developer mode|jailbreak\w*|do anything now)\b|"
    rf"\brole-?play (?:as|where|in which|with me)\b|\b(?:do|have|start) an? role-?play\b|"
    rf"\byour (?:instructions|rules|prompt|configuration|secrets?|api key)\b|"
    rf"\bwithout (?:any |ethical )?(?:restrictions|filters|guidelines|censorship)\b|"
    # Asked for, not told: "the wifi password is latte" is somebody's note.
    rf"\b(?:what|what's|tell|give|show|reveal|say|print|repeat|share|leak|send|know|spell|write|"
    rf"confirm|your|secret|admin|apa|bagi|beritahu|tulis|was|sag|mir|nenne?|schreib\w*|dein\w*|cuál|dime)\W+"
    rf"(?:(?!my\b|our\b)\w+\W+){{0,8}}?{_KEPT}\b|\b(?:the|your|dein|ihr) {_KEPT}\W*\?|"
    rf"\b{_SOMEBODY_ELSE}\W+(?:\w+\W+){{0,4}}{_DATA}\b|"
    rf"\b(?:what|how much|which|show|list|tell|give|see)\b.{{0,60}}\b{_SOMEBODY_ELSE}|"
    rf"\b(?:all|other|another|every|each) (?:the )?users?(?:'s?|s)?\b|"
    rf"\busers?'s? data|\bfor user \d|"
    rf"'\s*or\s*'?1'?\s*=\s*'?1|<script|\{{\{{.*\}}\}}|\$\{{",
    re.IGNORECASE | re.DOTALL,
)
_GREETING = re.compile(
    r"^(?:hi+|hello+|hey+|yo|good (?:morning|afternoon|evening|day)|greetings|salam|"
    r"assalamualaikum|selamat (?:pagi|petang|malam|tengahari)|hai|apa khabar|hallo|"
    r"guten (?:morgen|tag|abend)|servus|moin|hola|buenos días|bonjour|salut|ciao|namaste)"
    r"(?:[\s,]+(?:there|steward|bot|everyone|all|again|mate|friend|you|to you|semua))*[\s.!?]*$",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"\b(?:thanks?|thank you|thx|ty|tq|cheers|terima kasih|makasih|danke|gracias|merci|"
    r"appreciated?|arigato|grazie|obrigad[oa])\b",
    re.IGNORECASE,
)
_NODS = (
    r"(?:ok(?:ay|ey|e|i)?|k|kk|alright|all right|right|fine|sure|cool|nice|great|good|perfect|"
    r"noted|understood|got it|gotcha|i see|roger|makes sense|sounds good|yes|yeah|yep|yup|ya|"
    r"baik(?:lah)?|faham|orait|betul|boleh|bagus|ja|gut|alles klar|alles gut|in ordnung|verstanden|"
    r"passt|schön|super|prima|toll|klasse|vale|genial|perfecto|de acuerdo|muy bien|d'accord|"
    r"parfait|très bien|👍|👌|✅|🙂)"
)
_NOTED = re.compile(
    rf"{_NODS}(?:[\s,.!]+(?:{_NODS}|then|lah?|so|it's|that's|very|sehr|je|sahaja|dann|steward))*"
    r"[\s,.!]*",
    re.IGNORECASE,
)
"""Said by somebody who wants nothing."""
_THANKING = re.compile(
    rf"(?:\b(?:many|vielen|besten|muchas|mil)\s+)?(?:{_THANKS.pattern}|\bdank\b)"
    r"(?:\s+(?:you|so|very|a lot|much|sehr|schön|dir|euch|ihnen|beaucoup|bien|banyak\w*|sangat|"
    r"ya)\b)*",
    re.IGNORECASE,
)
_THANKED = rf"(?:{_THANKING.pattern})"
_THANKS_BESIDE = re.compile(
    rf"^\s*{_THANKED}\s*[,.!;]+\s*|[\s,.!;]+{_THANKED}[\s,.!;]*$", re.IGNORECASE
)
"""Thanks in front of or behind something else that is said."""

_KINDS = (
    r"(?:chat)?bot|(?:real )?robot|machine|computer|programm?|ai|maschine|mensch|ki|manusia|orang|"
    r"(?:real )?(?:human|person)(?: being)?|mesin|máquina|persona|humano|ia|humain|personne"
)
"""Words for the kinds of speaker, person or machine, that somebody may take Steward for."""
_CAPABILITIES = re.compile(
    r"\b(?:what (?:can|could|do|are|else can|all can)\b.{0,25}\byou\b.{0,30}\b(?:do|help|able|know|"
    r"capable|for)|what .{0,20}(?:things|tasks|sorts?|kinds?|types?|subjects|topics|"
    r"features)\b.{0,40}\b(?:you|help)|how (?:do|does|can|to) (?:i|this|it|we|you|"
    r"use)\b.{0,20}\b(?:work|use|start|add|record|save)|who are you|what are you|what is this|"
    r"your (?:name|purpose|capabilities|features)|help me|how (?:can|could) you help|apa (?:boleh|"
    r"yang)\b.{0,20}\b(?:buat|boleh)|was kannst du)\b",
    re.IGNORECASE | re.DOTALL,
)
_KIND_ASKED = re.compile(
    rf"\b(?:(?:are|r) (?:you|u) (?:really )?an? (?:{_KINDS})|(?:am i|i am|i'm) (?:talking|chatting|"
    rf"speaking|writing) (?:to|with) an? (?:{_KINDS})|bist du (?:etwa )?ein(?:e)? (?:{_KINDS})|"
    rf"adakah (?:awak|kamu) (?:{_KINDS})|(?:awak|kamu) ni (?:{_KINDS})|eres una? (?:{_KINDS})|"
    rf"(?:es-tu|tu es|êtes-vous) une? (?:{_KINDS}))\W*$",
    re.IGNORECASE,
)


_BOT = (
    r"ur|u(?:'?re| r)?|you(?:'?re| are)?|this (?:bot|thing)|bot|du bist|eres|t'es|tu es|je bent|"
    r"awak"
)
_BAD = (
    r"useless|stupid|dumb|annoying|suck\w*|the worst|crap|shit|trash|slow|blöd|doof|dumm|nutzlos|"
    r"inútil|tonto|nul(?:le)?|bête|con|stom|dom|waardeloos|bodoh|teruk"
)


def _phrases(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


_OTHER_TOPICS = {
    Topic.HOW_ARE_YOU: _phrases(
        r"\bhow(?:'s| is| are) (?:you|u|it going|life|things)\b",
        r"\b(?:what'?s up|sup|wie geht(?:'s| es)(?: dir)?|alles goed|hoe gaat het)\b",
        r"\b(?:apa khabar|apa cerita|q(?:ué)? tal|cómo estás|ça va|comment (?:vas|allez))\b",
    ),
    Topic.GOODBYE: _phrases(
        r"^(?:(?:good)?bye+|see (?:you|ya)|cu|good ?night|nite|gn|later|jumpa lagi)\b.{0,20}$",
        r"^(?:tschüss?|tschau|bis (?:bald|dann|später)|gute nacht|doei+|tot ziens)\b.{0,20}$",
        r"^(?:adiós|hasta luego|buenas noches|au revoir|à plus|bonne nuit|welterusten)\b.{0,20}$",
    ),
    Topic.JOKE: _phrases(r"\b(?:joke|witz|chiste|blague|grap(?:je)?|lawak)\b"),
    Topic.UPSET: _phrases(
        rf"\b(?:{_BOT}) (?:\w+ ){{0,3}}?(?:{_BAD})\b",
        r"^(?:wtf|ffs|ugh+|useless|stupid bot|bruh)[\s.!]*$",
        r"\bno vales (?:pa(?:ra)? )?na",
    ),
}
"""Topics that a short line answers."""
_ASKS_OR_COUNTS = _phrases(
    r"[\d?？/#]",
    r"^\W*(?:(?:ok|and|but|so|then|hey|und|dan|y|et|en|pero|mais|maar)\W+){0,2}(?:which|what|how|who|when|where|"
    r"why|can|could|would|do|does|did|is|are|was|wie|wer|wo|wann|warum|kannst|apa|berapa|bila|mana|"
    r"qué|cuál|cómo|cuándo|quién|qui|quoi|quel\w*|comment|quand|wat|hoe|waar|wanneer)\b",
)
"""Signs of a question or an amount."""
_MOST_OF_TALK = 60
"""Characters: longer texts say more than that."""


def is_injection(text: str) -> bool:
    """Whether a text gives orders to the engine, or asks for secrets or others' data."""
    return _INJECTION.search(text) is not None or gives_orders(text)


def is_greeting(text: str) -> bool:
    return _GREETING.match(plain(text)) is not None


def is_thanks(text: str) -> bool:
    return _THANKS.search(plain(text)) is not None


def is_only_thanks(text: str) -> bool:
    """Whether nothing is said but thanks, and that all is well."""
    left = _THANKING.sub(" ", plain(text)).strip(" ,.!;")
    return is_thanks(text) and (not left or _NOTED.fullmatch(left) is not None)


def without_thanks(text: str) -> str:
    """The text without thanks in front and behind; all of it where nothing else is said."""
    rest = _THANKS_BESIDE.sub("", text)
    return rest if re.search(r"\w", rest) and not is_thanks(rest) else text


def asks_capabilities(text: str) -> bool:
    return _CAPABILITIES.search(plain(text)) is not None or asks_kind(text)


def asks_kind(text: str) -> bool:
    """As in "are you a robot?"."""
    return _KIND_ASKED.search(plain(text)) is not None


def plain(text: str) -> str:
    """On one line, without case, and without what ends a sentence."""
    return " ".join(text.casefold().split()).rstrip(" .!")


def topic_of(text: str) -> Topic:
    """The topic of a message that concerns no agent."""
    read = without_runs(unicodedata.normalize("NFKC", text[:_MAX_READ]).replace("’", "'"))
    first = next((topic for topic, holds in _FIRST if holds(read)), None)
    if first is not None:
        return first
    short = len(read) <= _MOST_OF_TALK
    others = _OTHER_TOPICS.items() if short else ()
    told = next((topic for topic, said in others if said.search(read)), None)
    if told is not None:
        return told
    if _NOTED.fullmatch(read.strip()):
        return Topic.NOTED
    remark = short and meant_by(text).label == "talk" and _ASKS_OR_COUNTS.search(read) is None
    return Topic.REMARK if remark else Topic.NO_FREE_CHAT


def judged_topic(text: str) -> Topic | None:
    """The topic of a message of which no words say it, where the whole is judged to be of one."""
    purpose = meant_by(text)
    if purpose.is_for("help"):
        return Topic.CAPABILITIES
    return Topic.NOTED if purpose.is_for("cancel", "no") else None


_FIRST = (
    (Topic.REFUSAL, is_injection),
    (Topic.GREETING, is_greeting),
    (Topic.CAPABILITIES, asks_capabilities),
    (Topic.THANKS, is_thanks),
)


def summary_of(entries: tuple[Entry, ...], previous: str) -> str:
    """The newest lines that fit, oldest first, behind what of the previous summary fits: half of
    all is kept for that.
    """
    lines: list[str] = []
    held = min(len(previous), MAX_SUMMARY // 2)
    room = MAX_SUMMARY - held
    for entry in reversed(entries):
        line = f"{entry.at:%d %b} {_WHO[entry.speaker]}: {_short(without_orders(entry.text))}"
        if len(line) + 1 > room:
            break
        lines.insert(0, line)
        room -= len(line) + 1
    room += held - 1
    kept = previous[-room:].lstrip() if room > 0 and previous else ""
    if kept and kept != previous:
        kept = _SENTENCE.split(kept, maxsplit=1)[-1]
    return "\n".join([*([kept] if kept else []), *lines])[:MAX_SUMMARY]


_SENTENCE = re.compile(r"\n|(?<=[.!?;])\s+")


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _MAX_LINE else flat[: _MAX_LINE - 1] + "…"
