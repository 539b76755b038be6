"""When something is done again and again."""

from domain.messages import Frozen


class Timetable(Frozen):
    """``workflow`` (the name of its type) is run at ``hour`` o'clock in ``timezone``: on each
    ``weekday`` (0 is Sunday), or on each ``day`` of the month.
    """

    id: str
    workflow: str
    timezone: str
    hour: int
    weekday: int | None = None
    day: int | None = None
