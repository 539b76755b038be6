"""What is remembered of messages that may be edited."""

from domain.sent import MAX_SENT, SentMessages, Told


def test_the_oldest_message_is_forgotten_first_and_one_without_a_ref_at_once() -> None:
    sent = SentMessages()
    sent.note("", "text")
    assert sent.by_ref == {}
    for number in range(MAX_SENT + 1):
        sent.note(str(number), "text")
    assert sent.of("0") is None
    assert len(sent.by_ref) == MAX_SENT


def test_an_edit_keeps_what_the_message_told() -> None:
    sent = SentMessages()
    sent.note("1", "coffee 5")
    sent.tell("1", Told(task_id="a"))
    sent.note("1", "coffee 6")
    known = sent.of("1")
    assert known is not None
    assert [told.task_id for told in known.told] == ["a"]
    assert known.says("coffee  6")
    assert not known.says("coffee 5")
