"""The expenses agent: from words or a photo to exactly one saved row.

The loop of ``run`` is driven by the state alone: finish what was begun, take in what was said, see
which actions are legal, take one. The rules are in ``agents.expenses.rules``.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Self

from pydantic import BaseModel, JsonValue
from temporalio import workflow

from agents.contract import (
    Agent,
    BeginsAtOnce,
    CallReply,
    Desk,
    DirectAnswers,
    FeatureOwner,
    FileTaker,
    Handler,
    HandlerDesk,
    Opening,
    Outcome,
    PurchaseTaker,
    QuestionLister,
    ReplyCombiner,
    Reversible,
    TaskCall,
)
from agents.expenses import handler, questions, replies
from agents.expenses.activity_calls import (
    AMEND_EXPENSE,
    CATEGORIZE,
    CATEGORIZE_BY_RULES,
    DECIDE,
    FIND_EXPENSE,
    READ_RECEIPT,
    RESTORE_EXPENSE,
    SAVE_EXPENSE,
    UNDO_EXPENSE,
)
from agents.expenses.buttons import COMMANDS
from agents.expenses.card import CARD
from agents.expenses.categories import CATEGORIES, MAX_SUGGESTIONS, UNASKED, known_category
from agents.expenses.details import Mention
from agents.expenses.draft import (
    SAVE_ALL,
    absorb,
    absorb_reading,
    blank_draft,
    follow_currency,
    not_counted,
    told_in,
)
from agents.expenses.features import FEATURES
from agents.expenses.import_task import ImportTask
from agents.expenses.importing import ImportState
from agents.expenses.ledger import (
    READER_FIELDS,
    THE_SAVE,
    AmendRequest,
    FindRequest,
    ReadRequest,
    RestoreRequest,
    UndoRequest,
    short_id,
)
from agents.expenses.meaning import Categorized, CategorizeRequest, DecideRequest
from agents.expenses.questions import button
from agents.expenses.rules import (
    OLDEST_DATE,
    Action,
    AdaptiveDecisions,
    ExpenseLimits,
    ExpenseState,
    FieldName,
    FieldStatus,
    Wish,
    card_of,
    doubtful_fields,
    legal_actions,
    mention_of,
    possible_actions,
    validate,
)
from agents.expenses.saving import (
    categorize_request,
    note_saved,
    open_state,
    save_request,
    take_category,
)
from agents.expenses.shown import Card, FeatureNotice, MoneyKind, Provenance
from agents.expenses.tools import EXPLAIN_EXPENSE, ImportRowsChoice, all_tools
from domain.events import Purchase, PurchasedLine
from domain.failures import ActivityFailed
from domain.messages import Attachment, ButtonPress, MediaKind
from domain.plain_text import escaped_markdown
from domain.replies import Choice, Content, Question, Reply
from domain.tools import Arguments, Tool, ToolCall, ToolResult
from domain.topics import Failed, NotFound, PressAction, StaleButton
from domain.understanding import Act, ActKind, Person, TaskPhase, TaskView

_TOOLS, _PRESSES = all_tools(), FEATURES.presses
_REPLIES = dict(handler.REPLIES)
for _own in FEATURES.each_of("replies", "REPLIES"):
    _REPLIES |= _own
"""What is said of a call, by the tool's name."""
_OF_OPEN = {
    name: say for own in FEATURES.each_of("replies", "OF_OPEN") for name, say in own.items()
}
"""By the tool's name: the answer to its call for an expense that is not saved yet."""


