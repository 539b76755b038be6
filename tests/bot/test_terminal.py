"""Typed lines become the right messages, and replies are remembered for the next line."""

import asyncio
import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import TextIO

import pytest
from PIL import Image
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.console import Console
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from agents.expenses.replies import (
    AskAmount,
    AskCategory,
    AskMerchant,
    Saved,
    SavedTogether,
    ValueOrigin,
)
from bot.consent import Consent, ConsentText
from bot.gateway import ConversationGateway, reply_queue
from bot.handover import NoWorkerError, TemporalRefusedError, TemporalUnreachableError
from bot.settling import settled
from bot.terminal.channel import TerminalChannel
from bot.terminal.chat import UpdateIds
from bot.terminal.completion import ChatCompleter
from bot.terminal.lines import parsed
from bot.terminal.live import TICKS_PER_LOOK, LiveTerminal
from bot.terminal.piped import LOOK_AFTER, PipedTerminal
from bot.terminal.run import Addresses, Streams, run_terminal
from bot.terminal.screen import PlainScreen, RichScreen
from bot.terminal.shelf import Shelf
from bot.texts.cards import commands_of
from bot.texts.catalogue import catalogue_for
from bot.texts.speech import Wording
from bot.texts.wording import worded
from domain.commands import Command
from domain.conversation import ConversationState, ConversationStatus, RecalledTask, TaskStatus
from domain.errors import AppError, DeliveryFailedError, StorageUnavailableError, UnknownTopicError
from domain.history import Entry, History, Speaker
from domain.messages import ButtonPress, Message
from domain.replies import File, Reply
from domain.topics import Cancelled, Help, PressAction, Start
from domain.understanding import Person
from tests.bot.fakes import IDLE, FakeClock, FakeScreen, TerminalStage
from tests.bot.samples import CARD, NOW, OTHER, TASK, choice, delivery, formats, reply, shown
from tests.bot.standin import Deliver, StandIn
from tests.fakes.attachments import InMemoryAttachments
from tests.fakes.channel import InMemoryTranscript
from tests.fakes.consents import InMemoryConsents
from tests.fakes.people import InMemoryUsers
from tests.paper import drawn, encoded

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


async def test_a_typed_line_is_sent_with_a_new_id_that_grows_within_and_over_runs(
    stage: Stage,
) -> None:
    first, second = await stage.typed("lunch 5"), await stage.typed("lunch 5")
    assert stage.texts == ["lunch 5", "lunch 5"]
    assert first != second
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
        ([SAVED, ASK_AMOUNT], "/4", ButtonPress(action="keep", subject="q1")),
        ([ASK_AMOUNT, WHY], "1", None),  # an answer about the card leaves the question open
        ([ASK_AMOUNT, ASK_CATEGORY], "3", GROCERIES),
        ([ASK_AMOUNT, ASK_CATEGORY], "groceries", GROCERIES),
        ([ASK_CATEGORY, SAVED], "groceries", None),  # of an earlier question it is only a word
        ([ASK_AMOUNT, SAVED], "3", EDIT),  # an answered question gives digits back to the buttons
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
    assert stage.screen.lines[-1] == "[/3] RM1.25  [/4] Keep as draft"
    # Those of a cancelled question are gone.
    await stage.shown(ASK_CATEGORY, reply(Cancelled(tasks=(shown(CARD),)), id="c/r1"))
    await stage.typed("1")
    assert stage.press is None
    await stage.typed("/1")
    assert "no choice 1" in stage.screen.lines[-1]


async def test_words_about_a_number_reply_to_the_card_of_this_or_an_earlier_run(
    stage: Stage,
) -> None:
    await stage.typed("#7 this was 20")  # the conversation may know it
    sent = stage.gateway.sent.pop()
    assert (sent.text, sent.reply_to) == ("#7 this was 20", None)
    await stage.shown(reply(SavedTogether(cards=(CARD, OTHER), opened=2)))
    later = Stage()
    done = RecalledTask(task_id=OTHER.task_id, agent="expenses", number=OTHER.number)
    later.gateway.finished = (done,)
    first = ("this was 20", f"{TASK}/r0")
    for one, of_one in ((stage, first), (later, ("#1 this was 20", None))):
        for number in (1, 10):
            await one.typed(f"#{number} this was 20")
        replies = [(message.text, message.reply_to) for message in one.gateway.sent]
        assert replies == [of_one, ("this was 20", f"{OTHER.task_id}/r0")]


