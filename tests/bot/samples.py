"""Replies of every topic, filled with all that their contents can have."""

from datetime import UTC, date, datetime
from decimal import Decimal
from importlib import import_module
from typing import Any

from agents.expenses import replies as expenses
from agents.expenses.features import FEATURES
from agents.expenses.importing import ImportOutcome, ImportPreview, ImportSum
from agents.expenses.shown import Card, Change, FeatureNotice, MoneyKind, Provenance
from agents.expenses.spending import CategoryTotal, CurrencyTotal, Insight, InsightMeasure
from agents.expenses.tables.tabulating import (
    FoundColumn,
    LeftOut,
    LineFault,
    TableColumn,
    TableFault,
)
from agents.expenses.tools import BankNotice, Hint
from bot.texts.formats import Formats
from bot.texts.wording import formats_for
from domain import topics
from domain.conversation import conversation_id
from domain.messages import ButtonPress
from domain.preferences import PreferenceField, StillToCome
from domain.replies import Choice, Content, Delivery, Reply
from domain.tasks import Shown
from domain.topics import PressAction, TaskLine
from domain.understanding import Topic
from domain.usage import Budget, Spent, UsageOfPerson

NOW = datetime(2026, 11, 21, 4, 30, tzinfo=UTC)
"""Half past noon on 21 November in Kuala Lumpur."""

TASK = "conversation:terminal:home/expenses/1"

CARD = Card(
    task_id=TASK,
    number=1,
    merchant="Kopi Corner",
    amount=Decimal("15.50"),
    currency="MYR",
    occurred_on=date(2026, 11, 21),
    category="Food & Drink",
    payment_method="cash",
    provenance={"amount": Provenance(source="photo", evidence="TOTAL 15.50")},
)
OTHER = CARD.model_copy(update={"task_id": f"{TASK}0", "number": 10, "merchant": "Bus Co"})
DAY = date(2026, 11, 21)
CHANGE = Change(field="amount", before="16.50", after="15.50")


PREVIEW = ImportPreview(
    rows=2,
    duplicates=1,
    sums=(
        ImportSum(kind=MoneyKind.EXPENSE, currency="MYR", amount=Decimal("15.50"), count=1),
        ImportSum(kind=MoneyKind.INCOME, currency="EUR", amount=Decimal(20), count=1),
    ),
    since=date(2026, 11, 1),
    until=date(2026, 11, 21),
    columns=(FoundColumn(column=TableColumn.DATE, heading="Datum"),),
    left_out=12,
    told=(LeftOut(line=4, why=LineFault.DATE),),
    cards=(CARD,),
    days_in_doubt=True,
    signs_in_doubt=True,
)


def formats(locale: str = "en_MY", timezone: str = "Asia/Kuala_Lumpur") -> Formats:
    return formats_for(locale, timezone, NOW)


def choice(action: str, subject: str = TASK, label: str = "", value: str = "") -> Choice:
    return Choice(press=ButtonPress(action=action, subject=subject, value=value), label=label)


def shown(card: Card) -> Shown:
    """An expense as the conversation shows it."""
    return Shown(
        task_id=card.task_id,
        agent="expenses",
        number=card.number,
        card=card.model_dump(mode="json"),
    )


def line(card: Card, **parts: object) -> TaskLine:
    return TaskLine.model_validate(shown(card).model_dump() | parts)


def reply(content: Content, **parts: object) -> Reply:
    """As a conversation says it; ``parts`` are the reply's own fields."""
    given: dict[str, object] = {
        "id": f"{TASK}/r1",
        "topic": content.topic,
        "content": content.model_dump(mode="json"),
        "placement": content.placed,
    }
    card = getattr(content, "card", None)
    if isinstance(card, Card):
        given["task_id"] = card.task_id
    return Reply.model_validate(given | parts)


