"""What is said behind the offer of an agent, to the rules of all agents."""

import pytest

from agents.expenses.replies import AskDuplicate, Corrected, Saved
from domain.topics import AskToEnter, NotEntered
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


async def test_words_behind_the_offer_of_another_agent_change_a_saved_expense_only_after_a_yes(
    chat: WholeChat,
) -> None:
    chat.limit(has_model=False)
    await chat.tell("Starbucks 15.50", "I was charged twice")
    await chat.tell("it was RM54.90 on my card on 3 March")
    topics = [reply.topic for reply in chat.channel.shown]
    assert (topics[0], topics[-1], Corrected.topic in topics) == (
        Saved.topic,
        AskToEnter.topic,
        False,
    )
    assert "Change #1 Starbucks" in chat.text_of(chat.channel.shown[-1])
    await chat.tell("yes")
    assert "RM54.90" in chat.text_of(chat.channel.shown[-1])


@pytest.mark.parametrize("words", ["saya dicaj dua kali", "sinki saya bocor"])
async def test_an_open_question_waits_while_a_matter_of_another_agent_is_offered(
    chat: WholeChat, words: str
) -> None:
    chat.limit(has_model=False)
    await chat.tell("Starbucks 15.50", "Starbucks 15.50", words)
    topics = [reply.topic for reply in chat.channel.shown]
    assert topics[-2:] == [AskDuplicate.topic, AskToEnter.topic]
    await chat.tell("no")
    topics = [reply.topic for reply in chat.channel.shown]
    assert topics[-2:] == [NotEntered.topic, AskDuplicate.topic]
    await chat.tell("yes")
    topics = [reply.topic for reply in chat.channel.shown]
    assert topics.count(Saved.topic) == 2
