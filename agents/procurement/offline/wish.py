"""What a text wishes of the shop, and what its meaning may depend on."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from agents.procurement.last_shown import ShownLast
from agents.procurement.offline.days import Day
from agents.procurement.offline.reading import Prices, Quantity, search_for
from agents.procurement.tools import SearchCatalog


class Kind(StrEnum):
    SEARCH = "search"
    BUY = "buy"
    ADD = "add"
    """Of the list that was shown, by its place or name, or by its article number."""
    REFINE = "refine"
    """The last search with other words or filters."""
    MORE = "more"
    SET = "set"
    EMPTY = "empty"
    CART = "cart"
    CHECKOUT = "checkout"
    AMEND = "amend"
    """Another day or note for what is about to be sent."""
    ORDERS = "orders"
    REORDER = "reorder"
    BROWSE = "browse"
    TAKE_BACK = "take_back"
    WRITE_ITEM = "write_item"
    """The command of staff: ``words`` are all of it."""
    APPROVE = "approve"
    """Of approvers: the request ``number``."""
    REJECT = "reject"
    """``words`` are why."""
    REFUSED = "refused"


_REFUSED = frozenset({Kind.REFUSED, Kind.APPROVE, Kind.REJECT})


@dataclass(frozen=True)
class Wish:
    """``words`` are what is wished, or the note of a checkout. ``sure``: plainly for the shop."""

    kind: Kind
    words: str = ""
    count: Quantity | None = None
    more: bool = False
    """The quantity is on top of what the cart has."""
    times: int = 0
    """The quantity in the cart times this; divided by it where it is negative."""
    place: int | None = None
    """In the list, from 1; negative ones from its end."""
    item_id: str | None = None
    narrowed: SearchCatalog | None = None
    """What is searched, with its filters."""
    day: Day | None = None
    number: int | None = None
    why: str = ""
    sure: bool = True
    verb: str = ""

    @property
    def search(self) -> SearchCatalog:
        """By its words, with its filters."""
        asked = search_for(self.words)
        return self.narrowed.model_copy(update={"query": asked.query}) if self.narrowed else asked


class Read(NamedTuple):
    """``whole``: nothing of the text is left over."""

    wishes: tuple[Wish, ...] = ()
    whole: bool = True

    @property
    def sure(self) -> bool:
        return self.whole and bool(self.wishes) and all(wish.sure for wish in self.wishes)

    @property
    def is_refused(self) -> bool:
        """Whether it asks for what is not done for everybody."""
        return any(wish.kind in _REFUSED for wish in self.wishes)


@dataclass(frozen=True)
class Scene:
    """What a text's meaning may depend on. ``live``: there is a session, resting or at work."""

    shown: ShownLast = field(default_factory=ShownLast)
    today: date | None = None
    live: bool = False
    asking: bool = False
    """Whether the person is asked for a yes to what would be sent."""
    working: bool = False
    elsewhere: tuple[str, ...] = ()
    """Titles of what other agents have at hand."""
    text: str = ""
    """All of it, as one line."""
    prices: Sequence[Prices] = ()
    corrected: bool = False
    """The words begin with a "no" to what is being done."""
