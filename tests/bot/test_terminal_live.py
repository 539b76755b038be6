"""The live terminal stays usable while it waits, and ends cleanly."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from agents.expenses.replies import AskMerchant
from bot.terminal.completion import ChatCompleter
from bot.terminal.live import LiveTerminal
from bot.texts.cards import commands_of
from bot.texts.catalogue import catalogue_for
from bot.texts.speech import Wording
from bot.texts.wording import worded
from domain.conversation import ConversationState, ConversationStatus, TaskStatus
from domain.errors import AppError
from domain.messages import Message
from tests.bot.fakes import IDLE, FakeScreen, TerminalStage
from tests.bot.samples import CARD, formats, reply

CTRL_C, CTRL_D, ENTER = "\x03", "\x04", "\r"
PASTE = "\x1b[200~{}\x1b[201~"


class Stage(TerminalStage):
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
def stage(keys: PipeInput) -> Stage:
    return Stage(keys)


async def until_sent(stage: Stage, count: int, keys: str) -> int:
    """Types, and leaves only when that many messages were sent."""

    def leave(_: Message) -> None:
        if len(stage.gateway.sent) == count:
            stage.keys.send_text(CTRL_D)

    stage.gateway.on_send = leave
    return await stage.typed(keys)


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        (f"lunch 5{ENTER}dinner 9{ENTER}", ["lunch 5", "dinner 9"]),
        (f"{ENTER}  {ENTER}lunch 5{ENTER}", ["lunch 5"]),
        (f"half{CTRL_C}lunch 5{ENTER}", ["lunch 5"]),
        (PASTE.format("coffee 5\ngrab 12") + ENTER, ["coffee 5\ngrab 12"]),
    ],
)
async def test_typed_lines_are_sent_in_order(stage: Stage, typed: str, sent: list[str]) -> None:
    assert await until_sent(stage, len(sent), typed) == 0
    assert stage.texts == sent


@pytest.mark.parametrize("leaving", [f"/quit{ENTER}", CTRL_D, CTRL_C])
async def test_leaving_is_clean(stage: Stage, leaving: str) -> None:
    assert await stage.typed(leaving) == 0
    assert "Bye" in stage.screen.lines[-1]
    assert stage.texts == []
    assert stage.gateway.asked == 1  # nothing is asked while nothing is pending


async def test_what_is_going_on_is_shown_until_it_is_settled(stage: Stage) -> None:
    task = TaskStatus(task_id="t", agent="expenses", number=1, doing="read image")
    working = ConversationStatus(state=ConversationState.WORKING, tasks=(task,))

    def on_send(_: Message) -> None:
        stage.gateway.script = [working, AppError("no answer"), IDLE]

    stage.gateway.on_send = on_send
    done = asyncio.Event()

    async def pause(seconds: float) -> None:
        await stage.pause(seconds)
        if len(stage.progress) == 9:
            done.set()
            stage.keys.send_text(CTRL_D)

    stage.chat.pause = pause
    assert await stage.typed(f"lunch 5{ENTER}") == 0
    assert done.is_set()
    assert "reading the photo…\n› " in stage.progress[0]
    assert "thinking…" in stage.progress[-1]


async def test_a_question_that_was_open_is_shown_after_the_replies_on_their_way(
    stage: Stage,
) -> None:
    asked = reply(AskMerchant(card=CARD), question="q2")
    waiting = IDLE.model_copy(update={"open_question": asked})
    late = waiting.model_copy(update={"replies_pending": 1})
    stage.gateway.script = [late, late, waiting]

    async def pause(seconds: float) -> None:
        stage.screen.lines.append("…")
        await stage.pause(seconds)

    class LeavingScreen(FakeScreen):
        def show(self, wording: Wording, *, slashed: bool) -> None:
            super().show(wording, slashed=slashed)
            stage.keys.send_text(CTRL_D)

    stage.chat.pause = pause
    stage.chat.screen = stage.screen = LeavingScreen()
    assert await stage.typed("") == 0
    assert stage.screen.lines[:-1] == ["…", "…", "…", worded(asked, formats()).text()]


async def test_a_defect_is_raised_and_not_lost(stage: Stage) -> None:
    def on_send(_: Message) -> None:
        msg = "a bug"
        raise RuntimeError(msg)

    stage.gateway.on_send = on_send
    with pytest.raises(RuntimeError, match="a bug"):
        await stage.typed(f"lunch 5{ENTER}")


async def test_earlier_lines_are_kept_for_the_arrow_keys(keys: PipeInput, tmp_path: Path) -> None:
    stage = Stage(keys)
    stage.terminal = LiveTerminal(stage.chat, history_file=tmp_path / "history")
    await until_sent(stage, 1, f"lunch 5{ENTER}")
    again = Stage(keys)
    again.terminal = LiveTerminal(again.chat, history_file=tmp_path / "history")
    await until_sent(again, 1, f"\x1b[A{ENTER}")
    assert again.texts == ["lunch 5"]


def completions(typed: str) -> list[str]:
    document = Document(typed)
    completer = ChatCompleter(catalogue_for("en"), commands_of(("expenses",)))
    found = completer.get_completions(document, CompleteEvent())
    return [typed[: len(typed) + c.start_position] + c.text for c in found]


def test_commands_are_completed_after_a_slash_only() -> None:
    assert completions("/st") == ["/start", "/status"]
    assert {"/photo", "/restore", "/history"} <= set(completions("/"))
    assert completions("st") == []
    assert completions("/status now") == []


def test_paths_are_completed_after_photo(tmp_path: Path) -> None:
    (tmp_path / "my receipt.jpg").touch()
    assert completions(f"/photo {tmp_path}/my") == [f"/photo {tmp_path}/my\\ receipt.jpg"]
