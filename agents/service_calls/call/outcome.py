"""How a call ended."""

from agents.service_calls import context as ctx
from agents.service_calls.context import COURSE
from agents.service_calls.exchange import CallEnd
from agents.service_calls.state import ServiceCallState


def outcome_of(state: ServiceCallState) -> CallEnd:
    """How a call ended, by what tools did and what was said."""
    told = state.outcome
    if told in {CallEnd.UNCONFIRMED, CallEnd.NO_CONTACT}:
        return told
    booked = state.booked is not None or any(
        ctx.text(each, "appointment_details") for each in state.issues
    )
    if booked:
        return CallEnd.BOOKED
    if told is not None and told is not CallEnd.FAILED:
        return told
    if state.context.get(COURSE) == "callback":
        return CallEnd.CALLBACK
    noted = state.later_from is not None and not ctx.missing(state.context)
    if ctx.text(state.context, "task_id") or noted or state.issues:
        return CallEnd.NOTED
    return told or CallEnd.ABANDONED
