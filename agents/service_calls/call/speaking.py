"""What is said: the words of several nodes are put together, worded as one delivery, and said."""

from pydantic import JsonValue
from temporalio import workflow

from agents.service_calls import activity_calls, pressed
from agents.service_calls import context as ctx
from agents.service_calls.audit import written
from agents.service_calls.call.at_desk import CallAtDesk
from agents.service_calls.call.made_tasks import other_visits
from agents.service_calls.context import ADDRESS, ASK, EMAIL, NAME, PHONE
from agents.service_calls.exchange import SayAndRecord, SayPart, SayRequest, WithoutText, Worded
from agents.service_calls.graph.next_node import asked_by, hangs_up, holds, last_nodes
from agents.service_calls.graph.shapes import Node, Texts, choices, said_by, texts
from agents.service_calls.replies import CallWords
from agents.service_calls.state import EXAMPLE, KEPT_EXCHANGES, KEPT_OF_WORDS, Visit
from domain.failures import ActivityFailed

SHORT = 2
"""Words: a longer matter may be a whole sentence."""
WHOLE_EXAMPLE = 600
"""Characters of a template that a model is shown where the node has no text beside it."""


async def put_question(call: CallAtDesk, node: Node) -> None:
    """Says what is to be said, and waits. Words that come while it is put into words answer
    the node as it is: its question is not said then.
    """
    state = call.state
    take_what_is_told(call)
    if not await speak(call):
        drop_words_of(call, node)
    state.waiting, state.last_waited, state.entered = True, node.node_name, ""


async def speak(call: CallAtDesk) -> bool:
    """Words what is to be said, and says it. False when the customer said something meanwhile:
    then it is worded again, later.
    """
    state = call.state
    if not state.saying:
        return True
    request = say_request(call)
    said = await put_into_words(call, request)
    if said is None:
        return False
    state.saying = []
    if said.texts:
        say(call, said)
    return True


def add_words_of(call: CallAtDesk, node: Node, *, again: bool = False) -> None:
    state = call.state
    if _is_unasked_goodbye(call, node):
        return
    asks = asked_by(node, state)
    visit = state.visits.setdefault(node.node_name, Visit())
    if again:
        visit.before = state.changes  # what had changed is said
    said = choose_text(call, node)
    if said is None:
        said = said_by(node, asks)
        if node.leaves_words(asks):
            kind = WithoutText.WAITS if node.waits else WithoutText.PASSES
            if node.node_name in last_nodes(call.graph):
                kind = WithoutText.ENDS
            add_unworded(call, node, WithoutText.ASKS if asks else kind, asks)
    add_texts(call, part_of(node, visit=visit.times + again, asks=asks), said)


def _is_unasked_goodbye(call: CallAtDesk, node: Node) -> bool:
    """Whether a chat is silent: people who went on to something else are said no goodbye."""
    state = call.state
    silent = not (state.words or state.saying or state.spoken or state.unheard)
    ends = node.node_name in last_nodes(call.graph) and bool(state.said_last)
    if not (silent and ends):
        return False
    return not workflow.in_workflow() or workflow.patched("no-goodbye-into-silence")


def part_of(node: Node, *, visit: int = 1, asks: str = "", fixed: bool = False) -> SayPart:
    """Something that a node says, without its texts."""
    return SayPart(
        node=node.node_name,
        texts=(),
        visit=visit,
        fixed=fixed or node.words == "fixed",
        role=node.role,
        goal=node.node_goal,
        example=node.prompt_templates[:EXAMPLE],
        asks=asks,
    )


def add_texts(call: CallAtDesk, part: SayPart, said: Texts) -> None:
    wording = texts(said, call.language)
    if wording:
        call.state.saying = [*call.state.saying, part.model_copy(update={"texts": wording})]


def add_unworded(call: CallAtDesk, node: Node, kind: WithoutText, asks: str = "") -> None:
    field = call.graph.fields.get(asks)
    without_text = {
        "example": node.prompt_templates[:WHOLE_EXAMPLE],
        "unworded": kind,
        "about": (field.description if field else "") or asks.replace("_", " "),
    }
    part = part_of(node, asks=asks).model_copy(update=without_text)
    call.state.saying = [*call.state.saying, part]