async def test_a_word_is_no_press_on_an_answer_before_the_newest(stage: Stage) -> None:
    await stage.shown(ASK_CATEGORY)
    await stage.typed("when can you come?")
    await stage.shown(WHY)
    await stage.typed("Groceries")
    assert stage.press is None


async def test_a_word_is_no_press_on_a_question_that_was_answered(stage: Stage) -> None:
    await stage.shown(ASK_CATEGORY)
    for _ in range(2):
        await stage.typed("Groceries")
    pressed, again = stage.gateway.sent[-2:]
    assert pressed.press is not None
    assert (again.press, again.text) == (None, "Groceries")


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


async def test_the_first_screen_offers_examples_by_their_numbers(stage: Stage) -> None:
    stage.chat.greet(None)
    assert stage.screen.lines[0].startswith("👋 Hi, I'm Steward.")
    assert "[2] lunch 12.50" in stage.screen.text()
    for typed in ("2", "1", "Lunch 12.50"):
        await stage.typed(typed)
    assert stage.press is None
    assert stage.texts == ["lunch 12.50", "/help receipt", "lunch 12.50"]
    await stage.shown(SAVED)
    assert stage.screen.lines[-1] == "[1] Edit  [2] Undo"
    await stage.typed("3")
    assert stage.texts[-1] == "What did I spend this week?"


async def test_no_number_stands_twice_in_one_answer_and_a_replaced_one_is_refused(
    stage: Stage,
) -> None:
    await stage.shown(SAVED, ASK_CATEGORY)
    assert stage.screen.lines[-1] == "[3] Groceries"
    await stage.typed("1")
    assert stage.press == EDIT
    other = reply(Saved(card=OTHER), id=f"{OTHER.task_id}/r1")
    await stage.shown(other, ASK_AMOUNT.model_copy(update={"id": "r9", "choices": ()}))
    await stage.typed("3")  # on the last buttons, though an amount is asked since
    assert stage.press == GROCERIES
    await stage.shown(SAVED.model_copy(update={"id": f"{TASK}/r10"}))
    assert stage.screen.lines[-1] == "[1] Edit  [2] Undo"
    assert await stage.typed("3") is None
    assert "no choice 3" in stage.screen.lines[-1]


async def test_a_number_of_an_open_questions_choices_is_refused_however_many_answers_later(
    stage: Stage,
) -> None:
    actions = (PressAction.EDIT, PressAction.UNDO, PressAction.RESTORE)
    several = tuple(choice(action) for action in actions)
    await stage.shown(ASK_CATEGORY.model_copy(update={"choices": several}))
    for at in range(2):
        await stage.typed("what did I spend?")
        one = choice(PressAction.EDIT, OTHER.task_id)
        shown = reply(Saved(card=OTHER), id=f"{OTHER.task_id}/r{at}")
        await stage.shown(shown.model_copy(update={"choices": (one,)}))
    assert await stage.typed("3") is None
    assert "no choice 3" in stage.screen.lines[-1]
    for at in range(2):
        await stage.typed("thanks")
        await stage.shown(SAVED.model_copy(update={"id": f"{TASK}/r1{at}"}))
    await stage.typed("3")  # the question is answered
    assert stage.texts[-1] == "3"


async def test_a_typed_number_presses_what_has_it_in_the_list_that_is_shown(stage: Stage) -> None:
    await stage.shown(SAVED)
    await stage.typed("find toner")
    second, third = (
        choice("shop.add", TASK, f"{n}", f"{n}").model_copy(update={"place": n}) for n in (2, 3)
    )
    choices = (second, third, choice(PressAction.EDIT))
    listed = SAVED.model_copy(update={"id": f"{TASK}/r5", "choices": choices})
    await stage.shown(listed)
    assert stage.screen.lines[-1] == "[2] This one 2  [3] This one 3  [4] Edit"
    await stage.typed("3")
    assert stage.press == third.press
    await stage.shown(listed.model_copy(update={"id": f"{TASK}/r6"}))
    await stage.typed("1")  # the first of the list has no button
    assert stage.texts[-1] == "1"
    await stage.shown(
        SAVED.model_copy(update={"id": f"{TASK}/r7"}),
        listed.model_copy(update={"id": f"{TASK}/r8"}),
    )
    assert stage.screen.lines[-1] == "[4] This one 2  [5] This one 3  [6] Edit"


