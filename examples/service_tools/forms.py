"""What each tool is asked and what it tells. Their JSON schemas are what callers see."""

from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field

_FIRST, _LAST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)


def _of_our_time(at: datetime) -> datetime:
    if not _FIRST <= at < _LAST:
        raise ValueError("is too far away")
    return at.astimezone(UTC)


Id = Annotated[str, Field(min_length=1, max_length=200)]
Line = Annotated[str, Field(min_length=1, max_length=200)]
Text = Annotated[str, Field(max_length=4_000)]
PhoneText = Annotated[str, Field(min_length=1, max_length=40)]
Email = Annotated[str, Field(min_length=3, max_length=200, pattern="^[^@ ]+@[^@ ]+$")]
Moment = Annotated[AwareDatetime, AfterValidator(_of_our_time)]
Limit = Annotated[int, Field(ge=1, le=20)]


class ToolAsked(BaseModel):
    """Arguments of a tool; one that it does not know is a mistake of the caller."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


class KeyedAsked(ToolAsked):
    """Of a write, which is carried out once for each key."""

    idempotency_key: Id


class ToolTold(BaseModel):
    """Structured result of a tool."""

    model_config = ConfigDict(frozen=True)


class KeyedTold(ToolTold):
    """``replayed``: of an earlier call with the same key, whatever this one asked."""

    replayed: bool = False


class SettingListAsked(ToolAsked):
    category: Line


class SettingItem(ToolTold):
    name: str
    description: str
    keywords: tuple[str, ...]


class SettingListTold(ToolTold):
    items: tuple[SettingItem, ...]


class EntityListAsked(ToolAsked):
    """Tasks, and projects that belong to a customer, are told with that customer's id alone."""

    entity_type: Literal["project", "task"]
    customer_id: Id | None = None
    query: Line | None = None
    limit: Limit = 10


class EntityItem(ToolTold):
    id: str
    type: Literal["project", "task"]
    name: str
    status: str


class EntityListTold(ToolTold):
    items: tuple[EntityItem, ...]


class CustomerGetAsked(ToolAsked):
    phone: PhoneText


class CustomerGetTold(ToolTold):
    found: bool
    customer_id: str | None = None
    name: str | None = None
    email: str | None = None


class CustomerCreateAsked(KeyedAsked):
    phone: PhoneText
    name: Line | None = None
    email: Email | None = None


class CustomerCreateTold(KeyedTold):
    """``created`` is false where the number was known: that record stays as it was."""

    customer_id: str
    name: str | None
    phone: str
    created: bool


class CustomerUpdateAsked(KeyedAsked):
    """What is left out stays."""

    customer_id: Id
    phone: PhoneText | None = None
    name: Line | None = None
    email: Email | None = None


class CustomerUpdateTold(CustomerGetTold, KeyedTold):
    """As ``customer_get``."""


class CustomerEraseAsked(ToolAsked):
    customer_id: Id


class CustomerEraseTold(ToolTold):
    """True once nothing is kept, whether there was anything or not."""

    erased: bool


class Photo(ToolAsked):
    """A photo that the customer sent. ``url`` gives it for a week; without one, only that it is
    there is known.
    """

    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    mime_type: Annotated[str, Field(max_length=100)] = ""
    size: Annotated[int, Field(ge=0)] = 0
    url: Annotated[str, Field(pattern="^https?://", max_length=2_000)] | None = None


Photos = Annotated[tuple[Photo, ...], Field(max_length=10)]


class TaskCreateAsked(KeyedAsked):
    customer_id: Id
    name: Line
    service_catalog: Annotated[str, Field(max_length=200)]
    description: Text | None = None
    project_id: Id | None = None
    priority: Literal["normal", "urgent"] = "normal"
    photos: Photos = ()


class TaskCreateTold(KeyedTold):
    task_id: str
    name: str
    number: str
    project_id: str | None
    assigned_employee_id: str | None
    assigned_employee_name: str | None


class TaskCancelAsked(KeyedAsked):
    task_id: Id


class TaskCancelTold(KeyedTold):
    cancelled: bool
    events: int
    """Bookings that were freed."""


class TaskNoteAsked(KeyedAsked):
    task_id: Id
    note: Text
    photos: Photos = ()


class TaskNoteTold(KeyedTold):
    noted: bool


class CalendarFreeAsked(ToolAsked):
    """Slots that begin between the two times."""

    service_catalog: Annotated[str, Field(max_length=200)]
    from_ts: Moment
    to_ts: Moment
    limit: Limit = 3


class FreeSlot(ToolTold):
    from_ts: datetime
    to_ts: datetime
    employee_id: str
    employee_name: str


class CalendarFreeTold(ToolTold):
    slots: tuple[FreeSlot, ...]


class CalendarBookAsked(KeyedAsked):
    task_id: Id
    from_ts: Moment
    to_ts: Moment
    employee_id: Id | None = None


class CalendarBookTold(KeyedTold):
    event_id: str
    employee_id: str
    employee_name: str
    from_ts: datetime
    to_ts: datetime


class CallHangupAsked(ToolAsked):
    call_session_id: Id


class CallHangupTold(ToolTold):
    status: Literal["success"]