def insight(**parts: object) -> Insight:
    given: dict[str, object] = {
        "measure": InsightMeasure.TOTAL,
        "since": date(2026, 11, 16),
        "until": date(2026, 11, 21),
        "totals": (
            CurrencyTotal(currency="MYR", amount=Decimal("120.40"), count=5),
            CurrencyTotal(currency="USD", amount=Decimal(30), count=1),
        ),
        "by_category": (
            CategoryTotal(category="Food & Drink", currency="MYR", amount=Decimal("80.40")),
            CategoryTotal(category="Fuel", currency="MYR", amount=Decimal(40)),
        ),
    }
    return Insight.model_validate(given | parts)


def usage(**parts: object) -> UsageOfPerson:
    given: dict[str, object] = {
        "today": Spent(tokens=4100, cost=Decimal("0.00212")),
        "lately": Spent(tokens=52000, cost=Decimal("0.031")),
        "days": 7,
        "calls": 41,
        "calls_today": 3,
    }
    return UsageOfPerson.model_validate(given | parts)


STATUS = topics.Status(
    state="waiting",
    agent="expenses",
    waiting_for="amount",
    since=datetime(2026, 11, 21, 4, 0, tzinfo=UTC),
    expires_at=datetime(2026, 11, 22, 4, 0, tzinfo=UTC),
    tasks=(line(CARD, missing=("amount", "category"), queued=True, doing="read image"),),
    outage=True,
)

PLATFORM_CONTENTS: tuple[Content, ...] = (
    topics.Start(),
    topics.Help(about=shown(CARD), question="amount"),
    STATUS,
    topics.KeptForLater(tasks=(shown(CARD),)),
    topics.Cancelled(by="operator", reason="maintenance", tasks=(shown(CARD),), texts=("lunch 5",)),
    topics.CancelledTooLate(task=shown(CARD)),
    topics.NothingToCancel(),
    topics.ClosedByOperator(tasks=(shown(CARD),), texts=("lunch 5",)),
    topics.StaleButton(),
    topics.NothingToUndo(),
    topics.NotReversible(),
    topics.NotReversible(number=7),
    topics.NotFound(),
    topics.NoDraft(),
    topics.Resumed(task=shown(CARD)),
    topics.Expired(tasks=(shown(CARD), shown(OTHER))),
    topics.Noted(tasks=(shown(CARD),)),
    topics.Degraded(),
    topics.Failed(code="timeout", reason="That took too long.", tasks=(shown(CARD),)),
    topics.Unworded(),
    topics.NotOffered(tasks=(shown(CARD), shown(OTHER))),
    topics.WhichOne(tasks=(shown(CARD), shown(OTHER)), wanted="undo"),
    topics.TooMany(what="tasks", limit=50),
    topics.Unrecorded(limit=200),
    topics.TooLong(),
    topics.Empty(),
    topics.Unsupported(what="sticker"),
    topics.VoiceHeard(text="lunch twelve fifty"),
    topics.EditUnknown(),
    topics.Preference(field=PreferenceField.CURRENCY, before="MYR", after="USD"),
    topics.AskPreference(field=PreferenceField.CURRENCY, current="MYR", refused="gold"),
    *(
        topics.AskPreference(field=field, current="x", offered=offered)
        for field, offered in zip(PreferenceField, ("EUR", "de", "Europe/Berlin"), strict=True)
    ),
    topics.Usage(usage=usage(unpriced=2, token_limit=20000)),
    topics.BudgetUsedUp(whose=Budget.PERSON),
    topics.Privacy(retention_days=90),
    topics.AskErase(),
    topics.AskErase(still_to_come=(StillToCome(what="Haircut", until=NOW),)),
    topics.AskRemoteCall(tool="desk.book", arguments='{"room": "B 2", "people": 4}'),
    topics.EraseKept(),
    topics.AskToEnter(agent="expenses", quote="lunch with Sarah"),
    topics.AskToEnter(agent="expenses", quote="it was 12", changes=shown(CARD)),
    topics.NotEntered(),
    topics.Erasing(),
    topics.Erased(counts={"messages": 2}, kept_by=("calendar", "billing")),
    topics.Erased(counts={"expenses": 3, "messages": 1, "files": 0}),
    topics.GeneralAnswer(text="Sure."),
    topics.GeneralTopic(about=Topic.GREETING),
)


