"""Currency, language and time zone: set from the conversation, in force with the next reply."""

from decimal import Decimal

import pytest

from agents.expenses import replies
from domain import topics
from domain.conversation import ConversationState, Limits
from domain.errors import StorageUnavailableError
from domain.messages import ButtonPress
from domain.preferences import PreferenceField
from domain.topics import PressAction
from tests.agents.expenses.workflow.chat import ExpenseChat as Chat
from tests.workflows.chat import content_of

PREFERENCE, ASK = topics.Preference.topic, topics.AskPreference.topic


async def test_a_currency_that_is_typed_counts_from_the_next_expense_on(chat: Chat) -> None:
    await chat.tell("/currency usd", "Starbucks 15.50")
    told = await chat.said(topics.Preference)
    assert (told.field, told.before, told.after) == (PreferenceField.CURRENCY, "MYR", "USD")
    assert [(card.amount, card.currency) for card in chat.saved] == [(Decimal("15.50"), "USD")]
    assert chat.users.known["test:ali"].currency == "USD"


async def test_the_command_alone_asks_and_a_button_answers(chat: Chat) -> None:
    await chat.tell("/currency")
    asked = await chat.told(ASK)
    question = content_of(asked, topics.AskPreference)
    assert (question.field, question.current) == (PreferenceField.CURRENCY, "MYR")
    assert [choice.label for choice in asked.choices][:2] == ["MYR", "SGD"]
    await chat.press(PressAction.PREFER, asked, "SGD")
    assert (await chat.said(topics.Preference)).after == "SGD"


async def test_a_value_that_is_none_is_refused_and_changes_nothing(chat: Chat) -> None:
    await chat.tell("/timezone Atlantis")
    asked = await chat.said(topics.AskPreference)
    assert asked.refused == "Atlantis"
    assert asked.current == "Asia/Kuala_Lumpur"
    assert chat.users.known["test:ali"] == chat.person


@pytest.mark.shows("telegram 13")
async def test_the_answer_is_in_the_new_language_already(chat: Chat) -> None:
    await chat.tell("/language Deutsch", "Starbucks 15.50")
    told = await chat.said(topics.Preference)
    assert (told.before, told.after) == ("en_MY", "de_DE")
    assert chat.channel.locales[-2:] == ["de_DE", "de_DE"]


async def test_a_button_works_long_after_its_question(chat: Chat) -> None:
    await chat.tell("/currency")
    asked = await chat.told(ASK)
    await chat.tell("/currency eur", "Starbucks 15.50")
    await chat.press(PressAction.PREFER, asked, "USD")
    assert (await chat.said(topics.Preference, count=2)).before == "EUR"
    await chat.press(PressAction.PREFER, asked, "USD")
    assert (await chat.said(topics.Preference, count=3)).before == "USD"


async def test_a_forged_button_sets_nothing(chat: Chat) -> None:
    forged = ButtonPress(action=PressAction.PREFER, subject="user_id", value="bob")
    await chat.push(forged)
    await chat.told(topics.StaleButton.topic)
    known = ButtonPress(action=PressAction.PREFER, subject=PreferenceField.CURRENCY, value="XXX")
    await chat.push(known)
    assert (await chat.said(topics.AskPreference)).refused == "XXX"


async def test_an_open_question_stays_open_and_is_put_again(chat: Chat) -> None:
    await chat.tell("lunch", "/currency usd")
    await chat.told(replies.AskAmount.topic, count=2)
    assert (await chat.status()).state is ConversationState.WAITING
    await chat.tell("12.30")
    assert len(chat.saved) == 1


async def test_two_settings_at_once_do_not_undo_each_other(chat: Chat) -> None:
    await chat.say("/currency usd")
    await chat.say("/language de")
    await chat.quiet(await chat.say("/timezone Europe/Berlin"))
    await chat.told(PREFERENCE, count=3)
    person = chat.users.known["test:ali"]
    assert (person.currency, person.locale, person.timezone) == ("USD", "de_DE", "Europe/Berlin")
    await chat.tell("/currency")
    assert (await chat.said(topics.AskPreference)).current == "USD"


async def test_an_outage_is_reported_and_nothing_is_set(chat: Chat) -> None:
    chat.users.failure = StorageUnavailableError("away")
    await chat.say("/currency usd")
    await chat.told(topics.Failed.topic)
    chat.users.failure = None
    await chat.tell("Starbucks 15.50")
    assert [card.currency for card in chat.saved] == ["MYR"]


async def test_privacy_names_the_days_when_they_are_known(chat: Chat) -> None:
    chat.limits = chat.limits.model_copy(update={"retention_days": 14})
    await chat.tell("/privacy")
    assert (await chat.said(topics.Privacy)).retention_days == 14
    assert "14 days" in chat.screen


@pytest.mark.real_server
class TestContinueAsNew:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(max_events=60, max_history=6)

    async def test_what_was_set_is_carried_over(self, chat: Chat) -> None:
        await chat.tell("/language de", "/currency eur", "/timezone berlin")
        for _ in range(8):
            await chat.tell("/status")
        assert len(await chat.runs()) > 1
        await chat.tell("Starbucks 15.50")
        assert chat.channel.locales[-1] == "de_DE"
        assert [card.currency for card in chat.saved] == ["EUR"]


async def test_ones_own_currency_in_plain_words_is_set_and_no_expense_is_changed(
    chat: Chat,
) -> None:
    await chat.tell("Starbucks 15.50")
    await chat.told(replies.Saved.topic)
    await chat.tell("my currency is USD")
    assert (await chat.said(topics.Preference)).after == "USD"
    assert [(card.amount, card.currency) for card in chat.saved] == [(Decimal("15.50"), "MYR")]