async def test_an_earlier_runs_question_is_shown_once_with_its_choices() -> None:
    late = LEFT_OPEN.model_copy(update={"replies_pending": 1})
    for on_its_way, script in ((True, [late, LEFT_OPEN]), (False, [LEFT_OPEN, LEFT_OPEN])):
        one = Stage()
        one.gateway.script = [*script]
        assert await one.chat.resume() == on_its_way
        if on_its_way:
            await one.shown(ASK_CATEGORY)
        await one.chat.resume()
        assert one.screen.lines == [worded(ASK_CATEGORY, formats()).text(), "[1] Groceries"]
        await one.typed("1")
        assert one.press == ButtonPress(action="answer", subject="q2", value="Groceries")


@pytest.mark.parametrize("update", [{"topic": "expenses.ask_weather"}, {"content": {"card": 5}}])
async def test_an_earlier_runs_question_without_words_does_not_keep_the_chat_shut(
    stage: Stage, update: dict[str, object]
) -> None:
    unknown = ASK_CATEGORY.model_copy(update=update)
    stage.gateway.script = [LEFT_OPEN.model_copy(update={"open_question": unknown})]
    assert await stage.chat.resume() == 0
    assert stage.screen.lines[-1].startswith("❗")


@pytest.mark.parametrize("which", [False, True])
async def test_an_earlier_conversation_is_welcomed_back_without_its_open_question(
    stage: Stage, *, which: bool
) -> None:
    put = worded(reply(AskCategory(card=CARD, which=which)), formats()).text()
    lines = ((Speaker.PERSON, "lunch 5"), (Speaker.STEWARD, put), (Speaker.PERSON, put))
    last = [Entry(speaker=speaker, text=text, at=NOW) for speaker, text in lines]
    assert await stage.chat.find_earlier() is None
    lunches = [Entry(speaker=Speaker.PERSON, text=f"lunch {n}", at=NOW) for n in range(6, 12)]
    stage.gateway.earlier = History(entries=[*lunches, *last])
    stage.gateway.script = [LEFT_OPEN]
    stage.clock.now += timedelta(days=3)
    stage.chat.greet(await stage.chat.find_earlier())
    welcome, *shown = stage.screen.lines
    assert "Welcome back" in welcome
    assert shown[:4] == [f"you: lunch {n}" for n in (9, 10, 11, 5)]
    assert [line.split(":")[0] for line in shown[4:]] == ["you"]


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


async def test_thirty_photos_go_at_once_and_of_more_it_says_how_many_it_takes(
    stage: Stage, tmp_path: Path
) -> None:
    paths = [tmp_path / f"receipt {at}.png" for at in range(31)]
    for at, path in enumerate(paths):
        Image.new("L", (20, 20), at).save(path)
    typed = [f'"{path}"' for path in paths]
    assert await stage.typed(f"/photo {' '.join(typed)} march") is None
    assert stage.screen.lines == ["😕 At most 30 files at a time, please."]
    assert await stage.typed(f"/photo {' '.join(typed[1:])} march")
    (message,) = stage.gateway.sent
    assert (len(message.attachments), message.text) == (30, "march")


async def test_what_was_not_sent_is_told_and_counted_unless_it_was_bad_input(stage: Stage) -> None:
    for number, line in enumerate(("", "x" * 10_000, "/nonsense", "/photo nowhere.jpg"), 1):
        assert await stage.typed(line) is None
        assert len(stage.screen.lines) == number  # bad input gets words, and is no failure
    assert (stage.gateway.sent, stage.chat.failures) == ([], 0)
    stage.gateway.refuse = TemporalUnreachableError("down")
    assert await stage.typed("lunch 5") is None
    assert "try again" in stage.screen.lines[-1]
    assert stage.chat.failures == 1


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
    screen.show(worded(reply(Saved(card=hostile)), formats()), slashed=False, first=1)
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


