"""Whether somebody says yes or no, in any language: where rules of no agent read the answer."""

import re

from language.word_lists import lists_of

_LISTS = {name: frozenset(words) for name, words in lists_of("language", "yes_no.toml").items()}
_WORD = re.compile(r"[^\W\d_]+|\d+")


def confirms(text: str) -> bool:
    """Whether ``text`` agrees by some word or sign and denies by none; "banana" does not."""
    # By spaces too: the word pattern takes letters and their marks apart in some scripts.
    words = {*_WORD.findall(text.casefold()), *(w.strip(".,!") for w in text.casefold().split())}
    confirming = _LISTS["confirming"] - (_LISTS["polite"] if "?" in text else frozenset())
    agrees = not confirming.isdisjoint(words) or any(sign in text for sign in _LISTS["signs"])
    return agrees and _LISTS["denying"].isdisjoint(words)


def begins_with_no(text: str) -> bool:
    """Whether the first word says no, whatever is said behind it."""
    return bool(words := _WORD.findall(text.casefold())) and words[0] in _LISTS["denying"]


def denies(text: str) -> bool:
    """Whether some word of ``text`` says no."""
    return not _LISTS["denying"].isdisjoint(_WORD.findall(text.casefold()))
