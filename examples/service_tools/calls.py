"""Calls that are over."""

from examples.service_tools.forms import CallHangupAsked, CallHangupTold
from examples.service_tools.workplace import Workplace


async def call_hangup(at: Workplace, asked: CallHangupAsked) -> CallHangupTold:
    """A call that is over already is a success, and over since it was."""
    await at.connection.execute(
        "INSERT INTO calls (session_id) VALUES ($1) ON CONFLICT DO NOTHING", asked.call_session_id
    )
    return CallHangupTold(status="success")
