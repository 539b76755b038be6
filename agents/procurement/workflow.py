"""The shopping agent: one session a chat, which rests between messages.

What a message asks for is found out by the platform's tool loop, turn by turn; the agent says which
tools are legal, what every round is told, and words the end from results.
"""

from collections.abc import Sequence
from typing import Self

from pydantic import JsonValue, ValidationError
from temporalio import workflow

from agents.contract import (
    Agent,
    Desk,
    DirectAnswers,
    Handler,
    HandlerDesk,
    Opening,
    Outcome,
    OutsideWork,
    PurchaseTaker,
    Reversible,
)
from agents.procurement import buttons, replies
from agents.procurement.activity_calls import LOOK_IN, LookInRequest
from agents.procurement.call_replies import EMPTY, replies_of
from agents.procurement.card import CARD, CATALOG, SessionCard
from agents.procurement.details import BoughtBefore, RequestDetails
from agents.procurement.items import numbered
from agents.procurement.rules_ending import RulesEnding
from agents.procurement.state import ShopState
from agents.procurement.tools import (
    CATALOG_TOOLS,
    CHECKOUT,
    DECIDE_REQUEST,
    REORDER,
    SET_QUANTITY,
    TAKE_BACK,
    TOOLS,
    CheckedOut,
    Checkout,
    Decided,
    ItemWritten,
)
from domain.events import Purchase
from domain.failures import ActivityFailed
from domain.messages import ButtonPress
from domain.replies import Choice, Content
from domain.tasks import Injected
from domain.tools import (
    ErrorCode,
    Heard,
    LoopState,
    Tool,
    ToolCall,
    ToolResult,
    TurnEnd,
    TurnReason,
)
from domain.understanding import TaskPhase, TaskView


