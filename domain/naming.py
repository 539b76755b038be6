"""What a message names by itself: finished tasks by their numbers, or by the card replied to."""

import re

from pydantic import Field

from domain.messages import Frozen, Message
from domain.understanding import TaskView

UNKNOWN_TASK = "unknown"
"""In place of a task's id: a task was named that nobody knows (any more). No task has this id."""

_NUMBER = re.compile(
    r"(?:(?<![\w#])#|\b(?:number|no\.|nr\.|nombor|nummer|"
    r"(?:undo|delete|remove|erase|padam|buang)(?:\s+[^\W\d_]+){0,2})\s*#?)"
    r"\s?(?P<number>\d{1,6})(?![\w.,]*\d)",
    re.IGNORECASE,
)


JOINED = r"(?:[,;&+]|\b(?:and|und|dan|y|et)\b)"
"""Matches a comma or a word between the numbers of a list."""

_IS = r"(?:is|was|ialah|adalah|ist|war|es|era|est|était)\s"
_ARE = rf"(?:{_IS}|(?:are|were|sind|waren|son|eran|sont|étaient)\s)"
_HEAD = (
    r"(?:#\s?\d{1,6}(?!\d)(?:\s*+:)?|"
    rf"\d{{1,6}}\s*+:(?!\d)|(?<!\d,)\d{{1,6}}(?=\s+{_IS}))"
)
_ROW = re.compile(rf"(?P<head>{_HEAD})\s*+(?:{_IS})?\s*+(?P<words>.+)", re.IGNORECASE | re.DOTALL)
_NEXT_ROW = re.compile(
    rf"(?<![^\S\n])[^\S\n]*+[,;\n]\s*+(?={_HEAD})|(?<!\s)\s++(?=#\s?\d{{1,6}}\s*+:)", re.IGNORECASE
)
_MARKED, _NUMBER_OF_ROW = r"#\s?\d{1,6}(?!\d)", r"(?:#\s?)?\d{1,6}(?!\d)"
_NEXT = rf"(?:\s*+(?!,\d){JOINED})++\s*+"
_ROWS = re.compile(
    rf"(?P<head>{_NUMBER_OF_ROW}(?:{_NEXT}{_NUMBER_OF_ROW})++(?:\s*+:|(?=\s+{_ARE}))"
    rf"|{_MARKED}(?:{_NEXT}{_MARKED})++)\s*+(?:{_ARE})?\s*+(?P<words>\D+)",
    re.IGNORECASE,
)
"""Several rows of which one thing is said. A number in that is told of them together, and a comma
in front of a digit stands in an amount ("12,50").
"""
_WORD = re.compile(r"[^\W\d_]{3,}")


class Naming(Frozen):
    """What one message names. ``card`` is the task that was replied to; ``numbers`` are tasks by
    the numbers in the text. ``UNKNOWN_TASK`` stands for those that nobody knows (any more).
    """

    card: str = ""
    numbers: dict[int, str] = Field(default_factory=dict)
    among: tuple[str, ...] = ()
    """Tasks that stand side by side in what was replied to; the message names none of them."""

    @property
    def unknown_number(self) -> int:
        """The first number that no task has; 0 when there is none."""
        return next((n for n, task in self.numbers.items() if task == UNKNOWN_TASK), 0)

    def meant(self, task_id: str | None) -> str | None:
        """The task that an act means which says ``task_id``: one that the message names, and never
        another one instead. A card counts for more than a number, which may be a part of something
        else ("Gate #7"). None where neither the message nor the act names any.
        """
        named = list(dict.fromkeys(self.numbers.values()))
        if task_id in {self.card, *named} - {""}:
            return task_id
        if self.card:
            return self.card
        if not named:
            return task_id
        return named[0] if len(named) == 1 else UNKNOWN_TASK


def numbers_in(text: str) -> tuple[int, ...]:
    """The numbers that a text may call tasks by: "#3", "number 3", "delete 3"."""
    found = (int(match["number"]) for match in _NUMBER.finditer(text))
    return tuple(dict.fromkeys(number for number in found if number))


class OfRow(Frozen):
    """What is said of one row of a list."""

    number: int
    words: str
    shared: bool = False
    """The same words are said of other rows too."""


def rows_in(text: str) -> tuple[OfRow, ...]:
    """The rows whose numbers stand in front of what a text says of them: "#3 is transport",
    "1: 12.50, 2: 13.50", "3 and 4 are fuel". A number before a colon and digits is a time ("2:30")
    and no row.
    """
    text = text.strip()
    parts = [text] if _ROWS.fullmatch(text) else map(str.strip, _NEXT_ROW.split(text))
    found = [_ROWS.fullmatch(part) or _ROW.fullmatch(part) for part in parts]
    rows = found if all(found) else [_ROW.fullmatch(text)]
    return tuple(
        OfRow(number=int(number), words=row["words"], shared=row.re is _ROWS)
        for row in rows
        if row
        for number in re.findall(r"\d+", row["head"])
    )


def calls(text: str, task: TaskView) -> bool:
    """Whether a text has a word of what the task is called."""
    said, title = (set(_WORD.findall(each.casefold())) for each in (text, task.title))
    return bool(said & title)


def replies_to_unknown(message: Message) -> bool:
    """Whether it replies to something of which nobody knows (any more) what it was about."""
    return message.reply_to is None and bool(message.reply_to_ref)
