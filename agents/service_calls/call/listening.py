"""What the customer says: what it does in the call, and which field it answers.

Words that come while nodes are run are taken in at the next one.
"""

from collections.abc import Sequence

from agents.service_calls import activity_calls
from agents.service_calls import context as ctx
from agents.service_calls.call.at_desk import CallAtDesk
from agents.service_calls.call.made_tasks import (
    made_tasks,
    other_visits,
    take_up_what_stays,
    turn_to_tasks,
)
from agents.service_calls.call.node_tools import pass_on
from agents.service_calls.context import ASK
from agents.service_calls.exchange import (
    ExtractRequest,
    OpenVisitsRequest,
    Recognised,
    RecogniseRequest,
)
from agents.service_calls.graph.next_node import asked_by, hangs_up
from agents.service_calls.graph.shapes import ActName, Node, Waits
from agents.service_calls.replies import PhotoNoted
from agents.service_calls.state import EXAMPLE, KEPT_PHOTOS, KEPT_QUESTIONS
from domain.failures import ActivityFailed
from domain.tasks import Injected

KEPT_OF_NOTE = 200
"""Characters."""
BY_RULES = "rules"


async def take_in(call: CallAtDesk, heard: Sequence[Injected]) -> None:
    """Notes what was said, and finds out what it does."""
    state = call.state
    for said in heard:
        if said.hung_up:
            state.gone = said.hung_up
        if said.attachment is not None:
            state.photos += 1
            state.files = [*state.files, said.attachment][-KEPT_PHOTOS:]
            if ctx.text(state.context, "task_id"):
                state.notes.append("a photo was sent in the chat")
            call.desk.say(PhotoNoted(language=state.language))
        if said.text:
            state.unheard.append(said.text)
    if heard:
        state.spoken = call.desk.spoken
    if state.unheard:
        await recognise(call)


async def recognise(call: CallAtDesk) -> None:
    state = call.state
    take_up_what_stays(call)
    words, locale = tuple(state.unheard), call.desk.person.locale
    is_set = state.locale not in {"", locale}
    state.locale = locale
    request = RecogniseRequest(
        words=words,
        timezone=state.timezone,
        language="" if is_set else state.language,
        locale=locale,
        region=call.limits.region,
        asked=asked_field(call),
        options=call.options,
        proposed=state.proposed or state.booked,
        wished=state.wish,
        ask=ctx.text(state.context, ASK),
        booked=state.booked is not None,
        task=bool(ctx.text(state.context, "task_id")),
        visit=state.booked,
        stays=bool(other_visits(state)),
        tasks=made_tasks(call),
        about_visit=state.asked_of_visit and not ctx.text(state.context, ASK),
    )
    told = await call.desk.call(activity_calls.RECOGNISE, request, activity_calls.RECOGNISE.name)
    state.unheard = state.unheard[len(words) :]
    state.words = [*state.words, *words]
    if not told.sure and call.desk.limits.has_model:
        told = await ask_model(call, told, request)
    own = pass_on_others(call, told, words)
    if own is None:
        return
    told = turn_to_tasks(call, take_correction(call, own))
    fresh = [] if state.waiting else state.acts
    if ActName.ISSUE in told.acts:  # when somebody may come for the matter that is known now
        times = {ActName.ASKS_TIMES, ActName.PREFERS_TIME}
        fresh = [*fresh, *(act for act in state.acts if act in times and act not in fresh)]
    state.acts = [*fresh, *(act for act in told.acts if act not in fresh)]
    if ASK in told.values:
        state.told_by_model = told.by != BY_RULES
    kept = call.graph.extracted
    state.told |= {f: v for f, v in told.values.items() if f in kept}
    state.problem = told.problem
    state.trouble = told.trouble if ASK in told.values else state.trouble
    state.language, state.now = told.language, told.at
    state.question = told.question
    if told.question:
        state.questions = [*state.questions, told.question[:200]][-KEPT_QUESTIONS:]
    if ActName.ASKS_VISIT in told.acts:
        await find_visits(call)
    await keep_notes(call, told)
    state.further = [*state.further, *told.further]
    if ctx.text(state.context, "task_id"):
        note_for_task(call, told, words)
    keep_wish(call, told)
    if told.choice is not None and told.choice < len(state.options):
        state.chosen = state.options[told.choice]
    state.joined = not state.waiting and state.turn_nodes > 0
    state.answered, state.turn_nodes = state.waiting, 0
    ending = state.node is not None and hangs_up(call.graph.node(state.node))
    state.interrupted = ending and not state.waiting


def pass_on_others(call: CallAtDesk, told: Recognised, words: Sequence[str]) -> Recognised | None:
    """Gives other agents what is for them. Returns what is left for the call; None: nothing, so
    that what was asked stays open.
    """
    state = call.state
    if told.aside and not call.desk.pass_on(words[-1], told.aside):
        told = told.model_copy(update={"notes": (*told.notes, told.aside)})
    if not told.elsewhere:
        return told
    passed_on = [each for each in words if call.desk.pass_on(each)]
    if passed_on:
        state.words = state.words[: len(state.words) - len(words)]
        return None
    return told.model_copy(update={"acts": (ActName.CHITCHAT,)})


