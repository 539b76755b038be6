"""The receipt agent: from words or a photo to exactly one saved row.

The loop of ``run`` is driven by the state alone: take in what was said, see which actions are
legal, take one. The rules are in ``domain.agents.transaction``.
"""

from typing import Self

from temporalio import workflow

from domain.agents.transaction import (
    CARD,
    Action,
    DraftField,
    FieldName,
    Source,
    Status,
    TransactionState,
    Wish,
    legal_actions,
    validate,
)
from domain.agents.transaction_card import card_of, mention_of
from domain.agents.transaction_draft import absorb, apply_mention, blank_draft
from domain.agents.transaction_reading import absorb_reading
from domain.categories import CATEGORIES, MAX_SUGGESTIONS
from domain.ledger import ReadOutcome, ReadRequest
from domain.replies import Card
from domain.topics import TransactionTopic
from domain.understanding import (
    CategorizeRequest,
    CategorySource,
    DecideRequest,
    TaskPhase,
    TaskView,
)
from workflows import metrics
from workflows.agents import transaction_questions as questions
from workflows.agents import transaction_saving as saving
from workflows.agents.contract import Agent, Opening, Outcome
from workflows.desk import Desk
from workflows.failures import ActivityFailed
from workflows.options import (
    CATEGORIZE,
    DECIDE,
    READ_RECEIPT,
    READ_RECEIPT_LATER,
    WAIT_FOR_DATABASE,
)


