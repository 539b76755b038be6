"""Typed lines become the right messages, and replies are remembered for the next line."""

import io
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from PIL import Image
from rich.console import Console

from agents.expenses.replies import (
    AskAmount,
    AskCategory,
    Saved,
    SavedTogether,
    ValueOrigin,
)
from bot.handover import TemporalUnreachableError
from bot.settling import settled
from bot.terminal.channel import TerminalChannel
from bot.terminal.chat import UpdateIds
from bot.terminal.lines import parsed
from bot.terminal.screen import PlainScreen, RichScreen
from bot.terminal.shelf import Shelf
from bot.texts.wording import worded
from domain.commands import Command
from domain.conversation import (
    ConversationState,
    ConversationStatus,
    RecalledTask,
    TaskStatus,
)
from domain.errors import DeliveryFailedError, StorageUnavailableError, UnknownTopicError
from domain.history import Entry, History, Speaker
from domain.messages import ButtonPress
from domain.replies import File, Reply
from domain.topics import Cancelled, Help, PressAction, Start
from tests.bot.fakes import FakeClock, TerminalStage
from tests.bot.samples import CARD, NOW, OTHER, TASK, choice, delivery, formats, reply, shown
from tests.fakes.attachments import InMemoryAttachments

SAVED = reply(Saved(card=CARD), choices=(choice(PressAction.EDIT), choice(PressAction.UNDO)))
ASK_AMOUNT = reply(
    AskAmount(card=CARD),
    id=f"{TASK}/r2",
    question="q1",
    choices=(choice(PressAction.ANSWER, "q1", "1.25"), choice(PressAction.KEEP, "q1")),
)
ASK_CATEGORY = reply(
    AskCategory(card=CARD),
    id=f"{TASK}/r3",
    question="q2",
    choices=(choice(PressAction.ANSWER, "q2", "Groceries", "Groceries"),),
)
LEFT_OPEN = ConversationStatus(
    state=ConversationState.WAITING,
    waiting_for="category",
    open_question=ASK_CATEGORY.model_copy(update={"id": ""}),
)


class Stage(TerminalStage):
    def __init__(self) -> None:
        super().__init__()
        self.channel = TerminalChannel(self.screen, self.memory, self.clock)

    async def shown(self, *replies: Reply) -> None:
        for one in replies:
            await self.channel.show(delivery(*replies), one)

    async def typed(self, line: str) -> str | None:
        return await self.chat.send(parsed(line))

    @property
    def press(self) -> ButtonPress | None:
        return self.gateway.sent[-1].press


@pytest.fixture
def stage() -> Stage:
    return Stage()


def laid_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


async def test_a_file_of_a_reply_is_laid_into_a_folder_and_its_place_is_told(
    stage: Stage, tmp_path: Path
) -> None:
    files = InMemoryAttachments()
    files.lend("ana", b"a,b")
    stage.channel.shelf = Shelf(files, tmp_path)
    file = File(sha256=sha256(b"a,b").hexdigest(), name="../../march.csv")
    gone = File(sha256="0" * 64, name="april.csv")
    await stage.shown(reply(Start()).model_copy(update={"files": (file, gone)}))
    assert laid_in(tmp_path) == {"march.csv": b"a,b"}
    assert str(tmp_path) in stage.screen.text()
    assert "april.csv is not there any more" in stage.screen.text()


async def test_a_typed_line_is_sent_with_a_new_id_each_time(stage: Stage) -> None:
    first, second = await stage.typed("lunch 5"), await stage.typed("lunch 5")
    assert stage.texts == ["lunch 5", "lunch 5"]
    assert first != second


def test_update_ids_grow_within_and_over_runs() -> None:
    clock = FakeClock()
    earlier, later = UpdateIds(clock), UpdateIds(clock)
    last = [earlier.next() for _ in range(5)]
    clock.now += timedelta(milliseconds=1)
    assert last == sorted(set(last))
    assert later.next() > last[-1]


UNDO, EDIT = (ButtonPress(action=action, subject=TASK) for action in ("undo", "edit"))
GROCERIES = ButtonPress(action="answer", subject="q2", value="Groceries")
WHY = reply(ValueOrigin(card=CARD, field="amount"), id=f"{TASK}/r8")