def test_output_without_colours_has_none_and_survives_a_narrow_encoding() -> None:
    raw, coloured = io.BytesIO(), io.StringIO()
    out = io.TextIOWrapper(raw, encoding="ascii")
    PlainScreen(out).show(worded(SAVED, formats()), slashed=False, first=1)
    written = raw.getvalue().decode("ascii")
    assert "Kopi Corner" in written
    assert "[1] Edit  [2] Undo" in written
    assert "\x1b" not in written
    console = Console(file=coloured, force_terminal=True, no_color=True, width=80)
    RichScreen(console).show(worded(SAVED, formats()), slashed=False, first=1)
    assert "\x1b[3" not in coloured.getvalue()


# Live: it stays usable while it waits, and ends cleanly


CTRL_C, CTRL_D, ENTER = "\x03", "\x04", "\r"
PASTE = "\x1b[200~{}\x1b[201~"


class Live(TerminalStage):
    def __init__(self, keys: PipeInput) -> None:
        super().__init__()
        self.keys = keys
        self.chat.pause = self.pause
        self.terminal = LiveTerminal(self.chat)
        self.progress: list[str] = []

    async def pause(self, _: float) -> None:
        self.progress.append("".join(part[1] for part in self.terminal._message()))
        await asyncio.sleep(0)

    async def typed(self, keys: str) -> int:
        self.keys.send_text(keys)
        return await self.terminal.run()


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    with create_pipe_input() as made, create_app_session(input=made, output=DummyOutput()):
        yield made


@pytest.fixture
def live(keys: PipeInput) -> Live:
    return Live(keys)


async def until_sent(live: Live, count: int, keys: str) -> int:
    """Types, and leaves only when that many messages were sent."""

    def leave(_: Message) -> None:
        if len(live.gateway.sent) == count:
            live.keys.send_text(CTRL_D)

    live.gateway.on_send = leave
    return await live.typed(keys)


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        (f"lunch 5{ENTER}dinner 9{ENTER}", ["lunch 5", "dinner 9"]),
        (f"{ENTER}  {ENTER}lunch 5{ENTER}", ["lunch 5"]),
        (f"half{CTRL_C}lunch 5{ENTER}", ["lunch 5"]),
        (PASTE.format("coffee 5\ngrab 12") + ENTER, ["coffee 5\ngrab 12"]),
    ],
)
async def test_typed_lines_are_sent_in_order(live: Live, typed: str, sent: list[str]) -> None:
    assert await until_sent(live, len(sent), typed) == 0
    assert live.texts == sent


@pytest.mark.parametrize("leaving", [f"/quit{ENTER}", CTRL_D, CTRL_C])
async def test_leaving_is_clean(live: Live, leaving: str) -> None:
    assert await live.typed(leaving) == 0
    assert "Bye" in live.screen.lines[-1]
    assert live.texts == []
    assert live.gateway.asked == 1  # nothing is asked while nothing is pending


async def test_what_is_going_on_is_shown_until_it_is_settled(live: Live) -> None:
    task = TaskStatus(task_id="t", agent="expenses", number=1, doing="read image")
    working = ConversationStatus(state=ConversationState.WORKING, tasks=(task,))

    def on_send(_: Message) -> None:
        live.gateway.script = [working, AppError("no answer"), IDLE]

    live.gateway.on_send = on_send
    done = asyncio.Event()

    async def pause(seconds: float) -> None:
        await live.pause(seconds)
        if len(live.progress) == 3 * TICKS_PER_LOOK:
            done.set()
            live.keys.send_text(CTRL_D)

    live.chat.pause = pause
    assert await live.typed(f"lunch 5{ENTER}") == 0
    assert done.is_set()
    assert "thinking…" in live.progress[0]
    assert "reading the photo…\n› " in live.progress[TICKS_PER_LOOK]
    assert "thinking…" in live.progress[-1]