class ExpenseAgent(
    Agent[ExpenseState],
    BeginsAtOnce,
    DirectAnswers,
    FeatureOwner,
    FileTaker,
    PurchaseTaker,
    QuestionLister,
    ReplyCombiner,
    Reversible,
):
    """One receipt, or one expense told in words."""

    card = CARD
    details = Mention

    @classmethod
    def opened(cls, opening: Opening, desk: Desk) -> Self:
        if opening.begun is not None:
            return cls(ExpenseState.model_validate(opening.begun))
        return cls(open_state(opening, desk.person.currency, desk.today()))

    @classmethod
    def may_begin(cls, words: str) -> bool:
        return any(map(str.isdigit, words))

    @classmethod
    def restored(cls, state: str) -> Self:
        return cls(ExpenseState.model_validate_json(state))

    @classmethod
    def recalled(cls, card: JsonValue) -> Self:
        row = Card.model_validate(card)
        return cls(
            ExpenseState(
                task_id=row.task_id,
                number=row.number,
                draft=blank_draft(
                    row.currency or Person(user_id="").currency, row.occurred_on or OLDEST_DATE
                ),
                read=True,
                saved=row,
                announced=True,
            )
        )

    async def run(self, desk: Desk) -> Outcome:
        while True:
            outcome = await self._write(desk)
            if outcome is not None:
                return outcome
            await self._read_photo(desk)
            if self.state.table is not None and not self.state.unreadable:
                return await ImportTask(self.state, self.state.table).run(desk)
            await self._settle(desk)
            follow_currency(self.state, desk.person.currency)
            for said in desk.injected():
                absorb(self.state, said, desk.today())
            self._explain(desk)
            outcome = await self._step(desk)
            if outcome is not None:
                return outcome

    async def _settle(self, desk: Desk) -> None:
        """Waits for corrections that may be on their way before the saved row is shown."""
        try:
            await desk.settle()
        except BaseException:
            # Whatever ends the task here: what is saved already is said.
            if self.state.saved is not None:
                self._announce(desk)
            raise

    async def _step(self, desk: Desk) -> Outcome | None:
        state = self.state
        if state.attachment is not None and not state.read:
            return None
        if state.saved is not None:
            return await self._after_save(desk)
        if state.wish is not None:
            return self._leave(state.wish, desk)
        if state.unreadable and self.empty():
            desk.say(replies.Unreadable(code=state.unreadable_code, reason=state.unreadable))
            return Outcome.FAILED
        action = await self._decide(desk)
        if action is not None:
            await self._act(action, desk)
        return None

    async def _act(self, action: Action, desk: Desk) -> None:
        if action is Action.STORE:
            self.state.saving = True
        elif action is Action.CATEGORIZE:
            await self._categorize(desk)
        else:
            self.state.better_image_wanted |= action is Action.REQUEST_BETTER_IMAGE
            if action is Action.REQUEST_CATEGORY and not self.state.suggestions:
                self.state.suggestions = CATEGORIES[:MAX_SUGGESTIONS]
            await questions.ask(action, self.state, desk)

    def _explain(self, desk: Desk) -> None:
        """Tells where the values came from that the person asked about."""
        for field in self.state.explain:
            desk.say(replies.ValueOrigin(card=self.shown(), field=field))
        self.state.explain = ()

    async def _read_photo(self, desk: Desk) -> None:
        """Reads the attachment once; a reading is never abandoned."""
        state = self.state
        if state.attachment is None or state.read:
            return
        try:
            down = replies.StorageDown(card=self.shown())
            state.attachment = await desk.fetch(state.attachment, outage=down)
            if state.attachment.kind is MediaKind.TABLE:
                state.table = state.table or ImportState()
                state.read = True
                return
            outcome = await desk.call(
                READ_RECEIPT,
                _read_request(state.attachment, state.caption, desk),
                f"read {state.attachment.kind.value}",
                outage=down,
            )
        except ActivityFailed as failure:
            if not failure.code.startswith("attachment."):
                raise
            state.read = True
            state.unreadable = failure.user_text
            state.unreadable_code = failure.code
            return
        threshold = desk.own_limits(ExpenseLimits).extraction_confidence_threshold
        absorb_reading(state, outcome.reading, threshold)
        if outcome.further:
            photo, parts = state.attachment, range(1, outcome.further + 1)
            beside = [photo.model_copy(update={"part": part}) for part in parts]
            state.receipts_seen = 1 if desk.open_beside(beside) else len(beside) + 1
        seen = outcome.seen_before
        if seen is not None and seen.card.task_id != desk.task_id:
            state.duplicate_of = seen.card
            state.duplicate_saved_on = outcome.saved_on or desk.date_of(seen.saved_at)

    async def _decide(self, desk: Desk) -> Action | None:
        """The next action; None when something new was said while deciding.

        A model is asked as ``AdaptiveDecisions`` says; a bad answer, a timeout or a failure falls
        back to the fixed order.
        """
        adaptive = desk.own_limits(ExpenseLimits).adaptive_decisions
        among = possible_actions if adaptive is AdaptiveDecisions.ALWAYS else legal_actions
        legal = among(self.state, desk.today())
        of_words = adaptive is AdaptiveDecisions.WHEN_UNSURE and self.state.attachment is None
        asks = desk.limits.has_model and (adaptive is AdaptiveDecisions.ALWAYS or of_words)
        if len(legal) == 1 or not asks:
            return legal[0]
        checked = validate(self.state.draft, desk.today())
        request = DecideRequest(
            task_id=desk.task_id,
            legal=tuple(action.value for action in legal),
            known=mention_of(self.shown()),
            problems=tuple(f"{n}: {c.problem}" for n, c in checked.items() if c.problem),
            reading_confidence=self.state.reading_confidence,
            history=desk.history,
            user_id=desk.person.user_id,
        )
        try:
            decided = await desk.consider(
                DECIDE, request, "decide what to ask", desk.limits.decision_timeout
            )
        except ActivityFailed as failure:
            workflow.logger.warning("decision.failed", extra={"code": failure.code})
            return legal[0]
        if decided is None:
            return None
        chosen = next((action for action in legal if action.value == decided.action), None)
        if chosen is None:
            workflow.logger.warning("decision.illegal", extra={"task_id": desk.task_id})
            return legal[0]
        # The reason may quote the person, so it is shown to the operator and not logged at info.
        workflow.logger.info("decision.made", extra={"action": chosen.value})
        workflow.logger.debug("decision.reason", extra={"reason": decided.reason})
        desk.reason = decided.reason
        return chosen

    async def _categorize(self, desk: Desk) -> None:
        """By rules at once; a model is asked only where they are not sure, and nothing else of the
        expense is to be confirmed.
        """
        proposing = bool(doubtful_fields(self.state, desk.today()))
        self.state.category_unasked |= proposing
        request = categorize_request(self.state, desk.person)
        found = await self._categorize_by_rules(request, desk)
        if desk.limits.has_model and not proposing and (found is None or not found.settled):
            try:
                better = await desk.consider(CATEGORIZE, request, "categorize")
            except ActivityFailed as failure:
                workflow.logger.warning("categorize.failed", extra={"code": failure.code})
            else:
                if better is None:
                    return
                found = better
        take_category(
            self.state, found, desk.own_limits(ExpenseLimits).category_confidence_threshold
        )

    async def _categorize_by_rules(
        self, request: CategorizeRequest, desk: Desk
    ) -> Categorized | None:
        try:
            return await desk.call(CATEGORIZE_BY_RULES, request, "categorize")
        except ActivityFailed as failure:
            workflow.logger.warning("categorize.rules_failed", extra={"code": failure.code})
            return None

    async def _categorize_anew(self, changes: Mention, desk: Desk) -> None:
        """What turns out to be income, a transfer or an expense needs a category of that kind."""
        row = self.shown()
        if changes.kind in {None, row.kind} or changes.category:
            return
        kind = changes.kind or row.kind
        request = CategorizeRequest(
            person=desk.person,
            task_id=desk.task_id,
            kind=kind,
            merchant=changes.merchant or row.merchant,
            item=changes.item or row.item,
            amount=changes.amount or row.amount or Decimal(0),
            currency=changes.currency or row.currency or desk.person.currency,
        )
        found = await self._categorize_by_rules(request, desk)
        category = (found.category if found else None) or UNASKED.get(kind, CATEGORIES[-1])
        self.state.pending = changes.model_copy(update={"category": category})

    async def _write(self, desk: Desk) -> Outcome | None:
        """Does the write that was begun, in this run or in the one before continue-as-new.

        It comes before anything else is taken in: the draft is as it was when it was begun.
        """
        if self.state.saving:
            return await self._save(desk)
        if self.state.amending is not None:
            await self._amend(self.state.amending, desk)
        return None

    async def _save(self, desk: Desk) -> Outcome | None:
        """Saves the draft. None when it is saved, or seems to be saved already."""
        state = self.state
        try:
            outcome = await desk.call(
                SAVE_EXPENSE,
                save_request(
                    self.state,
                    desk.person,
                    conversation_id=desk.conversation_id,
                    turn_number=desk.turn_number,
                    today=desk.today(),
                ),
                "save",
                outage=replies.StorageDown(card=self.shown()),
            )
        except ActivityFailed as failure:
            state.saving = False
            return self._not_saved(failure, desk)
        state.saving = False
        if outcome.duplicate_of is not None:
            state.duplicate_of = outcome.duplicate_of.card
            state.duplicate_saved_on = desk.date_of(outcome.duplicate_of.saved_at)
        note_saved(state, outcome)
        return None

    def _not_saved(self, failure: ActivityFailed, desk: Desk) -> Outcome:
        """The database refused the row: it is kept as a draft, to be tried again."""
        desk.keep_draft(self.state)
        desk.say(
            replies.NotSaved(card=self.shown(), code=failure.code, reason=failure.user_text),
            [button(PressAction.RETRY, desk.task_id)],
        )
        return Outcome.KEPT

    def _leave(self, wish: Wish, desk: Desk) -> Outcome:
        other = self.state.may_change
        if wish is Wish.KEEP:  # for later; the conversation is free
            self.state.wish = None
            desk.keep_draft(self.state)
            desk.say(replies.Kept(card=self.shown()), [button(PressAction.RESUME, desk.task_id)])
            return Outcome.KEPT
        if wish is Wish.CHANGE_OTHER and other is not None:
            told, evidence = told_in(self.state.draft)
            details = told.model_dump(mode="json", exclude_defaults=True)
            desk.correct(other.task_id, details, evidence)
        else:
            desk.say(replies.Dropped(card=self.shown()))
        return Outcome.DROPPED

    async def _after_save(self, desk: Desk) -> Outcome | None:
        """Writes what was said since the save, shows the row once, and asks what to edit."""
        state = self.state
        if state.pending is not None:
            await self._categorize_anew(state.pending, desk)
            state.amending = AmendRequest(
                user_id=desk.person.user_id,
                conversation_id=desk.conversation_id,
                task_id=desk.task_id,
                change_id=desk.next_change_id(desk.task_id),
                changes=state.pending,
                provenance=Provenance(
                    source=state.pending_source.value, evidence=state.pending_evidence
                ),
                home_currency=desk.person.currency,
                today=desk.today(),
            )
            state.pending = None
            return None
        self._announce(desk)
        if state.edit_wanted:
            await questions.ask_edit(state, desk)
            return None
        return Outcome.DONE

    def _announce(self, desk: Desk) -> None:
        """Shows the saved row, once."""
        state = self.state
        if state.announced:
            return
        state.announced = True
        desk.say(
            replies.Saved(
                card=self.shown(),
                differences=state.differences,
                late=state.late,
                notices=state.notices,
            ),
            [
                button(PressAction.EDIT, desk.task_id),
                button(PressAction.UNDO, desk.task_id, THE_SAVE),
                *_choices_of(state.notices),
                # What other agents may do with what was bought.
                *(desk.offer(self._purchase()) if self.shown().kind is MoneyKind.EXPENSE else ()),
            ],
        )

    def _purchase(self) -> Purchase:
        """What was saved, as other agents may use it."""
        draft, shown = self.state.draft, self.shown()
        if shown.amount is None or shown.currency is None:
            raise AssertionError("what is saved has an amount")
        return Purchase(
            ref=self.state.task_id,
            paid=True,
            on_paper=shown.from_photo,
            supplier=shown.merchant or "",
            total=shown.amount,
            currency=shown.currency,
            on=shown.occurred_on,
            reference=shown.reference or "",
            lines=tuple(
                PurchasedLine(name=item.name, quantity=_whole(item.quantity))
                for item in draft.items
            ),
        )

    @classmethod
    def taking(cls, purchase: Purchase) -> JsonValue:
        """What was only ordered so far becomes an expense, under the name of who delivers it."""
        if purchase.paid:
            return None
        told = Mention(
            merchant=purchase.supplier or purchase.reference,
            amount=purchase.total,
            currency=purchase.currency,
            reference=purchase.reference or None,
        )
        return told.model_dump(mode="json", exclude_defaults=True)

    async def _amend(self, request: AmendRequest, desk: Desk) -> None:
        """Writes a correction. Before the row was shown it only changes what will be shown."""
        state = self.state
        try:
            outcome = await desk.call(
                AMEND_EXPENSE, request, "correct", outage=replies.StorageDown(card=self.shown())
            )
        except ActivityFailed as failure:
            state.amending = None
            gone = failure.code == "not_found"
            state.announced |= gone  # then there is nothing to show
            desk.say(NotFound() if gone else Failed(code=failure.code, reason=failure.user_text))
            return
        state.amending = None
        state.saved = outcome.stored.card
        if not state.announced:
            state.differences = (*state.differences, *outcome.changes)
            state.notices = (*state.notices, *outcome.notices)
        elif outcome.changes:
            desk.say(
                replies.Corrected(
                    card=self.shown(), changes=outcome.changes, notices=outcome.notices
                ),
                [
                    button(PressAction.EDIT, desk.task_id),
                    button(PressAction.UNDO, desk.task_id, short_id(request.change_id)),
                ],
            )
        else:
            desk.say(replies.Unchanged(card=self.shown()))

    def view(self) -> TaskView:
        shown = self.shown()
        return TaskView(
            task_id=self.state.task_id,
            agent=CARD.slug,
            phase=TaskPhase.DONE if self.is_done() else TaskPhase.WORKING,
            number=self.state.number,
            title=shown.merchant or shown.item or "",
            known=mention_of(shown).model_dump(mode="json", exclude_defaults=True),
        )

    def is_done(self) -> bool:
        table = self.state.table
        return self.state.saved is not None or (table is not None and table.outcome is not None)

    def shown(self) -> Card:
        return card_of(self.state)

    def missing(self, today: date) -> tuple[str, ...]:
        if self.state.saved is not None or self.state.table is not None:
            return ()
        checked = validate(self.state.draft, today)
        names = (n for n in FieldName if n is not FieldName.CATEGORY or self.state.categorized)
        return tuple(n.value for n in names if checked[n].status is not FieldStatus.VALID)

    def facts(self) -> tuple[str, ...]:
        """Amounts and dates are Steward's own writing; names may hold anything."""
        shown = self.shown()
        values = {
            "merchant": escaped_markdown(shown.merchant or ""),
            "item": escaped_markdown(shown.item or ""),
            "amount": f"{shown.amount} {shown.currency}" if shown.amount is not None else "",
            "occurred_on": shown.occurred_on.isoformat() if shown.occurred_on else "",
            "category": escaped_markdown(shown.category or ""),
        }
        sources = shown.provenance
        return tuple(
            f"{_LABELS.get(name, name)}: {value}"
            + (f" ({sources[name].source})" if name in sources else "")
            for name, value in values.items()
            if value
        )

    def empty(self) -> bool:
        draft = self.state.draft
        unread = self.state.attachment is not None and not self.state.read
        known = draft.amount or draft.ambiguous_amounts or draft.merchant or draft.item
        return not unread and not known and self.state.table is None

    def wants(self, attachment: Attachment) -> bool:
        """A clearer photo, while one is asked for."""
        return self.state.better_image_wanted and attachment.kind in CARD.accepts

    @classmethod
    def held(cls, content: Content) -> bool:
        return isinstance(content, replies.Saved)

    @classmethod
    def together(cls, contents: Sequence[Content], asking: int, opened: int) -> Content | None:
        """What was saved of one message, by number; a single one with nobody asking stays."""
        saved = [content for content in contents if isinstance(content, replies.Saved)]
        if not saved or len(saved) < len(contents) or (len(saved) == 1 and not asking):
            return None
        saved.sort(key=lambda content: content.card.number)
        return replies.SavedTogether(
            cards=tuple(content.card for content in saved),
            differences=tuple(change for content in saved for change in content.differences),
            opened=opened,
            asking=asking,
            notices=tuple(notice for content in saved for notice in content.notices),
        )

    @classmethod
    def list_questions(cls, asked: Sequence[Reply], *, seen: bool) -> Question:
        return questions.list_doubts(asked, seen=seen)

    @classmethod
    def is_new(cls, details: JsonValue, listed: Sequence[JsonValue]) -> bool:
        """What has a name of its own and an amount is another expense."""
        told = Mention.model_validate(details or {})
        names = {told.merchant, told.item} - {None}
        known = [Mention.model_validate(each or {}) for each in listed]
        return (
            told.amount is not None
            and bool(names)
            and not any(names & {each.merchant, each.item} for each in known)
        )

    @classmethod
    def feature_tools(cls) -> Sequence[Tool]:
        return _TOOLS

    @classmethod
    def task_call(cls, tool: Tool, arguments: Arguments) -> TaskCall:
        told = arguments.model_dump(mode="json", exclude_defaults=True, exclude={"number"})
        number = getattr(arguments, "number", 0)
        kind = ActKind.DETAIL if number else ActKind.OPEN
        if tool is EXPLAIN_EXPENSE:
            return TaskCall(Act(kind=ActKind.WHY, agent=CARD.slug), number)
        if isinstance(arguments, ImportRowsChoice):
            told = {"rows": {**told, arguments.action.value: told.pop("rows", [])}}
        category = known_category(str(told["category"])) if "category" in told else None
        if category is not None:
            told["category"] = category
        return TaskCall(Act(kind=kind, agent=CARD.slug, details=told), number)

    @classmethod
    def reply_to(
        cls, call: ToolCall, result: ToolResult, tasks: Sequence[Agent[BaseModel]]
    ) -> CallReply:
        reply: CallReply = _REPLIES[call.name](call, result)
        drafts = [task.state for task in tasks if isinstance(task, ExpenseAgent)]
        if isinstance(reply.content, NotFound) and call.name in _OF_OPEN:
            meant = [state for state in drafts if state.number == reply.content.number]
            return _OF_OPEN[call.name](meant[0]) if meant else reply
        if isinstance(reply.content, replies.Spending):
            waiting = not_counted(reply.content.insight, drafts)
            return replace(reply, content=reply.content.model_copy(update={"waiting": waiting}))
        return reply

    @classmethod
    def command(cls, name: str, value: str) -> Handler | None:
        asked = COMMANDS.get(name)
        return asked and asked(value)

    @classmethod
    def press(cls, press: ButtonPress) -> Handler | None:
        if press.action == SAVE_ALL:
            return _save_all
        asked = _PRESSES.get(press.action)
        return asked and asked(press)

    @classmethod
    async def undo(cls, desk: HandlerDesk, task_id: str | None, shown: str) -> bool:
        """Takes back the last change: of one row, else the last one made in this conversation."""
        request = UndoRequest(
            user_id=desk.person.user_id,
            conversation_id=desk.conversation_id,
            change_id=desk.next_change_id(task_id or ""),
            task_id=task_id,
            shown=shown or None,
        )
        undone = await desk.call(UNDO_EXPENSE, request, "undo")
        if undone.stored is None:
            return False
        row = undone.stored.card
        if undone.import_id:
            desk.forget(undone.import_id)
            restoring = button(PressAction.RESTORE, undone.import_id)
            desk.say(replies.ImportTakenBack(rows=undone.import_rows), [restoring])
        elif undone.changes:
            desk.remember(cls.recalled(row.model_dump(mode="json")))
            taking_back = button(PressAction.UNDO, row.task_id, short_id(request.change_id))
            choices = [*cls._editing(desk, row.task_id), taking_back]
            desk.say(replies.Reverted(card=row, changes=undone.changes), choices)
        else:
            desk.forget(row.task_id, row.model_dump(mode="json"))
            desk.say(replies.Deleted(card=row), [button(PressAction.RESTORE, row.task_id)])
        return True

    @classmethod
    async def restore(cls, desk: HandlerDesk, task_id: str) -> None:
        """Brings a deleted row back; the button of one that is back already is stale."""
        request = RestoreRequest(
            user_id=desk.person.user_id,
            conversation_id=desk.conversation_id,
            task_id=task_id,
            change_id=desk.next_change_id(task_id),
        )
        try:
            stored = await desk.call(RESTORE_EXPENSE, request, "restore")
        except ActivityFailed as failure:
            if failure.code != "not_found":
                raise
            desk.say(NotFound())
            return
        if stored.unchanged:
            desk.say(StaleButton())
            return
        taking_back = button(PressAction.UNDO, task_id, THE_SAVE)
        if stored.import_rows:
            desk.say(replies.ImportRestored(rows=stored.import_rows), [taking_back])
            return
        desk.remember(cls.recalled(stored.card.model_dump(mode="json")))
        choices = [*cls._editing(desk, task_id), taking_back]
        desk.say(replies.Restored(card=stored.card), choices)

    @classmethod
    def _editing(cls, desk: HandlerDesk, task_id: str) -> Sequence[Choice]:
        """The button that edits a row; none for one of another conversation."""
        here = task_id.startswith(f"{desk.conversation_id}/")
        return [button(PressAction.EDIT, task_id)] if here else []

    @classmethod
    async def find(cls, desk: HandlerDesk, task: str | int) -> Self | None:
        """None for a row that is gone, deleted, or not this person's."""
        request = FindRequest(
            user_id=desk.person.user_id,
            conversation_id=desk.conversation_id,
            task_id=task if isinstance(task, str) else "",
            number=task if isinstance(task, int) else 0,
        )
        found = await desk.call(FIND_EXPENSE, request, "find the row")
        if found.stored is None or found.stored.deleted:
            return None
        return cls.recalled(found.stored.card.model_dump(mode="json"))