@pytest.mark.parametrize(
    ("replies", "typed", "press"),
    [
        ([SAVED], "2", UNDO),
        ([SAVED], "45", None),
        ([SAVED, ASK_CATEGORY], "7", None),
        ([SAVED, ASK_AMOUNT], "1", None),  # while an amount is asked, a digit is the answer
        ([SAVED, ASK_AMOUNT], "/2", ButtonPress(action="keep", subject="q1")),
        ([ASK_AMOUNT, WHY], "1", None),  # an answer about the card leaves the question open
        ([ASK_AMOUNT, ASK_CATEGORY], "1", GROCERIES),
        ([ASK_AMOUNT, ASK_CATEGORY], "groceries", GROCERIES),
        ([ASK_CATEGORY, SAVED], "groceries", None),  # of an earlier question it is only a word
        ([ASK_AMOUNT, SAVED], "1", EDIT),  # an answered question gives digits back to the buttons
        ([SAVED, ASK_CATEGORY], "Edit.", EDIT),
        ([SAVED], "undo", None),  # a command, even when a button has its name
    ],
)
async def test_a_digit_or_a_name_presses_a_button_where_it_is_not_the_answer(
    stage: Stage, replies: list[Reply], typed: str, press: ButtonPress | None
) -> None:
    await stage.shown(*replies)
    await stage.typed(typed)
    assert stage.press == press
    assert press is not None or stage.texts == [typed]
    assert (stage.gateway.sent[-1].command == Command.UNDO) is (typed == "undo")


async def test_buttons_are_numbered_with_a_slash_where_digits_are_the_answer(stage: Stage) -> None:
    await stage.shown(SAVED)
    assert stage.screen.lines[-1] == "[1] Edit  [2] Undo"
    await stage.shown(ASK_AMOUNT)
    assert stage.screen.lines[-1] == "[/1] RM1.25  [/2] Keep as draft"


async def test_the_buttons_of_a_cancelled_question_are_gone(stage: Stage) -> None:
    await stage.shown(ASK_CATEGORY, reply(Cancelled(tasks=(shown(CARD),)), id="c/r1"))
    await stage.typed("1")
    assert stage.press is None
    await stage.typed("/1")
    assert "no choice 1" in stage.screen.lines[-1]


async def test_words_about_a_number_reply_to_the_card_of_this_or_an_earlier_run(
    stage: Stage,
) -> None:
    assert await stage.typed("#7 this was 20") is None
    assert "#7" in stage.screen.text()
    await stage.shown(reply(SavedTogether(cards=(CARD, OTHER), opened=2)))
    later = Stage()
    done = RecalledTask(task_id=OTHER.task_id, agent="expenses", number=OTHER.number)
    later.gateway.finished = (done,)
    for one in (stage, later):
        for number in (1, 10):
            await one.typed(f"#{number} this was 20")
        replies = [(message.text, message.reply_to) for message in one.gateway.sent]
        assert replies == [("this was 20", f"{TASK}/r0"), ("this was 20", f"{OTHER.task_id}/r0")]


async def test_an_earlier_runs_question_and_cards_are_taken_up(stage: Stage) -> None:
    task = TaskStatus(
        task_id=TASK, agent="expenses", number=1, shown=shown(CARD), question="amount"
    )
    left_open = LEFT_OPEN.model_copy(update={"tasks": (task,), "open_question": ASK_AMOUNT})
    stage.gateway.script = [left_open]
    await stage.chat.resume()
    assert stage.memory.digits_are_answers
    assert stage.screen.lines[-1] == "[/1] RM1.25  [/2] Keep as draft"
    await stage.typed("#1 it was at Zus")
    assert stage.gateway.sent[-1].reply_to == f"{TASK}/r0"


async def test_an_earlier_runs_question_is_shown_once_with_its_choices(stage: Stage) -> None:
    stage.gateway.script = [LEFT_OPEN, LEFT_OPEN]
    await stage.chat.resume()
    await stage.chat.resume()
    assert stage.screen.lines == [worded(ASK_CATEGORY, formats()).text(), "[1] Groceries"]
    await stage.typed("1")
    assert stage.press == ButtonPress(action="answer", subject="q2", value="Groceries")


async def test_a_question_on_its_way_is_not_shown_twice(stage: Stage) -> None:
    stage.gateway.script = [LEFT_OPEN.model_copy(update={"replies_pending": 1}), LEFT_OPEN]
    assert await stage.chat.resume() == 1
    await stage.shown(ASK_CATEGORY)
    before = list(stage.screen.lines)
    await stage.chat.resume()
    assert stage.screen.lines == before


@pytest.mark.parametrize("update", [{"topic": "expenses.ask_weather"}, {"content": {"card": 5}}])
async def test_an_earlier_runs_question_without_words_does_not_keep_the_chat_shut(
    stage: Stage, update: dict[str, object]
) -> None:
    unknown = ASK_CATEGORY.model_copy(update=update)
    stage.gateway.script = [LEFT_OPEN.model_copy(update={"open_question": unknown})]
    assert await stage.chat.resume() == 0
    assert stage.screen.lines[-1].startswith("❗")


@pytest.mark.parametrize("which", [False, True])
async def test_the_open_question_is_left_out_of_the_earlier_lines(
    stage: Stage, *, which: bool
) -> None:
    put = worded(reply(AskCategory(card=CARD, which=which)), formats()).text()
    lines = ((Speaker.PERSON, "lunch 5"), (Speaker.STEWARD, put), (Speaker.PERSON, put))
    entries = [Entry(speaker=speaker, text=text, at=NOW) for speaker, text in lines]
    stage.gateway.earlier = History(entries=entries)
    stage.gateway.script = [LEFT_OPEN]
    stage.clock.now += timedelta(days=3)
    assert await stage.chat.show_earlier()
    assert [line.split(":")[0] for line in stage.screen.lines[1:]] == ["you", "you"]


