"""The agent's run, from what was said to what is saved and told."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from pydantic import BaseModel, JsonValue, ValidationError
from temporalio import workflow

from agents.contract import Opening, Outcome
from agents.expenses.card import CARD
from agents.expenses.categories import CATEGORIES
from agents.expenses.details import Mention
from agents.expenses.draft import EDIT_FIELD, SAVE_ANYWAY
from agents.expenses.ledger import (
    AmendOutcome,
    AmendRequest,
    ReadOutcome,
    SaveOutcome,
    SaveRequest,
    StoredTransaction,
)
from agents.expenses.meaning import (
    Categorized,
    CategorizeRequest,
    CategorySource,
    Decided,
    DecideRequest,
    QuestionKind,
)
from agents.expenses.reading import Reading, ReadValue
from agents.expenses.replies import (
    AskAmount,
    AskBetterImage,
    AskCategory,
    AskDuplicate,
    AskEdit,
    AskMerchant,
    Corrected,
    Dropped,
    Kept,
    NotSaved,
    Saved,
    SavedTogether,
    StorageDown,
    Unchanged,
    Unreadable,
    ValueOrigin,
)
from agents.expenses.shown import Card, Change, MoneyKind
from agents.expenses.workflow import AGENT, ExpenseAgent
from domain.conversation import Limits
from domain.failures import ActivityFailed
from domain.messages import Attachment, MediaKind
from domain.tasks import DraftStatus, Injected
from domain.topics import Failed, NotFound, PressAction
from domain.understanding import ActKind, TaskPhase
from tests.agents.expenses.drafts import PERSON, PHOTO, TODAY, complete, pressed, said, saved
from tests.agents.expenses.places import Answer, TaskPlace, Waits

NOON = datetime(2026, 3, 9, 12, tzinfo=UTC)
TWIN = StoredTransaction(card=Card(task_id="c/expenses/9", number=9), saved_at=NOON)
WITH_MODEL = Limits(has_model=True)
REFUSED = ActivityFailed("storage.rejected", "no")
TO_17 = said(ActKind.DETAIL, None, "no, 17", amount="17")


@pytest.fixture(autouse=True)
def _logs_outside_of_a_workflow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workflow.logger, "log_during_replay", True)


def row_of(request: SaveRequest) -> Card:
    shared = Card.model_fields.keys() & SaveRequest.model_fields.keys()
    return Card.model_validate(request.model_dump(include=set(shared)))


def save(request: BaseModel) -> SaveOutcome:
    assert isinstance(request, SaveRequest)
    return SaveOutcome(saved=StoredTransaction(card=row_of(request), saved_at=NOON))


def amend(request: BaseModel) -> AmendOutcome:
    assert isinstance(request, AmendRequest)
    told = request.changes.model_dump(exclude_none=True, exclude={"ambiguous_amounts", "parts"})
    card = Card(task_id=request.task_id, number=1, currency="MYR", occurred_on=TODAY)
    changes = tuple(Change(field=n, before=None, after=str(v)) for n, v in told.items())
    stored = StoredTransaction(card=card.model_copy(update=told), saved_at=NOON)
    return AmendOutcome(stored=stored, changes=changes)


def leave(request: BaseModel) -> BaseModel:
    """Continue-as-new in the middle of a call."""
    del request
    raise asyncio.CancelledError


def category(
    name: str | None = "Food & Drink",
    confidence: float = 0.95,
    source: CategorySource = CategorySource.RULES,
    *,
    settled: bool = True,
) -> Categorized:
    return Categorized(
        category=name,
        confidence=confidence,
        source=source,
        suggestions=("Travel", "Fuel"),
        settled=settled,
    )


BROKEN = ActivityFailed("internal", "broken")
UNSETTLED = category("Health", 0.4, settled=False)


def place(
    *hears: Injected, limits: Limits | None = None, **answers: Answer | list[Answer]
) -> TaskPlace:
    """Where all is saved and categorized, but for the given answers."""
    at = TaskPlace(*hears, limits=limits)
    at.answers = {
        "save_expense": save,
        "amend_expense": amend,
        "categorize_by_rules": category(),
        **answers,
    }
    return at


def opened(at: TaskPlace, attachment: Attachment | None = None, **told: object) -> ExpenseAgent:
    details = Mention.model_validate(told).model_dump(mode="json", exclude_defaults=True)
    opening = Opening(task_id=at.task_id, number=1, details=details, attachment=attachment)
    return AGENT.opened(opening, at)


def whole(at: TaskPlace) -> ExpenseAgent:
    """Opened with all that needs no question."""
    return opened(at, merchant="Kopitiam", amount="15.50")


def again(agent: ExpenseAgent) -> ExpenseAgent:
    """The agent as continue-as-new restores it."""
    return AGENT.restored(agent.state.model_dump_json())


def reading(**parts: object) -> ReadOutcome:
    fields = {
        "merchant": ReadValue[str](value="Kedai Kopi", confidence=0.95),
        "total": ReadValue[Decimal](value=Decimal("9.00"), confidence=0.95),
        **parts,
    }
    read = Reading.model_validate(
        {"sha256": PHOTO.sha256, "engine": "scripted", "confidence": 0.9, **fields}
    )
    return ReadOutcome(reading=read)


async def correct(at: TaskPlace, thing: Injected = TO_17) -> None:
    """The person says this of a saved row; the task comes to its end."""
    at.waiting.append(thing)
    assert await AGENT(saved()).run(at) is Outcome.DONE


async def waits(agent: ExpenseAgent, at: TaskPlace) -> None:
    with pytest.raises(Waits):
        await agent.run(at)


class TestSaving:
    @pytest.mark.parametrize("limits", [Limits(), WITH_MODEL])
    async def test_what_is_told_in_full_is_saved_and_shown_once(self, limits: Limits) -> None:
        at = place(limits=limits)
        agent = whole(at)
        assert await agent.run(at) is Outcome.DONE
        assert at.calls == ["categorize_by_rules", "save_expense"], "no model for sure rules"
        assert at.request("save_expense", SaveRequest).home_currency == PERSON.currency
        shown = at.reply(Saved)
        assert (shown.card.merchant, shown.card.category) == ("Kopitiam", "Food & Drink")
        assert [c.press.action for c in at.buttons[0]] == [PressAction.EDIT, PressAction.UNDO]
        assert agent.view().phase is TaskPhase.DONE

    async def test_a_save_that_waited_for_the_database_says_so(self) -> None:
        at = place()
        at.answers["save_expense"] = lambda r: save(r).model_copy(update={"late": True})
        await whole(at).run(at)
        assert isinstance(at.outages[-1], StorageDown)
        assert isinstance(at.said[0], Saved)
        assert at.said[0].late

    async def test_what_the_database_refuses_is_kept_as_a_draft(self) -> None:
        at = place(save_expense=REFUSED)
        agent = whole(at)
        assert await agent.run(at) is Outcome.KEPT
        assert at.said == [NotSaved(card=agent.shown(), code="storage.rejected", reason="no")]
        assert at.buttons[0][0].press.action == PressAction.RETRY
        ((kept, status),) = at.drafts
        assert status is DraftStatus.KEPT
        at.answers["save_expense"] = save
        assert await AGENT.restored(kept).run(at) is Outcome.DONE

    async def test_the_same_receipt_is_saved_again_only_when_the_person_wants_it(self) -> None:
        at = place(pressed(SAVE_ANYWAY, QuestionKind.DUPLICATE))
        at.answers["save_expense"] = [SaveOutcome(duplicate_of=TWIN), save]
        assert await whole(at).run(at) is Outcome.DONE
        ((kind, asked, presses),) = at.questions
        assert kind == QuestionKind.DUPLICATE
        assert isinstance(asked, AskDuplicate)
        assert (asked.saved, asked.saved_on) == (TWIN.card, date(2026, 3, 9))
        assert [p.action for p in presses] == [SAVE_ANYWAY, PressAction.DROP]
        first, second = at.requests("save_expense")
        assert isinstance(first, SaveRequest)
        assert second == first.model_copy(update={"force": True})

    async def test_a_cancel_that_comes_too_late_still_shows_what_was_saved(self) -> None:
        at = place()

        def saved_and_stopped(request: BaseModel) -> SaveOutcome:
            at.stopped = True
            return save(request)

        at.answers["save_expense"] = saved_and_stopped
        agent = whole(at)
        with pytest.raises(asyncio.CancelledError):
            await agent.run(at)
        assert [type(content) for content in at.said] == [Saved]
        assert agent.view().phase is TaskPhase.DONE

    async def test_a_correction_during_the_save_changes_what_is_shown(self) -> None:
        at = place()

        def overtaken(request: BaseModel) -> SaveOutcome:
            at.waiting.append(TO_17)
            return save(request)

        at.answers["save_expense"] = overtaken
        assert await whole(at).run(at) is Outcome.DONE
        shown = at.reply(Saved)
        assert shown.card.amount == Decimal(17)
        assert shown.differences == (Change(field="amount", before=None, after="17"),)


class TestGoingOnInAnotherRun:
    """A run that is continued as new in the middle of a call makes the call again, unchanged."""

    async def test_a_save_is_done_again_before_anything_else_is_heard(self) -> None:
        at = place(save_expense=leave)
        interrupted = whole(at)
        with pytest.raises(asyncio.CancelledError):
            await interrupted.run(at)
        at.answers["save_expense"] = save
        at.waiting.append(TO_17)
        assert await again(interrupted).run(at) is Outcome.DONE
        first, second = at.requests("save_expense")
        assert second == first
        written = at.request("amend_expense", AmendRequest)
        assert written.changes == Mention(amount=Decimal(17))
        assert [type(content) for content in at.said] == [Saved]

    async def test_a_correction_is_written_again_under_its_own_id(self) -> None:
        at = place(amend_expense=leave)
        at.waiting.append(TO_17)
        interrupted = AGENT(saved())
        with pytest.raises(asyncio.CancelledError):
            await interrupted.run(at)
        at.answers["amend_expense"] = amend
        at.waiting.append(said(ActKind.DETAIL, None, "at Zus", merchant="Zus"))
        assert await again(interrupted).run(at) is Outcome.DONE
        first, second, third = at.requests("amend_expense")
        assert second == first
        assert isinstance(first, AmendRequest)
        assert isinstance(third, AmendRequest)
        assert third.changes == Mention(merchant="Zus")
        assert third.change_id != first.change_id
        assert [type(content) for content in at.said] == [Corrected, Corrected]

    async def test_nothing_is_said_twice(self) -> None:
        at = place(said(ActKind.WHY, QuestionKind.MERCHANT))
        agent = opened(at, amount="15.50")
        await waits(agent, at)
        assert [type(content) for content in at.said] == [ValueOrigin]
        await waits(again(agent), at)
        assert [type(content) for content in at.said] == [ValueOrigin]


class TestCorrecting:
    async def test_a_correction_is_shown_with_buttons_to_edit_and_to_take_it_back(self) -> None:
        at = place()
        await correct(at)
        assert at.reply(Corrected)
        presses = [choice.press for choice in at.buttons[0]]
        assert [press.action for press in presses] == [PressAction.EDIT, PressAction.UNDO]
        assert presses[1].value == "c1"

    async def test_what_changes_nothing_is_said_to_be_so(self) -> None:
        at = place()
        at.answers["amend_expense"] = lambda r: amend(r).model_copy(update={"changes": ()})
        await correct(at)
        assert [type(content) for content in at.said] == [Unchanged]

    @pytest.mark.parametrize(
        ("failure", "told"),
        [
            (ActivityFailed("not_found", "gone"), NotFound()),
            (REFUSED, Failed(code="storage.rejected", reason="no")),
        ],
    )
    async def test_what_cannot_be_written_is_told(
        self, failure: ActivityFailed, told: BaseModel
    ) -> None:
        at = place(amend_expense=failure)
        await correct(at)
        assert at.said == [told]

    async def test_a_field_that_is_chosen_is_asked_for_by_itself(self) -> None:
        at = place(
            pressed(EDIT_FIELD, QuestionKind.EDIT, "category"),
            pressed(PressAction.ANSWER, QuestionKind.CATEGORY, "Transport"),
        )
        await correct(at, pressed(PressAction.EDIT))
        (_, first, _), (kind, asked, offered) = at.questions
        assert (type(first), type(asked), kind) == (AskEdit, AskCategory, QuestionKind.CATEGORY)
        assert all(press.action == PressAction.ANSWER for press in offered)
        request = at.request("amend_expense", AmendRequest)
        assert request.changes == Mention(category="Transport")

    async def test_a_no_to_the_question_for_a_field_leaves_the_row(self) -> None:
        at = place(
            pressed(EDIT_FIELD, QuestionKind.EDIT, "amount"),
            said(ActKind.DENY, QuestionKind.AMOUNT),
        )
        await correct(at, pressed(PressAction.EDIT))
        assert at.requests("amend_expense") == []

    async def test_edit_asks_what_to_change_and_why_a_value_is_refused(self) -> None:
        at = place(
            said(ActKind.DETAIL, QuestionKind.EDIT, amount="-5"),
            said(ActKind.DETAIL, QuestionKind.EDIT, amount="17"),
        )
        await correct(at, pressed(PressAction.EDIT))
        (_, plain, presses), (_, refused, _) = at.questions
        assert isinstance(plain, AskEdit)
        assert isinstance(refused, AskEdit)
        assert (plain.field, plain.problem, plain.attempt) == ("", "", 1)
        assert (refused.field, refused.problem, refused.value) == ("amount", "negative", "-5")
        assert refused.attempt == 2
        fields = [press.value for press in presses if press.action == EDIT_FIELD]
        assert fields == ["amount", "merchant", "date", "category"]
        assert presses[-1].action == PressAction.KEEP
        assert [type(content) for content in at.said] == [Corrected]


class TestDeciding:
    async def test_without_a_model_the_fixed_order_asks(self) -> None:
        at = place(
            said(ActKind.DETAIL, QuestionKind.MERCHANT, merchant="Zus"),
            said(ActKind.DETAIL, QuestionKind.AMOUNT, amount="9"),
        )
        assert await opened(at).run(at) is Outcome.DONE
        assert [kind for kind, _, _ in at.questions] == ["merchant", "amount"]
        assert "decide" not in at.calls

    @pytest.mark.parametrize(
        ("decided", "asked"),
        [
            (Decided(action="request_amount", reason="the sum matters"), AskAmount),
            (Decided(action="store", reason="why not"), AskMerchant),
            (ActivityFailed("timeout", "late"), AskMerchant),
        ],
    )
    async def test_a_model_may_choose_among_what_is_legal(
        self, decided: Decided | ActivityFailed, asked: type[BaseModel]
    ) -> None:
        at = place(limits=WITH_MODEL, decide=decided)
        await waits(opened(at), at)
        assert isinstance(at.questions[0][1], asked)
        assert at.reason == ("the sum matters" if asked is AskAmount else "")

    @pytest.mark.parametrize(
        ("settings", "merchant"), [({"adaptive_decisions": "never"}, None), ({}, "Zus")]
    )
    async def test_nobody_decides_where_the_settings_say_so_or_one_action_is_legal(
        self, settings: dict[str, JsonValue], merchant: str | None
    ) -> None:
        at = place(limits=Limits(has_model=True, agents={CARD.slug: settings}))
        await waits(opened(at, merchant=merchant), at)
        assert "decide" not in at.calls

    async def test_no_model_is_asked_for_the_order_of_questions_about_a_photo(self) -> None:
        at = place(limits=WITH_MODEL)
        agent = opened(at, attachment=PHOTO)
        agent.state.read = True
        await waits(agent, at)
        assert isinstance(at.questions[0][1], AskMerchant)
        assert "decide" not in at.calls

    @pytest.mark.parametrize(
        ("decided", "asked"),
        [("request_category", AskCategory), ("store", AskCategory), ("categorize", None)],
    )
    async def test_a_model_may_be_asked_at_each_decision_and_nothing_illegal_is_done(
        self, decided: str, asked: type[BaseModel] | None
    ) -> None:
        limits = Limits(has_model=True, agents={CARD.slug: {"adaptive_decisions": "always"}})
        at = place(limits=limits, decide=Decided(action=decided, reason="so"))
        at.answers["categorize_by_rules"] = category("Fuel", 0.4, settled=False)
        at.answers["categorize"] = category("Travel", 0.4, CategorySource.MODEL)
        await waits(opened(at, merchant="Zus", amount="9"), at)
        assert "save_expense" not in at.calls
        legal = at.requests("decide")[0]
        assert isinstance(legal, DecideRequest)
        assert legal.legal == ("categorize", "request_category")
        assert isinstance(at.questions[0][1], asked or AskCategory)
        assert ("categorize_by_rules" in at.calls) is (decided != "request_category")


class TestCategorizing:
    async def test_a_model_is_asked_where_rules_are_not_sure(self) -> None:
        at = place(limits=WITH_MODEL, categorize_by_rules=category("Fuel", 0.4, settled=False))
        at.answers["categorize"] = category("Travel", 0.9, CategorySource.MODEL)
        agent = opened(at, merchant="Zus", amount="9")
        assert await agent.run(at) is Outcome.DONE
        assert agent.shown().category == "Travel"
        first, second = at.requests("categorize_by_rules")[0], at.requests("categorize")[0]
        assert first == second
        assert isinstance(first, CategorizeRequest)

    @pytest.mark.parametrize(
        ("limits", "by_rules", "offered"),
        [
            (Limits(), UNSETTLED, ["Health", "Travel", "Fuel"]),
            (WITH_MODEL, UNSETTLED, ["Health", "Travel", "Fuel"]),
            (Limits(), BROKEN, CATEGORIES[:5]),
            (WITH_MODEL, BROKEN, CATEGORIES[:5]),
        ],
        ids=["no model", "a broken model", "broken rules", "all is broken"],
    )
    async def test_the_person_is_asked_where_nobody_is_sure(
        self, limits: Limits, by_rules: Categorized | ActivityFailed, offered: Sequence[str]
    ) -> None:
        at = place(limits=limits)
        at.answers |= {"categorize_by_rules": by_rules, "categorize": BROKEN}
        await waits(opened(at, merchant="Zus", amount="9"), at)
        ((_, asked, presses),) = at.questions
        assert isinstance(asked, AskCategory)
        assert [press.value for press in presses] == list(offered)

    async def test_the_threshold_is_the_agents_own_limit(self) -> None:
        own = {CARD.slug: {"category_confidence_threshold": 0.3}}
        at = place(limits=Limits(agents=dict(own)), categorize_by_rules=UNSETTLED)
        agent = opened(at, merchant="Zus", amount="9")
        assert await agent.run(at) is Outcome.DONE
        assert agent.shown().category == "Health"


class TestReading:
    async def test_a_photo_is_fetched_then_read_then_saved(self) -> None:
        at = place()
        stored = PHOTO.model_copy(update={"sha256": "b" * 64})
        at.files[""] = stored
        at.answers["read_receipt"] = reading()
        agent = opened(at, Attachment(remote="file-1", kind=MediaKind.IMAGE))
        assert await agent.run(at) is Outcome.DONE
        assert at.calls == ["read_receipt", "categorize_by_rules", "save_expense"]
        assert agent.state.attachment == stored
        assert agent.shown().merchant == "Kedai Kopi"
        assert isinstance(at.outages[0], StorageDown)

    @pytest.mark.parametrize("code", ["attachment.missing", "attachment.unusable.too_large"])
    async def test_a_file_that_cannot_be_had_ends_the_task(self, code: str) -> None:
        at = place()
        at.files[PHOTO.sha256] = ActivityFailed(code, "no such file")
        assert await opened(at, PHOTO).run(at) is Outcome.FAILED
        assert at.said == [Unreadable(code=code, reason="no such file")]
        assert at.calls == []

    async def test_what_was_told_with_an_unreadable_file_is_saved(self) -> None:
        at = place(read_receipt=ActivityFailed("attachment.unusable", "a text file"))
        assert await opened(at, PHOTO, merchant="Zus", amount="9").run(at) is Outcome.DONE
        assert [type(content) for content in at.said] == [Saved]

    async def test_a_file_that_was_never_stored_is_not_saved_with_the_row(self) -> None:
        at = place()
        at.files[""] = ActivityFailed("attachment.missing", "gone")
        remote = Attachment(remote="file-1", kind=MediaKind.IMAGE)
        assert await opened(at, remote, merchant="Zus", amount="9").run(at) is Outcome.DONE
        request = at.request("save_expense", SaveRequest)
        assert request.attachment_sha256 is None

    async def test_any_other_failure_is_the_conversations_to_tell(self) -> None:
        at = place(read_receipt=ActivityFailed("reading.failed", "broken"))
        with pytest.raises(ActivityFailed):
            await opened(at, PHOTO).run(at)

    async def test_a_clearer_photo_is_asked_for_and_taken(self) -> None:
        clearer = PHOTO.model_copy(update={"sha256": "c" * 64})
        at = place(Injected(attachment=clearer, question=QuestionKind.BETTER_IMAGE))
        dark = reading(confidence=0.1, merchant=None, total=None)
        at.answers["read_receipt"] = [dark, reading()]
        assert await opened(at, PHOTO).run(at) is Outcome.DONE
        ((kind, asked, _),) = at.questions
        assert kind == QuestionKind.BETTER_IMAGE
        assert isinstance(asked, AskBetterImage)

    @pytest.mark.parametrize("room", [True, False])
    async def test_further_receipts_of_a_photo_get_tasks_where_there_is_room(
        self, *, room: bool
    ) -> None:
        at = place()
        at.room = room
        at.answers["read_receipt"] = reading().model_copy(update={"further": 2})
        agent = opened(at, PHOTO)
        assert await agent.run(at) is Outcome.DONE
        assert [file.part for file in at.opened_beside] == [1, 2]
        assert agent.state.receipts_seen == (1 if room else 3)

    def test_a_further_photo_is_wanted_only_then(self) -> None:
        state = complete()
        assert not AGENT(state).wants(PHOTO)
        state.better_image_wanted = True
        assert AGENT(state).wants(PHOTO)
        assert not AGENT(state).wants(PHOTO.model_copy(update={"kind": MediaKind.AUDIO}))

    async def test_the_row_of_the_same_photo_is_asked_about(self) -> None:
        at = place()
        seen = reading().model_copy(update={"seen_before": TWIN, "saved_on": date(2026, 3, 8)})
        at.answers["read_receipt"] = seen
        await waits(opened(at, PHOTO), at)
        asked = at.questions[0][1]
        assert isinstance(asked, AskDuplicate)
        assert (asked.saved, asked.saved_on) == (TWIN.card, date(2026, 3, 8))

    async def test_the_own_row_of_a_repeated_reading_is_no_twin(self) -> None:
        at = place()
        own = TWIN.model_copy(update={"card": Card(task_id=at.task_id, number=1)})
        at.answers["read_receipt"] = reading().model_copy(update={"seen_before": own})
        assert await opened(at, PHOTO).run(at) is Outcome.DONE


class TestSteppingBack:
    @pytest.mark.parametrize(
        ("thing", "outcome", "told"),
        [
            (pressed(PressAction.KEEP, QuestionKind.AMOUNT), Outcome.KEPT, Kept),
            (said(ActKind.DONT_KNOW, QuestionKind.AMOUNT), Outcome.KEPT, Kept),
            (pressed(PressAction.DROP, QuestionKind.AMOUNT), Outcome.DROPPED, Dropped),
        ],
    )
    async def test_a_draft_is_kept_or_dropped(
        self, thing: Injected, outcome: Outcome, told: type[BaseModel]
    ) -> None:
        at = place(thing)
        assert await opened(at, merchant="Zus").run(at) is outcome
        assert [type(content) for content in at.said] == [told]
        assert len(at.drafts) == (outcome is Outcome.KEPT)

    async def test_a_kept_draft_goes_on_where_it_was(self) -> None:
        at = place(pressed(PressAction.KEEP, QuestionKind.AMOUNT))
        await opened(at, merchant="Zus").run(at)
        await waits(AGENT.restored(at.drafts[0][0]), at)
        assert [kind for kind, _, _ in at.questions] == ["amount", "amount"]


class TestIntroducing:
    @pytest.mark.parametrize("details", [5, {"amount": "much"}, ["lunch"]])
    def test_a_task_is_not_opened_with_details_of_another_agent(self, details: object) -> None:
        at = place()
        opening = Opening.model_validate({"task_id": at.task_id, "number": 1, "details": details})
        with pytest.raises(ValidationError):
            AGENT.opened(opening, at)

    def test_engines_see_what_is_known_as_json(self) -> None:
        at = place()
        view = opened(at, merchant="Zus", amount="9.50").view()
        assert view.known == {
            "merchant": "Zus",
            "amount": "9.50",
            "currency": PERSON.currency,
            "occurred_on": TODAY.isoformat(),
        }
        assert (view.title, view.agent, view.number) == ("Zus", CARD.slug, 1)

    def test_an_operator_sees_facts_that_nobody_can_press(self) -> None:
        at = place()
        agent = opened(at, merchant="[x](http://evil.example)", amount="9.50")
        merchant, amount, day = agent.facts()
        assert merchant.startswith("merchant: \\[x\\]\\(")
        assert amount == "amount: 9.50 MYR (text)"
        assert day == "date: 2026-03-10 (inferred)"

    def test_what_is_missing_is_named(self) -> None:
        at = place()
        assert opened(at).missing(TODAY) == ("merchant", "amount")
        assert AGENT(saved()).missing(TODAY) == ()

    def test_a_finished_task_is_known_from_its_card(self) -> None:
        card = saved().saved
        assert card is not None
        agent = AGENT.recalled(card.model_dump(mode="json"))
        assert agent.shown() == card
        assert agent.view().phase is TaskPhase.DONE
        assert agent.state.announced


class TestTogether:
    def saved(self, number: int) -> Saved:
        card = Card(task_id=f"c/expenses/{number}", number=number)
        change = Change(field="amount", before="1", after=str(number))
        return Saved(card=card, differences=(change,))

    def test_what_was_saved_of_one_message_is_shown_by_number(self) -> None:
        shown = AGENT.together([self.saved(3), self.saved(1)], asking=1, opened=3)
        assert isinstance(shown, SavedTogether)
        assert [card.number for card in shown.cards] == [1, 3]
        assert [change.after for change in shown.differences] == ["1", "3"]
        assert (shown.opened, shown.asking) == (3, 1)

    def test_a_single_one_stays_as_it_is_unless_others_ask(self) -> None:
        assert AGENT.together([self.saved(1)], asking=0, opened=2) is None
        assert isinstance(AGENT.together([self.saved(1)], asking=1, opened=2), SavedTogether)

    def test_only_what_is_saved_waits_for_the_others(self) -> None:
        saved = self.saved(1)
        assert AGENT.held(saved)
        assert not AGENT.held(Unchanged(card=saved.card))


class TestMoneyThatWasNotSpent:
    @pytest.mark.shows("platform 14")
    async def test_income_is_saved_as_such_and_its_category_is_never_asked_for(self) -> None:
        at = place(categorize_by_rules=category(None, 0.0))
        assert await opened(at, kind="income", merchant="Ali", amount="200").run(at) is Outcome.DONE
        asked = at.request("categorize_by_rules", CategorizeRequest)
        assert asked.kind is MoneyKind.INCOME
        shown = at.reply(Saved)
        assert (shown.card.kind, shown.card.category) == (MoneyKind.INCOME, "Other income")
        assert at.questions == []

    async def test_only_what_was_bought_is_offered_to_other_agents(self) -> None:
        for kind, purchases in (("expense", 1), ("income", 0), ("transfer", 0)):
            at = place()
            await opened(at, kind=kind, item="bike", amount="300").run(at)
            assert len(at.offered) == purchases

    async def test_a_correction_of_the_kind_brings_a_category_of_that_kind(self) -> None:
        at = place()
        at.waiting = [said(ActKind.DETAIL, mention={"kind": "income"})]
        at.answers["categorize_by_rules"] = category("Salary", 1.0)
        await AGENT(saved()).run(at)
        request = at.request("amend_expense", AmendRequest)
        assert request.changes == Mention(kind=MoneyKind.INCOME, category="Salary")

    async def test_a_kind_that_is_corrected_while_it_is_noted_forgets_its_category(self) -> None:
        at = place()
        at.waiting = [said(ActKind.DETAIL, mention={"kind": "transfer"})]
        at.answers["categorize_by_rules"] = category(None, 0.0)
        await opened(at, item="savings", amount="500", category="Food & Drink").run(at)
        request = at.request("save_expense", SaveRequest)
        assert (request.kind, request.category) == (MoneyKind.TRANSFER, "Transfer")
