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
_ACTING = (ActName.CANCEL_BOOKING, ActName.MAY_CANCEL, ActName.KEEP, ActName.PREFERS_TIME)
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
    matter, state.context = ctx.filed(state.context, call.graph)
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
    state.told_by_model = False


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


def turn_to_tasks(call: CallAtDesk, told: Recognised) -> Recognised:
    """Takes up the task that the words act on. What they do to a second one waits until the first
    is done.
    """
    state, here = call.state, ctx.text(call.state.context, "task_number")
    acting = [(act, told.tasks.get(act, here)) for act in _ACTING if act in told.acts]
    if len(acting) > 1:  # what another one does not touch stays anyway
        acting = [
            (act, number) for act, number in acting if act is not ActName.KEEP or number == here
        ]
    named = list(dict.fromkeys(number for _, number in acting if number))
    if not named or named == [here]:
        return told
    first, *later = named
    for number in later:
        acts = [act for act, of in acting if of == number]
        state.later_acts.append(ActsOnTask(number=number, acts=acts, wish=told.wish))
    take_up(call, first)
    moved = {act for act, of in acting if of != first}
    left = told.model_copy(update={"acts": tuple(act for act in told.acts if act not in moved)})
    if ActName.PREFERS_TIME in moved:
        left = left.model_copy(update={"wish": None, "avoid": ()})
    return left


def take_up_later_acts(call: CallAtDesk) -> bool:
    """Whether something was said of another task, which is done now."""
    state = call.state
    if not state.later_acts:
        return False
    known = state.later_acts.pop(0)
    take_up(call, known.number)
    state.acts, state.wish = list(known.acts), known.wish
    return True


def _is_cancelled(state: ServiceCallState) -> bool:
    return state.booked is None and state.context.get(COURSE) == "cancel"
