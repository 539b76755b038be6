"""Whose words a message is, from what goes on in the chat alone."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from domain.conversation import OpenQuestion
from domain.messages import Message
from domain.naming import UNKNOWN_TASK, Naming
from domain.replies import Reply
from domain.understanding import Act, ActKind
from workflows.whose_words import GoingOn, could_answer, named_by, said_behind_opening, whose_words

NOTE, CALL, OTHER = "c/toy/1-aaaaaa", "c/phone/s1-aaaaaa", "c/clerk/2-aaaaaa"
NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


def message(text: str = "hello", reply_to: str | None = None, **more: object) -> Message:
    given = {"id": "m1", "sender_id": "u", "text": text, "sent_at": NOW, "reply_to": reply_to}
    return Message.model_validate(given | more)


def act(kind: ActKind, agent: str = "toy", task_id: str | None = None) -> Act:
    return Act(kind=kind, agent=agent, task_id=task_id, message_ids=("m1",))


class TestBeforeItIsUnderstood:
    resting = GoingOn(tasks={CALL}, session=CALL)

    def test_a_session_that_listens_takes_it(self) -> None:
        assert whose_words(message(), self.resting) == CALL

    def test_without_a_session_it_is_to_be_understood(self) -> None:
        assert whose_words(message(), GoingOn(tasks={NOTE}, working=NOTE)) is None

    def test_a_reply_to_another_card_is_not_the_sessions(self) -> None:
        assert whose_words(message(reply_to=f"{NOTE}/r1"), self.resting) is None
        assert whose_words(message(reply_to=f"{CALL}/r1"), self.resting) == CALL

    def test_what_people_of_a_group_say_to_each_other_is_not_the_sessions(self) -> None:
        assert whose_words(message(addressed=False), self.resting) is None

    def test_the_question_that_the_person_sees_goes_first(self) -> None:
        asked = GoingOn(tasks={CALL, NOTE}, session=CALL, seen=NOTE)
        assert whose_words(message(), asked) is None

    def test_a_yes_or_no_answers_the_offer_of_another_agent(self) -> None:
        on = GoingOn(tasks={CALL}, session=CALL, holds_words=True, offered=True)
        assert whose_words(message("nein"), on) is None
        assert whose_words(message("no, Friday"), on) == CALL
        assert whose_words(message("nein"), replace(on, spoke_last=True)) == CALL

    def test_an_older_question_leaves_the_answer_to_a_session_that_spoke_behind_it(self) -> None:
        on = GoingOn(tasks={CALL, NOTE}, session=CALL, seen=NOTE, spoke_last=True)
        assert whose_words(message(), on) is None
        assert whose_words(message(), replace(on, holds_words=True)) == CALL

    def test_a_task_that_holds_all_words_answers_its_own_question(self) -> None:
        holding = GoingOn(tasks={CALL}, session=CALL, holds_words=True, seen=CALL)
        assert whose_words(message(), holding) == CALL


class TestAfter:
    on = GoingOn(tasks={NOTE, CALL}, asking=NOTE, working=CALL, single={"clerk": OTHER})

    def test_the_task_that_the_act_names(self) -> None:
        assert (
            whose_words(message(), self.on, act(ActKind.DETAIL, task_id="c/toy/9-a")) == "c/toy/9-a"
        )

    def test_else_the_only_one_of_its_agent(self) -> None:
        assert whose_words(message(), self.on, act(ActKind.DETAIL, "clerk")) == OTHER

    def test_else_the_one_that_asks_and_then_the_newest_that_works(self) -> None:
        assert whose_words(message(), self.on, act(ActKind.AFFIRM)) == NOTE
        idle = GoingOn(tasks={CALL}, working=CALL)
        assert whose_words(message(), idle, act(ActKind.AFFIRM)) == CALL

    def test_what_opens_something_goes_to_a_task_of_its_agent_alone(self) -> None:
        held = GoingOn(tasks={CALL}, asking=NOTE, holding={"phone": CALL})
        assert whose_words(message(), held, act(ActKind.OPEN, "phone")) == CALL
        assert whose_words(message(), held, act(ActKind.OPEN, "toy")) is None


class TestWhatIsNamed:
    on = GoingOn(tasks={NOTE})

    def test_a_number_names_the_task_to_take_away(self) -> None:
        naming = Naming(numbers={2: OTHER})
        assert named_by(naming, self.on, act(ActKind.UNDO)) == OTHER

    def test_an_answer_may_hold_a_number(self) -> None:
        naming = Naming(numbers={2: OTHER})
        assert named_by(naming, self.on, act(ActKind.AFFIRM)) is None
        assert named_by(naming, self.on, act(ActKind.DETAIL, task_id=NOTE)) == NOTE

    def test_a_card_that_nobody_knows_is_never_taken_for_another(self) -> None:
        naming = Naming(card=UNKNOWN_TASK)
        assert named_by(naming, self.on, act(ActKind.DETAIL, task_id=NOTE)) == UNKNOWN_TASK

    def test_what_opens_something_names_nothing(self) -> None:
        assert named_by(Naming(card=OTHER), self.on, act(ActKind.OPEN)) is None


def test_what_is_said_behind_an_opening_call_belongs_to_it() -> None:
    batch = [message(id="m0"), message(), message(id="m2"), message(id="m3")]
    naming = {each.id: Naming() for each in batch} | {"m3": Naming(card=NOTE)}
    opening = [act(ActKind.OPEN, "phone")]
    behind = said_behind_opening(opening, batch, naming, {"phone"})
    assert [each.id for each in behind] == ["m2"]
    assert said_behind_opening(opening, batch, naming, {"clerk"}) == []


def test_only_a_question_that_was_seen_is_answered() -> None:
    reply = Reply(id="r", topic="toy.ask")
    question = OpenQuestion(id="q", kind="text", reply=reply, asked_at=NOW)
    assert not could_answer(question, [message()])
    within_its_second = NOW + timedelta(milliseconds=400)
    assert could_answer(question.model_copy(update={"shown_at": within_its_second}), [message()])
    later = NOW + timedelta(seconds=1)
    assert not could_answer(question.model_copy(update={"shown_at": later}), [message()])
