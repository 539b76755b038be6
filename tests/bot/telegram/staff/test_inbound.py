"""What people do in the staff's chat becomes acts on cases, once, and never a conversation."""

import pytest

from bot.handover import TemporalUnreachableError
from bot.telegram.errors import Verdict
from domain.messages import MediaKind
from domain.staff import EDIT, LEFT, SAY, StaffAnswer
from tests.bot.telegram.staff.desk import CASE, Desk, Line, line, post, press, staff_desk
from tests.telegram.emulator import PressAnswer


async def opened(desk: Desk) -> int:
    """A case with its card; the id of its topic."""
    choices = (press("claim", "Claim"), press("assign", "Benjamin", f"telegram:7002 {'Benjamin'}"))
    await desk.rooms.post(post("card", title="T-1", choices=choices))
    (thread,) = desk.chat.topics
    return thread


def answer_to(desk: Desk, press_id: str) -> PressAnswer:
    answer = desk.tg.press_answers[press_id]
    assert answer is not None
    return answer


@pytest.mark.shows("support 28")
async def test_words_pictures_and_edits_in_a_topic_are_acts_and_nothing_else(desk: Desk) -> None:
    thread = await opened(desk)
    said = desk.chat.say(desk.mia, "It is refunded.", topic=thread)
    desk.chat.photo(desk.mia, b"\x89PNG picture", "see here", topic=thread)
    desk.chat.document(desk.mia, b"%PDF-1.7", topic=thread)
    desk.chat.edit(said, "It is refunded today.")
    await desk.handle()
    assert desk.cases.done == [
        (SAY, "It is refunded."),
        (SAY, "see here"),
        (SAY, ""),
        (EDIT, "It is refunded today."),
    ]
    (case, first), (_, photo), (_, pdf), (_, edit) = desk.cases.acts
    assert case == CASE
    assert (first.by.id, first.by.name) == ("telegram:7001", "Mia")
    assert edit.ref == first.ref == str(said.message_id)
    assert photo.attachment is not None
    assert photo.attachment.kind is MediaKind.IMAGE
    assert pdf.attachment is not None
    assert pdf.attachment.kind is MediaKind.PDF
    assert not desk.conversations.messages
    assert desk.texts == ["card"]


@pytest.mark.shows("support 27")
async def test_nothing_in_the_staff_s_chat_is_a_conversation(desk: Desk) -> None:
    thread = await opened(desk)
    desk.chat.say(desk.mia, "lunch 12")
    desk.chat.say(desk.mia, "/start")
    desk.chat.album(desk.ben, [b"1", b"2"], "lunch")
    desk.chat.edit(desk.chat.say(desk.ben, "@steward_bot lunch 13"), "lunch 14")
    desk.chat.join(desk.tg.person(7003, "Eve"))
    desk.chat.say(desk.mia, "/close", topic=thread)
    desk.chat.sticker(desk.mia, topic=thread)
    too_large = desk.chat.document(desk.mia, None, caption="see", size=21_000_000, topic=thread)
    outcomes = await desk.handle()
    assert all(outcome.verdict is Verdict.ACCEPTED for outcome in outcomes)
    assert not desk.conversations.attempts
    assert not desk.cases.acts
    _, *told = desk.texts
    assert [text[:1] for text in told] == ["🎫", "🎫", "📎", "📎"]
    assert desk.chat.last().reply_to == too_large.message_id


async def test_a_press_is_an_act_and_its_answer_is_shown(desk: Desk) -> None:
    await opened(desk)
    card = desk.chat.last()
    claimed = desk.chat.press(desk.mia, card, "Claim")
    await desk.handle()
    assert answer_to(desk, claimed) == PressAnswer(None, alert=False)
    desk.cases.answer = StaffAnswer(applied=False, topic=Line.topic, content=line("Mia has it"))
    second = desk.chat.press(desk.ben, card, "Claim")
    assigned = desk.chat.press(desk.mia, card, "Benjamin")
    await desk.handle()
    assert answer_to(desk, second) == PressAnswer("Mia has it", alert=False)
    assert answer_to(desk, assigned) is not None
    assert desk.cases.done == [
        ("claim", ""),
        ("claim", ""),
        ("assign", "telegram:7002 Benjamin"),
    ]


@pytest.mark.shows("support bad input (2)")
async def test_strangers_and_those_who_left_change_nothing() -> None:
    async with staff_desk() as desk:
        await opened(desk)
        card = desk.chat.last()
        left = desk.chat.press(desk.tg.person(666, "Eve"), card, "Claim")
        await desk.handle()
        answer = answer_to(desk, left)
        assert answer.alert
        assert not desk.cases.acts
    async with staff_desk(members=[7001]) as desk:
        thread = await opened(desk)
        desk.chat.press(desk.ben, desk.chat.last(), "Claim")
        desk.chat.say(desk.ben, "let me", topic=thread)
        desk.chat.say(desk.mia, "mine", topic=thread)
        await desk.handle()
        assert desk.cases.done == [(SAY, "mine")]
        assert desk.texts[-1].startswith("🙅")


@pytest.mark.shows("support bad input (2)")
async def test_who_leaves_the_chat_leaves_their_cases(desk: Desk) -> None:
    desk.posts.held = [CASE, "toy:C-2:T-2"]
    desk.cases.gone = {"toy:C-2:T-2"}
    desk.chat.leave(desk.ben)
    await desk.handle()
    assert [(case, act.action, act.by.id) for case, act in desk.cases.acts] == [
        (CASE, LEFT, "telegram:7002")
    ]


@pytest.mark.shows("support bad input")
async def test_while_temporal_is_away_acts_wait_in_order_and_happen_once(desk: Desk) -> None:
    thread = await opened(desk)
    desk.chat.say(desk.mia, "first", topic=thread)
    desk.cases.failures.append(TemporalUnreachableError("away"))
    (kept,) = await desk.handle()
    assert kept.verdict is Verdict.LATER
    desk.retry_last()
    desk.chat.say(desk.mia, "second", topic=thread)
    await desk.handle()
    desk.retry_last()
    await desk.handle()
    assert desk.cases.done == [(SAY, "first"), (SAY, "second")]


@pytest.mark.shows("support bad input (2)")
async def test_a_closed_case_a_topic_without_one_and_an_old_button_are_told(desk: Desk) -> None:
    thread = await opened(desk)
    card = desk.chat.last()
    desk.cases.gone.add(CASE)
    desk.chat.say(desk.mia, "too late", topic=thread)
    pressed = desk.chat.press(desk.mia, card, "Claim")
    await desk.handle()
    assert desk.texts[-1].startswith("🔒")
    gone = answer_to(desk, pressed)
    assert (gone.text or "").startswith("🔒")
    await desk.posts.forget(CASE)
    desk.chat.say(desk.mia, "and now?", topic=thread)
    old = desk.chat.press(desk.mia, card, "Claim")
    forged = desk.chat.press(desk.mia, card, data="p|un|x|y|z|")
    await desk.handle()
    assert desk.texts[-1].startswith("🤷")
    for press_id in (old, forged):
        answer = answer_to(desk, press_id)
        assert answer.alert
    assert not desk.cases.acts


async def test_without_topics_a_reply_to_a_post_is_said_in_its_case() -> None:
    async with staff_desk(forum=False) as desk:
        await desk.rooms.post(post("card", title="T-1"))
        card = desk.chat.last()
        desk.chat.say(desk.mia, "we look into it", reply_to=card)
        desk.chat.say(desk.mia, "who is for lunch?")
        await desk.handle()
        assert desk.cases.done == [(SAY, "we look into it")]
