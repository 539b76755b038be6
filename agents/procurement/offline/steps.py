"""The next step of a turn by rules: the calls that a model would make, then what they do not tell.

Rules keep nothing between two rounds. So a turn is gone through anew each time: every wish is a
small course of calls, which is given the results that are there already and stops at the first
call without one. Results are given by the tool's name, in order: so a turn that a model began is
finished from its results, and no write of it is repeated.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace

from pydantic import BaseModel, ValidationError

from agents.procurement import replies, tools
from agents.procurement.items import MAX_NOTES, MAX_QUANTITY
from agents.procurement.last_shown import ShownItem, ShownLast, ShownLine, lines_of
from agents.procurement.offline.item_lines import ItemLineError, is_item_line, read_item_line
from agents.procurement.offline.names import fitting
from agents.procurement.offline.reading import first_page, has_filters, search_for
from agents.procurement.offline.tables import holds
from agents.procurement.offline.wish import Kind, Read, Scene, Wish
from agents.procurement.offline.wishes import wishes_in
from agents.procurement.offline.yes_to_cart import answer_to_cart
from agents.procurement.rules_ending import ENDED_BY_RULES, Remark, RulesEnding
from agents.procurement.state import Done
from agents.procurement.tools import Hit, SearchCatalog
from domain.messages import CallRequest
from domain.replies import Content
from domain.tools import Effect, Round, Step, StepRequest, Tool, ToolStatus
from domain.understanding import ActKind

NAME = "rules"
_AT_ONCE = 5
"""Calls of one round."""

_SURE = 1.5
"""A hit this much better than the next one is certainly meant."""

_WRITES = frozenset(
    tool.name
    for tool in (*tools.TOOLS, *tools.CATALOG_TOOLS, tools.DECIDE_REQUEST)
    if tool.effect is not Effect.READ
)
_CHANGING = frozenset({Kind.SET, Kind.BUY, Kind.ADD, Kind.EMPTY, Kind.REORDER, Kind.AMEND})
_FILLING = frozenset(
    tool.name for tool in (tools.ADD_TO_CART, tools.SET_QUANTITY, tools.REORDER, tools.GET_CART)
)
"""Calls behind which an order in the same message can still be sent."""

Course = Generator[tuple[Tool, BaseModel], Done, Sequence[Content]]
"""The calls of one wish, each given its result; then what the results do not tell."""


@dataclass
class _Running:
    wish: Wish
    course: Course
    wants: tuple[Tool, BaseModel] | None = None
    done: Done | None = None
    """The result that it was given last."""
    remarks: Sequence[Content] | None = None
    """None until it has ended."""

    @property
    def has_begun(self) -> bool:
        return self.wants is not None or self.remarks is not None

    @property
    def is_order(self) -> bool:
        """Started when all others have ended."""
        return self.wish.kind is Kind.CHECKOUT

    @property
    def lets_order(self) -> bool:
        """Whether what it wished for is in the cart, so that the cart can be sent."""
        filled = self.done is not None and self.done.ok and self.done.call.name in _FILLING
        return filled and not self.remarks and self.wish.kind is not Kind.EMPTY


@dataclass
class _Progress:
    """What is known at a moment of the turn. ``shown`` is as it was when the turn began; where no
    list was, that of the turn's first search counts for words said meanwhile.
    """

    request: StepRequest
    shown: ShownLast
    lines: tuple[ShownLine, ...]
    asked: SearchCatalog | None
    sending: tools.Checkout | None = None
    """What the person was asked about last."""
    running: list[_Running] = field(default_factory=list)
    foreign: bool = False
    """A write was made that none of the wishes explains."""
    lookups: list[str] = field(default_factory=list)
    to_choose: dict[str, int] = field(default_factory=dict)


def next_step(request: StepRequest) -> Step:
    """Calls, or how the turn ends. Raises nothing for any words."""
    shown = ShownLast.of(request.known)
    turn = _Progress(request, shown, shown.cart, shown.asked)
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
    writes = any(tool.name in _WRITES for tool, _ in wanted)
    if wanted and not request.closing and not (turn.foreign and writes):
        return Step(calls=tuple(_call(*each) for each in wanted[:_AT_ONCE]), engine=NAME)
    ending = RulesEnding(
        remarks=tuple(Remark.of(each) for r in turn.running for each in r.remarks or ()),
        lookups=tuple(turn.lookups),
        to_choose=turn.to_choose,
    )
    return Step(topic=ENDED_BY_RULES, content=ending.model_dump(mode="json"), engine=NAME)


def _call(tool: Tool, arguments: BaseModel) -> CallRequest:
    told = arguments.model_dump_json(exclude_defaults=True)
    return CallRequest(name=tool.name, arguments=told)


def _hear(turn: _Progress, text: str, *, asked: bool = False) -> None:
    """Adds what some words wish to the turn; ``asked``: they came at the question."""
    shown = turn.shown.model_copy(update={"cart": turn.lines, "asked": turn.asked})
    scene = Scene(
        shown=shown,
        today=turn.request.today,
        live=True,
        asking=asked,
        working=any(r.remarks is None for r in turn.running) and not asked,
    )
    is_line = is_item_line(text)
    read = Read((Wish(Kind.WRITE_ITEM, words=text),)) if is_line else wishes_in(text, scene)
    if shown.again is not None and text == shown.again.as_words():
        read, turn.sending = Read((Wish(Kind.CHECKOUT),)), shown.again
    if asked and answer_to_cart(text) is ActKind.AFFIRM:
        read = Read((Wish(Kind.CHECKOUT),))  # a yes that may have been meant for something else
    wishes = read.wishes
    if asked:
        wishes = _at_the_question(read, turn)
        turn.running = [r for r in turn.running if not r.is_order]
    orders = any(wish.kind is Kind.CHECKOUT for wish in wishes)
    for wish in wishes:
        if wish.kind is Kind.EMPTY and turn.lines:
            turn.running += [_Running(wish, _set_line(line, 0)) for line in turn.lines]
            continue
        meant = _refined(wish, turn) if wish.kind is Kind.REFINE else wish
        if orders and meant.kind is Kind.SEARCH:
            meant = replace(meant, kind=Kind.BUY)  # "find pens and order them"
        turn.running.append(_Running(meant, _course(meant, turn)))


def _at_the_question(read: Read, turn: _Progress) -> tuple[Wish, ...]:
    """Whatever changes the cart or the order is asked about once more, as it would be then."""
    others = tuple(w for w in read.wishes if w.kind is not Kind.AMEND)
    changes = any(w.kind in _CHANGING for w in read.wishes)
    if not changes or turn.sending is None or any(w.kind is Kind.CHECKOUT for w in others):
        return others
    again = Wish(Kind.CHECKOUT, day=None)
    for wish in read.wishes:
        if wish.kind is Kind.AMEND:
            again = replace(again, day=wish.day or again.day, words=wish.words or again.words)
    return (*others, again)


def _refined(wish: Wish, turn: _Progress) -> Wish:
    """The search that is under way, or was last, with other words or filters."""
    told = wish.narrowed
    if told is None:
        return wish
    running = [r for r in turn.running if r.remarks is None and r.wish.narrowed is not None]
    before = running[-1].wish if running else None
    base = search_for("")
    if before is not None and before.narrowed is not None:
        base = before.narrowed
        turn.running.remove(running[-1])
    elif turn.asked is not None:
        base = first_page(turn.asked).model_copy(update={"sort": "relevance"})
    words = _reworded(base.query, told.query)
    filters = told.model_dump(exclude_defaults=True, exclude={"query"})
    kind = Kind.BUY if before is not None and before.kind is Kind.BUY else Kind.SEARCH
    count = wish.count or (before.count if before is not None else None)
    narrowed = base.model_copy(update={**filters, "query": words})
    return replace(wish, kind=kind, words=words, count=count, narrowed=narrowed)


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
    """Starts what can be started. An order is dropped where something of it is still open."""
    for running in turn.running:
        if not (running.has_begun or running.is_order or _awaits_list(running, turn)):
            _send(running)
    others = [r for r in turn.running if not r.is_order]
    if any(r.remarks is None for r in others):
        return
    for running in (r for r in turn.running if not r.has_begun):
        if all(r.lets_order for r in others):
            _send(running)
        else:
            running.remarks = ()


def _awaits_list(running: _Running, turn: _Progress) -> bool:
    """Whether it takes from a list, and the first one is still searched for."""
    searches = (r for r in turn.running if r.wish.kind in {Kind.SEARCH, Kind.BUY})
    takes = running.wish.kind is Kind.ADD and not turn.shown.items
    return takes and any(r.remarks is None for r in searches)


def _send(running: _Running, done: Done | None = None) -> None:
    try:
        running.done = done
        running.wants = next(running.course) if done is None else running.course.send(done)
    except StopIteration as end:
        running.wants, running.remarks = None, end.value


def _give(turn: _Progress, made: Round) -> None:
    """Gives the results of a round to the wishes that wait for such a call."""
    for call, result in zip(made.calls, made.results, strict=False):
        done = Done(call, result)
        _note(turn, done)
        waiting = next((r for r in turn.running if r.wants and r.wants[0].name == call.name), None)
        if waiting is not None:
            _send(waiting, done)
        elif call.name in _WRITES and done.ok:
            turn.foreign = True


def _note(turn: _Progress, done: Done) -> None:
    """Keeps the cart and the search that a result tells of."""
    if done.call.name == tools.CHECKOUT.name:
        try:
            turn.sending = tools.Checkout.model_validate_json(done.call.arguments or "{}")
        except ValidationError:
            turn.sending = None
    elif done.call.name == tools.SEARCH_CATALOG.name:
        found = done.value(tools.Found)
        turn.asked = found.asked if found and found.asked else turn.asked
        if found is not None and not turn.shown.items:
            turn.shown = turn.shown.model_copy(update={"items": _listed(found)})
    elif done.call.name in _WRITES and (changed := done.value(tools.CartChanged)):
        turn.lines = lines_of(changed.cart)


def _listed(found: tools.Found) -> tuple[ShownItem, ...]:
    first = found.asked.offset + 1 if found.asked else 1
    hits = enumerate(found.items, start=first)
    return tuple(ShownItem(position=n, item_id=h.item_id, name=h.name) for n, h in hits)


def _declined(made: Round) -> bool:
    """Whether the person was asked in this round, and did not say yes."""
    return any(
        call.name == tools.CHECKOUT.name and result.status is ToolStatus.NOT_EXECUTED
        for call, result in zip(made.calls, made.results, strict=False)
    )


# The courses


def _course(wish: Wish, turn: _Progress) -> Course:  # noqa: C901, PLR0911, PLR0912 - by kind
    """The calls of a wish; returns what is said where none can be made."""
    match wish.kind:
        case Kind.SEARCH | Kind.REFINE | Kind.BUY:
            return (yield from _find(wish, turn))
        case Kind.ADD:
            return (yield from _add(wish, turn.shown))
        case Kind.SET:
            return (yield from _set(wish, turn))
        case Kind.CHECKOUT | Kind.AMEND:
            return (yield from _checkout(wish, turn))
        case Kind.BROWSE:
            done = yield tools.BROWSE_CATALOG, tools.BrowseCatalog(category=wish.words or None)
            sold = done.value(tools.Categories)
            if wish.words and (sold is None or not sold.categories):
                turn.lookups.append(done.call.call_id)
                return (yield from _find(wish, turn))
        case Kind.MORE:
            if turn.asked is None:
                return (replies.NoListAtHand(),)
            offset = turn.asked.offset + turn.asked.limit
            if offset >= turn.shown.total:
                return (replies.NothingMore(),)
            yield tools.SEARCH_CATALOG, turn.asked.model_copy(update={"offset": offset})
        case Kind.CART:
            yield tools.GET_CART, tools.GetCart()
        case Kind.ORDERS:
            yield tools.LIST_REQUESTS, tools.ListRequests()
        case Kind.REORDER | Kind.TAKE_BACK:
            tool = tools.REORDER if wish.kind is Kind.REORDER else tools.TAKE_BACK
            if tool.name not in turn.request.tools:
                return (replies.NothingToRepeat(),)
            yield tool, tool.arguments.model_validate({"number": wish.number})
        case Kind.EMPTY:
            return (replies.CartIsEmpty(),)
        case Kind.WRITE_ITEM:
            return (yield from _write_item(wish, turn))
        case Kind.APPROVE | Kind.REJECT:
            if tools.DECIDE_REQUEST.name not in turn.request.tools:
                return (replies.NeverDone(why="approval"),)
            approve = wish.kind is Kind.APPROVE
            decision = {"number": wish.number, "approve": approve, "reason": wish.words}
            yield tools.DECIDE_REQUEST, tools.DecideRequest.model_validate(decision)
        case Kind.REFUSED:
            return (_refusal(wish, turn),)
    return ()


def _refusal(wish: Wish, turn: _Progress) -> Content:
    if wish.why != "approval":
        return replies.NeverDone(why="others")
    approves = tools.DECIDE_REQUEST.name in turn.request.tools
    return replies.NeverDone(why="how_to_decide" if approves else "approval")


def _find(wish: Wish, turn: _Progress) -> Course:
    """A search; what is to be bought is put in where it is certain, else it is to be chosen."""
    buys, asked = wish.kind is Kind.BUY, wish.search
    if buys and wish.count is not None and not wish.count.value:
        return (replies.AskHowMany(said=wish.count.said, asked_for=wish.words),)
    if not wish.words and not has_filters(asked):
        return (replies.AskProduct(),)
    done = yield tools.SEARCH_CATALOG, asked
    found = done.value(tools.Found)
    if asked.supplier is not None and found is not None and not found.items:
        # Nothing has such a supplier: once more by its name as a word.
        turn.lookups.append(done.call.call_id)
        words = search_for(f"{asked.query} {asked.supplier}".strip()).query
        again = asked.model_copy(update={"query": words, "supplier": None})
        done = yield tools.SEARCH_CATALOG, again
        found = done.value(tools.Found)
    if not buys or found is None or not found.items:
        return ()
    count = (wish.count.value if wish.count is not None else None) or 1
    sure = [hit for hit in found.items if hit.sure]
    if len(sure) != 1:
        turn.to_choose[done.call.call_id] = count
        return ()
    turn.lookups.append(done.call.call_id)
    yield tools.ADD_TO_CART, tools.AddToCart(item_id=sure[0].item_id, quantity=count)
    return ()


def _add(wish: Wish, shown: ShownLast) -> Course:
    """Of the list that was shown."""
    item_id, name = wish.item_id, wish.words
    if item_id is None:
        if not shown.items:
            return (replies.NoListAtHand(),)
        place = wish.place or 0
        places = {item.position: item for item in shown.items}
        item = places.get(max(places) if place < 0 else place)
        if item is None:
            return (replies.PlaceOutside(position=place, count=len(shown.items)),)
        item_id, name = item.item_id, item.name
    if wish.count is not None and not wish.count.value:
        return (replies.AskHowMany(said=wish.count.said, asked_for=name),)
    count = wish.count.value if wish.count is not None else None
    quantity = count or shown.quantity or 1
    yield tools.ADD_TO_CART, tools.AddToCart(item_id=item_id, quantity=quantity)
    return ()


def _set(wish: Wish, turn: _Progress) -> Course:
    count = wish.count.value if wish.count is not None else None
    if wish.count is not None and count is None:
        return (replies.AskHowMany(said=wish.count.said, asked_for=wish.words, lowest=0),)
    if not turn.lines:
        return (replies.CartIsEmpty(),)
    lines = fitting(wish.words, turn.lines) if wish.words else list(turn.lines)
    if not lines:
        # Among what the catalog calls so: "kertas" for copy paper.
        named = search_for(wish.words).model_copy(update={"limit": 10})
        done = yield tools.SEARCH_CATALOG, named
        turn.lookups.append(done.call.call_id)
        found = done.value(tools.Found)
        ids = {hit.item_id for hit in _close(found.items)} if found is not None else set()
        lines = [line for line in turn.lines if line.item_id in ids]
    if not lines:
        return (replies.LineNotThere(asked_for=wish.words),)
    if len(lines) > 1:
        several, names = tuple(li.item_id for li in lines), tuple(li.name for li in lines)
        return (replies.WhichLine(item_ids=several, names=names, quantity=count),)
    (line,) = lines
    if wish.more:
        yield tools.ADD_TO_CART, tools.AddToCart(item_id=line.item_id, quantity=count or 1)
        return ()
    if wish.times:
        count = line.quantity * wish.times if wish.times > 0 else line.quantity // -wish.times
    return (yield from _set_line(line, count))


def _set_line(line: ShownLine, count: int | None) -> Course:
    if count is None or count > MAX_QUANTITY:
        said = "" if count is None else str(count)
        return (replies.AskHowMany(said=said, asked_for=line.name, lowest=0),)
    yield tools.SET_QUANTITY, tools.SetQuantity(item_id=line.item_id, quantity=count)
    return ()


def _write_item(wish: Wish, turn: _Progress) -> Course:
    if tools.CHANGE_ITEM.name not in turn.request.tools:
        return (replies.ForStaff(),)
    try:
        wanted = read_item_line(wish.words)
    except ItemLineError as error:
        return (replies.HowToWriteItems(field=error.field),)
    yield wanted
    return ()


def _close(hits: Sequence[Hit]) -> list[Hit]:
    """The best hit and those that it does not clearly leave behind."""
    best = max((hit.score for hit in hits), default=0.0)
    return [hit for hit in hits if hit.score * _SURE > best or hit.score == best]


def _checkout(wish: Wish, turn: _Progress) -> Course:
    if wish.day is not None and wish.day.day is None:
        return (replies.AskDelivery(said=wish.day.said),)
    if not turn.lines and tools.CHECKOUT.name not in turn.request.tools:
        return (replies.CartIsEmpty(),)
    before = turn.sending or tools.Checkout()
    day = wish.day.day if wish.day is not None else before.delivery_date
    notes = (wish.words or before.notes)[:MAX_NOTES]
    yield tools.CHECKOUT, tools.Checkout(delivery_date=day, notes=notes)
    return ()
