"""Preferences hold from the next reply on; what models used is told, and that it is used up."""

from datetime import timedelta
from decimal import Decimal

import pytest

from agents.expenses import replies
from domain import topics
from domain.conversation import Limits
from domain.errors import StorageUnavailableError
from domain.messages import ButtonPress, LikelyZone
from domain.preferences import PreferenceField
from domain.topics import PressAction
from domain.usage import Budget, Spent, UsageOfPerson
from tests.agents.expenses.workflow.chat import ExpenseChat as Chat
from tests.fakes.speech import voice
from tests.workflows.chat import content_of

USED_UP = topics.BudgetUsedUp.topic
ALIS = UsageOfPerson(
    today=Spent(tokens=1_200, cost=Decimal("0.0021")),
    lately=Spent(tokens=9_000, cost=Decimal("0.03")),
    days=7,
    calls=12,
    calls_today=3,
)


@pytest.mark.shows("telegram 13")
async def test_the_answer_is_in_the_new_language_already(chat: Chat) -> None:
    await chat.tell("/language Deutsch", "Starbucks 15.50")
    told = await chat.said(topics.Preference)
    assert (told.before, told.after) == ("en_MY", "de_DE")
    assert chat.channel.locales[-2:] == ["de_DE", "de_DE"]


async def test_a_setting_in_words_goes_before_the_row_that_was_just_saved(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50", "switch to euros", "taxi 9", "use ringgit again", "bus 3")
    assert [card.currency for card in chat.saved] == ["MYR", "EUR", "MYR"]
    assert "What you told me before keeps its currency" in chat.screen
    await chat.tell("what did I spend this month?")
    assert "RM18.50" in chat.screen
    assert "€9.00" in chat.screen


async def test_an_amount_that_is_still_asked_for_counts_in_the_new_currency(chat: Chat) -> None:
    await chat.tell("lunch", "my currency is euros", "12")
    assert [card.currency for card in chat.saved] == ["EUR"]


async def test_an_amount_that_a_draft_has_keeps_its_currency(chat: Chat) -> None:
    await chat.tell("12.50", "my currency is euros", "Starbucks")
    assert [card.currency for card in chat.saved] == ["MYR"]


async def test_a_setting_is_taken_back_by_its_button_and_by_undo(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50", "use euros from now on")
    assert "Back to MYR" in chat.screen
    await chat.press(PressAction.PREFER, await chat.told(topics.Preference.topic))
    await chat.told(topics.Preference.topic, count=2)
    assert chat.users.known["test:ali"].currency == "MYR"
    await chat.tell("speak German please", "undo")
    assert chat.users.known["test:ali"].locale == "en_MY"
    await chat.tell("undo")
    assert chat.users.known["test:ali"].locale == "de_DE"
    assert len(chat.saved) == 1


async def test_behind_a_later_change_undo_leaves_the_setting(chat: Chat) -> None:
    await chat.tell("use euros from now on", "Starbucks 15.50", "undo")
    assert chat.users.known["test:ali"].currency == "EUR"


async def test_a_value_that_nobody_understands_is_asked_for(chat: Chat) -> None:
    await chat.tell("jgn balas english, aku x faham")
    assert (await chat.said(topics.AskPreference)).refused == ""
    await chat.tell("speak Dutch")
    assert "I don't speak “Dutch”" in chat.screen


GERMAN = "Hallo, ich habe heute 12 Euro für das Mittagessen ausgegeben"


def offers(chat: Chat) -> list[tuple[str, str]]:
    replies = (reply for reply in chat.channel.shown if reply.topic == topics.AskPreference.topic)
    asked = (content_of(reply, topics.AskPreference) for reply in replies)
    return [(each.field.value, each.offered) for each in asked if each.offered]


async def test_a_language_that_is_written_is_offered_once(chat: Chat) -> None:
    await chat.tell(GERMAN)
    assert offers(chat) == [("language", "de")]
    assert "Soll ich auch auf Deutsch antworten?" in chat.screen
    assert chat.users.known["test:ali"].locale == "en_MY"
    await chat.press(PressAction.PREFER, await chat.told(topics.AskPreference.topic), "en_MY")
    await chat.told(topics.Preference.topic)
    await chat.tell(GERMAN)
    assert offers(chat) == [("language", "de")]


async def test_the_yes_to_an_offer_sets_it(chat: Chat) -> None:
    await chat.tell(GERMAN)
    await chat.press(PressAction.PREFER, await chat.told(topics.AskPreference.topic), "de")
    await chat.told(topics.Preference.topic)
    assert chat.users.known["test:ali"].locale == "de_DE"


async def test_a_language_that_the_person_chose_is_left_alone(chat: Chat) -> None:
    await chat.tell("speak English please", GERMAN)
    assert offers(chat) == []


async def test_a_zone_is_offered_where_language_and_currency_leave_only_one(chat: Chat) -> None:
    await chat.tell("speak German please")
    assert offers(chat) == []
    await chat.tell("meine Währung ist Euro")
    assert offers(chat) == [("timezone", "Europe/Berlin")]
    await chat.press(PressAction.PREFER, await chat.told(topics.AskPreference.topic))
    await chat.told(topics.Preference.topic, count=3)
    assert chat.users.known["test:ali"].timezone == "Europe/Berlin"


async def test_the_zone_of_a_device_is_offered_once_to_who_has_the_usual_one(chat: Chat) -> None:
    zone = LikelyZone(name="Europe/Berlin", usual="Asia/Kuala_Lumpur")
    for text in ("Starbucks 15.50", "lunch 12"):
        await chat.quiet(await chat.say(text, zone=zone))
    assert offers(chat) == [("timezone", "Europe/Berlin")]
    assert "Shall I use the time zone Europe/Berlin?" in chat.screen
    await chat.press(PressAction.PREFER, await chat.told(topics.AskPreference.topic))
    await chat.told(topics.Preference.topic)
    assert chat.users.known["test:ali"].timezone == "Europe/Berlin"


async def test_a_zone_that_the_person_chose_stays(chat: Chat) -> None:
    await chat.tell("/timezone Asia/Tokyo")
    zone = LikelyZone(name="Europe/Berlin", usual="Asia/Kuala_Lumpur")
    await chat.quiet(await chat.say("lunch 12", zone=zone))
    assert offers(chat) == []


async def test_a_forged_button_sets_nothing(chat: Chat) -> None:
    forged = ButtonPress(action=PressAction.PREFER, subject="user_id", value="bob")
    await chat.push(forged)
    await chat.told(topics.StaleButton.topic)
    known = ButtonPress(action=PressAction.PREFER, subject=PreferenceField.CURRENCY, value="XXX")
    await chat.push(known)
    assert (await chat.said(topics.AskPreference)).refused == "XXX"


async def test_two_settings_at_once_do_not_undo_each_other(chat: Chat) -> None:
    await chat.say("/currency usd")
    await chat.say("/language de")
    await chat.quiet(await chat.say("/timezone Europe/Berlin"))
    await chat.told(topics.Preference.topic, count=3)
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
    chat.limit(retention_days=14)
    await chat.tell("/privacy")
    assert (await chat.said(topics.Privacy)).retention_days == 14
    assert "14 days" in chat.screen


@pytest.mark.shows("models 12")
async def test_usage_is_told_for_today_and_lately(chat: Chat) -> None:
    chat.usage.persons["test:ali"] = ALIS
    await chat.tell("/usage")
    usage = (await chat.said(topics.Usage)).usage
    assert (usage.calls_today, usage.today.cost) == (3, Decimal("0.0021"))
    assert (usage.calls, usage.lately.cost, usage.days) == (12, Decimal("0.03"), 7)
    assert "3 calls" in chat.screen


async def test_usage_is_ones_own(chat: Chat) -> None:
    chat.usage.persons["somebody else"] = ALIS
    await chat.tell("/usage")
    assert (await chat.said(topics.Usage)).usage.calls == 0


async def test_an_outage_while_usage_is_looked_up_is_reported(chat: Chat) -> None:
    chat.usage.failure = StorageUnavailableError("away")
    await chat.say("/usage")
    await chat.told(topics.Failed.topic)


async def test_a_limit_that_is_used_up_is_told_once_and_the_expense_is_saved(chat: Chat) -> None:
    chat.understanding.used_up = Budget.PERSON
    await chat.tell("Starbucks 15.50", "grab 12")
    await chat.told(replies.Saved.topic, count=2)
    assert chat.topics.count(USED_UP) == 1
    assert (await chat.said(topics.BudgetUsedUp)).whose is Budget.PERSON


async def test_a_limit_is_told_for_a_voice_note_that_was_heard_without_a_provider(
    chat: Chat,
) -> None:
    note = voice("note")
    chat.speech.will_hear(note, "grab 12")
    chat.speech.used_up = Budget.PERSON
    await chat.quiet(await chat.post("1", attachments=(note,)))
    await chat.quiet(await chat.post("2", attachments=(note,)))
    assert chat.topics.count(topics.VoiceHeard.topic) == 2
    assert chat.topics.count(USED_UP) == 1


@pytest.mark.shows("models 11")
@pytest.mark.skips_time
async def test_a_limit_is_told_again_on_another_day_of_utc(chat: Chat) -> None:
    chat.understanding.used_up = Budget.EVERYBODY
    now = await chat.env.get_current_time()
    one_o_clock = now.replace(hour=1, minute=0) + timedelta(days=1)
    await chat.env.sleep(one_o_clock - now)
    await chat.tell("Starbucks 15.50")
    await chat.env.sleep(timedelta(hours=20))
    await chat.tell("grab 12")
    assert chat.topics.count(USED_UP) == 1
    await chat.env.sleep(timedelta(hours=4))
    await chat.tell("petronas 40")
    assert chat.topics.count(USED_UP) == 2


@pytest.mark.real_server
class TestContinueAsNew:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(max_events=60, max_history=6, has_model=True)

    async def test_what_was_set_and_what_was_told_is_carried_over(self, chat: Chat) -> None:
        chat.understanding.used_up = Budget.PERSON
        await chat.tell("/language de", "/currency eur", "/timezone berlin", "Starbucks 15.50")
        await chat.tell(*["/status"] * 8)
        assert len(await chat.runs()) > 1
        await chat.tell("grab 12")
        assert chat.channel.locales[-1] == "de_DE"
        assert [card.currency for card in chat.saved] == ["EUR", "EUR"]
        assert chat.topics.count(USED_UP) == 1
