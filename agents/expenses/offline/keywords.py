"""What kind of talk a short text is: commands, yes and no, questions, attacks."""

import re
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from adapters.model import talk
from agents.expenses.offline.tables import names, pattern, small_words
from language.words import words_of

_MAX_COMMAND_WORDS = 12
_MAX_ANSWER_WORDS = 10
_MAX_WHY_WORDS = 7


class _Vocabulary(NamedTuple):
    """A message is of this kind when all its words are known here and one of them is a key word."""

    keys: frozenset[str]
    fillers: frozenset[str]
    limit: int

    def holds(self, words: list[str]) -> bool:
        if not 0 < len(words) <= self.limit:
            return False
        known = all(w in self.keys or w in self.fillers for w in words)
        return known and any(w in self.keys for w in words)


def _words(name: str) -> frozenset[str]:
    return frozenset(names("keywords.toml", "vocabulary")[name].split())


_POLITE = _words("polite")
_ANY_OBJECT = _POLITE | _words("object")
_CANCEL = _Vocabulary(_words("cancel"), _ANY_OBJECT | _words("cancel_filler"), _MAX_COMMAND_WORDS)
_CANCEL_WEAK = _Vocabulary(
    _words("weak_cancel"), _ANY_OBJECT | _words("weak_cancel_filler"), _MAX_COMMAND_WORDS
)
_YES = _Vocabulary(_words("yes"), _words("yes_filler"), _MAX_ANSWER_WORDS)
_NO = _Vocabulary(_words("no"), _words("no_filler"), _MAX_ANSWER_WORDS)
_WEAK_NEEDS = pattern("keywords", "weak_needs")
_DONT_SAVE = pattern("keywords", "dont_save")
_DISOWNED = pattern("keywords", "disowned")
_PARTS = re.compile(
    r"\s*(?:[,;:.!/()\n–—]|\s-\s|\b(?:so|but|just|because|jadi|tapi|also|aber)\b)\s*"
)
_UNDO = pattern("keywords", "undo")
_ERASE = pattern("keywords", "erase")
_DELETES = pattern("keywords", "deletes")
_JUDGED = pattern("keywords", "judged")
_OTHER_ACTS = pattern("keywords", "other_acts")
_ALL_RIGHT, _REST_RIGHT = pattern("turns", "all_right"), pattern("turns", "rest_right")
_BEFORE_REST = re.compile(
    rf"(?P<answer>.+?)[\s,.;:]+{_REST_RIGHT.pattern}", re.IGNORECASE | re.DOTALL
)
_BEHIND_REST = re.compile(
    rf"{_REST_RIGHT.pattern}[\s,.;:]+(?:(?:but|only|just|and|tapi|cuma|aber|nur)\s+)?"
    r"(?P<answer>.+)",
    re.IGNORECASE | re.DOTALL,
)
_NOT_RIGHT = pattern("keywords", "not_right")
_DONT_KNOW = pattern("keywords", "dont_know")
_SURELY = re.compile(
    r"^(?:(?:yes|yeah|yep|ok|okay|ya|sure|ja),? )?(?:of course|for sure|no doubt|by all means|"
    r"(?:(?:it|that|this|all|everything)(?:'s| is)? |"
    r"(?:it |that |this |all )?(?:looks?|seems?|sounds) )"
    r"(?:all )?(?:good|fine|great|right|correct|ok|okay|perfect)|that works|go for it|go on|"
    r"works for me|why not|passt(?: so)?|alles (?:klar|gut|richtig)|sieht gut aus|in ordnung|"
    r"dah betul|memang betul|betul (?:tu|la|lah)|boleh (?:la|lah)|ok(?:ay|e)? (?:la|lah|lor|je))"
    r"(?:,? (?:thanks|thank you|please|to me|lah?))?$"
)
_REFUSED = re.compile(
    r"^(?:no way|no,? thanks?|no,? thank you|"
    r"(?:tak|tidak|x) (?:nak|mahu|mau|betul|perlu|payah|boleh)|"
    r"not (?:correct|right|really|true|at all|that|now|ok|okay|good)|(?:absolutely|definitely|"
    r"certainly|of course) not|stimmt (?:so )?nicht|auf keinen fall|ganz falsch|"
    r"(?:bukan|salah|tak) "
    r"(?:la|lah|tu|lor)|lieber nicht|not quite|i (?:don't|dont) think so|i disagree|never)$"
)
_OTHER = re.compile(r"\b(?:different|another one|not the same|separate|second one|twice|new one)\b")
_WHY = pattern("keywords", "why")
_WHY_ABOUT = pattern("keywords", "why_about")
_OWN_TROUBLE = re.compile(r"\b(?:i|my|me|you|your|we)\b")
_NOT_SPENT = pattern("guesses", "not_spent")
_OF_A_LIST = pattern("guesses", "of_a_list")
_LISTED = re.compile(r"^\s*\d{1,2}[.)]\s+")
_QUESTION_START = pattern("keywords", "question_start")
_OTHERS_DATA = re.compile(r"\busers?'s? (?:spending|expenses|receipts)", re.IGNORECASE)


is_greeting = talk.is_greeting
is_thanks = talk.is_thanks
asks_capabilities = talk.asks_capabilities


def keys_of(text: str) -> list[str]:
    """The words of a text in lower case, apostrophes kept."""
    return [word.text.casefold() for word in words_of(text)] or [
        sign for sign in text.split() if sign in {"👍", "👎", "✅", "❌"}
    ]


