"""What can be said without a language model: a topic for small talk, an extract as summary."""

import re
import unicodedata

from adapters.model.software_orders import gives_orders
from domain.history import Entry, Speaker
from domain.plain_text import without_runs
from domain.understanding import Topic

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
    r"passt|schön|super|prima|👍|👌|✅|🙂)"
)
_NOTED = re.compile(
    rf"{_NODS}(?:[\s,.!]+(?:{_NODS}|then|lah?|so|it's|that's|very|sehr|je|sahaja|dann|steward))*"
    r"[\s,.!]*",
    re.IGNORECASE,
)
"""Said by somebody who wants nothing."""

_CAPABILITIES = re.compile(
    r"\b(?:what (?:can|could|do|are|else can|all can)\b.{0,25}\byou\b.{0,30}\b(?:do|help|able|know|"
    r"capable|for)|what .{0,20}(?:things|tasks|sorts?|kinds?|types?|subjects|topics|"
    r"features)\b.{0,40}\b(?:you|help)|how (?:do|does|can|to) (?:i|this|it|we|you|"
    r"use)\b.{0,20}\b(?:work|use|start|add|record|save)|who are you|what are you|what is this|"
    r"your (?:name|purpose|capabilities|features)|help me|how (?:can|could) you help|apa (?:boleh|"
    r"yang)\b.{0,20}\b(?:buat|boleh)|was kannst du)\b",
    re.IGNORECASE | re.DOTALL,
)


def is_injection(text: str) -> bool:
    """Whether a text gives orders to the engine, or asks for secrets or others' data."""
    return _INJECTION.search(text) is not None or gives_orders(text)


def is_greeting(text: str) -> bool:
    return _GREETING.match(plain(text)) is not None


def is_thanks(text: str) -> bool:
    return _THANKS.search(plain(text)) is not None


def asks_capabilities(text: str) -> bool:
    return _CAPABILITIES.search(plain(text)) is not None


def plain(text: str) -> str:
    """On one line, without case, and without what ends a sentence."""
    return " ".join(text.casefold().split()).rstrip(" .!")


def topic_of(text: str) -> Topic:
    """The topic of a message that concerns no agent."""
    read = without_runs(unicodedata.normalize("NFKC", text[:_MAX_READ]).replace("’", "'"))
    if is_injection(read):
        return Topic.REFUSAL
    if is_greeting(read):
        return Topic.GREETING
    if asks_capabilities(read):
        return Topic.CAPABILITIES
    if is_thanks(read):
        return Topic.THANKS
    return Topic.NOTED if _NOTED.fullmatch(read.strip()) else Topic.NO_FREE_CHAT


def summary_of(entries: tuple[Entry, ...], previous: str) -> str:
    """The newest lines that fit, oldest first, behind what of the previous summary fits."""
    lines: list[str] = []
    room = MAX_SUMMARY
    for entry in reversed(entries):
        line = f"{entry.at:%d %b} {_WHO[entry.speaker]}: {_short(entry.text)}"
        if len(line) + 1 > room:
            break
        lines.insert(0, line)
        room -= len(line) + 1
    kept = previous[-room:].lstrip() if room > 0 and previous else ""
    if kept and kept != previous:
        kept = kept.partition("\n")[2]
    return "\n".join([*([kept] if kept else []), *lines])[:MAX_SUMMARY]


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _MAX_LINE else flat[: _MAX_LINE - 1] + "…"
