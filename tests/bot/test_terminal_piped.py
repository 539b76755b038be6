"""Through a pipe each line is dealt with before the next one is sent."""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

import pytest
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from agents.expenses.replies import AskCategory
from bot.gateway import ConversationGateway, reply_queue
from bot.handover import NoWorkerError, TemporalRefusedError, TemporalUnreachableError
from bot.terminal.piped import PipedTerminal
from bot.terminal.run import Streams, run_terminal
from bot.terminal.screen import PlainScreen
from domain.conversation import ConversationState, ConversationStatus
from domain.errors import AppError
from domain.messages import ButtonPress, Message
from domain.topics import PressAction
from domain.understanding import Person
from tests.bot.fakes import IDLE, Records, TerminalStage
from tests.bot.samples import CARD, choice, reply
from tests.bot.standin import Deliver, StandIn

WORKING = ConversationStatus(state=ConversationState.WORKING)
ANA = Person(user_id="ana")


@contextmanager
def piped(text: str) -> Iterator[TextIO]:
    reading, writing = os.pipe()
    with os.fdopen(reading, encoding="utf-8") as stdin:
        with os.fdopen(writing, "w", encoding="utf-8") as stdout:
            stdout.write(text)
        yield stdin


class Stage(TerminalStage):
    async def run(self, text: str) -> int:
        with piped(text) as stdin:
            return await PipedTerminal(self.chat).run(stdin)


@pytest.fixture
def stage() -> Stage:
    return Stage()


async def test_what_was_said_while_nobody_listened_is_shown_first(stage: Stage) -> None:
    late = IDLE.model_copy(update={"replies_pending": 1})
    stage.gateway.script = [late, late, IDLE]
    assert await stage.run("/quit\n") == 0
    assert stage.gateway.asked == 3
    stage.gateway.script = [late] * 1_000
    assert await stage.run("/quit\n") == 0


async def test_every_line_is_a_message_until_the_input_or_a_quit_ends_it(stage: Stage) -> None:
    assert await stage.run("") == 0
    assert await stage.run("lunch 5\n/status\ndinner 9") == 0
    assert await stage.run("tea 2\n/quit\nnever 1\n") == 0
    assert stage.texts == ["lunch 5", "/status", "dinner 9", "tea 2"]


async def test_a_question_that_was_open_can_be_answered_by_its_number(stage: Stage) -> None:
    asked = reply(
        AskCategory(card=CARD),
        question="q2",
        choices=(choice(PressAction.ANSWER, "q2", "Fuel", "Fuel"),),
    )
    waiting = IDLE.model_copy(update={"open_question": asked})
    stage.gateway.script = [waiting.model_copy(update={"replies_pending": 1}), waiting]
    assert await stage.run("1\n") == 0
    assert "[1] Fuel" in stage.screen.lines
    assert stage.gateway.sent[0].press == ButtonPress(action="answer", subject="q2", value="Fuel")


async def test_the_next_line_waits_until_the_last_one_is_settled(stage: Stage) -> None:
    sent_when_asked: list[int] = []

    def on_send(message: Message) -> None:
        handled = (message.id,)
        sent_when_asked.append(stage.gateway.asked)
        stage.gateway.script = [
            IDLE,
            WORKING.model_copy(update={"handled": handled}),
            IDLE.model_copy(update={"handled": handled, "replies_pending": 1}),
        ]

    stage.gateway.on_send = on_send
    assert await stage.run("lunch 5\ndinner 9\n") == 0
    first, second = sent_when_asked
    assert second - first == 4
    assert len(stage.clock.pauses) == 6


async def test_a_worker_that_restarts_is_waited_for(stage: Stage) -> None:
    stage.gateway.script = [IDLE, NoWorkerError("starting"), TemporalUnreachableError("blip")]
    assert await stage.run("lunch 5\n") == 0


@pytest.mark.parametrize(
    ("script", "refusal", "words", "waits"),
    [
        ([NoWorkerError("dead")] * 1_000, None, "No answer", True),
        ([TemporalRefusedError("namespace")], None, "", False),
        ([], TemporalUnreachableError("down"), "can't be reached", True),
    ],
    ids=["silence", "refusal", "not sent"],
)
async def test_a_line_without_an_answer_is_told_and_ends_with_an_error(
    stage: Stage, script: list[AppError], refusal: AppError | None, words: str, *, waits: bool
) -> None:
    stage.gateway.script, stage.gateway.refuse = [IDLE, *script], refusal
    assert await stage.run("lunch 5\n/quit\n") == 1
    assert words in stage.screen.text()
    assert bool(stage.clock.pauses) is waits


async def test_endless_work_is_told_and_the_next_line_goes_on(stage: Stage) -> None:
    stage.gateway.script = [IDLE, *[WORKING] * 3_001]
    assert await stage.run("lunch 5\ndinner 9\n") == 1
    assert "still working" in stage.screen.text()
    assert stage.texts == ["lunch 5", "dinner 9"]


async def test_a_message_is_sent_again_under_its_id_until_the_server_is_back(
    stage: Stage,
) -> None:
    stage.gateway.unreachable = 3
    assert await stage.run("lunch 5\n") == 0
    assert stage.screen.lines == ["❗ I can't be reached right now. I keep that and try again."]
    assert len(stage.gateway.tried) == 4
    assert set(stage.gateway.tried) == {stage.gateway.sent[0].id}


async def test_bad_lines_get_words_and_the_rest_goes_on(stage: Stage) -> None:
    assert await stage.run(f"\n{'x' * 10_000}\n/photo none.jpg\n\x00\nlunch 5\n") == 0
    assert stage.texts == ["lunch 5"]
    assert len(stage.screen.lines) == 4


async def test_the_chat_ends_when_nobody_reads_it_any_more(stage: Stage) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", encoding="utf-8") as out:
        stage.chat.screen = PlainScreen(out)
        assert await stage.run("/nonsense\nlunch 5\n") == 1
        assert stage.texts == []
        stage.gateway.script = [IDLE, *[WORKING] * 3_001]
        assert await stage.run("lunch 5\ndinner 9\n") == 1
        assert stage.texts == ["lunch 5"]
        os.dup2(os.open(os.devnull, os.O_WRONLY), writing)  # what is buffered can be flushed


async def test_bytes_that_are_no_text_do_not_end_the_chat(stage: Stage) -> None:
    reading, writing = os.pipe()
    with os.fdopen(writing, "wb") as out:
        out.write(b"lunch \xff 5\n")
    with os.fdopen(reading, encoding="utf-8") as stdin:
        assert await PipedTerminal(stage.chat).run(stdin) == 0
    assert stage.texts == ["lunch � 5"]


async def test_the_whole_terminal_works_on_a_real_server(
    environment: WorkflowEnvironment,
) -> None:
    records, out = Records(), io.StringIO()
    gateway = ConversationGateway(environment.client, records, records, records, ANA)
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
                web_ui="http://127.0.0.1:1",
            )
    assert code == 0
    assert [line for line in out.getvalue().splitlines() if line] == [
        "🔭 Behind the scenes: http://127.0.0.1:1",
        "You said lunch 5",
        "You said /status",
    ]
