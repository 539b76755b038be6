"""What staff are shown of a case stands in its topic, once, whatever happens to the topic."""

import asyncio
from collections.abc import Sequence
from hashlib import sha256

import pytest
from temporalio.exceptions import ApplicationError

from agents.staffed import ROOM
from bot.telegram.staff.activities import StaffActivities, note
from bot.telegram.staff.rights import check_staff_chat
from bot.telegram.staff.rooms import AT_ONCE, NO_RIGHTS, NO_TOPICS, StaffRooms
from domain.errors import DeliveryFailedError, StorageUnavailableError
from domain.health import Health
from domain.staff import CloseRoom
from tests.activities.running import Attempt
from tests.bot.telegram.staff.desk import CASE, PICTURE, STAFF, Desk, post, press, staff_desk
from tests.bot.telegram.telegram import TOKEN
from tests.telegram.emulator import running_emulator


def rooms(desk: Desk) -> dict[int, str]:
    return {number: topic.name for number, topic in desk.chat.topics.items()}


@pytest.mark.shows("support 27")
async def test_a_post_that_comes_again_edits_what_stands_in_the_one_topic(
    desk: Desk,
) -> None:
    claim = press("claim", "Claim")
    first = await desk.rooms.post(post("card", title="🟠 T-1", choices=(claim,)))
    await desk.rooms.post(post("said/1", "help!", answers="card"))
    again = await desk.rooms.post(post("card", "card, claimed", title="🔴 T-1"))
    assert first.ref == again.ref
    assert not again.missing
    assert not again.anew
    (thread,) = desk.chat.topics
    assert rooms(desk) == {thread: "🔴 T-1"}
    assert desk.texts == ["card, claimed", "help!"]
    _, card, said = desk.chat.shown
    assert {card.topic, said.topic} == {thread}
    assert said.reply_to == card.message_id
    assert not card.buttons


async def test_posts_at_once_make_one_topic_and_what_concerns_all_is_in_general(
    desk: Desk,
) -> None:
    posts = [post(f"said/{number}", title="T-1") for number in range(4)]
    await asyncio.gather(*(desk.rooms.post(each) for each in posts))
    assert len(desk.chat.topics) == 1
    assert desk.texts == ["said/0", "said/1", "said/2", "said/3"]
    for number, (title, text) in enumerate(((None, "late!"), ("🔴 T-1", "🔴 T-1\nlate!"))):
        titled = {} if title is None else {"title": title}
        await desk.rooms.post(post(f"late/{number}", "late!", aloud=True, **titled))
        assert (desk.chat.last().text, desk.chat.last().topic) == (text, None)


async def test_a_deleted_topic_is_made_anew_and_the_case_hears_of_it(desk: Desk) -> None:
    await desk.rooms.post(post("card", title="T-1"))
    (before,) = desk.chat.topics
    desk.chat.delete_topic(before)
    posted = await desk.rooms.post(post("said/1", "are you there?"))
    assert posted.anew
    (thread,) = desk.chat.topics
    assert rooms(desk) == {thread: "T-1"}
    card = await desk.rooms.post(post("card", title="T-1"))
    assert not card.anew
    assert [(each.text, each.topic) for each in desk.chat.shown if each.text] == [
        ("are you there?", thread),
        ("card", thread),
    ]


@pytest.mark.shows("support bad input")
@pytest.mark.parametrize(("forum", "why"), [(False, NO_TOPICS), (True, NO_RIGHTS)])
async def test_without_topics_cases_stand_in_general_and_it_is_said_why(
    *, forum: bool, why: str
) -> None:
    async with staff_desk(rights=(), forum=forum) as desk:
        posted = await desk.rooms.post(post("card", "T-1: help", title="T-1"))
        said = await desk.rooms.post(post("said/1", "hello?"))
        assert (posted.missing, said.missing) == (why, why)
        note, card, words = desk.texts
        assert note.startswith("⚠️")
        assert (card, words) == ("T-1: help", "T-1\nhello?")
        # Once somebody gave the right, the case gets its topic.
        desk.chat.forum, desk.chat.bot_rights = True, {"can_manage_topics"}
        later = await desk.rooms.post(post("said/2", "still there?"))
        assert not later.missing
        assert later.anew
        assert desk.chat.last().topic in desk.chat.topics


async def test_what_was_sent_while_the_database_was_away_is_not_sent_again(desk: Desk) -> None:
    await desk.rooms.post(post("card", title="T-1"))
    desk.posts.failing.append(StorageUnavailableError("away"))
    with pytest.raises(StorageUnavailableError):
        await desk.rooms.post(post("said/1", "once"))
    await desk.rooms.post(post("said/1", "once"))
    assert desk.texts == ["card", "once"]
    assert await desk.posts.find(CASE, "said/1") is not None


@pytest.mark.shows("support bad input")
async def test_flood_control_says_when_and_nothing_is_doubled(desk: Desk) -> None:
    desk.tg.fail("sendMessage", status=429, retry_after=7)
    with pytest.raises(DeliveryFailedError) as slowed:
        await desk.rooms.post(post("card", title="T-1"))
    assert slowed.value.retry_after is not None
    assert slowed.value.retry_after.total_seconds() == 7
    await desk.rooms.post(post("card", title="T-1"))
    assert desk.texts == ["card"]
    assert len(desk.chat.topics) == 1


