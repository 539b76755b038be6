"""The buttons below what a customer is told in a call; their ``subject`` is its task. Pure."""

from collections.abc import Sequence

from domain.messages import ButtonPress
from domain.replies import Choice
from domain.topics import PressAction

RATE = "service_calls.rate"
"""value = up or down"""
UNDO = "service_calls.undo"
"""Takes back what a cancelled call made: the tasks are cancelled, their times are free again."""
CHOOSE = "service_calls.choose"
"""value = label = what the customer may choose from; as good as saying it"""


def choice(action: str, task_id: str, value: str = "", label: str = "") -> Choice:
    return Choice(press=ButtonPress(action=action, subject=task_id, value=value), label=label)


def below_call_ended(task_id: str) -> Sequence[Choice]:
    return [choice(RATE, task_id, rating) for rating in ("up", "down")]


def below_cancelled(task_id: str) -> Sequence[Choice]:
    """Only where something was created."""
    return [choice(UNDO, task_id)]


def below_kept(task_id: str) -> Sequence[Choice]:
    return [choice(PressAction.RESUME, task_id)]


def options(task_id: str, names: Sequence[str]) -> Sequence[Choice]:
    """The services of which the customer is to say one, where no question is open; the platform's
    ``ANSWER`` with the same labels where one is.
    """
    return [choice(CHOOSE, task_id, name, name) for name in names]