async def test_nothing_is_asked_about_a_turn_that_is_over_soon(live: Live) -> None:
    def on_send(message: Message) -> None:
        live.memory.dealt_with[message.id] = None
        live.keys.send_text(CTRL_D)

    live.gateway.on_send = on_send
    await live.typed(f"lunch 5{ENTER}")
    assert live.gateway.asked == 1, "when it opened"
    assert [message.awaited for message in live.gateway.sent] == [True]


async def test_a_question_that_was_open_is_shown_after_the_replies_on_their_way(
    live: Live,
) -> None:
    asked = reply(AskMerchant(card=CARD), question="q2")
    waiting = IDLE.model_copy(update={"open_question": asked})
    late = waiting.model_copy(update={"replies_pending": 1})
    live.gateway.script = [late, late, waiting]

    async def pause(seconds: float) -> None:
        live.screen.lines.append("…")
        await live.pause(seconds)

    class LeavingScreen(FakeScreen):
        def show(self, wording: Wording, *, slashed: bool, first: int) -> None:
            super().show(wording, slashed=slashed, first=first)
            live.keys.send_text(CTRL_D)

    live.chat.pause = pause
    live.chat.screen = live.screen = LeavingScreen()
    assert await live.typed("") == 0
    assert live.screen.lines[:-1] == ["…", "…", "…", worded(asked, formats()).text()]


async def test_a_defect_is_raised_and_not_lost(live: Live) -> None:
    def on_send(_: Message) -> None:
        raise RuntimeError("a bug")

    live.gateway.on_send = on_send
    with pytest.raises(RuntimeError, match="a bug"):
        await live.typed(f"lunch 5{ENTER}")


async def test_earlier_lines_are_kept_for_the_arrow_keys(keys: PipeInput, tmp_path: Path) -> None:
    live = Live(keys)
    live.terminal = LiveTerminal(live.chat, history_file=tmp_path / "history")
    await until_sent(live, 1, f"lunch 5{ENTER}")
    again = Live(keys)
    again.terminal = LiveTerminal(again.chat, history_file=tmp_path / "history")
    await until_sent(again, 1, f"\x1b[A{ENTER}")
    assert again.texts == ["lunch 5"]


def completions(typed: str) -> list[str]:
    document = Document(typed)
    completer = ChatCompleter(catalogue_for("en"), commands_of(("expenses",)))
    found = completer.get_completions(document, CompleteEvent())
    return [typed[: len(typed) + c.start_position] + c.text for c in found]


def test_commands_are_completed_after_a_slash_only_and_paths_after_photo(tmp_path: Path) -> None:
    assert completions("/st") == ["/start", "/status"]
    assert {"/photo", "/restore", "/history"} <= set(completions("/"))
    assert completions("st") == []
    assert completions("/status now") == []
    (tmp_path / "my receipt.jpg").touch()
    assert completions(f"/photo {tmp_path}/my") == [f"/photo {tmp_path}/my\\ receipt.jpg"]


# Through a pipe: each line is dealt with before the next one is sent


WORKING = ConversationStatus(state=ConversationState.WORKING)
ANA = Person(user_id="ana")


@contextmanager
def piped(text: str | bytes) -> Iterator[TextIO]:
    reading, writing = os.pipe()
    with os.fdopen(reading, encoding="utf-8") as stdin:
        with os.fdopen(writing, "wb") as stdout:
            stdout.write(text if isinstance(text, bytes) else text.encode())
        yield stdin


class Pipe(TerminalStage):
    async def run(self, text: str | bytes) -> int:
        with piped(text) as stdin:
            return await PipedTerminal(self.chat).run(stdin)


@pytest.fixture
def pipe() -> Pipe:
    return Pipe()


async def test_what_was_said_while_nobody_listened_is_shown_first(pipe: Pipe) -> None:
    late = IDLE.model_copy(update={"replies_pending": 1})
    pipe.gateway.script = [late, late, IDLE]
    assert await pipe.run("/quit\n") == 0
    assert pipe.gateway.asked == 3
    pipe.gateway.script = [late] * 1_000
    assert await pipe.run("/quit\n") == 0


