"""The buttons below what a customer is told of a ticket. Pure.

Their ``subject`` is the id of the ticket: a task's own would leave no room for a value.
"""

from collections.abc import Sequence

from domain.history import Entry
from domain.messages import ButtonPress
from domain.replies import Choice

SOLVED = "support.solved"
"""value = the article that was the answer; empty where a person was"""
NOT_SOLVED = "support.not_solved"
"""value as of ``SOLVED``"""
PERSON = "support.person"
"""value as of ``SOLVED``"""
WITHDRAW = "support.withdraw"
WITHDRAW_NOW = "support.withdraw_now"
"""After the question whether it is to be withdrawn: a yes in words says the same."""
KEEP = "support.keep"
"""Not withdrawn after all."""
NOT_THIS_ONE = "support.not_this_one"
"""value = the message that had joined, as ``naming.message_key`` calls it"""
RATE = "support.rate"
"""value = 1 to 5"""
ORIGINAL = "support.original"
"""value = the message, as ``naming.message_key`` calls its id"""


def choice(action: str, ticket_id: str, value: str = "") -> Choice:
    return Choice(press=ButtonPress(action=action, subject=ticket_id, value=value))


def below_answer(ticket_id: str, article: str = "") -> Sequence[Choice]:
    """Below an answer that no person has seen."""
    return [choice(action, ticket_id, article) for action in (SOLVED, NOT_SOLVED, PERSON)]


def below_hand_over(ticket_id: str, *, asked_person: bool) -> Sequence[Choice]:
    """Below the word that people get it; whoever asked for them is not offered them again."""
    actions = (SOLVED, WITHDRAW) if asked_person else (SOLVED, PERSON, WITHDRAW)
    return [choice(action, ticket_id) for action in actions]


def below_human_words(ticket_id: str, original: str = "") -> Sequence[Choice]:
    """Below what a member of the staff says; ``original``: the key of a message that was
    translated.
    """
    own = [choice(SOLVED, ticket_id), choice(NOT_SOLVED, ticket_id)]
    return [*own, choice(ORIGINAL, ticket_id, original)] if original else own


def below_rating(ticket_id: str) -> Sequence[Choice]:
    return [choice(RATE, ticket_id, str(score)) for score in range(1, 6)]


def below_withdrawing(ticket_id: str, *, cancelled: bool = False) -> Sequence[Choice]:
    """Below the question whether it is to be withdrawn; where they are ``cancelled`` told that they
    can, no word does it.
    """
    yes = choice(WITHDRAW, ticket_id, "yes") if cancelled else choice(WITHDRAW_NOW, ticket_id)
    return [yes, choice(KEEP, ticket_id)]


def press_behind(shown: Entry | None, action: str) -> ButtonPress | None:
    """The press of a button of the reply that was shown last."""
    presses = shown.presses if shown is not None else ()
    return next((press for press in presses if press.action == action), None)
