"""What operators read of a message in the timeline."""

from datetime import UTC, datetime

import pytest

from domain.messages import Attachment, ButtonPress, MediaKind, Message
from workflows.shared import label_of

NOW = datetime(2026, 7, 25, 12, tzinfo=UTC)


def message(update: int, **of: object) -> Message:
    return Message(id=f"terminal:me:{update}", sender_id="ana", sent_at=NOW, text="secret", **of)


def attachment(kind: MediaKind) -> Attachment:
    return Attachment(kind=kind, sha256="0" * 64)


@pytest.mark.parametrize(
    ("of", "label"),
    [
        ({}, "text 42"),
        ({"spoken": True}, "voice 42"),
        ({"attachments": (attachment(MediaKind.AUDIO),)}, "voice 42"),
        ({"attachments": (attachment(MediaKind.IMAGE),)}, "photo 42"),
        ({"attachments": (attachment(MediaKind.PDF),)}, "file 42"),
        ({"edits": "7"}, "edit 42"),
        ({"command": "undo"}, "command 42"),
        ({"press": ButtonPress(action="undo", subject="t")}, "press 42"),
    ],
)
def test_a_message_is_named_by_its_kind_without_its_words(
    of: dict[str, object], label: str
) -> None:
    assert label_of([message(42, **of)]) == label


def test_several_messages_are_named_by_all_their_kinds() -> None:
    several = [message(42), message(43, spoken=True), message(44)]
    assert label_of(several) == "text and voice 42 to 44"