async def test_every_line_is_a_message_until_the_input_or_a_quit_ends_it(pipe: Pipe) -> None:
    assert await pipe.run("") == 0
    assert await pipe.run("lunch 5\n/status\ndinner 9") == 0
    assert await pipe.run("tea 2\n/quit\nnever 1\n") == 0
    assert pipe.texts == ["lunch 5", "/status", "dinner 9", "tea 2"]


async def test_a_question_that_was_open_can_be_answered_by_its_number(pipe: Pipe) -> None:
    asked = reply(
        AskCategory(card=CARD),
        question="q2",
        choices=(choice(PressAction.ANSWER, "q2", "Fuel", "Fuel"),),
    )
    waiting = IDLE.model_copy(update={"open_question": asked})
    pipe.gateway.script = [waiting.model_copy(update={"replies_pending": 1}), waiting]
    assert await pipe.run("1\n") == 0
    assert "[1] Fuel" in pipe.screen.lines
    assert pipe.gateway.sent[0].press == ButtonPress(action="answer", subject="q2", value="Fuel")


async def test_the_next_line_waits_until_the_last_one_is_settled(pipe: Pipe) -> None:
    sent_when_asked: list[int] = []

    def on_send(message: Message) -> None:
        handled = (message.id,)
        sent_when_asked.append(pipe.gateway.asked)
        pipe.gateway.script = [
            IDLE,
            WORKING.model_copy(update={"handled": handled}),
            IDLE.model_copy(update={"handled": handled, "replies_pending": 1}),
        ]

    pipe.gateway.on_send = on_send
    assert await pipe.run("lunch 5\ndinner 9\n") == 0
    first, second = sent_when_asked
    assert second - first == 4
    assert pipe.clock.now - NOW == 8 * LOOK_AFTER, "in which nobody told that it is dealt with"
    # A worker that restarts is waited for.
    pipe.gateway.on_send = lambda _: None
    pipe.gateway.script = [IDLE, NoWorkerError("starting"), TemporalUnreachableError("blip")]
    assert await pipe.run("tea 2\n") == 0


@pytest.mark.parametrize(
    ("script", "refusal", "words"),
    [
        ([NoWorkerError("dead")] * 1_000, None, "No answer"),
        ([TemporalRefusedError("namespace")], None, ""),
        ([], TemporalUnreachableError("down"), "can't be reached"),
    ],
    ids=["silence", "refusal", "not sent"],
)
async def test_a_line_without_an_answer_is_told_and_ends_with_an_error(
    pipe: Pipe, script: list[AppError], refusal: AppError | None, words: str
) -> None:
    pipe.gateway.script, pipe.gateway.refuse = [IDLE, *script], refusal
    assert await pipe.run("lunch 5\n/quit\n") == 1
    assert words in pipe.screen.text()


async def test_the_next_line_is_read_as_soon_as_the_last_one_is_told_to_be_dealt_with(
    pipe: Pipe,
) -> None:
    def on_send(message: Message) -> None:
        pipe.memory.dealt_with[message.id] = None

    pipe.gateway.on_send = on_send
    assert await pipe.run("lunch 5\ndinner 9\n") == 0
    assert pipe.texts == ["lunch 5", "dinner 9"]
    assert pipe.gateway.asked == 1, "when it opened"
    assert pipe.clock.pauses == []


async def test_endless_work_is_told_and_the_next_line_goes_on(pipe: Pipe) -> None:
    pipe.gateway.script = [IDLE, *[WORKING] * 3_001]
    assert await pipe.run("lunch 5\ndinner 9\n") == 1
    assert "still working" in pipe.screen.text()
    assert pipe.texts == ["lunch 5", "dinner 9"]


async def test_a_message_is_sent_again_under_its_id_until_the_server_is_back(
    pipe: Pipe,
) -> None:
    pipe.gateway.unreachable = 3
    assert await pipe.run("lunch 5\n") == 0
    assert pipe.screen.lines == ["❗ I can't be reached right now. I keep that and try again."]
    assert len(pipe.gateway.tried) == 4
    assert set(pipe.gateway.tried) == {pipe.gateway.sent[0].id}


