"""The next step of a turn by rules: the calls that a model would make, then how the turn ends.

Rules keep nothing between two rounds. So a turn is gone through anew each time: every wish is a
small course of calls, which is given the results that are there already and stops at the first
call without one. Results are given by the tool's name, in order: so a turn that a model began is
finished from its results, and no write of it is repeated.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError

from agents.procurement import ends, tools
from agents.procurement.ends import End, EndedPart
from agents.procurement.items import MAX_NOTES, MAX_QUANTITY, Cart
from agents.procurement.last_shown import ShownItem, ShownLast, ShownLine
from agents.procurement.offline.names import fitting
from agents.procurement.offline.tables import holds
from agents.procurement.offline.wish import Kind, Read, Scene, Wish
from agents.procurement.offline.wishes import wishes_in
from agents.procurement.tools import Hit, SearchCatalog
from domain.messages import CallRequest
from domain.tools import Effect, Round, Step, StepRequest, Tool, ToolCall, ToolResult, ToolStatus

NAME = "rules"
_AT_ONCE = 5
"""Calls of one round."""

_MAX_QUERY = 200
_SURE = 1.5
"""A hit this much better than the next one is certainly meant."""

_WRITES = frozenset(tool.name for tool in tools.TOOLS if tool.effect is not Effect.READ)
_CHANGING = frozenset({Kind.SET, Kind.BUY, Kind.ADD, Kind.EMPTY, Kind.REORDER, Kind.AMEND})
_DONE = (ends.Changed, ends.ReorderedEnd, ends.CartShown)
"""Ends behind which an order in the same message can still be sent."""

Value = TypeVar("Value", bound=BaseModel)


class Done(NamedTuple):
    call: ToolCall
    result: ToolResult

    @property
    def call_id(self) -> str:
        return self.call.call_id

    def value(self, model: type[Value]) -> Value | None:
        """What the call gave; None when it did not succeed."""
        if self.result.status is not ToolStatus.OK:
            return None
        try:
            return model.model_validate(self.result.value)
        except ValidationError:
            return None


Course = Generator[tuple[Tool, BaseModel], Done, Sequence[End]]
"""The calls of one wish, each given its result; then what there is to say."""


@dataclass
class _Moment:
    """What is known at a moment of the turn."""

    shown: ShownLast
    offered: frozenset[str]
    lines: tuple[ShownLine, ...] = ()
    asked: SearchCatalog | None = None
    sending: tools.Checkout | None = None
    """What the person was asked about last."""


@dataclass
class _Running:
    wish: Wish
    course: Course
    wants: tuple[Tool, BaseModel] | None = None
    ended: Sequence[End] | None = None
    last: bool = False
    """To be started when all others have ended."""
    started: bool = False


@dataclass
class _Progress:
    request: StepRequest
    place: _Moment
    running: list[_Running] = field(default_factory=list)
    unclear: bool = False
    foreign: bool = False
    """A write was made that none of the wishes explains."""


def next_step(request: StepRequest) -> Step:
    """Calls, or how the turn ends. Raises nothing for any words."""
    shown = _shown(request)
    place = _Moment(shown, frozenset(request.tools), shown.cart, shown.asked)
    turn = _Progress(request, place)
    for said in request.said:
        _hear(turn, said.text)
    for made in request.rounds:
        _go_on(turn)
        _give(turn, made)
        asked = _declined(made)
        for heard in made.heard:
            _hear(turn, heard.text, asked=asked)
    _go_on(turn)
    wanted = [r.wants for r in turn.running if r.wants is not None]
    if wanted and (request.closing or (turn.foreign and any(t.name in _WRITES for t, _ in wanted))):
        return _ended([*_told(turn), ends.SoFar()])
    if wanted:
        calls = tuple(_wanted(tool, arguments) for tool, arguments in wanted[:_AT_ONCE])
        return Step(calls=calls, engine=NAME)
    nothing = ends.Unclear() if turn.unclear or not turn.running else ends.SoFar()
    return _ended(_told(turn) or [nothing])


def _shown(request: StepRequest) -> ShownLast:
    try:
        return ShownLast.model_validate(request.known or {})
    except ValidationError:
        return ShownLast()


def _wanted(tool: Tool, arguments: BaseModel) -> CallRequest:
    told = arguments.model_dump_json(exclude_defaults=True)
    return CallRequest(name=tool.name, arguments=told)


def _ended(said: Sequence[End]) -> Step:
    if len(said) == 1:
        (end,) = said
    else:
        parts = (EndedPart(topic=e.topic, content=e.model_dump(mode="json")) for e in said)
        end = ends.Several(ends=tuple(parts))
    return Step(topic=end.topic, content=end.model_dump(mode="json"), engine=NAME)


def _told(turn: _Progress) -> list[End]:
    """What came of the wishes, in their order; changes of the cart together."""
    told = [end for running in turn.running for end in running.ended or ()]
    for kind in (ends.Changed, ends.Emptied):
        same = [end for end in told if isinstance(end, kind)]
        if len(same) > 1:
            at = told.index(same[0])
            told = [end for end in told if not isinstance(end, kind)]
            ids = tuple(call_id for end in same for call_id in end.call_ids)
            told.insert(at, kind(call_ids=ids))
    return told


def _hear(turn: _Progress, text: str, *, asked: bool = False) -> None:
    """Adds what some words wish to the turn; ``asked``: they came at the question."""
    place = turn.place
    shown = place.shown.model_copy(update={"cart": place.lines, "asked": place.asked})
    read = wishes_in(
        text,
        Scene(
            shown=shown,
            today=turn.request.today,
            live=True,
            asking=asked,
            working=any(r.ended is None for r in turn.running) and not asked,
        ),
    )
    again = shown.again
    if again is not None and text == again.as_words():
        read, place.sending = Read((Wish(Kind.CHECKOUT),)), again
    turn.unclear = not read.wishes
    wishes = read.wishes
    if asked:
        wishes = _at_the_question(read, place)
        turn.running = [r for r in turn.running if r.wish.kind is not Kind.CHECKOUT]
    orders = any(wish.kind is Kind.CHECKOUT for wish in wishes)
    for wish in wishes:
        if wish.kind is Kind.EMPTY and place.lines:
            turn.running += [_Running(wish, _dropped(line)) for line in place.lines]
            continue
        meant = _refined(wish, turn) if wish.kind is Kind.REFINE else wish
        if orders and meant.kind is Kind.SEARCH:
            meant = replace(meant, kind=Kind.BUY)  # "find pens and order them"
        course = _COURSES[meant.kind](meant, place)
        turn.running.append(_Running(meant, course, last=meant.kind is Kind.CHECKOUT))


def _at_the_question(read: Read, place: _Moment) -> tuple[Wish, ...]:
    """Whatever changes the cart or the order is asked about once more, as it would be then."""
    others = tuple(w for w in read.wishes if w.kind is not Kind.AMEND)
    amended = [w for w in read.wishes if w.kind is Kind.AMEND]
    changes = any(w.kind in _CHANGING for w in read.wishes)
    if not changes or place.sending is None or any(w.kind is Kind.CHECKOUT for w in others):
        return others
    again = Wish(Kind.CHECKOUT, day=None)
    for wish in amended:
        again = replace(again, day=wish.day or again.day, words=wish.words or again.words)
    return (*others, again)


def _refined(wish: Wish, turn: _Progress) -> Wish:
    """The search that is under way, or was last, with other words or filters."""
    told = wish.narrowed
    if told is None:
        return wish
    under_way = [r for r in turn.running if r.ended is None and r.wish.narrowed is not None]
    before = under_way[-1].wish if under_way else None
    old = (
        before.words if before is not None else (turn.place.asked or SearchCatalog(query="")).query
    )
    words = _reworded(old, told.words)
    base = before.narrowed if before is not None and before.narrowed is not None else None
    if base is None and turn.place.asked is not None:
        asked = turn.place.asked
        base = told._replace(
            least=told.least or asked.min_price,
            most=told.most or asked.max_price,
            supplier=told.supplier or asked.supplier,
            in_stock=told.in_stock or asked.in_stock,
        )
    elif base is not None:
        base = base._replace(
            least=told.least or base.least,
            most=told.most or base.most,
            supplier=told.supplier or base.supplier,
            in_stock=told.in_stock or base.in_stock,
            sort=told.sort if told.sort != "relevance" else base.sort,
        )
    if before is not None:
        turn.running.remove(under_way[-1])
    kind = before.kind if before is not None and before.kind is Kind.BUY else Kind.SEARCH
    count = wish.count or (before.count if before is not None else None)
    return replace(
        wish, kind=kind, words=words, count=count, narrowed=(base or told)._replace(words=words)
    )


def _reworded(old: str, new: str) -> str:
    """As in "black ones" after "blue pens": black pens. Words that say more replace the old."""
    new = " ".join(w for w in new.split() if w.casefold() not in {"ones", "one"})
    colours = holds("filters", "colours")
    rest = " ".join(colours.sub(" ", new).split())
    if not new:
        return old
    if rest or not old:
        return new
    return " ".join(f"{new} {' '.join(colours.sub(' ', old).split())}".split())


def _go_on(turn: _Progress) -> None:
    """Starts what can be started."""
    for running in turn.running:
        if not running.started and not running.last:
            _send(running)
    others = [r for r in turn.running if not r.last]
    for running in turn.running:
        if running.last and not running.started and all(r.ended is not None for r in others):
            said = [end for r in others for end in r.ended or ()]
            if all(isinstance(end, _DONE) for end in said):
                _send(running)
            else:
                running.started, running.ended = True, ()


def _send(running: _Running, done: Done | None = None) -> None:
    try:
        if done is None:
            running.started = True
            running.wants = next(running.course)
        else:
            running.wants = running.course.send(done)
    except StopIteration as end:
        running.wants, running.ended = None, end.value


def _give(turn: _Progress, made: Round) -> None:
    """Gives the results of a round to the wishes that wait for such a call."""
    for call, result in zip(made.calls, made.results, strict=False):
        done = Done(call, result)
        _note(turn.place, done)
        waiting = next((r for r in turn.running if r.wants and r.wants[0].name == call.name), None)
        if waiting is not None:
            _send(waiting, done)
        elif call.name in _WRITES and result.status is ToolStatus.OK:
            turn.foreign = True


def _note(place: _Moment, done: Done) -> None:
    """Keeps the cart and the search that a result tells of."""
    changed = done.value(tools.CartChanged) if done.call.name in _WRITES else None
    if changed is not None and done.call.name != tools.CHECKOUT.name:
        place.lines = _lines(changed.cart)
    found = done.value(tools.Found) if done.call.name == tools.SEARCH_CATALOG.name else None
    if found is not None and found.asked is not None:
        place.asked = found.asked
    if done.call.name == tools.CHECKOUT.name:
        try:
            place.sending = tools.Checkout.model_validate_json(done.call.arguments or "{}")
        except ValidationError:
            place.sending = None


def _lines(cart: Cart) -> tuple[ShownLine, ...]:
    return tuple(
        ShownLine(item_id=line.item_id, name=line.name, quantity=line.quantity, unit=line.unit)
        for line in cart.lines
    )


def _declined(made: Round) -> bool:
    """Whether the person was asked in this round, and did not say yes."""
    return any(
        call.name == tools.CHECKOUT.name and result.status is ToolStatus.NOT_EXECUTED
        for call, result in zip(made.calls, made.results, strict=False)
    )


# The courses, one for each kind of wish.


def _search(wish: Wish, place: _Moment) -> Course:
    del place
    if not wish.words and not (wish.narrowed and wish.narrowed.filters):
        return (ends.AskWhat(),)
    done, found = yield from _looked_up(wish)
    if found is None:
        return (ends.NotDone(call_id=done.call_id, asked_for=wish.words),)
    if not found.items:
        return (ends.NothingFound(call_id=done.call_id, asked_for=wish.words),)
    return (ends.FoundItems(call_id=done.call_id, asked_for=wish.words),)


def _looked_up(
    wish: Wish,
) -> Generator[tuple[Tool, BaseModel], Done, tuple[Done, tools.Found | None]]:
    """A search; with a supplier that nothing has, once more by its name as a word."""
    asked = _asked(wish)
    done = yield tools.SEARCH_CATALOG, asked
    found = done.value(tools.Found)
    if asked.supplier is not None and found is not None and not found.items:
        words = f"{asked.query} {asked.supplier}"[:_MAX_QUERY].strip()
        done = yield (
            tools.SEARCH_CATALOG,
            asked.model_copy(update={"query": words, "supplier": None}),
        )
        found = done.value(tools.Found)
    return done, found


def _asked(wish: Wish) -> SearchCatalog:
    told = wish.narrowed
    if told is None:
        return SearchCatalog(query=wish.words[:_MAX_QUERY])
    return SearchCatalog.model_validate(
        {
            "query": wish.words[:_MAX_QUERY],
            "min_price": told.least,
            "max_price": told.most,
            "supplier": told.supplier,
            "in_stock": told.in_stock,
            "sort": told.sort,
        }
    )


def _buy(wish: Wish, place: _Moment) -> Course:
    del place
    if wish.count is not None and not wish.count.value:
        return (ends.AskQuantity(said=wish.count.said, asked_for=wish.words),)
    if not wish.words and not (wish.narrowed and wish.narrowed.filters):
        return (ends.AskWhat(),)
    done, found = yield from _looked_up(wish)
    if found is None:
        return (ends.NotDone(call_id=done.call_id, asked_for=wish.words),)
    if not found.items:
        return (ends.NothingFound(call_id=done.call_id, asked_for=wish.words),)
    count = wish.count.value if wish.count is not None and wish.count.value else 1
    sure = [hit for hit in found.items if hit.sure]
    if len(sure) == 1:
        return (yield from _added(sure[0].item_id, count, wish.words))
    ids = tuple(hit.item_id for hit in found.items)
    return (
        ends.ChooseItem(call_id=done.call_id, item_ids=ids, quantity=count, asked_for=wish.words),
    )


def _added(item_id: str, count: int, words: str) -> Course:
    done = yield tools.ADD_TO_CART, tools.AddToCart(item_id=item_id, quantity=count)
    if done.result.status is not ToolStatus.OK:
        return (ends.NotDone(call_id=done.call_id, asked_for=words),)
    return (ends.Changed(call_ids=(done.call_id,)),)


def _add(wish: Wish, place: _Moment) -> Course:
    """Of the list that was shown."""
    shown = place.shown
    item_id = wish.item_id
    name = wish.words
    if item_id is None:
        if not shown.items:
            return (ends.ListGone(),)
        item = _at(shown.items, wish.place or 0)
        if item is None:
            return (ends.NoSuchPlace(position=wish.place or 0, count=len(shown.items)),)
        item_id, name = item.item_id, item.name
    if wish.count is not None and not wish.count.value:
        return (ends.AskQuantity(said=wish.count.said, asked_for=name),)
    count = wish.count.value if wish.count is not None else None
    return (yield from _added(item_id, count or shown.quantity or 1, name))


def _at(items: Sequence[ShownItem], place: int) -> ShownItem | None:
    if place < 0:
        return max(items, key=lambda item: item.position)
    return next((item for item in items if item.position == place), None)


def _more(wish: Wish, place: _Moment) -> Course:
    del wish
    asked, total = place.asked, place.shown.total
    if asked is None:
        return (ends.ListGone(),)
    offset = asked.offset + asked.limit
    if offset >= total:
        return (ends.NoMore(),)
    done = yield tools.SEARCH_CATALOG, asked.model_copy(update={"offset": offset})
    found = done.value(tools.Found)
    if found is None:
        return (ends.NotDone(call_id=done.call_id, asked_for=asked.query),)
    if not found.items:
        return (ends.NoMore(),)
    return (ends.FoundItems(call_id=done.call_id, asked_for=asked.query),)


def _set(wish: Wish, place: _Moment) -> Course:
    if wish.count is not None and wish.count.value is None:
        return (_how_many(wish.count.said, wish.words),)
    if not place.lines:
        return (ends.CartEmpty(),)
    lines = fitting(wish.words, place.lines) if wish.words else list(place.lines)
    if not lines:
        lines = yield from _lines_meant(wish, place)
    if not lines:
        return (ends.NotInCart(asked_for=wish.words),)
    count = wish.count.value if wish.count is not None else None
    if len(lines) > 1:
        ids, names = tuple(one.item_id for one in lines), tuple(one.name for one in lines)
        return (ends.AskWhich(item_ids=ids, names=names, quantity=count),)
    (line,) = lines
    if wish.more:
        return (yield from _added(line.item_id, count or 1, line.name))
    return (yield from _set_line(line, _times(line.quantity, wish.times) if wish.times else count))


def _set_line(line: ShownLine, count: int | None) -> Course:
    if count is None or count > MAX_QUANTITY:
        return (_how_many("" if count is None else str(count), line.name),)
    done = yield tools.SET_QUANTITY, tools.SetQuantity(item_id=line.item_id, quantity=count)
    if done.result.status is not ToolStatus.OK:
        return (ends.NotDone(call_id=done.call_id, asked_for=line.name),)
    return (ends.Changed(call_ids=(done.call_id,)),)


def _times(count: int, factor: int) -> int:
    """A negative factor divides."""
    return count * factor if factor > 0 else count // -factor


def _how_many(said: str, name: str) -> ends.AskQuantity:
    return ends.AskQuantity(said=said, asked_for=name, lowest=0)


def _lines_meant(
    wish: Wish, place: _Moment
) -> Generator[tuple[Tool, BaseModel], Done, list[ShownLine]]:
    """Lines of the cart among what the catalog calls so: "kertas" for copy paper."""
    lines = place.lines
    done = yield tools.SEARCH_CATALOG, SearchCatalog(query=wish.words[:_MAX_QUERY], limit=10)
    found = done.value(tools.Found)
    close = _close(found.items) if found is not None else ()
    ids = {hit.item_id for hit in close}
    return [line for line in lines if line.item_id in ids]


def _close(hits: Sequence[Hit]) -> list[Hit]:
    """The best hit and those that it does not clearly leave behind."""
    best = max((hit.score for hit in hits), default=0.0)
    return [hit for hit in hits if hit.score * _SURE > best or hit.score == best]


def _dropped(line: ShownLine) -> Course:
    done = yield tools.SET_QUANTITY, tools.SetQuantity(item_id=line.item_id, quantity=0)
    if done.result.status is not ToolStatus.OK:
        return (ends.NotDone(call_id=done.call_id, asked_for=line.name),)
    return (ends.Emptied(call_ids=(done.call_id,)),)


def _empty(wish: Wish, place: _Moment) -> Course:
    """Of an empty cart."""
    del wish, place
    return (ends.CartEmpty(),)
    yield  # a course without calls


def _cart(wish: Wish, place: _Moment) -> Course:
    del wish, place
    done = yield tools.GET_CART, tools.GetCart()
    if done.result.status is not ToolStatus.OK:
        return (ends.NotDone(call_id=done.call_id),)
    return (ends.CartShown(call_id=done.call_id),)


def _orders(wish: Wish, place: _Moment) -> Course:
    del wish, place
    done = yield tools.LIST_REQUESTS, tools.ListRequests()
    if done.result.status is not ToolStatus.OK:
        return (ends.NotDone(call_id=done.call_id),)
    return (ends.Orders(call_id=done.call_id),)


def _reorder(wish: Wish, place: _Moment) -> Course:
    if tools.REORDER.name not in place.offered:
        return (ends.NoRequests(),)
    done = yield tools.REORDER, tools.Reorder(number=wish.number)
    if done.result.status is not ToolStatus.OK:
        return (ends.NotDone(call_id=done.call_id),)
    return (ends.ReorderedEnd(call_id=done.call_id),)


def _browse(wish: Wish, place: _Moment) -> Course:
    done = yield tools.BROWSE_CATALOG, tools.BrowseCatalog(category=wish.words or None)
    sold = done.value(tools.Categories)
    if wish.words and (sold is None or not sold.categories):
        return (yield from _search(wish, place))
    if sold is None:
        return (ends.NotDone(call_id=done.call_id),)
    return (ends.Sold(call_id=done.call_id),)


def _checkout(wish: Wish, place: _Moment) -> Course:
    if wish.day is not None and wish.day.day is None:
        return (ends.AskDay(said=wish.day.said),)
    if not place.lines and tools.CHECKOUT.name not in place.offered:
        return (ends.CartEmpty(),)
    before = place.sending or tools.Checkout()
    day = wish.day.day if wish.day is not None else before.delivery_date
    notes = (wish.words or before.notes)[:MAX_NOTES]
    done = yield tools.CHECKOUT, tools.Checkout(delivery_date=day, notes=notes)
    if done.result.status is ToolStatus.OK:
        return (ends.WasSent(call_id=done.call_id),)
    if done.result.status is ToolStatus.NOT_EXECUTED:
        return (ends.NotSent(call_id=done.call_id),)
    return (ends.NotDone(call_id=done.call_id),)


def _take_back(wish: Wish, place: _Moment) -> Course:
    del place
    return (ends.TakeBack(number=wish.number),)
    yield  # a course without calls


def _refused(wish: Wish, place: _Moment) -> Course:
    del place
    return (ends.NotGranted(why="approval" if wish.why == "approval" else "others"),)
    yield  # a course without calls


_COURSES = {
    Kind.SEARCH: _search,
    Kind.REFINE: _search,
    Kind.BUY: _buy,
    Kind.ADD: _add,
    Kind.MORE: _more,
    Kind.SET: _set,
    Kind.EMPTY: _empty,
    Kind.CART: _cart,
    Kind.ORDERS: _orders,
    Kind.REORDER: _reorder,
    Kind.BROWSE: _browse,
    Kind.CHECKOUT: _checkout,
    Kind.AMEND: _checkout,
    Kind.TAKE_BACK: _take_back,
    Kind.REFUSED: _refused,
}
