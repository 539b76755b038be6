"""Recurring expenses by every way in: words, a command, a button, a model."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from agents.expenses.features.recurring.activities import Reminders
from agents.expenses.features.recurring.reminders import ReminderKind
from agents.expenses.features.recurring.replies import (
    KEEP_OFFERED,
    NOT_NOW,
    NOT_YET,
    PAID,
    PAID_NOW,
    SKIP,
    RecurringAsBefore,
    RecurringLeft,
    RecurringNotChanged,
    RecurringProblem,
    RecurringReminded,
    RecurringShown,
    RecurringWasKept,
    RecurringWasRemoved,
)
from agents.expenses.features.recurring.tools import RecurringSetting
from agents.expenses.replies import AskToSave, Corrected, Saved
from agents.expenses.schedules import RunDue
from domain.topics import StaleButton
from tests.agents.expenses.features.chat import NOTHING_CHANGED, FeatureChat
from tests.agents.expenses.payloads import called
from tests.model_server import ScriptedModelServer
from tests.model_server.payloads import act, understood


async def kept(chat: FeatureChat) -> dict[str, str]:
    """What this person keeps as recurring, by name."""
    rows = await chat.execute(
        "SELECT name, amount, currency, every FROM recurring WHERE user_id = $1 AND kept",
        chat.user_id,
    )
    return {r["name"]: f"{r['currency']} {r['amount']:f} a {r['every']}" for r in rows}


async def test_words_that_say_how_often_save_no_expense(chat: FeatureChat) -> None:
    await chat.tell("Spotify 15.90 every month")
    await chat.said(RecurringWasKept)
    await chat.tell("/recurring")
    await chat.said(RecurringShown)
    for words in (
        "Spotify: RM15.90 a month",
        "Was it paid today?",
        "Per month: RM15.90",
    ):
        assert words in chat.screen
    assert list(chat.topics) == [RecurringWasKept.topic, RecurringShown.topic]


async def test_what_is_kept_is_changed_in_words_and_no_expense_is_proposed(
    chat: FeatureChat,
) -> None:
    await chat.tell("rent 990 on the 1st of every month", "Netflix 54.90 every month")
    await chat.tell("the rent goes up to 1000", "Netflix is 60 now")
    assert await kept(chat) == {"rent": "MYR 1000 a month", "Netflix": "MYR 60 a month"}
    await chat.tell("stop rent")
    assert await kept(chat) == {"Netflix": "MYR 60 a month"}
    assert AskToSave.topic not in chat.topics


async def test_an_order_to_change_what_was_just_saved_is_about_that(chat: FeatureChat) -> None:
    await chat.tell("Netflix 54.90 every month", "Netflix 54.90 today", "change netflix to 60")
    assert (await chat.said(Corrected)).card.amount == 60
    assert await kept(chat) == {"Netflix": "MYR 54.90 a month"}


@pytest.mark.shows("safety 22")
async def test_what_recurs_is_offered_kept_by_its_button_and_removed_in_words(
    chat: FeatureChat,
) -> None:
    await chat.tell("Netflix 54.90 on 1 January", "Netflix 54.90 on 1 February")
    await chat.tell("Netflix 54.90 on 1 March")
    saved = await chat.told(Saved.topic, 3)
    assert [each.press.action for each in saved.choices].count(KEEP_OFFERED) == 1
    assert "Netflix (RM54.90) comes every month" in chat.screen
    await chat.press(KEEP_OFFERED, saved)
    await chat.said(RecurringWasKept)
    assert await kept(chat) == {"Netflix": "MYR 54.90 a month"}
    await chat.tell("remove netflix from recurring", "/recurring")
    await chat.said(RecurringWasRemoved)
    assert await kept(chat) == {}
    assert "Nothing recurring yet" in chat.screen
    await chat.press(KEEP_OFFERED, saved)
    assert (await chat.said(RecurringNotChanged)).problem is RecurringProblem.NOT_OFFERED


@pytest.mark.parametrize("chat", NOTHING_CHANGED, indirect=True)
async def test_what_cannot_be_is_refused_and_changes_nothing(chat: FeatureChat) -> None:
    await chat.tell("/recurring netflix 10 20")
    assert (await chat.said(RecurringNotChanged)).problem is RecurringProblem.UNCLEAR
    assert chat.screen.count(NOTHING_CHANGED[chat.person.locale]) == 1
    await chat.tell("/recurring remove gym")
    refused = await chat.said(RecurringNotChanged, 2)
    assert (refused.problem, refused.named) == (RecurringProblem.UNKNOWN_NAME, "gym")
    for arguments in ('{"name": "gym", "amount": -5}', '{"name": "gym", "amount": "1e20"}'):
        await chat.quiet(await chat.call("keep_recurring", arguments))
    assert (await chat.said(RecurringNotChanged, 4)).problem is RecurringProblem.UNCLEAR
    await chat.quiet(await chat.call("keep_recurring", '{"name": "gym"}'))
    assert (await chat.said(RecurringNotChanged, 5)).problem is RecurringProblem.NO_AMOUNT
    assert await kept(chat) == {}


async def test_a_model_keeps_one_in_a_language_that_no_rule_reads(
    modelled: FeatureChat, models: ScriptedModelServer
) -> None:
    unsaid = dict.fromkeys(RecurringSetting.model_fields)
    asked = called(
        "keep_recurring", **unsaid | {"name": "vuokra", "amount": "850", "currency": "EUR"}
    )
    models.answer("UnderstandAnswer", understood(act("open", asked, agent="expenses")))
    await modelled.tell("vuokra on 850 euroa joka kuukausi")
    await modelled.said(RecurringWasKept)
    assert await kept(modelled) == {"vuokra": "EUR 850 a month"}


async def test_what_is_said_to_come_again_is_not_saved_unasked(chat: FeatureChat) -> None:
    await chat.tell("gym 120 every month, kids too")
    await chat.said(AskToSave)
    assert Saved.topic not in chat.topics


async def rows_of(chat: FeatureChat) -> list[tuple[str, str]]:
    """What is saved of this person: amounts and days."""
    found = await chat.execute(
        "SELECT amount, occurred_on FROM transactions WHERE user_id = $1 AND deleted_at IS NULL"
        " ORDER BY occurred_on",
        chat.user_id,
    )
    return [(f"{row['amount']:f}", row["occurred_on"].isoformat()) for row in found]


async def test_a_yes_to_paid_today_saves_one_row_that_can_be_undone(chat: FeatureChat) -> None:
    await chat.tell("Netflix 54.90 every month")
    asked = await chat.told(RecurringWasKept.topic)
    await chat.press(PAID_NOW, asked)
    await chat.said(Saved)
    await chat.press(PAID_NOW, asked)
    await chat.told(StaleButton.topic)
    today = RecurringWasKept.model_validate(asked.content).done.asked_on
    assert today is not None
    assert await rows_of(chat) == [("54.90", today.isoformat())]
    await chat.tell("/undo")
    assert await rows_of(chat) == []
    assert await kept(chat) == {"Netflix": "MYR 54.90 a month"}


async def test_a_no_keeps_the_reminder_alone(chat: FeatureChat) -> None:
    await chat.tell("gym 99 every week")
    await chat.press(NOT_NOW, await chat.told(RecurringWasKept.topic))
    await chat.said(RecurringLeft)
    assert await rows_of(chat) == []
    assert await kept(chat) == {"gym": "MYR 99 a week"}


async def test_whether_it_was_paid_today_is_not_asked_where_a_day_is_said(
    chat: FeatureChat,
) -> None:
    await chat.tell("Netflix 54.90 every 25th")
    told = await chat.told(RecurringWasKept.topic)
    assert RecurringWasKept.model_validate(told.content).done.asked_on is None
    assert not told.choices


class Mornings:
    """The runs of the schedule of one chat's person."""

    def __init__(self, chat: FeatureChat) -> None:
        self.chat = chat
        self.reminders = Reminders(chat.stores.database, chat.cases)

    async def come(self, day: date) -> bool:
        """Whether something is told at nine on that day."""
        await self.chat.stores.users.person(self.chat.person)
        at = datetime.combine(day, time(9), ZoneInfo(self.chat.person.timezone))
        (schedule,) = self.chat.cases.schedules
        due = RunDue(schedule_id=schedule, run_id=f"{schedule}/run", at=at)
        return (await self.reminders.send_reminders(due)).waited_for

    async def due(self) -> date:
        (row,) = await self.chat.execute(
            "SELECT next_due FROM recurring WHERE user_id = $1", self.chat.user_id
        )
        day: date = row["next_due"]
        return day