async def _save_all(desk: HandlerDesk) -> None:
    """Saves every expense that is proposed in the chat."""
    states = [task.state for task in desk.tasks()]
    proposed = [s.task_id for s in states if isinstance(s, ExpenseState) and s.proposed]
    if not proposed:
        desk.say(StaleButton())
    for task_id in proposed:
        desk.hand({}, task_id)


def _choices_of(notices: Sequence[FeatureNotice]) -> list[Choice]:
    """The buttons of what features tell with a save."""
    own = FEATURES.by_feature("replies")
    return [
        choice
        for notice in notices
        if hasattr(own.get(notice.feature), "notice_choices")
        for choice in own[notice.feature].notice_choices(notice.content)
    ]


_LABELS = {"occurred_on": "date"}


def _whole(quantity: Decimal | None) -> int:
    """How many pieces; what is weighed or measured is one."""
    if quantity is None or quantity != quantity.to_integral_value() or quantity < 1:
        return 1
    return int(quantity)


def _read_request(attachment: Attachment, caption: str, desk: Desk) -> ReadRequest:
    return ReadRequest(
        **desk.person.model_dump(include=READER_FIELDS),
        conversation_id=desk.conversation_id,
        task_id=desk.task_id,
        sha256=attachment.sha256,
        part=attachment.part,
        caption=caption,
    )


AGENT = ExpenseAgent
"""The class that the platform runs."""
