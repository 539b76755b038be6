"""What the conversation says about a call of this feature."""

import json
from collections.abc import Sequence
from datetime import date
from enum import StrEnum
from typing import ClassVar

from pydantic import JsonValue

from agents.contract import CallReply, Handler, HandlerDesk
from agents.expenses.call_replies import replies_of
from agents.expenses.calls import call_of, call_with
from agents.expenses.details import Mention
from agents.expenses.features.recurring.recurring import RecurringItem, RecurringOffer
from agents.expenses.features.recurring.reminders import AGREE_PAYMENT, PaymentRequest, ReminderKind
from agents.expenses.features.recurring.tools import (
    KEEP_RECURRING,
    KEEP_RECURRING_OFFER,
    LIST_RECURRING,
    PUT_BACK_RECURRING,
    REMOVE_RECURRING,
    SKIP_RECURRING,
    TOOLS,
    RecurringAsItWas,
    RecurringKept,
    RecurringList,
    RecurringRemoved,
)
from agents.expenses.questions import button
from agents.expenses.replies import Aside
from agents.expenses.shown import MoneyKind
from domain.messages import ButtonPress, CallRequest
from domain.replies import Choice, Content, Notice
from domain.tools import ErrorCode, ToolCall, ToolError
from domain.topics import StaleButton


class RecurringProblem(StrEnum):
    """Why a call changed nothing."""

    UNCLEAR = "unclear"
    NO_AMOUNT = "no_amount"
    NOT_OFFERED = "not_offered"
    UNKNOWN_NAME = "unknown_name"


class RecurringShown(Aside):
    topic: ClassVar[str] = "expenses.recurring"
    found: RecurringList


class RecurringWasKept(Aside):
    topic: ClassVar[str] = "expenses.recurring.kept"
    done: RecurringKept


class RecurringAsBefore(Aside):
    """What is kept as it was before it was changed."""

    topic: ClassVar[str] = "expenses.recurring.as_before"
    found: RecurringList


class RecurringWasRemoved(Aside):
    topic: ClassVar[str] = "expenses.recurring.removed"
    done: RecurringRemoved


class RecurringNotChanged(Aside):
    """``named``: the name that the person gave."""

    topic: ClassVar[str] = "expenses.recurring.not_changed"
    problem: RecurringProblem
    named: str = ""


class RecurringReminded(Aside):
    """That one is due on ``day``, or was and is not saved."""

    topic: ClassVar[str] = "expenses.recurring.reminder"
    item: RecurringItem
    day: date
    kind: ReminderKind


class RecurringLeft(Aside):
    """Nothing is saved now. ``asked_again``: in some days, where it is not saved by then."""

    topic: ClassVar[str] = "expenses.recurring.left"
    asked_again: bool = False


KEEP_OFFERED = "expenses.keep_recurring"
"""The button below a saved card; its subject is the saved expense."""


def keep_offered(press: ButtonPress) -> CallRequest:
    return call_of(KEEP_RECURRING_OFFER, expense=press.subject)


PAID_NOW, NOT_NOW = "expenses.recurring_paid_now", "expenses.recurring_not_now"
"""Below one that was just kept: whether it was paid on that day."""
PAID, NOT_YET, SKIP = (
    "expenses.recurring_paid",
    "expenses.recurring_not_yet",
    "expenses.recurring_skip",
)
"""Below a reminder. The subject of all five is the item's key, their value the day."""


def skip(press: ButtonPress) -> CallRequest:
    return call_of(SKIP_RECURRING, key=press.subject, day=press.value)


def save_payment(press: ButtonPress) -> Handler:
    """Saves what is agreed to, as if the person had said it."""

    async def save(desk: HandlerDesk) -> None:
        try:
            day = date.fromisoformat(press.value)
        except ValueError:  # no button of ours
            desk.say(StaleButton())
            return
        request = PaymentRequest(
            user_id=desk.person.user_id,
            message_id=desk.heard.id if desk.heard is not None else "",
            key=press.subject,
            day=day,
            now=press.action == PAID_NOW,
        )
        agreed = await desk.call(AGREE_PAYMENT, request, "save what is due")
        if agreed.item is None:
            desk.say(StaleButton())
            return
        told = Mention(
            kind=MoneyKind.INCOME if agreed.item.income else None,
            merchant=agreed.merchant,
            item=agreed.thing,
            amount=agreed.item.amount_on(request.day),
            currency=agreed.item.currency,
            occurred_on=request.day,
        )
        desk.hand(told.model_dump(mode="json"))

    return save