class TransactionAgent(Agent[TransactionState]):
    """One receipt or one expense told in words."""

    card = CARD

    @classmethod
    def opened(cls, opening: Opening, desk: Desk) -> Self:
        state = TransactionState(
            task_id=opening.task_id,
            number=opening.number,
            draft=blank_draft(desk.person, desk.today()),
            attachment=opening.attachment,
        )
        if opening.mention is not None:
            apply_mention(state, opening.mention, Source.TEXT, opening.evidence)
        return cls(state)

    @classmethod
    def restored(cls, state: str) -> Self:
        return cls(TransactionState.model_validate_json(state))

    @classmethod
    def recalled(cls, card: Card, desk: Desk) -> Self:
        draft = blank_draft(desk.person, card.occurred_on or desk.today())
        return cls(
            TransactionState(
                task_id=card.task_id,
                number=card.number,
                draft=draft,
                read=True,
                saved=card,
                announced=True,
            )
        )

    async def run(self, desk: Desk) -> Outcome:
        while True:
            metrics.iterated(CARD.slug)
            await self._read_photo(desk)
            await desk.settle()
            for said in desk.injected():
                absorb(self.state, said, desk.today())
            questions.explain(self.state, desk)
            outcome = await self._step(desk)
            if outcome is not None:
                return outcome

    async def _step(self, desk: Desk) -> Outcome | None:
        if self.state.attachment is not None and not self.state.read:
            return None
        if self.state.saved is not None:
            return await saving.after_save(self.state, desk)
        if self.state.wish is Wish.DROP:
            desk.say(TransactionTopic.DROPPED, cards=[self.shown()])
            return Outcome.DROPPED
        if self.state.wish is Wish.KEEP:
            return await saving.keep(self.state, desk)
        if self.state.unreadable and self.empty():
            facts = {"reason": self.state.unreadable, "code": self.state.unreadable_code}
            desk.say(TransactionTopic.UNREADABLE, facts=facts)
            return Outcome.UNREADABLE
        action = await self._decide(desk)
        return await self._act(action, desk) if action is not None else None

    async def _read_photo(self, desk: Desk) -> None:
        """Reads the attachment once; a reading is never abandoned."""
        attachment = self.state.attachment
        if attachment is None or self.state.read:
            return
        request = ReadRequest(
            user_id=desk.person.user_id,
            conversation_id=desk.conversation_id,
            task_id=desk.task_id,
            sha256=attachment.sha256,
            locale=desk.person.locale,
            currency=desk.person.currency,
            timezone=desk.person.timezone,
        )
        try:
            outcome = await self._outcome_of_reading(request, attachment.kind.value, desk)
        except ActivityFailed as failure:
            if not failure.code.startswith("attachment."):
                raise
            self.state.read = True
            self.state.unreadable = failure.user_text
            self.state.unreadable_code = failure.code
            return
        absorb_reading(self.state, outcome.reading, desk.limits.extraction_confidence_threshold)
        if outcome.seen_before is not None and outcome.seen_before.card.task_id != desk.task_id:
            self.state.duplicate_of = outcome.seen_before.card
            self.state.duplicate_saved_at = outcome.seen_before.saved_at

    async def _outcome_of_reading(self, request: ReadRequest, kind: str, desk: Desk) -> ReadOutcome:
        """During an outage the person is told once, and the photo is read when it is over."""
        try:
            return await desk.call(READ_RECEIPT, request, f"read {kind}")
        except ActivityFailed as failure:
            if desk.cancelled or failure.code != "storage.unavailable":
                raise
        desk.say(TransactionTopic.STORAGE_DOWN, cards=[self.shown()])
        desk.step_aside()
        outcome = await desk.call(READ_RECEIPT_LATER, request, WAIT_FOR_DATABASE)
        desk.stuck = False
        return outcome

    async def _decide(self, desk: Desk) -> Action | None:
        """The next action; None when something new was said while deciding.

        A model is asked only where several actions are legal; a bad answer, a timeout or a failure
        falls back to the fixed order.
        """
        legal = legal_actions(self.state, desk.today())
        if len(legal) == 1 or not desk.limits.adaptive_decisions:
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

    async def _act(self, action: Action, desk: Desk) -> Outcome | None:
        if action is Action.STORE:
            return await saving.store(self.state, desk)
        if action is Action.CATEGORIZE:
            await self._categorize(desk)
            return None
        await questions.ask(action, self.state, desk)
        return None

    async def _categorize(self, desk: Desk) -> None:
        draft = self.state.draft
        card = self.shown()
        if draft.amount is None:
            return
        request = CategorizeRequest(
            person=desk.person,
            task_id=desk.task_id,
            merchant=card.merchant,
            item=card.item,
            amount=draft.amount.value,
            currency=draft.currency.value,
            guess=self.state.guess.value if self.state.guess else None,
            guess_confidence=self.state.guess.confidence if self.state.guess else 0.0,
            attachment_sha256=self.state.attachment.sha256 if self.state.attachment else None,
        )
        try:
            found = await desk.consider(CATEGORIZE, request, "categorize")
        except ActivityFailed:
            self.state.categorized = True
            self.state.suggestions = CATEGORIES[:MAX_SUGGESTIONS]
            return
        if found is None:
            return
        self.state.categorized = True
        self.state.suggestions = found.suggestions[:MAX_SUGGESTIONS]
        if found.category and found.confidence >= desk.limits.category_confidence_threshold:
            learned = found.source is CategorySource.LEARNED
            draft.category = DraftField(
                value=found.category,
                source=Source.LEARNED if learned else Source.INFERRED,
                confidence=found.confidence,
            )
        elif found.category and found.category not in self.state.suggestions:
            best = (found.category, *self.state.suggestions)
            self.state.suggestions = best[:MAX_SUGGESTIONS]

    def view(self) -> TaskView:
        saved = self.state.saved is not None
        return TaskView(
            task_id=self.state.task_id,
            agent=CARD.slug,
            phase=TaskPhase.SAVED if saved else TaskPhase.WORKING,
            number=self.state.number,
            known=mention_of(self.shown()),
        )

    def shown(self) -> Card:
        return card_of(self.state)

    def missing(self, desk: Desk) -> tuple[str, ...]:
        if self.state.saved is not None:
            return ()
        checked = validate(self.state.draft, desk.today())
        names = (n for n in FieldName if n is not FieldName.CATEGORY or self.state.categorized)
        return tuple(n.value for n in names if checked[n].status is not Status.VALID)

    def empty(self) -> bool:
        draft = self.state.draft
        unread = self.state.attachment is not None and not self.state.read
        known = draft.amount or draft.ambiguous_amounts or draft.merchant or draft.item
        return not unread and not known
