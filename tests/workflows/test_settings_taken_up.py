"""Settings that changed count from the next message on, also in a chat that goes on."""

from tests.toy.chat import ToyChat


async def test_a_models_key_that_was_added_counts_with_the_next_message(chat: ToyChat) -> None:
    chat.rules.unsure.add("understand")
    chat.limit(has_model=False)
    await chat.tell("note milk")
    assert chat.understanding.asked == []
    chat.limit(has_model=True)
    await chat.tell("note bread")
    assert len(chat.understanding.asked) == 1
    assert chat.notes.texts == ["milk", "bread"]
