"""What a model is asked to write in a service call."""

from typing import Literal

from adapters.model.question import Written

ActWritten = Literal[
    "issue", "new_issue", "affirm", "deny", "prefers_time", "asks_times", "dont_know", "question",
    "chitchat", "asks_human", "goodbye", "repeat", "cancel_booking", "keep", "note", "emergency",
    "asks_visit", "elsewhere",
]  # fmt: skip


class WrittenTold(Written):
    field: str
    value: str


class WrittenDeed(Written):
    act: ActWritten
    quote: str
    task: str | None


class WrittenTime(Written):
    day: str | None
    other_days: list[str]
    since: str | None
    until: str | None


class ServiceExtractAnswer(Written):
    values: list[WrittenTold]
    acts: list[WrittenDeed]
    time: WrittenTime | None


class ServiceWordAnswer(Written):
    texts: list[str]


class ServiceNavigateAnswer(Written):
    next_node_to_go_to: str
    next_course_of_action: str
    is_on_track: bool
    reason: str


class WrittenArgument(Written):
    name: str
    value: str


class ServiceToolAnswer(Written):
    tool: str
    arguments: list[WrittenArgument]


class ServiceMatchAnswer(Written):
    services: list[str]


class ServiceSummaryAnswer(Written):
    summary: str