PRESSES = {KEEP_OFFERED: keep_offered, SKIP: skip}
HANDLERS = {PAID: save_payment, PAID_NOW: save_payment}
AGREEING = frozenset({PAID, PAID_NOW})
ANSWERS = {NOT_NOW: RecurringLeft(), NOT_YET: RecurringLeft(asked_again=True)}
UNCLEAR = {"recurring": RecurringNotChanged(problem=RecurringProblem.UNCLEAR)}
CONTENTS = (
    RecurringShown,
    RecurringWasKept,
    RecurringAsBefore,
    RecurringWasRemoved,
    RecurringNotChanged,
    RecurringReminded,
    RecurringLeft,
)


def reminder(item: RecurringItem, day: date, kind: ReminderKind, run_id: str) -> Notice:
    """What a run tells of one that is due."""
    content = RecurringReminded(item=item, day=day, kind=kind)
    actions = (PAID, NOT_YET, SKIP) if kind is ReminderKind.DUE else (PAID, SKIP)
    return Notice(
        id=f"recurring/{item.key}/{day.isoformat()}/{kind}",
        topic=content.topic,
        content=content.model_dump(mode="json"),
        choices=tuple(button(action, item.key, day.isoformat()) for action in actions),
        reports_to=run_id,
    )


def notice_choices(content: JsonValue) -> Sequence[Choice]:
    """The button below the card that an offer comes with."""
    offer = RecurringOffer.model_validate(content)
    return [button(KEEP_OFFERED, offer.task_id)]


def _tell(call: ToolCall, done: RecurringKept | RecurringList | RecurringRemoved) -> CallReply:
    if call.name == LIST_RECURRING.name and isinstance(done, RecurringList):
        return CallReply(RecurringShown(found=done))
    match done:
        case RecurringKept():
            before = (done.before,) if done.before is not None else ()
            back = _as_before((done.item,), before)
            asked, day = (PAID_NOW, NOT_NOW), done.asked_on
            choices = [button(each, done.item.key, day.isoformat()) for each in asked if day]
            return CallReply(RecurringWasKept(done=done), choices, taken_back_by=[back])
        case RecurringRemoved():
            back, gone = _as_before(before=done.items), done
        case RecurringList():
            back = _as_before(done.items, (*done.before, *done.removed))
            if done.items:
                return CallReply(RecurringAsBefore(found=done), taken_back_by=[back])
            gone = RecurringRemoved(items=done.removed)
    return CallReply(RecurringWasRemoved(done=gone), taken_back_by=[back], takes_away=True)


def _as_before(
    now: Sequence[RecurringItem] = (), before: Sequence[RecurringItem] = ()
) -> CallRequest:
    """The call that keeps again what was kept, and nothing that took no place of such."""
    known = {_key(each) for each in before}
    new = tuple(each for each in now if _key(each) not in known)
    return call_with(PUT_BACK_RECURRING, RecurringAsItWas(items=tuple(before), without=new))


def _key(item: RecurringItem) -> tuple[str, str]:
    return " ".join(item.name.split()).casefold(), item.currency


def _refuse(call: ToolCall, error: ToolError) -> Content | None:
    if error.code is ErrorCode.NOT_FOUND and call.name == SKIP_RECURRING.name:
        return StaleButton()
    if error.code is ErrorCode.NOT_FOUND:
        removing = call.name == REMOVE_RECURRING.name
        problem = RecurringProblem.UNKNOWN_NAME if removing else RecurringProblem.NOT_OFFERED
        return RecurringNotChanged(problem=problem, named=str(error.facts.get("named", "")))
    if error.code is ErrorCode.INVALID_ARGUMENTS:
        lacking = call.name == KEEP_RECURRING.name and not json.loads(call.arguments).get("amount")
        problem = RecurringProblem.NO_AMOUNT if lacking else RecurringProblem.UNCLEAR
        return RecurringNotChanged(problem=problem)
    return None


REPLIES = replies_of(TOOLS, _tell, _refuse)
