"""The tasks that a call made: which there are, and which of them is spoken of."""

from pydantic import ValidationError

from agents.service_calls import context as ctx
from agents.service_calls.call.at_desk import CallAtDesk
from agents.service_calls.context import ASK, COURSE
from agents.service_calls.exchange import MadeTaskShown, Recognised, Slot
from agents.service_calls.graph.shapes import ActName
from agents.service_calls.state import ActsOnTask, ServiceCallState

BOOKED = "booked"
"""Of a matter that is filed: its visit."""
CORRECTED, REPLACE, REPLACED = "corrected", "replace", "replaced"
"""Courses of a matter that turned out to be another one: its visit stays, another one is proposed
in its place, and that is agreed on."""
_CANCELLING = frozenset({ActName.CANCEL_BOOKING, ActName.MAY_CANCEL})
_ACTING = (*sorted(_CANCELLING), ActName.KEEP, ActName.ISSUE, ActName.PREFERS_TIME)
"""What is done to a task, in the order in which it is done."""


def made_tasks(call: CallAtDesk) -> tuple[MadeTaskShown, ...]:
    """Returns the tasks of the call that are not cancelled, the newest last."""
    state = call.state
    matters = [(each, visit_of(each)) for each in state.issues]
    if not _is_cancelled(state):
        matters.append((state.context, state.booked))
    return tuple(
        MadeTaskShown(
            number=number,
            service=call.graph.service_name(ctx.text(matter, ctx.SERVICE), call.language),
            about=ctx.text(matter, ASK),
            booked=visit,
        )
        for matter, visit in matters
        if (number := ctx.text(matter, "task_number"))
    )


def visit_of(matter: ctx.Context) -> Slot | None:
    """Returns the visit that is booked for a matter that is filed."""
    try:
        return Slot.model_validate(matter[BOOKED]) if BOOKED in matter else None
    except ValidationError:
        return None


def other_visits(state: ServiceCallState) -> tuple[Slot, ...]:
    """Returns the visits that are booked for other matters of the call."""
    return tuple(filter(None, map(visit_of, state.issues)))


def put_away(call: CallAtDesk) -> None:
    """Files the matter that a task was made for; the customer stays who they are."""
    state = call.state
    matter, state.context = ctx.filed(state.context | state.corrected, call.graph)
    matter.pop(BOOKED, None)
    if state.booked is None:
        matter.pop("appointment_details", None)  # it was cancelled
    else:
        matter[BOOKED] = state.booked.model_dump(mode="json")
        state.ends = max(filter(None, (state.ends, state.booked.to_ts)))
    if "task_id" in matter and not _is_cancelled(state):
        state.issues.append(matter)
    state.proposed = state.booked = state.wish = None
    state.free = ()
    state.avoid = ()
    state.wish_missed, state.chosen, state.options = False, "", ()
    state.told_by_model = state.same_person = False
    state.corrected, state.replaces = {}, ""


def take_up(call: CallAtDesk, number: str) -> None:
    """Makes this task of the call the one that is spoken of; nothing for one that it has not."""
    state = call.state
    at = next((n for n, m in enumerate(state.issues) if m.get("task_number") == number), None)
    if at is None:
        return
    matter = state.issues.pop(at)
    put_away(call)
    state.booked = visit_of(matter)
    kept = {field: value for field, value in matter.items() if field != BOOKED}
    state.context = {**state.context, **kept}
    call.merge({COURSE: "book" if state.booked else "unscheduled"}, "engine")


def take_up_what_stays(call: CallAtDesk) -> None:
    """Takes up the visit that was booked last, behind a matter that was dropped."""
    booked = [each.number for each in made_tasks(call) if each.booked]
    if booked and _is_cancelled(call.state):
        take_up(call, booked[-1])


def keep_visit(call: CallAtDesk, course: str) -> None:
    """Leaves the visit that is booked as it is. What was told of its matter meanwhile is noted for
    whoever comes; it is the matter from now on where nobody else is needed for it.
    """
    state, ask = call.state, ctx.text(call.state.context, ASK)
    before, state.corrected = state.corrected, {}
    state.proposed = None
    if (before or course == CORRECTED) and ask not in state.notes:
        state.notes.append(ask)
    call.merge({f: v for f, v in before.items() if f != ASK or course != CORRECTED}, "engine")