@pytest.mark.shows("safety 22")
async def test_what_is_due_is_reminded_of_once_and_a_press_saves_it_once(
    chat: FeatureChat,
) -> None:
    await chat.tell("rent 1200 every month")
    day = (await chat.said(RecurringWasKept)).done.asked_on
    assert day is not None
    today = f'{{"name": "rent", "due_day": {day.day}, "next_due": "{day}"}}'
    await chat.result("keep_recurring", today)
    mornings = Mornings(chat)
    assert not await mornings.come(day - timedelta(days=1))
    assert await mornings.come(day)
    assert not await mornings.come(day), "it was told"
    reminded = await chat.told(RecurringReminded.topic)
    assert [each.press.action for each in reminded.choices] == [PAID, NOT_YET, SKIP]
    await chat.press(PAID, reminded)
    await chat.said(Saved)
    await chat.press(PAID, reminded)
    await chat.told(StaleButton.topic)
    assert await rows_of(chat) == [("1200", day.isoformat())]
    assert not await mornings.come(day + timedelta(days=5))
    assert chat.topics.count(RecurringReminded.topic) == 1


async def test_what_was_saved_before_its_day_is_not_reminded_of(chat: FeatureChat) -> None:
    await chat.tell("gym 99 every month", "gym 99")
    await chat.said(Saved)
    mornings = Mornings(chat)
    today = date.fromisoformat((await rows_of(chat))[0][1])
    for days in range(1, 25):
        assert not await mornings.come(today + timedelta(days=days))