async def test_photos_are_stored_before_the_message_that_refers_to_them(
    stage: Stage, tmp_path: Path
) -> None:
    good, bad = tmp_path / "my receipt.png", tmp_path / "bad.jpg"
    Image.new("L", (32, 32)).save(good)
    bad.write_text("no picture")
    stage.gateway.no_room = StorageUnavailableError("away")
    assert await stage.typed(f"/photo '{good}'") is None
    assert stage.gateway.sent == []
    assert "can't store files right now" in stage.screen.text()
    stage.gateway.no_room, failures = None, stage.chat.failures
    await stage.typed(f"/photo '{good}' {bad} lunch")
    (message,) = stage.gateway.sent
    assert message.text == "lunch"
    assert stage.gateway.contents == {message.attachments[0].sha256: good.read_bytes()}
    assert "bad.jpg" in stage.screen.text()
    assert stage.chat.failures == failures


async def test_a_message_that_was_not_sent_is_told_and_counted(stage: Stage) -> None:
    stage.gateway.refuse = TemporalUnreachableError("down")
    assert await stage.typed("lunch 5") is None
    assert "try again" in stage.screen.text()
    assert stage.chat.failures == 1


@pytest.mark.parametrize("line", ["", "x" * 10_000, "/nonsense", "/photo nowhere.jpg"])
async def test_bad_input_gets_words_and_is_no_failure(stage: Stage, line: str) -> None:
    assert await stage.typed(line) is None
    assert stage.screen.text()
    assert (stage.gateway.sent, stage.chat.failures) == ([], 0)


@pytest.mark.parametrize(
    ("state", "handled", "pending", "expected"),
    [
        ("idle", ("m",), 0, True),
        ("waiting", ("m",), 0, True),
        ("working", ("m",), 0, False),
        ("idle", (), 0, False),
        ("idle", ("m",), 1, False),
    ],
)
def test_a_message_is_settled_when_it_is_handled_and_all_is_shown(
    state: str, handled: tuple[str, ...], pending: int, *, expected: bool
) -> None:
    status = ConversationStatus(
        state=ConversationState(state), handled=handled, replies_pending=pending
    )
    assert settled(status, frozenset({"m"})) is expected
    assert settled(None, frozenset({"m"}))  # an ended conversation has nothing left


@pytest.mark.shows("15.4")
def test_cards_are_boxes_and_names_are_never_markup() -> None:
    out = io.StringIO()
    hostile = CARD.model_copy(update={"merchant": "[bold]Shop[/nothing]"})
    screen = RichScreen(Console(file=out, width=80))
    screen.show(worded(reply(Saved(card=hostile)), formats()), slashed=False)
    assert "[bold]Shop[/nothing]" in out.getvalue().replace("\u2060", "")
    assert "╭" in out.getvalue()


async def test_a_reply_is_shown_once_and_a_broken_screen_shows_it_later(stage: Stage) -> None:
    stage.screen.broken = True
    with pytest.raises(DeliveryFailedError):
        await stage.shown(SAVED)
    stage.screen.broken = False
    first = await stage.channel.show(delivery(SAVED), SAVED)
    assert await stage.channel.show(delivery(SAVED), SAVED) == first
    assert stage.screen.text().count("Kopi Corner") == first.text.count("Kopi Corner") == 1
    with pytest.raises(UnknownTopicError):
        await stage.shown(Reply(id="r", topic="expenses.sung"))
    await stage.shown(reply(Help(), id="help"))
    assert "/photo PATH" in stage.screen.text()


async def test_an_earlier_conversation_is_welcomed_back(stage: Stage) -> None:
    assert not await stage.chat.show_earlier()
    assert stage.screen.lines == []
    entries = [Entry(speaker=Speaker.PERSON, text=f"lunch {n}", at=NOW) for n in range(9)]
    stage.gateway.earlier = History(entries=entries)
    assert await stage.chat.show_earlier()
    assert "Welcome back" in stage.screen.lines[0]
    assert stage.screen.lines[1:] == [f"you: lunch {n}" for n in range(3, 9)]


def test_output_without_colours_has_none_and_survives_a_narrow_encoding() -> None:
    raw, coloured = io.BytesIO(), io.StringIO()
    out = io.TextIOWrapper(raw, encoding="ascii")
    PlainScreen(out).show(worded(SAVED, formats()), slashed=False)
    written = raw.getvalue().decode("ascii")
    assert "Kopi Corner" in written
    assert "[1] Edit  [2] Undo" in written
    assert "\x1b" not in written
    console = Console(file=coloured, force_terminal=True, no_color=True, width=80)
    RichScreen(console).show(worded(SAVED, formats()), slashed=False)
    assert "\x1b[3" not in coloured.getvalue()
