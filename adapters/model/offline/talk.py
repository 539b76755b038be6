"""What can be said without a language model: a topic for small talk, an extract as summary."""

from adapters.model.offline import cues
from adapters.model.offline.words import clean
from domain.history import Entry, Speaker
from domain.understanding import Topic

MAX_SUMMARY = 1_000
_MAX_LINE = 90
_MAX_READ = 1_000
_WHO = {Speaker.PERSON: "Person", Speaker.STEWARD: "Steward"}


def topic_of(text: str) -> Topic:
    """The topic of a message that is about no expense."""
    plain = clean(text[:_MAX_READ])
    if cues.is_injection(plain):
        return Topic.REFUSAL
    if cues.is_greeting(plain):
        return Topic.GREETING
    if cues.asks_capabilities(plain):
        return Topic.CAPABILITIES
    return Topic.THANKS if cues.is_thanks(plain) else Topic.NO_FREE_CHAT


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
