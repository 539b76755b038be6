"""Nothing of a person in Telegram is taken before they agreed, each for themselves."""

from typing import Any

import pytest
from aiogram.methods import AnswerCallbackQuery, EditMessageReplyMarkup, GetFile, SendMessage

from bot.consent import Consent, ConsentText
from bot.handover import TemporalUnreachableError
from bot.telegram.errors import Verdict
from domain.errors import StorageUnavailableError
from tests.bot.telegram.telegram import ANA, BEN, GROUP, ME, NOON, Stage, message, person, photo
from tests.fakes.consents import InMemoryConsents

TEXTS = {"en": "May I keep it?", "de": "Darf ich es speichern?"}


@pytest.fixture
def records() -> InMemoryConsents:
    return InMemoryConsents()


@pytest.fixture
def stage(records: InMemoryConsents) -> Stage:
    stage = Stage()
    stage.conversations.consent = Consent(records, ConsentText("v1", TEXTS))
    stage.restart()
    return stage


def told(stage: Stage) -> list[str]:
    return [call.text for call in stage.telegram.of(SendMessage)]


def press(stage: Stage, number: int, *, label: str = "I agree", user: int = ANA) -> dict[str, Any]:
    """A press on the newest question by this person."""
    asked = [call for call in stage.telegram.of(SendMessage) if call.reply_markup][-1]
    rows = asked.reply_markup.inline_keyboard
    data = next(button.callback_data for row in rows for button in row if button.text == label)
    chat = {"id": asked.chat_id, "type": "private" if asked.chat_id > 0 else "supergroup"}
    shown = {
        "message_id": 1,
        "date": NOON,
        "chat": chat,
        "from": ME.model_dump(exclude_none=True),
        "text": asked.text,
        "reply_markup": asked.reply_markup.model_dump(exclude_none=True),
    }
    query = {"id": "q", "from": person(user), "chat_instance": "1", "data": data}
    return {"update_id": number, "callback_query": query | {"message": shown}}


@pytest.mark.shows("safety 36")
async def test_a_photo_waits_for_the_button_and_is_not_even_fetched(
    stage: Stage, records: InMemoryConsents
) -> None:
    assert await stage.hear(message(1, photo=photo("file"), caption="dinner")) == []
    assert told(stage) == ["May I keep it?"]
    assert (stage.conversations.attempts, stage.telegram.of(GetFile)) == ([], [])
    (heard,) = await stage.hear(press(stage, 2))
    assert (heard.id, heard.text) == (f"telegram:{ANA}:1", "dinner")
    assert [attachment.remote for attachment in heard.attachments] == ["file"]
    assert told(stage)[1:] == ["👍 Thank you."]
    assert stage.telegram.of(AnswerCallbackQuery)
    assert [call.reply_markup for call in stage.telegram.of(EditMessageReplyMarkup)] == [None]
    assert [(each.user_id, each.how) for each in records.given] == [(f"telegram:{ANA}", "button")]
    assert [m.text for m in await stage.hear(message(3, "coffee 3"))] == ["coffee 3"]


async def test_a_typed_yes_does_the_same_and_a_no_drops_it(
    stage: Stage, records: InMemoryConsents
) -> None:
    await stage.hear(message(1, "lunch 12"))
    assert await stage.hear(message(2, "no")) == []
    assert "kept nothing" in told(stage)[-1]
    await stage.hear(message(3, "tea 4"))
    assert [m.text for m in await stage.hear(message(4, "I agree"))] == ["tea 4"]
    assert [each.how for each in records.given] == ["word"]


async def test_an_invitation_that_was_followed_survives_the_question(stage: Stage) -> None:
    await stage.hear(message(1, "/start household_ABCDEFGHJK"))
    (heard,) = await stage.hear(message(2, "yes"))
    assert (heard.command, heard.text) == ("household", "/household ABCDEFGHJK")


async def test_the_question_comes_in_the_language_of_the_app(
    stage: Stage, records: InMemoryConsents
) -> None:
    german = person(ANA, language_code="de")
    await stage.hear(message(1, "Mittagessen 12", sender=german))
    assert told(stage) == ["Darf ich es speichern?"]
    await stage.hear(message(2, "ja", sender=german))
    assert [(each.language, each.text) for each in records.given] == [("de", TEXTS["de"])]


async def test_in_a_group_each_person_is_asked_and_what_is_for_others_is_let_go(
    stage: Stage,
) -> None:
    name = f"@{ME.username}"
    await stage.hear(message(1, f"{name} lunch 12", chat=GROUP))
    assert len(told(stage)) == 1
    of_ben = await stage.hear(press(stage, 2, user=BEN))
    assert of_ben == []  # it is not his question
    (heard,) = await stage.hear(press(stage, 3))
    assert heard.text == "lunch 12"
    assert await stage.hear(message(4, f"{name} beer 5", user=BEN, chat=GROUP)) == []
    assert told(stage)[-1] == "May I keep it?"


async def test_in_a_group_that_shares_all_one_answers_for_themselves_alone(
    stage: Stage, records: InMemoryConsents
) -> None:
    stage.records.groups[GROUP] = True
    name = f"@{ME.username}"
    await stage.hear(message(1, f"{name} lunch 12", chat=GROUP))
    assert await stage.hear(press(stage, 2, user=BEN)) == []
    assert [each.user_id for each in records.given] == [f"telegram:{BEN}"]
    assert stage.telegram.of(EditMessageReplyMarkup) == []  # it is still asked of Ana
    (heard,) = await stage.hear(press(stage, 3))
    assert (heard.sender_id, heard.author_id) == (f"telegram:{GROUP}", f"telegram:{ANA}")


async def test_without_the_database_the_update_stays_with_telegram(
    stage: Stage, records: InMemoryConsents
) -> None:
    records.down = StorageUnavailableError("gone")
    advice = await stage.receive(message(1, "lunch 12"))
    assert (advice.verdict, stage.conversations.attempts) == (Verdict.LATER, [])
    records.down = None
    assert (await stage.receive(message(1, "lunch 12"))).settled
    assert told(stage) == ["May I keep it?"]


async def test_a_yes_while_temporal_is_away_loses_nothing(stage: Stage) -> None:
    await stage.hear(message(1, "lunch 12"))
    stage.conversations.failures.append(TemporalUnreachableError("away"))
    assert (await stage.receive(press(stage, 2))).verdict is Verdict.LATER
    assert [m.text for m in await stage.hear(press(stage, 2))] == ["lunch 12"]


async def test_after_a_restart_what_was_sent_is_asked_for_again(stage: Stage) -> None:
    await stage.hear(message(1, "lunch 12"))
    stage.restart()
    assert await stage.hear(press(stage, 2)) == []
    assert told(stage)[-1] == "👍 Thank you. Please send me again what you wrote."
