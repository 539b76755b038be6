"""What is said behind the offer of an agent, to the rules of all agents."""

import pytest

from domain.topics import AskToEnter
from tests.played.house import WholeChat


@pytest.mark.parametrize("further", ["tomorrow morning", "when could someone come?"])
async def test_what_answers_the_offer_of_a_visit_goes_to_the_call_behind_the_offered_words(
    chat: WholeChat, further: str
) -> None:
    chat.limit(has_model=False)
    await chat.tell("my sink leaks", further)
    texts = [chat.text_of(reply) for reply in chat.channel.shown]
    assert [reply.topic for reply in chat.channel.shown].count(AskToEnter.topic) == 1
    assert "I'll book a plumber." in texts[-1]