async def test_the_same_again_takes_no_turn_and_a_crowd_waits_with_temporal(
    desk: Desk,
) -> None:
    await desk.rooms.post(post("card", title="T-1"))
    before = len(desk.tg.calls)
    await desk.rooms.post(post("card", title="T-1"))
    assert len(desk.tg.calls) == before
    many = [post("card", case=f"toy:C-2:T-{n}") for n in range(AT_ONCE + 5)]
    results = await asyncio.gather(
        *(desk.rooms.post(each) for each in many), return_exceptions=True
    )
    refused = [each for each in results if isinstance(each, DeliveryFailedError)]
    assert len(refused) == 5
    assert all(each.retry_after for each in refused)


@pytest.mark.shows("support 28")
async def test_a_mark_is_a_reaction_and_where_there_is_none_it_stands_below(desk: Desk) -> None:
    await desk.rooms.post(post("card", title="T-1"))
    (thread,) = desk.chat.topics
    said = desk.chat.say(desk.mia, "30 EUR", topic=thread)
    mark = post("mark/1", marks="✅", ref=str(said.message_id))
    await desk.rooms.post(mark)
    assert desk.chat.messages[said.message_id].reactions == ["👍"]
    desk.tg.fail("setMessageReaction", status=400, description="Bad Request: REACTION_INVALID")
    await desk.rooms.post(mark)
    below = desk.chat.last()
    assert (below.text, below.reply_to, below.topic) == ("✅", said.message_id, thread)


async def test_who_is_on_call_is_mentioned_by_name(desk: Desk) -> None:
    await desk.rooms.post(post("late/1", "late!\n📣 @7001 @99 @mia", aloud=True))
    last = desk.chat.last()
    assert last.text == "late!\n📣 Mia @99 @mia"
    (mention,) = last.entities
    assert (mention["type"], mention["user"]["id"]) == ("text_mention", 7001)
    await desk.rooms.post(post("said/1", "not @7001", title="T-1"))
    assert desk.chat.last().text == "not @7001"


async def test_files_go_with_a_post_once_and_long_posts_are_divided(desk: Desk) -> None:
    picture = {"sha256": sha256(PICTURE).hexdigest(), "name": "error.png"}
    long = post("said/1", "word " * 1000, title="T-1", owner="customer", files=(picture,))
    await desk.rooms.post(long)
    await desk.rooms.post(long)
    kinds = [each.kind for each in desk.chat.shown if each.text or each.kind != "text"]
    assert kinds == ["text", "text", "document"]
    await desk.rooms.post(post("said/1", "short", owner="customer", files=(picture,)))
    assert desk.texts == ["short", "…"]


async def test_a_forgotten_case_leaves_nothing_in_the_chat(desk: Desk) -> None:
    await desk.rooms.post(post("card", title="T-1"))
    await desk.rooms.post(post("late/1", "late!", aloud=True))
    await desk.rooms.close(CloseRoom(case=CASE))
    (topic,) = desk.chat.topics.values()
    assert topic.closed
    await desk.rooms.close(CloseRoom(case=CASE, forget=True))
    assert not desk.chat.topics
    assert not desk.texts
    assert not desk.posts.kept
    await desk.rooms.close(CloseRoom(case=CASE, forget=True))


async def test_without_the_right_to_delete_a_topic_its_words_are_deleted() -> None:
    async with staff_desk(rights=("can_manage_topics",)) as desk:
        await desk.rooms.post(post("card", "secret", title="T-1"))
        await desk.rooms.close(CloseRoom(case=CASE, forget=True))
        (topic,) = desk.chat.topics.values()
        assert topic.closed
        assert "secret" not in desk.texts


@pytest.mark.shows("support faults")
async def test_what_a_bot_sent_before_it_died_is_not_sent_by_the_next_one(desk: Desk) -> None:
    """Also while the database is away: what was sent is noted with the server at once."""

    async def bot(attempt: Attempt, name: str) -> None:
        """One that knows nothing of those before it."""
        own = StaffRooms(desk.rooms.sender, desk.rooms.files, desk.rooms.texts, note)
        await attempt.run(StaffActivities((own,)).post_to_staff, post(name, title="T-1"))

    for name in ("card", "said/1"):  # the topic is made for the first
        attempt = Attempt()
        desk.posts.failing.append(StorageUnavailableError("away"))
        with pytest.raises(ApplicationError):
            await bot(attempt, name)
        await bot(attempt.repeated(2, attempt.beats[-1]), name)
    assert len(desk.chat.topics) == 1
    assert desk.texts == ["card", "said/1"]
    assert {name for _, name in desk.posts.kept} == {ROOM, "card", "said/1"}


@pytest.mark.shows("support bad input")
@pytest.mark.parametrize(
    ("rights", "forum", "health", "named"),
    [
        (("can_manage_topics", "can_delete_messages"), True, Health.OK, ""),
        (("can_manage_topics",), True, Health.DEGRADED, "Delete Messages"),
        (("can_delete_messages",), True, Health.DEGRADED, "Manage Topics"),
        ((), True, Health.DEGRADED, "administrator"),
        (("can_manage_topics",), False, Health.DEGRADED, "turn on topics"),
    ],
)
async def test_the_doctor_names_a_right_that_is_missing(
    rights: Sequence[str], *, forum: bool, health: Health, named: str
) -> None:
    async with running_emulator(TOKEN) as tg:
        tg.forum(STAFF, "Staff", members=[], rights=rights).forum = forum
        finding = await check_staff_chat(TOKEN, tg.base_url, STAFF)
        elsewhere = await check_staff_chat(TOKEN, tg.base_url, STAFF - 1)
    assert finding.health is health
    assert named in finding.detail + finding.advice
    # A chat without the bot is down, and yet not required.
    assert (elsewhere.health, elsewhere.required) == (Health.DOWN, False)
    assert "not in the chat" in elsewhere.detail
    assert (await check_staff_chat(None, "", STAFF)).advice == "set TELEGRAM_BOT_TOKEN"
