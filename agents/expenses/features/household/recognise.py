"""Words about the household: "share my expenses with my wife", "join ABCDEFGHJK", "leave the
household".
"""

from datetime import date
from functools import partial

from agents.expenses.calls import call_of
from agents.expenses.features.household.tools import (
    FIND_INVITATION,
    INVITE_TO_HOUSEHOLD,
    LEAVE_HOUSEHOLD,
    MAX_NAME,
    NAME_IN_HOUSEHOLD,
    SHOW_HOUSEHOLD,
    WITHDRAW_INVITATIONS,
)
from agents.expenses.offline.scene import Scene
from agents.expenses.offline.tables import keyword_pattern
from domain.codes import is_code
from domain.messages import CallRequest
from domain.understanding import Person
from language.words import trimmed

_pattern = partial(keyword_pattern, __package__)

_WHOLE = {
    "share": INVITE_TO_HOUSEHOLD,
    "show": SHOW_HOUSEHOLD,
    "withdraw": WITHDRAW_INVITATIONS,
    "leave": LEAVE_HOUSEHOLD,
}
"""Whole messages, by the pattern that they fit."""

_SHORT = {
    "invite": INVITE_TO_HOUSEHOLD,
    "withdraw_short": WITHDRAW_INVITATIONS,
    "leave_short": LEAVE_HOUSEHOLD,
}
"""What follows the command, likewise."""


def call_in(scene: Scene) -> CallRequest | None:
    plain = trimmed(scene.said.text)
    for name, tool in _WHOLE.items():
        if _pattern(name).fullmatch(plain):
            return call_of(tool)
    return _find_code(plain, wrong=True) if _pattern("joins").search(plain) else None


def command(text: str, person: Person, today: date) -> CallRequest | None:
    """Returns the call that the words behind ``/household`` ask for; None for other words."""
    del person, today
    plain = trimmed(text)
    if not plain:
        return call_of(SHOW_HOUSEHOLD)
    for name, tool in {**_WHOLE, **_SHORT}.items():
        if _pattern(name).fullmatch(plain):
            return call_of(tool)
    named = _pattern("name").fullmatch(plain)
    if named is not None and len(named["name"]) <= MAX_NAME:
        return call_of(NAME_IN_HOUSEHOLD, name=named["name"])
    return _find_code(plain)


COMMANDS = {"household": command}


def _find_code(plain: str, *, wrong: bool = False) -> CallRequest | None:
    """Returns the call that looks for an invitation, where the text has a code; with ``wrong``
    also where its signs are in no code, so that the person is told.
    """
    found = _pattern("join").fullmatch(plain)
    code = found["code"].upper() if found is not None else ""
    is_meant = is_code(code) or (wrong and not code.isalpha())
    return call_of(FIND_INVITATION, code=code) if code and is_meant else None