async def test_what_is_missing_after_some_days_is_told_once(chat: FeatureChat) -> None:
    await chat.tell("rent 1200 on the 5th every month")
    mornings = Mornings(chat)
    day = await mornings.due()
    told = [n for n in range(12) if await mornings.come(day + timedelta(days=n))]
    assert told == [0, 4]
    missing = await chat.told(RecurringReminded.topic, 2)
    assert RecurringReminded.model_validate(missing.content).kind is ReminderKind.MISSING


async def test_one_is_skipped_by_its_reminder_and_undo_brings_it_back(chat: FeatureChat) -> None:
    await chat.tell("rent 1200 on the 5th every month")
    mornings = Mornings(chat)
    day = await mornings.due()
    await mornings.come(day)
    await chat.press(SKIP, await chat.told(RecurringReminded.topic))
    await chat.told(RecurringWasKept.topic, 2)
    assert (await mornings.due()) > day
    assert not await mornings.come(day + timedelta(days=4))
    await chat.tell("/undo")
    assert await mornings.due() == day


async def test_a_stopped_reminder_comes_no_more_and_its_schedule_ends(chat: FeatureChat) -> None:
    await chat.tell("gym 99 every monday")
    mornings = Mornings(chat)
    day = await mornings.due()
    await chat.tell("stop the gym reminder")
    await chat.said(RecurringWasRemoved)
    assert not await mornings.come(day)
    assert chat.cases.schedules == {}
    await chat.tell("/restore")
    assert await mornings.come(day)


async def test_the_day_of_a_known_one_is_moved_by_its_name(chat: FeatureChat) -> None:
    await chat.tell("rent 1200 on the 5th every month", "move the rent reminder to the 20th")
    await chat.told(RecurringWasKept.topic, 2)
    assert (await Mornings(chat).due()).day == 20
    assert await kept(chat) == {"rent": "MYR 1200 a month"}


async def test_what_comes_in_is_told_apart_from_what_is_paid(chat: FeatureChat) -> None:
    await chat.tell("salary 3200 every month", "rent 1850 every month", "/recurring")
    for words in (
        "salary (income): RM3,200.00 a month",
        "Did it come in today?",
        "Per month: RM1,850.00",
        "Income per month: RM3,200.00",
    ):
        assert words in chat.screen


async def test_a_message_that_comes_twice_is_one_call(chat: FeatureChat) -> None:
    message_id = await chat.say("Spotify 15.90 every month")
    await chat.quiet(message_id)
    await chat.tell("/recurring remove spotify")
    await chat.say("Spotify 15.90 every month", id=message_id)
    await chat.tell("/recurring")
    assert await kept(chat) == {}
    assert await chat.calls() == [
        ("keep_recurring", "ok"),
        ("remove_recurring", "ok"),
        ("list_recurring", "ok"),
    ]


async def test_undo_takes_back_what_was_changed_of_a_recurring_one_and_brings_it_again(
    chat: FeatureChat,
) -> None:
    await chat.tell("gym 120 every month", "gym 135 every month", "/undo")
    await chat.said(RecurringAsBefore)
    assert await kept(chat) == {"gym": "MYR 120 a month"}
    await chat.tell("/undo")
    assert await kept(chat) == {"gym": "MYR 135 a month"}
    await chat.tell("/recurring remove gym", "/restore")
    assert await kept(chat) == {"gym": "MYR 135 a month"}
    await chat.tell("spotify 15.90 every month", "/undo")
    assert await kept(chat) == {"gym": "MYR 135 a month"}
    await chat.tell("/restore")
    assert await kept(chat) == {"gym": "MYR 135 a month", "Spotify": "MYR 15.90 a month"}


async def test_undo_of_a_new_one_leaves_that_of_another_currency(chat: FeatureChat) -> None:
    await chat.tell("/recurring netflix 12 usd monthly", "/recurring netflix 54.90 monthly")
    await chat.tell("/undo")
    assert await kept(chat) == {"Netflix": "USD 12 a month"}
