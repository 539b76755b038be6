"""Why a caller is put through to a person."""

from enum import StrEnum


class Transfer(StrEnum):
    """``EMERGENCY``: somebody may be in danger. ``PERSON``: they ask for a person."""

    EMERGENCY = "emergency"
    PERSON = "person"
