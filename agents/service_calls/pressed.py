"""The buttons below what a customer is told in a call. Their ``subject`` is its task but for one.

Pure.
"""

from collections.abc import Sequence

from domain.messages import ButtonPress
from domain.replies import Choice

RATE = "service_calls.rate"
"""value = up or down"""
UNDO = "service_calls.undo"
"""Takes back what a call made: the task is cancelled, its time is free again. subject =
the business's own reference of that task, since both ids leave no room; value = its number"""
CHOOSE = "service_calls.choose"
"""value = label = what the customer may choose from; as good as saying it"""


def choice(action: str, task_id: str, value: str = "", label: str = "") -> Choice:
    return Choice(press=ButtonPress(action=action, subject=task_id, value=value), label=label)


def below_call_ended(task_id: str, booked: Sequence[tuple[str, str]]) -> Sequence[Choice]:
    """``booked``: number and reference of each task for which somebody comes."""
    return [*(choice(RATE, task_id, rating) for rating in ("up", "down")), *undoing(booked)]


def undoing(made: Sequence[tuple[str, str]]) -> Sequence[Choice]:
    """``made``: number and reference of each task that the call had created."""
    return [choice(UNDO, reference, number) for number, reference in made]


def options(task_id: str, names: Sequence[str]) -> Sequence[Choice]:
    """The services of which the customer is to say one."""
    return [choice(CHOOSE, task_id, name, name) for name in names]
