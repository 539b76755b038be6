"""A reply's words as Telegram messages: plain text with entities, never markup to be parsed.

Without a parse mode nothing has to be escaped, so nothing that a person or a file says can
become formatting.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from aiogram.types import MessageEntity
from aiogram.utils.formatting import Bold, Text, sizeof

from bot.texts.speech import CardView, Wording
from domain.errors import UnwordableReplyError

MAX_UNITS = 4096
"""UTF-16 code units in one message: how Telegram counts its limit, and entities' offsets."""


@dataclass(frozen=True)
class MessagePart:
    """One Telegram message. Offsets of entities count UTF-16 units."""

    text: str
    entities: tuple[MessageEntity, ...] = ()


@dataclass(frozen=True)
class _Line:
    """A line of text; ``title`` of it, at its end, is bold."""

    text: str
    title: str = ""

    @property
    def size(self) -> int:
        return sizeof(self.text) + sizeof(self.title)

    def node(self) -> Text:
        return Text(self.text, Bold(self.title)) if self.title else Text(self.text)


_Block = tuple[_Line, ...]
"""Lines that should stay together: a card, a paragraph."""


def rendered(wording: Wording, limit: int = MAX_UNITS) -> tuple[MessagePart, ...]:
    """The messages in their order, each of at most ``limit`` units.

    They are divided between blocks where that is possible, else between lines, else between
    words. Raises ``UnwordableReplyError`` when there is nothing to show: Telegram takes no empty
    message.
    """
    parts = [_part(lines) for lines in _pages(_blocks(wording), limit)]
    shown = tuple(part for part in parts if part.text.strip())
    if not shown:
        raise UnwordableReplyError("a reply without any words")
    return shown


def _blocks(wording: Wording) -> Sequence[_Block]:
    blocks = [_paragraph(wording.lead), *(_card(card) for card in wording.cards)]
    tail = tuple(line for text in wording.tail for line in _paragraph(text))
    return [block for block in (*blocks, tail) if block]


def _paragraph(text: str) -> _Block:
    return tuple(_Line(line) for line in text.strip("\n").split("\n")) if text.strip() else ()


def _card(card: CardView) -> _Block:
    mark = f"{card.mark} " if card.mark and card.title else card.mark
    return (_Line(mark, card.title), *(_Line(line) for line in card.lines))


def _pages(blocks: Sequence[_Block], limit: int) -> Iterator[list[_Line]]:
    """Fills one message after the other. Cards stand apart by an empty line."""
    apart = any(line.title for block in blocks for line in block)
    page: list[_Line] = []
    for block in blocks:
        joined = [*page, *([_Line("")] if page and apart else []), *block]
        if _size(joined) <= limit:
            page = joined
            continue
        if page:
            yield page
        *full, page = _by_lines(block, limit)
        yield from full
    yield page


def _by_lines(block: Iterable[_Line], limit: int) -> Iterator[list[_Line]]:
    page: list[_Line] = []
    for line in (piece for whole in block for piece in _by_words(whole, limit)):
        if page and _size([*page, line]) > limit:
            yield page
            page = []
        page.append(line)
    yield page


def _by_words(line: _Line, limit: int) -> Iterator[_Line]:
    """The line itself, or pieces of it; bold words stay bold."""
    if line.size <= limit:
        yield line
        return
    for text in _pieces(line.text, limit):
        yield _Line(text)
    for title in _pieces(line.title, limit):
        yield _Line("", title)


def _pieces(text: str, limit: int) -> Iterator[str]:
    """Cut after the last space that fits. Characters that take two units stay whole."""
    while sizeof(text) > limit:
        end, units = 0, 0
        while units + (step := sizeof(text[end])) <= limit:
            units += step
            end += 1
        space = text.rfind(" ", 0, end)
        cut = space + 1 if space > 0 else end
        yield text[:cut].rstrip()
        text = text[cut:]
    if text.strip():
        yield text


def _size(lines: Sequence[_Line]) -> int:
    return sum(line.size for line in lines) + len(lines) - 1


def _part(lines: Sequence[_Line]) -> MessagePart:
    body: list[Text | str] = []
    for line in lines:
        body += [line.node(), "\n"]
    text, entities = Text(*body[:-1]).render()
    return MessagePart(text, tuple(entities))