class ProcurementAgent(Agent[ShopState], DirectAnswers, OutsideWork, PurchaseTaker, Reversible):
    """Implements ``agents.contract.ToolUser`` as well."""

    card = CARD
    details = RequestDetails
    looks_first = True

    @classmethod
    def opened(cls, opening: Opening, desk: Desk) -> Self:
        del desk
        state = ShopState(task_id=opening.task_id, number=opening.number)
        agent = cls(state)
        details = RequestDetails.model_validate(opening.details or {})
        agent._keep_for_later(agent._take_words(details, opening.evidence, ""))
        return agent

    @classmethod
    def restored(cls, state: str) -> Self:
        return cls(ShopState.model_validate_json(state))

    @classmethod
    def recalled(cls, card: JsonValue) -> Self:
        known = SessionCard.model_validate(card)
        return cls(ShopState(task_id=known.task_id, number=known.number, cart=known.cart))

    async def run(self, desk: Desk) -> Outcome:
        state = self.state
        while True:
            for said in desk.injected():
                self._keep_for_later(self.heard(said))
            if not (state.under_way or state.waiting or state.wishes):
                return Outcome.RESTING
            await self._look_in(desk)
            if state.wishes:
                await buttons.put_in_again(self.state, desk)
            else:
                await self._run_turn(desk)

    async def _run_turn(self, desk: Desk) -> None:
        state, before = self.state, dict(self.state.names)
        if not state.under_way:
            state.began = state.shown
        said, state.waiting = state.waiting, ()
        end = await desk.turn(self, said)
        if end.reason is TurnReason.CANCELLED:
            return
        for each in replies_of(end, state, before):
            others = desk.offer(each.purchase) if each.purchase is not None else ()
            desk.say(each.content, (*others, *each.choices))
        ending = RulesEnding.of(end.topic, end.content)
        state.shown = state.shown.model_copy(update={"ended": ending.question if ending else None})
        left = _find_left_open(end) if state.cart.lines else None
        again = left[0] if left is not None else _is_refused_as_short(end)
        state.shown = state.shown.model_copy(update={"again": again})
        if left is not None:
            again, heard = left
            state.waiting = (Heard(message_id=heard, text=again.as_words()), *state.waiting)

    async def _look_in(self, desk: Desk) -> None:
        """Reads the cart as it is now: it may have been changed elsewhere, and prices too."""
        request = LookInRequest(user_id=desk.person.user_id)
        try:
            seen = await desk.call(LOOK_IN, request, "look into the cart")
        except ActivityFailed as failure:
            # What is known of it has to do; tools will say what cannot be reached.
            workflow.logger.warning("cart.not_seen", extra={"code": failure.code})
            return
        self.state.take_cart(seen.cart)
        self.state.has_requests = seen.has_requests
        self.state.is_staff = seen.is_staff
        self.state.is_approver = seen.is_approver

    # What is said

    def _keep_for_later(self, words: Heard | None) -> None:
        if words is not None:
            self.state.waiting = (*self.state.waiting, words)

    def _take_words(self, details: RequestDetails, text: str, message_id: str) -> Heard | None:
        """Returns the words for the loop; what was bought before is put in again without it."""
        if details.wishes:
            self.state.wishes = (*self.state.wishes, *details.wishes)
            return None
        words = details.words or text
        return Heard(message_id=message_id, text=words) if words else None

    # ToolUser

    @property
    def loop(self) -> LoopState:
        return self.state.loop

    def tools(self) -> Sequence[Tool]:
        return (*TOOLS, *CATALOG_TOOLS, DECIDE_REQUEST)

    def offered(self) -> Sequence[Tool]:
        illegal = set() if self.state.cart.lines else {CHECKOUT, SET_QUANTITY}
        illegal |= set() if self.state.has_requests else {REORDER, TAKE_BACK}
        own = CATALOG_TOOLS if self.state.is_staff else ()
        deciding = (DECIDE_REQUEST,) if self.state.is_approver else ()
        return [*(tool for tool in TOOLS if tool not in illegal), *own, *deciding]

    def context(self) -> str:
        """``- name (xN) - amount`` for each line of the cart, and the list that was shown last."""
        told = buttons.cart_as_text(self.state.cart), buttons.list_as_text(self.state.shown)
        return "\n".join(filter(None, told))

    def known(self) -> JsonValue:
        return self.state.began.model_dump(mode="json")

    def seen(self) -> Sequence[str]:
        return self.state.seen()

    def took(self, call: ToolCall, result: ToolResult) -> None:
        self.state.take(call, result)

    def heard(self, said: Injected) -> Heard | None:
        return self._take_words(_read_details(said), said.text, said.message_id)

    def proposal(self, call: ToolCall, facts: JsonValue) -> Content:
        say = self.loop.working.say if self.loop.working is not None else ""
        say = self.state.without_numbers(say)
        if call.name == DECIDE_REQUEST.name:
            return replies.AskDecision(say=say, decision=Decided.model_validate(facts))
        if call.name != CHECKOUT.name:
            return replies.AskItemChange(say=say, change=ItemWritten.model_validate(facts))
        checked = CheckedOut.model_validate(facts)
        if checked.proposal is None:
            raise AssertionError("a checkout is asked about only when there is something to send")
        kind = replies.AskSendForApproval if checked.needs_approval else replies.AskSend
        return kind(say=say, proposal=checked.proposal, differences=checked.differences)

    # What others see

    def view(self) -> TaskView:
        return TaskView(
            task_id=self.state.task_id,
            agent=CARD.slug,
            phase=TaskPhase.WORKING,
            known=self.state.shown.model_dump(mode="json"),
        )

    def shown(self) -> SessionCard:
        return self.state.card()

    def facts(self) -> tuple[str, ...]:
        cart = self.state.cart
        return (f"cart: {len(cart.lines)} lines, {cart.total} {cart.currency or ''}".strip(),)

    def empty(self) -> bool:
        """A cart is kept by itself; only a question before sending can be taken up again."""
        return self.state.loop.pending is None

    def on_cancel(self) -> tuple[Content, Sequence[Choice]] | None:
        """A cancel ends what goes on and leaves the cart, which it offers to empty."""
        cart, busy = self.state.cart, self.state.under_way
        if not cart.lines and not busy:
            return None
        press = ButtonPress(action=EMPTY, subject="")
        choices = [Choice(press=press)] if cart.lines else []
        return replies.CartKept(cart=cart, stopped=busy), choices

    # Across agents

    @classmethod
    def taking(cls, purchase: Purchase) -> JsonValue:
        """What was bought before can be ordered again, line by line."""
        if not purchase.paid or not purchase.lines:
            return None
        wishes = tuple(
            BoughtBefore(name=line.name, quantity=line.quantity) for line in purchase.lines
        )
        return RequestDetails(wishes=wishes).model_dump(mode="json")

    @classmethod
    def noticing(cls, purchase: Purchase) -> Handler | None:
        """What came on paper may be an open request."""
        return buttons.is_this(purchase) if purchase.paid and purchase.on_paper else None

    # Handlers: at once, without a model

    @classmethod
    def handler(cls, details: JsonValue) -> Handler | None:
        wished = RequestDetails.model_validate(details or {}).take_back
        return buttons.taking_back(numbered(wished)) if wished else None

    @classmethod
    def command(cls, name: str, value: str) -> Handler | None:
        return buttons.writing_item(value) if name == CATALOG else buttons.COMMANDS.get(name)

    @classmethod
    def press(cls, press: ButtonPress) -> Handler | None:
        return buttons.handler_of(press)

    @classmethod
    async def undo(cls, desk: HandlerDesk, task_id: str | None, shown: str) -> bool:
        return await buttons.undo(desk, task_id, shown)

    @classmethod
    async def restore(cls, desk: HandlerDesk, task_id: str) -> None:
        """Nothing of a session is deleted."""
        del task_id
        desk.say(replies.NoListAtHand(aside=True))

    @classmethod
    async def find(cls, desk: HandlerDesk, task: str | int) -> Self | None:
        """A session has nothing that is corrected later."""
        del desk, task
        return None


def _find_left_open(end: TurnEnd) -> tuple[Checkout, str] | None:
    """Returns the order whose question was met with other words and not put again since, and the
    message of these words.
    """
    for each in reversed(end.rounds):
        for call, result in zip(each.calls, each.results, strict=False):
            if call.name == CHECKOUT.name:
                declined = result.error is not None and result.error.code is ErrorCode.DECLINED
                if not declined or not each.heard:
                    return None
                asked = Checkout.model_validate_json(call.arguments or "{}")
                return asked, each.heard[-1].message_id
    return None


def _is_refused_as_short(end: TurnEnd) -> Checkout | None:
    """Returns the order of the turn that was refused since not all of it is in stock."""
    for each in reversed(end.rounds):
        for call, result in zip(each.calls, each.results, strict=False):
            short = result.error is not None and result.error.facts.get("why") == "missing"
            if call.name == CHECKOUT.name and short:
                return Checkout.model_validate_json(call.arguments or "{}")
    return None


def _read_details(said: Injected) -> RequestDetails:
    """Returns what was said of shopping; nothing where it is not this agent's."""
    if said.act is None or not said.act.details:
        return RequestDetails()
    try:
        return RequestDetails.model_validate(said.act.details)
    except ValidationError:
        workflow.logger.error("act.unreadable", extra={"agent": CARD.slug})
        return RequestDetails()


AGENT = ProcurementAgent
"""The class that the platform runs."""