def replace_task(call: CallAtDesk) -> None:
    """Files the task whose visit gives way, and begins the one that takes its place, at the time
    that was agreed on.
    """
    state, told = call.state, call.state.context
    replaced, proposed, wish = ctx.text(told, "task_id"), state.proposed, state.wish
    put_away(call)
    state.proposed, state.wish, state.replaces = proposed, wish, replaced
    call.merge({field: told.get(field) for field in (ASK, ctx.SERVICE)}, "engine")


def turn_to_tasks(call: CallAtDesk, told: Recognised) -> Recognised:
    """Takes up the task that the words act on. What they do to a second one, and what is needed
    beside one that is cancelled, waits until the first is done.
    """
    state, here = call.state, ctx.text(call.state.context, "task_number")
    told = _without_further_visit(state, _as_known_to_graph(call, told))
    acting = [(act, told.tasks.get(act, here)) for act in _ACTING if act in told.acts]
    dropped = set[ActName]()
    if any(act is not ActName.KEEP for act, _ in acting):  # what is not touched stays anyway
        acting = [(act, number) for act, number in acting if act is not ActName.KEEP]
        dropped = {ActName.KEEP}
    named = list(dict.fromkeys(number for _, number in acting if number))
    if named[1:] or named not in ([], [here]):
        dropped |= {act for act, of in acting if of != named[0]}
    later = [
        ActsOnTask(
            number=number,
            acts=[act for act, of in acting if of == number],
            wish=told.wish,
            ask=told.values.get(ASK, "") if (ActName.ISSUE, number) in acting else "",
        )
        for number in named[1:]
    ]
    if ActName.NEW_ISSUE in told.acts and _CANCELLING & {act for act, _ in acting}:
        dropped.add(ActName.NEW_ISSUE)
        later.append(ActsOnTask(number="", acts=[ActName.NEW_ISSUE], ask=told.values.get(ASK, "")))
    state.later_acts += later
    take_up(call, named[0] if named else here)
    acts = tuple(act for act in told.acts if act not in dropped)
    left = told.model_copy(update={"acts": acts})
    if ActName.PREFERS_TIME in dropped:
        left = left.model_copy(update={"wish": None, "avoid": ()})
    if {ActName.ISSUE, ActName.NEW_ISSUE} & dropped:
        values = {field: value for field, value in told.values.items() if field != ASK}
        left = left.model_copy(update={"values": values})
    return left


def _without_further_visit(state: ServiceCallState, told: Recognised) -> Recognised:
    """Who keeps another visit where a time for a further one is proposed wants none of that."""
    here = ctx.text(state.context, "task_number")
    kept = told.tasks.get(ActName.KEEP, here)
    only = not {*told.acts} & {*_ACTING} - {ActName.KEEP}
    if kept == here or not only or not here or state.booked or state.proposed is None:
        return told
    acts = [ActName.CANCEL_BOOKING if act is ActName.KEEP else act for act in told.acts]
    tasks = {act: number for act, number in told.tasks.items() if act is not ActName.KEEP}
    return told.model_copy(update={"acts": tuple(acts), "tasks": tasks})


def _as_known_to_graph(call: CallAtDesk, told: Recognised) -> Recognised:
    """Where a graph has no way to correct a matter that somebody is booked for, another one is a
    further one: its visit would be cancelled.
    """
    corrects = any(
        condition.sets.get(COURSE) == REPLACE
        for node in call.graph.nodes
        for condition in node.branching_conditions
    )
    if corrects or ActName.ISSUE not in told.tasks:
        return told
    acts = [ActName.NEW_ISSUE if act is ActName.ISSUE else act for act in told.acts]
    return told.model_copy(update={"acts": tuple(acts)})


def take_up_later_acts(call: CallAtDesk) -> bool:
    """Whether something was said of another task, which is done now."""
    state = call.state
    if not state.later_acts:
        return False
    known = state.later_acts.pop(0)
    take_up(call, known.number)
    state.acts, state.wish = list(known.acts), known.wish
    state.told |= {ASK: known.ask} if known.ask else {}
    return True


def _is_cancelled(state: ServiceCallState) -> bool:
    return state.booked is None and state.context.get(COURSE) == "cancel"