async def test_bad_lines_get_words_and_the_rest_goes_on(pipe: Pipe) -> None:
    assert await pipe.run(f"\n{'x' * 10_000}\n/photo none.jpg\n\x00\nlunch 5\n") == 0
    assert pipe.texts == ["lunch 5"]
    assert len(pipe.screen.lines) == 4
    assert await pipe.run(b"lunch \xff 5\n") == 0  # bytes that are no text do not end the chat
    assert pipe.texts[1:] == ["lunch � 5"]


async def test_the_chat_ends_when_nobody_reads_it_any_more(pipe: Pipe) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", encoding="utf-8") as out:
        pipe.chat.screen = PlainScreen(out)
        assert await pipe.run("/nonsense\nlunch 5\n") == 1
        assert pipe.texts == []
        pipe.gateway.script = [IDLE, *[WORKING] * 3_001]
        assert await pipe.run("lunch 5\ndinner 9\n") == 1
        assert pipe.texts == ["lunch 5"]
        os.dup2(os.open(os.devnull, os.O_WRONLY), writing)  # what is buffered can be flushed


async def test_the_whole_terminal_works_on_a_real_server(
    environment: WorkflowEnvironment,
) -> None:
    out, kept = io.StringIO(), (InMemoryTranscript(), InMemoryAttachments(), InMemoryUsers())
    gateway = ConversationGateway(environment.client, *kept, ANA)
    with piped("lunch 5\n/status\n/quit\n") as stdin:
        async with Worker(environment.client, task_queue="steward", workflows=[StandIn]):
            code = await run_terminal(
                gateway,
                environment.client,
                chat_id="home",
                person=ANA,
                reply_queue=reply_queue("terminal", "home"),
                worker_activities=lambda channel: [Deliver(channel).deliver],
                streams=Streams(stdin, out),
                addresses=Addresses(page="http://127.0.0.1:1", behind="http://127.0.0.1:2"),
                opened=lambda: print("first", file=out),
            )
    assert code == 0
    assert [line for line in out.getvalue().splitlines() if line] == [
        "first",
        "🌐 In a browser: http://127.0.0.1:1 · behind the scenes: http://127.0.0.1:2",
        "You said lunch 5",
        "You said /status",
    ]


@pytest.mark.shows("safety 36")
async def test_the_first_line_waits_for_the_yes_and_nothing_goes_without(pipe: Pipe) -> None:
    records = InMemoryConsents()
    pipe.gateway.consent = Consent(records, ConsentText("v1", {"en": "May I keep it?"}))
    assert await pipe.run("lunch 5\nno\ncoffee 3\n/privacy\n2\ntea 4\n") == 0
    assert (pipe.gateway.tried, records.given) == ([], [])
    shown = pipe.screen.text()
    assert "May I keep it?\n[1] I agree  [2] No, thanks" in shown
    assert "/deletemydata" in shown
    assert await pipe.run("1\ntea 6\n") == 0
    assert pipe.texts == ["tea 4", "tea 6"]
    assert [(each.user_id, each.how, each.channel) for each in records.given] == [
        ("ana", "button", "terminal")
    ]


async def test_a_file_waits_for_the_yes_with_its_bytes(pipe: Pipe, tmp_path: Path) -> None:
    consent = Consent(InMemoryConsents(), ConsentText("v1", {"en": "May I keep it?"}))
    pipe.gateway.consent = consent
    photo = tmp_path / "a.png"
    photo.write_bytes(encoded(drawn(), "PNG"))
    assert await pipe.run(f"/photo {photo}\n") == 0
    assert pipe.gateway.contents == {}
    assert await pipe.run("yes\n") == 0
    assert [len(message.attachments) for message in pipe.gateway.sent] == [1]
    assert list(pipe.gateway.contents.values()) == [photo.read_bytes()]


async def test_who_cannot_be_asked_is_told_that_nothing_was_kept(pipe: Pipe) -> None:
    records = InMemoryConsents(down=StorageUnavailableError("gone"))
    pipe.gateway.consent = Consent(records, ConsentText("v1", {"en": "May I keep it?"}))
    assert await pipe.run("lunch 5\n") == 1
    assert "I can't reach my records right now, so I kept nothing" in pipe.screen.text()
    assert pipe.gateway.tried == []
