"""The tool loop: whatever a model, a tool, the database or the person does, a turn ends, each write
happens once, and what the model is told is true.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import timedelta
from decimal import Decimal

import pytest
from temporalio.client import WorkflowExecutionStatus

from domain.errors import ModelUnavailableError, StorageUnavailableError, ToolRefusedError
from domain.tools import ErrorCode
from domain.topics import Cancelled, ClosedByOperator, Degraded, Expired, Failed, PressAction
from tests.toy.box.things import CUP, PEN, AskBurn, Told
from tests.toy.chat import ToyChat
from tests.workflows.interruptions import points_of
from tests.workflows.promises import closed, run_id


@pytest.fixture(scope="module")
def toys() -> tuple[str, ...]:
    return ("box",)


async def asks(chat: ToyChat, text: str) -> None:
    """Says what makes the box ask before it burns."""
    await chat.say(text)
    await chat.told(AskBurn.topic)


async def loses_the_database(chat: ToyChat, text: str) -> None:
    """The database is away when this is said, and the person is told."""
    chat.box.calls.failure = StorageUnavailableError("away")
    await chat.say(text)
    await chat.told(Failed.topic)


@pytest.mark.shows("shop 1")
async def test_a_turn_of_several_rounds(chat: ToyChat) -> None:
    told = await chat.ends(f"box look; {PEN}; look; say there it is")
    assert told == Told(
        reason="answered", say="there it is", results=("ok",) * 3, rounds=4, things=("pen",)
    )
    assert chat.box.ran == ["look", "put", "look"]
    ids = [request.call.call_id.rpartition("/t")[2] for request in chat.box.requests]
    assert ids == ["1/r1/c1", "1/r2/c1", "1/r3/c1"]
    assert all(row.recorded for row in chat.box.calls.rows.values())


@pytest.mark.shows("shop 35 (figures)")
async def test_a_turn_with_one_call_takes_five_activities(chat: ToyChat) -> None:
    chat.rules.unsure = {"understand"}  # the most that a turn takes: words that need a model
    await chat.ends("box look")
    took = Counter(point.what for point in points_of([await chat.handle.fetch_history()]))
    own = ("understand", "agent_step", "run_tool", "deliver")
    assert {name: took[name] for name in own} == dict.fromkeys(own, 1) | {"agent_step": 2}
    local = {"begin_conversation", "understand_by_rules"}
    assert set(took) == {*own, *local, "message", "timer"}


@pytest.mark.shows("shop 53")
async def test_the_log_says_what_a_turn_took_and_cost_and_no_word_of_it(
    chat: ToyChat, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "temporalio.workflow")
    chat.engine.cost = Decimal("0.0002")
    await chat.ends(f"box {PEN}; look; say there it is", "box look")
    logged = [r for r in caplog.records if r.getMessage().startswith("turn.")]
    names = [r.getMessage().partition(" ")[0] for r in logged]
    assert names == ["turn.started", "turn.completed"] * 2
    told = [(vars(r)["rounds"], vars(r)["calls"], vars(r)["cost"]) for r in logged[1::2]]
    assert told == [(3, 2, "0.0006"), (2, 1, "0.0004")]
    assert vars(logged[0])["length"] == len(f"{PEN}; look; say there it is")
    assert not any("pen" in str(vars(r)) for r in logged)


async def test_without_injection_words_wait_for_the_end_of_the_turn(chat: ToyChat) -> None:
    chat.limit(context_injection=False)
    gate = await chat.hold_tool("put", f"box {PEN}; look")
    await chat.say(f"box {CUP}")
    gate.set()
    await chat.said(Told, 2)
    assert [request.turn for request in chat.box.requests] == [1, 1, 2]
    assert not any(each.heard for asked in chat.engine.asked for each in asked.rounds)


async def test_a_session_has_no_number_and_is_taken_up_by_what_is_said_next(chat: ToyChat) -> None:
    await chat.ends(f"box {PEN}", f"box {CUP}")
    (task,) = (await chat.status()).tasks
    assert (task.agent, task.number) == ("box", 0)
    assert task.task_id.endswith(chat.box.requests[0].task_id.rpartition("/")[2])
    assert [r.turn for r in chat.box.requests] == [1, 2]
    assert chat.box.things == ["pen", "cup"]


async def test_without_a_model_rules_take_the_steps(chat: ToyChat) -> None:
    chat.limit(has_model=False)
    assert (await chat.ends(f"box {PEN}")).say == "done"
    assert chat.engine.asked == []


class TestBounds:
    @pytest.mark.shows("shop 2")
    async def test_a_model_that_always_calls_is_asked_ten_times(self, chat: ToyChat) -> None:
        told = await chat.ends("box forever look")
        assert (told.reason, told.rounds) == ("partial", 10)
        assert [request.round for request in chat.engine.asked] == [*range(1, 11)]
        assert [request.rounds_left for request in chat.engine.asked][7:] == [2, 1, 0]
        closing = [bool(request.closing and not request.tools) for request in chat.engine.asked]
        assert closing == [False] * 9 + [True]
        assert len(chat.box.ran) == 9
        assert told.results[-1] == "not_offered"

    @pytest.mark.shows("shop 3")
    async def test_five_calls_a_round_and_so_many_a_turn(self, chat: ToyChat) -> None:
        chat.limit(max_tool_calls=7)
        looks = [f'look {{"at": "{n}"}}' for n in range(9)]
        told = await chat.ends(f"box {' & '.join(looks[:6])}; {' & '.join(looks[6:])}; look")
        # Six were called, so one is left of the seven; then only an answer is asked for.
        expected = ("ok",) * 5 + ("too_many_calls", "ok", "too_many_calls", "too_many_calls")
        assert told.results == (*expected, "not_offered")
        assert len(chat.box.calls.rows) == len(told.results)

    @pytest.mark.shows("shop 4")
    @pytest.mark.real_server
    async def test_a_turn_ends_when_its_time_is_over(self, chat: ToyChat) -> None:
        chat.limit(turn_timeout=timedelta(seconds=0.3))
        gate = chat.engine.gate = asyncio.Event()
        await chat.say(f"box {PEN}")
        assert (await chat.said(Told)).reason == "partial"
        gate.set()
        await chat.quiet()

    @pytest.mark.skips_time
    async def test_the_time_in_which_the_person_is_waited_for_does_not_count(
        self, chat: ToyChat
    ) -> None:
        await asks(chat, f"box {PEN}; burn")
        await chat.env.sleep(600)
        await chat.press(PressAction.YES)
        assert (await chat.said(Told)).reason == "answered"
        assert chat.box.requests[-1].confirmed_by == f"test:{chat.chat_id}:2", "the button's press"


class TestCalls:
    @pytest.mark.shows("shop 16")
    async def test_wrong_ones_are_errors_that_say_what_is_right(self, chat: ToyChat) -> None:
        wrong = 'put {"thing": "pen", "times": -1}'
        told = await chat.ends(f"box {wrong} & delete_user & hidden & put no json; {PEN}")
        assert told.results == ("invalid_arguments", "unknown_tool", "not_offered",
                                "invalid_arguments", "ok")  # fmt: skip
        assert chat.box.ran == ["put"]
        error = chat.engine.asked[1].rounds[0].results[0].error
        assert error is not None
        assert "times" in error.message
        assert error.hint == "times is integer from 1 to 9"
        assert len(chat.box.calls.rows) == 5  # every call is a row

    @pytest.mark.shows("shop 15")
    async def test_reads_run_at_once_and_writes_in_order_behind_them(self, chat: ToyChat) -> None:
        gate = await chat.hold_tool("look", f"box {PEN} & look & {CUP} & slow")
        await chat.box.begun["slow"].wait()
        gate.set()
        assert (await chat.said(Told)).things == ("pen", "cup")
        assert chat.box.ran[2:] == ["put", "put"]
        assert chat.box.things == ["pen", "cup"]

    @pytest.mark.shows("shop 13")
    async def test_a_slow_one_is_an_error_and_the_turn_goes_on(self, chat: ToyChat) -> None:
        chat.box.hold("slow")
        told = await chat.ends(f"box slow; {PEN}")
        assert told.results == ("timeout", "ok")
        assert told.reason == "answered"

    @pytest.mark.shows("shop 6", "shop 14")
    async def test_a_broken_one_tells_no_secrets(self, chat: ToyChat) -> None:
        assert (await chat.ends("box broken; look")).results == ("internal", "ok")
        shown = chat.engine.asked[1].model_dump_json()
        assert "SELECT" not in shown
        assert "/srv" not in shown

    async def test_what_a_person_said_meanwhile_is_heard_in_the_next_round(
        self, chat: ToyChat
    ) -> None:
        gate = await chat.hold_tool("put", f"box {PEN}; look")
        await chat.say(f"box {CUP}")
        gate.set()
        assert (await chat.said(Told)).things == ("pen", "cup")
        (first, second) = chat.engine.asked[1].rounds[0], chat.engine.asked[1]
        assert [heard.text for heard in first.heard] == [CUP]
        assert second.round == 2

    async def test_a_model_that_is_still_thinking_is_asked_anew(self, chat: ToyChat) -> None:
        gate = await chat.hold_engine(f"box {PEN}")
        chat.engine.gate = None
        await chat.say(f"box {CUP}")
        told = await chat.said(Told)
        gate.set()
        assert told.things == ("cup",)
        assert [heard.text for heard in chat.engine.asked[-1].said] == [PEN, CUP]


class TestRepetition:
    async def test_a_write_is_done_once(self, chat: ToyChat) -> None:
        assert (await chat.ends(f"box {PEN}; {PEN}; look")).results == ("ok", "already_done", "ok")
        assert chat.box.things == ["pen"]

    async def test_new_words_may_mean_the_same_again(self, chat: ToyChat) -> None:
        await chat.ends(f"box {PEN}", f"box {PEN}")
        assert chat.box.things == ["pen", "pen"]

    async def test_a_read_gives_its_first_result_unless_something_changed(
        self, chat: ToyChat
    ) -> None:
        told = await chat.ends(f"box look & look; look; {PEN}; look")
        assert told.results == ("ok", "ok", "repeated", "not_offered")
        assert chat.box.ran == ["look"]
        assert (await chat.ends(f"box {PEN} & look; look")).things == ("pen",)

    async def test_two_rounds_in_which_nothing_new_ran_end_the_tools(self, chat: ToyChat) -> None:
        told = await chat.ends("box one; two; say sorry")
        assert told.say == "sorry"
        assert [request.closing for request in chat.engine.asked] == [False, False, True]

    async def test_what_fails_is_tried_three_times(self, chat: ToyChat) -> None:
        told = await chat.ends("box broken; broken; broken; broken; say sorry")
        assert told.results == ("internal",) * 3 + ("repeated",)
        assert told.say == "sorry"
        assert chat.engine.asked[-1].closing


class TestSettling:
    async def test_a_write_that_was_kept_is_never_said_to_have_failed(self, chat: ToyChat) -> None:
        chat.box.hold_answers("late")
        told = await chat.ends('box late {"thing": "pen"}; look')
        assert told.results == ("ok", "ok")
        assert chat.box.ran == ["late", "settle late", "look"]
        assert chat.box.things == ["pen"]

    async def test_a_write_that_took_too_long_is_certainly_not_done(self, chat: ToyChat) -> None:
        gate = chat.box.hold("late")
        told = await chat.ends('box late {"thing": "pen"}; look')
        gate.set()
        assert told.results == ("timeout", "ok")
        statuses = [result.status for result in chat.engine.asked[1].rounds[0].results]
        assert statuses == ["not_executed"]
        assert chat.box.things == []

    @pytest.mark.shows("shop bad input")
    async def test_a_database_that_is_away_is_told_once_and_waited_for(self, chat: ToyChat) -> None:
        await loses_the_database(chat, f"box {PEN}; {CUP}")
        chat.box.calls.failure = None
        assert (await chat.said(Told)).things == ("pen", "cup")
        assert list(chat.topics).count(Failed.topic) == 1

    @pytest.mark.shows("shop bad input")
    async def test_before_a_question_it_is_waited_for_too(self, chat: ToyChat) -> None:
        await loses_the_database(chat, "box burn")
        chat.box.calls.failure = None
        await chat.told(AskBurn.topic)
        assert list(chat.topics).count(Failed.topic) == 1

    async def test_a_read_of_a_database_that_is_away_is_an_error(self, chat: ToyChat) -> None:
        chat.box.calls.failure = StorageUnavailableError("away")
        assert (await chat.ends("box look; say sorry")).results == ("unavailable",)


class TestConfirmation:
    async def test_it_is_done_only_as_it_was_shown_and_agreed_to(self, chat: ToyChat) -> None:
        await chat.say(f"box {PEN}; burn")
        assert (await chat.said(AskBurn)).things == ("pen",)
        assert chat.box.things == ["pen"]
        yes = await chat.say("yes", author_id="test:member")
        assert (await chat.said(Told)).results == ("ok", "ok")
        assert chat.box.things == []
        request = chat.box.requests[-1]
        assert (request.confirmed, request.confirmed_by) == ({"things": ["pen"]}, yes)
        assert request.author_id == "test:member"

    async def test_a_no_is_told_to_the_model(self, chat: ToyChat) -> None:
        await asks(chat, f"box {PEN}; burn; burn; say as you wish")
        await chat.tell("no")
        told = await chat.said(Told)
        assert told.results == ("ok", "declined", "declined")  # and not asked again
        assert list(chat.topics).count(AskBurn.topic) == 1
        assert chat.box.things == ["pen"]

    async def test_other_words_change_it_and_it_is_asked_anew(self, chat: ToyChat) -> None:
        await asks(chat, "box burn")
        await chat.say(f"box {PEN}; burn")
        await chat.told(AskBurn.topic, 2)
        declined = chat.engine.asked[1].rounds[0]
        assert declined.results[0].error is not None
        assert declined.results[0].error.code is ErrorCode.DECLINED
        assert [heard.text for heard in declined.heard] == [f"{PEN}; burn"]
        await chat.say("yes")
        assert (await chat.said(Told)).results == ("declined", "ok", "ok")

    async def test_what_is_different_by_then_is_shown_and_asked_anew(self, chat: ToyChat) -> None:
        await asks(chat, f"box {PEN}; burn")
        chat.box.things.append("cup")
        chat.box.refusal = ToolRefusedError("out_of_stock", "it is not as it was")
        await chat.say("yes")
        await chat.told(AskBurn.topic, 2)
        assert (await chat.said(AskBurn, 2)).things == ("pen", "cup")
        await chat.quiet()
        await chat.say("yes")
        assert (await chat.said(Told)).results == ("ok", "ok")
        assert [r.call.call_id[-6:] for r in chat.box.requests[-2:]] == ["/r2/c1", "/c1/y2"]

    async def test_only_one_a_round(self, chat: ToyChat) -> None:
        await asks(chat, "box burn & burn")
        await chat.say("yes")
        assert (await chat.said(Told)).results == ("ok", "one_at_a_time")

    async def test_at_the_yes_the_database_is_away(self, chat: ToyChat) -> None:
        await asks(chat, f"box {PEN}; burn")
        await loses_the_database(chat, "yes")
        chat.box.calls.failure = None
        assert (await chat.said(Told)).results == ("ok", "ok")
        assert chat.box.ran.count("burn") == 1


class TestModelsAway:
    @pytest.mark.shows("shop 45–46")
    async def test_rules_go_on_from_the_results_and_write_nothing_twice(
        self, chat: ToyChat
    ) -> None:
        gate = await chat.hold_tool("put", f"box {PEN}; look")
        chat.engine.failure = ModelUnavailableError("down")
        chat.engine.failure.retryable = False
        gate.set()
        told = await chat.said(Told)
        assert (told.results, told.things) == (("ok", "ok"), ("pen",))
        assert chat.box.ran == ["put", "look"]
        assert list(chat.topics).count(Degraded.topic) == 1


class TestInterruptions:
    """Whatever a turn awaits: it ends there when it is cancelled, and goes on in a new run."""

    @pytest.mark.parametrize(
        ("begin", "things"),
        [
            (lambda chat: chat.hold_engine(f"box {PEN}"), []),
            (lambda chat: chat.hold_tool("look", f"box look; {PEN}"), []),
            (lambda chat: asks(chat, f"box {PEN}; burn"), ["pen"]),
            (lambda chat: loses_the_database(chat, f"box {PEN}"), []),
        ],
        ids=["model", "read", "question", "outage"],
    )
    async def test_a_cancel_ends_it(
        self,
        chat: ToyChat,
        begin: Callable[[ToyChat], Awaitable[asyncio.Event | None]],
        things: list[str],
    ) -> None:
        gate = await begin(chat)
        await chat.say("/cancel")
        await chat.told(Cancelled.topic)
        if gate is not None:
            gate.set()
        assert chat.box.things == things

    @pytest.mark.real_server
    async def test_a_cancel_ends_behind_the_write_that_runs(self, chat: ToyChat) -> None:
        gate = await chat.hold_tool("put", f"box {PEN} & {CUP}")
        await chat.say("/cancel")
        gate.set()
        await chat.told(Cancelled.topic)
        assert chat.box.things == ["pen"]

    @pytest.mark.real_server
    async def test_a_cancelled_workflow_ends_with_what_was_written(self, chat: ToyChat) -> None:
        gate = await chat.hold_tool("put", f"box {PEN} & {CUP}")
        first = await run_id(chat)
        await chat.handle.cancel()
        gate.set()
        await chat.told(ClosedByOperator.topic)
        assert await closed(chat, first) is WorkflowExecutionStatus.CANCELED
        assert chat.box.things == ["pen"]

    @pytest.mark.skips_time
    async def test_a_question_that_nobody_answered_is_resumed_as_things_stand_then(
        self, chat: ToyChat
    ) -> None:
        await asks(chat, f"box {PEN}; burn")
        await chat.env.sleep(timedelta(hours=25))
        expired = await chat.told(Expired.topic)
        chat.box.things.append("cup")
        await chat.press(PressAction.RESUME, expired)
        await chat.told(AskBurn.topic, 2)
        assert (await chat.said(AskBurn, 2)).things == ("pen", "cup")
        await chat.press(PressAction.YES)
        assert (await chat.said(Told)).results == ("ok", "ok")
        assert chat.box.things == []

    @pytest.mark.real_server
    @pytest.mark.parametrize("most", [6, 14, 22])
    async def test_a_new_run_goes_on_behind_the_last_finished_call(
        self, chat: ToyChat, most: int
    ) -> None:
        chat.limit(max_events=most)
        await asks(chat, f"box {PEN}; look; {CUP} & burn")
        await chat.quiet()
        await chat.press(PressAction.YES)
        told = await chat.said(Told)
        assert told.results == ("ok",) * 4
        assert chat.box.things == []
        assert [name for name in chat.box.ran if name in {"put", "burn"}] == [
            "put", "put", "burn",
        ]  # fmt: skip
        assert len(await chat.runs()) > 1