def choose_text(call: CallAtDesk, node: Node) -> Texts | None:
    """The first of the node's conditional texts whose rule holds."""
    fitting = (c.say for c in node.say_if if holds(c.when, call.state, node.node_name))
    return next(fitting, None)


def drop_words_of(call: CallAtDesk, node: Node, *, resumed: bool = True) -> None:
    state = call.state
    if resumed:
        state.saying = [part for part in state.saying if part.node != node.node_name]


def repeat_last_words(call: CallAtDesk, node: Node) -> None:
    state = call.state
    if state.said_last:
        last = (" ".join(state.said_last),)
        state.saying = [*state.saying, SayPart(node=node.node_name, texts=last, fixed=True)]


async def put_into_words(call: CallAtDesk, request: SayRequest) -> Worded | None:
    """None when words came meanwhile. By rules where no model is, or none answers."""
    free = any(not part.fixed for part in request.parts)
    if free and call.desk.limits.has_model:
        try:
            return await call.desk.consider(activity_calls.WORD, request, activity_calls.SAY.name)
        except ActivityFailed as failure:
            workflow.logger.warning("words.failed", extra={"code": failure.code})
    record = call.unwritten()
    both = SayAndRecord(say=request, record=record)
    told = await call.desk.call(activity_calls.SAY, both, activity_calls.SAY.name)
    if told.recorded and record is not None:
        written(call.state, record)
    return told.said


def say(call: CallAtDesk, said: Worded) -> None:
    state = call.state
    customer, agent = " ".join(state.words), " ".join(said.texts)
    exchange: JsonValue = {
        "customer": customer[:KEPT_OF_WORDS],
        "agent": agent[:KEPT_OF_WORDS],
    }
    known = state.context.get(ctx.EXCHANGES)
    earlier = known if isinstance(known, list) else []
    state.context[ctx.EXCHANGES] = [*earlier, exchange][-KEPT_EXCHANGES:]
    call.audit.turn(customer, agent, said.by, said.refused)
    state.words, state.said_last = [], list(said.texts)
    node = call.graph.node(state.node or state.came_from)
    told = CallWords(texts=said.texts, at_node=node.node_name, goodbye=hangs_up(node))
    shown = call.options or choices(node, call.language)
    call.desk.say(told, pressed.options(state.task_id, shown))


def say_request(call: CallAtDesk) -> SayRequest:
    state = call.state
    matters = [_in_short(each, call) for each in (*state.issues, state.context)]
    service = ctx.text(state.context, ctx.SERVICE)
    named = {ctx.SERVICE: call.graph.service_name(service, call.language)}
    return SayRequest(
        **call.asking,
        parts=tuple(state.saying),
        language=call.language,
        timezone=state.timezone,
        today_in=call.desk.person.timezone,
        now=state.now,
        context=ctx.active(state.context | named),
        proposed=state.proposed,
        booked=state.booked,
        free=state.free if ctx.text(state.context, ctx.COURSE) == "times" else (),
        options=call.options,
        matters=tuple(matter for matter in matters if matter),
        exchanges=call.exchanges(5),
        persona=call.persona("worker_reply_agent"),
        words=tuple(state.words),
        confirmed=tuple(state.confirmed),
        summary=state.summary,
        question=state.question,
        trade=call.graph.trade(service, call.language),
        stays=other_visits(state),
        open_visits=state.open_visits,
        wished=state.wish if state.wish_missed else None,
    )


def take_what_is_told(call: CallAtDesk) -> None:
    """What the customer told of themselves and no node on the way took in: an address beside a
    wish for a time, another number beside a yes.
    """
    state = call.state
    told = {
        field: value
        for field, value in state.told.items()
        if field in {ADDRESS, EMAIL} or (field in {PHONE, NAME} and ctx.text(state.context, field))
    }
    state.told = {f: value for f, value in state.told.items() if f not in told}
    call.merge(told, "customer")


def _in_short(matter: ctx.Context, call: CallAtDesk) -> str:
    """A matter in a word or two: the customer's own, else the service's."""
    ask = ctx.text(matter, ASK)
    service = call.graph.service_name(ctx.text(matter, ctx.SERVICE), call.language)
    return ask if len(ask.split()) <= SHORT or not service else service