def is_injection(text: str) -> bool:
    """Whether a text gives orders to the engine, or asks for secrets or others' data."""
    return _OTHERS_DATA.search(text) is not None or talk.is_injection(text)


def is_cancel(text: str) -> bool:
    words = keys_of(text)
    lowered = " ".join(words)
    if _DONT_SAVE.match(lowered) or _CANCEL.holds(words):
        return True
    if _CANCEL_WEAK.holds(words) and _WEAK_NEEDS.search(lowered):
        return "delete" not in words and "remove" not in words
    # An unknown word in front is how somebody is addressed.
    return len(words[2:]) > 0 and words[1] in _POLITE and _CANCEL.holds(words[1:])


def is_disowned(text: str) -> bool:
    """Whether any part of a caption says that its picture is not to be saved: that it is somebody
    else's or sent by mistake, or an order to leave it.
    """
    if is_question(text):
        return False
    parts = [part for part in _PARTS.split(_plain(text)) if part]
    return any(_DISOWNED.match(part) is not None or is_cancel(part) for part in parts)


def is_undo(text: str) -> bool:
    return _UNDO.match(_plain(text)) is not None


def is_erase(text: str) -> bool:
    """As in "delete that": a cancel while something is going on, an undo after a save."""
    return _ERASE.match(_plain(text)) is not None


def deletes(text: str) -> bool:
    """As in "remove the coffee": all of it is to go, not only what was changed last."""
    return _DELETES.match(_plain(text)) is not None


def is_judged(text: str) -> bool:
    """As in "the shop is wrong": how a value is, and not what it should be."""
    return _JUDGED.fullmatch(_plain(text)) is not None


def is_yes(text: str) -> bool:
    if text.rstrip().endswith("?"):
        return False
    if _SURELY.match(_plain(text)):
        return True
    return _YES.holds(keys_of(text)) and not is_thanks(text) and not is_no(text)


class OfTheRest(NamedTuple):
    """What a message says that calls the other receipts right. ``answer`` is what else it says;
    ``others``: the one that is asked about is not among them.
    """

    answer: str
    others: bool


def said_of_the_rest(text: str) -> OfTheRest | None:
    """As in "all right", "the rest is fine", "9.50, the others are right"; None for others."""
    plain = " ".join(text.split()).rstrip(" .!")
    if _ALL_RIGHT.fullmatch(plain):
        return OfTheRest("", others=False)
    alone = _REST_RIGHT.fullmatch(plain)
    if alone is not None:
        return OfTheRest("", others=alone["others"] is not None)
    found = _BEFORE_REST.fullmatch(plain) or _BEHIND_REST.fullmatch(plain)
    return OfTheRest(found["answer"], others=True) if found is not None else None


def is_no(text: str) -> bool:
    words = keys_of(text)
    if text.rstrip().endswith("?"):
        return False
    return (
        _NO.holds(words)
        or _REFUSED.match(_plain(text)) is not None
        or (len(words) <= _MAX_ANSWER_WORDS and _NOT_RIGHT.search(_plain(text)) is not None)
    )


def says_other(text: str) -> bool:
    """As in "it's a different one": no duplicate."""
    words = keys_of(text)
    told = len(words) <= _MAX_ANSWER_WORDS and not small_words("wishing").intersection(words)
    return told and _OTHER.search(_plain(text)) is not None


def is_dont_know(text: str) -> bool:
    return _DONT_KNOW.match(_plain(text)) is not None


def is_why(text: str) -> bool:
    """As in "why 9.00?": asks where a value of a card comes from."""
    rest = behind_why(text)
    if rest is None:
        return False
    return not rest or (_WHY_ABOUT.search(rest) is not None and _OWN_TROUBLE.search(rest) is None)


def behind_why(text: str) -> str | None:
    """What "why" asks about; None when a text does not begin by asking where a value is from."""
    match = _WHY.match(_plain(text))
    return match["rest"].strip(" ?") if match and len(text.split()) <= _MAX_WHY_WORDS else None


def is_planned(text: str) -> bool:
    """Whether it speaks of a plan, a price, a secret, or what others paid."""
    return _NOT_SPENT.search(text) is not None


def is_question(text: str) -> bool:
    """Also behind the number of something that was shown: "2. whats the total"."""
    plain = _plain(_LISTED.sub("", text))
    return text.rstrip().endswith(("?", "？")) or _QUESTION_START.match(plain) is not None


def is_only_spoken_of(text: str) -> bool:
    """Whether it asks or denies, so that nothing is to be done on a judgement of the whole."""
    return is_question(text) or pattern("sureness", "negated").search(text) is not None


def points_into_a_list(text: str) -> bool:
    """Whether it is a question behind the number of something that was shown, or wishes so many of
    one of a list ("2 of the first").
    """
    asks = _LISTED.match(text) is not None and is_question(text)
    return asks or _OF_A_LIST.search(text) is not None


def is_talk(text: str, talk: AbstractSet[str]) -> bool:
    """Whether any word of the text belongs to conversation rather than to an expense."""
    return any(word in talk for word in keys_of(text))


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(" .!")


def is_of_another(text: str) -> bool:
    """Whether somebody else bought or earned it: "my brother blew 600 on …"."""
    acts = _OTHER_ACTS.match(text)
    if acts is None or acts["who"].casefold() not in small_words("people"):
        return False
    return not small_words("first_person").intersection(keys_of(text[acts.end() :]))