def take_correction(call: CallAtDesk, told: Recognised) -> Recognised:
    """Takes in better words of a model for the matter that is known."""
    another = {ActName.ISSUE, ActName.NEW_ISSUE} & {*told.acts}
    known = ctx.text(call.state.context, ASK)
    if told.by == BY_RULES or another or not known or ASK not in told.values:
        return told
    if not ctx.text(call.state.context, "task_id"):
        call.merge({ASK: told.values[ASK]}, "customer")
    return told.model_copy(update={"values": {f: v for f, v in told.values.items() if f != ASK}})


async def find_visits(call: CallAtDesk) -> None:
    """Finds what was booked in earlier calls. Where that cannot be known, nothing is said of it."""
    state = call.state
    request = OpenVisitsRequest(
        user_id=call.desk.person.user_id, at=state.now or call.now(), timezone=state.timezone
    )
    try:
        found = await call.desk.call(
            activity_calls.FIND_VISITS, request, activity_calls.FIND_VISITS.name
        )
    except ActivityFailed:
        return
    state.asked_of_visit, state.open_visits = True, found.visits


async def keep_notes(call: CallAtDesk, told: Recognised) -> None:
    """What is for whoever comes. It is passed on at once where it is about another task."""
    state, notes = call.state, [each[:KEPT_OF_NOTE] for each in told.notes]
    number = told.tasks.get(ActName.NOTE, "")
    if notes and await pass_on(call, number, notes):
        return
    state.notes = [*state.notes, *notes][-KEPT_QUESTIONS:]


def note_for_task(call: CallAtDesk, told: Recognised, words: Sequence[str]) -> None:
    """Notes what the task that is made does not say yet: a question, or when to call back."""
    state, notes = call.state, list[str]()
    if told.question:
        notes.append(f"asked: {told.question}")
    if state.context.get(ctx.COURSE) == "callback" and (told.wish or told.avoid):
        notes.append(" ".join(words))
    state.notes = [*state.notes, *(each[:KEPT_OF_NOTE] for each in notes)][-KEPT_QUESTIONS:]


def keep_wish(call: CallAtDesk, told: Recognised) -> None:
    """Whenever it is said: the time is sought when it is needed. What is wished now may have
    been unwelcome before.
    """
    state, wish = call.state, told.wish
    if wish is None and not told.avoid:
        return
    if state.wish and any(
        each.from_ts <= state.wish.from_ts and state.wish.to_ts <= each.to_ts for each in told.avoid
    ):
        state.wish = None
    if wish is not None:
        state.wish = wish
        state.avoid = tuple(a for a in state.avoid if not a.from_ts <= wish.from_ts < a.to_ts)
    state.avoid = tuple(dict.fromkeys((*state.avoid, *told.avoid)))[-KEPT_QUESTIONS:]
    call.note_change("time_wish")


async def ask_model(call: CallAtDesk, told: Recognised, heard: RecogniseRequest) -> Recognised:
    """What a model finds in words of which rules are not sure, and rules support."""
    state, node, meanings = call.state, extraction_node(call), call.graph.fields
    if node is None:
        return told
    fields = call.graph.extracted
    request = ExtractRequest(
        **call.asking,
        node=node.node_name,
        role=node.role,
        goal=node.node_goal,
        example=node.prompt_templates[:EXAMPLE],
        fields={
            f: known.description
            for f, known in meanings.items()
            if f in fields and not f.endswith("_flag")
        },
        words=heard.words,
        exchanges=call.exchanges(10),
        context=ctx.active(state.context),
        language=told.language,
        asked=heard.asked,
        recognised=told,
        options=heard.options,
        timezone=heard.timezone,
        proposed=heard.proposed,
        wished=state.wish,
        visit=state.booked,
        tasks=made_tasks(call),
        summary=state.summary,
    )
    found = await call.ask_model(activity_calls.EXTRACT, request)
    if found is None:
        return told
    values = {**told.values, **found.values}
    values = {f: value for f, value in values.items() if f not in found.withdrawn}
    answered = found.by != BY_RULES
    return told.model_copy(
        update={
            "values": values,
            "notes": found.notes,
            "acts": found.acts or told.acts,
            # A time or a price is no number that is too short.
            "problem": told.problem if found.has_number and not found.elsewhere else "",
            "wish": found.wish or told.wish,
            "avoid": found.avoid or told.avoid,
            "question": found.question,
            "further": () if answered and ActName.NOTE in found.acts else told.further,
            "elsewhere": found.elsewhere,
            "aside": found.aside,
            "tasks": found.tasks,
            "by": found.by,
        }
    )


def extraction_node(call: CallAtDesk) -> Node | None:
    """The extraction node to which the call comes next by default, else the first one."""
    name, seen = call.state.node, set[str]()
    while name is not None and name not in seen:
        node = call.graph.node(name)
        if node.extracts:
            return node
        seen.add(name)
        name = node.default_next_node
    return next((node for node in call.graph.nodes if node.extracts), None)


def asked_field(call: CallAtDesk) -> str:
    """What the customer was asked last."""
    state = call.state
    if not state.waiting or state.node is None:
        return ""
    node = call.graph.node(state.node)
    if node.asks:
        return asked_by(node, state) or node.asks[-1]
    if state.options:
        return "choice"
    if node.choices:
        return "yes_no"
    if isinstance(node.waits, Waits):
        return "more"
    offers = any(
        c.when is not None and c.when.said is ActName.AFFIRM for c in node.branching_conditions
    )
    return "time" if state.proposed is not None and offers else "need"
