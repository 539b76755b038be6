"""Whether somebody says yes or no, in any language."""

import re
from itertools import dropwhile

from language.word_lists import lists_of

_LISTS = {name: frozenset(words) for name, words in lists_of("language", "yes_no.toml").items()}
_WORD = re.compile(r"[^\W\d_]+|\d+")


def confirms(text: str) -> bool:
    """Whether ``text`` agrees by some word or sign and denies by none; "banana" does not."""
    words = _read_words(text)
    confirming = _LISTS["confirming"] - (_LISTS["polite"] if "?" in text else frozenset())
    agrees = not confirming.isdisjoint(words) or any(sign in text for sign in _LISTS["signs"])
    return agrees and _LISTS["denying"].isdisjoint(words)


def words_beside_answer(text: str) -> str:
    """``text`` without each word that agrees or denies."""
    answers = _LISTS["confirming"] | _LISTS["denying"]
    return _WORD.sub(lambda word: " " if word[0].casefold() in answers else word[0], text)


def says_yes_or_no(text: str) -> bool:
    """Whether ``text`` agrees or denies, and says nothing else."""
    return (confirms(text) or denies(text)) and not _WORD.search(words_beside_answer(text))


def begins_with_no(text: str) -> bool:
    """Whether the first word says no, whatever is said behind it."""
    return bool(words := _WORD.findall(text.casefold())) and words[0] in _LISTS["denying"]


def denies(text: str) -> bool:
    """Whether some word of ``text`` says no."""
    return not _LISTS["denying"].isdisjoint(_WORD.findall(text.casefold()))


def turns_to_yes(text: str) -> bool:
    """Whether ``text`` begins with a no, and what is behind it agrees: "no wait yes"."""
    words = [word.strip(".,!;") for word in text.casefold().split()]
    behind = dropwhile(lambda word: word == words[0], words)
    return begins_with_no(text) and confirms(" ".join(behind))


def turns_to_clear_yes(text: str) -> bool:
    """Whether ``text`` begins with a no that a clear yes behind it takes back: "no wait yes". "No,
    that's fine" may as well refuse, and "no thanks" does.
    """
    words = _WORD.findall(text.casefold())
    behind = next(dropwhile(lambda word: word == words[0], words), "")
    if not turns_to_yes(text) or behind in _LISTS["declining"]:
        return False
    spanish = {"ya"} if words[0] == "no" else set()  # as in "no, ya fui"
    return not _LISTS["clear"].isdisjoint(_read_words(text) - spanish)


def _read_words(text: str) -> set[str]:
    """By spaces too: the word pattern takes letters and their marks apart in some scripts."""
    folded = text.casefold()
    return {*_WORD.findall(folded), *(word.strip(".,!") for word in folded.split())}