EXPENSE_TOPICS: tuple[str, ...] = tuple(
    content.topic
    for contents in (expenses.CONTENTS, *FEATURES.each_of("replies", "CONTENTS"))
    for content in contents
)


def of_features(what: str) -> tuple[Any, ...]:
    """Of each feature that is there, from its ``samples``."""
    places = (f"tests.agents.expenses.features.{name}.samples" for name in FEATURES.names)
    return tuple(each for place in places for each in getattr(import_module(place), what))


NOTICES: tuple[FeatureNotice, ...] = of_features("NOTICES")

EXPENSE_CONTENTS: tuple[Content, ...] = (
    expenses.Saved(card=CARD, differences=(CHANGE,), notices=NOTICES),
    expenses.SavedTogether(cards=(CARD,), differences=(CHANGE,), opened=3, asking=1),
    expenses.Corrected(card=CARD, changes=(CHANGE,), notices=NOTICES),
    expenses.Unchanged(card=CARD),
    expenses.Deleted(card=CARD),
    expenses.DeletedTogether(cards=(CARD, OTHER), wanted=5),
    expenses.Reverted(card=CARD, changes=(CHANGE,)),
    expenses.Restored(card=CARD),
    expenses.AskAmount(card=CARD, problem="missing"),
    expenses.AskMerchant(card=CARD, problem="missing"),
    expenses.AskDate(card=CARD, problem="missing"),
    expenses.AskCategory(card=CARD, problem="missing"),
    expenses.AskReading(card=CARD, unsure=("amount", "date")),
    expenses.AskTogether(doubts=(expenses.Doubt(card=CARD, unsure=("category",)),) * 2),
    expenses.AskBetterImage(card=CARD),
    expenses.AskToSave(card=CARD),
    expenses.AskToSave(card=CARD, changing=True),
    expenses.AskDuplicate(card=CARD, saved=OTHER, saved_on=date(2026, 11, 20)),
    expenses.AskEdit(card=CARD),
    expenses.StorageDown(card=CARD),
    expenses.NotSaved(card=CARD, reason="The records refused it."),
    expenses.Kept(card=CARD),
    expenses.Dropped(card=CARD),
    expenses.Unreadable(reason="That PDF is locked."),
    expenses.ValueOrigin(card=CARD, field="amount"),
    expenses.Spending(insight=insight()),
    expenses.Hinted(hint=Hint.CHANGE, heard="coffee"),
    expenses.NotYours(card=CARD.model_copy(update={"entered_by": "Ana"})),
    expenses.NoExpense(notice=BankNotice.DECLINED),
    *of_features("SAMPLES"),
    expenses.AskImport(card=CARD.model_copy(update={"from_table": True}), preview=PREVIEW),
    expenses.Imported(
        outcome=ImportOutcome(rows=2, sums=PREVIEW.sums, notices=NOTICES),
        first_number=3,
        left_out=12,
    ),
    expenses.ImportNoRow(number=8, first=9, last=28),
    expenses.NoImport(preview=ImportPreview(fault=TableFault.NO_DATE)),
    expenses.ImportDropped(),
    expenses.ImportTakenBack(rows=2),
    expenses.ImportRestored(rows=2),
)

CONTENTS: dict[str, Content] = {
    content.topic: content for content in (*PLATFORM_CONTENTS, *EXPENSE_CONTENTS)
}


def filled(topic: str) -> Reply:
    """A reply of this topic with all that its content can have, and buttons."""
    content = CONTENTS[topic]
    choices = (choice(PressAction.UNDO), choice(PressAction.ANSWER, label="20.00"))
    return reply(content, choices=choices)


def delivery(
    *replies: Reply,
    channel: str = "terminal",
    chat_id: str = "home",
    user_id: str = "ana",
    locale: str = "en_MY",
    recorded: bool = True,
) -> Delivery:
    return Delivery(
        conversation_id=conversation_id(channel, chat_id),
        channel=channel,
        chat_id=chat_id,
        user_id=user_id,
        locale=locale,
        timezone="Asia/Kuala_Lumpur",
        replies=replies,
        recorded=recorded,
    )
