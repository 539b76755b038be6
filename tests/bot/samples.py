"""Replies of every topic, filled the way the topics' own comments say."""

from datetime import UTC, date, datetime
from decimal import Decimal

from bot.texts.formats import Formats
from bot.texts.wording import formats_for
from domain.ledger import CategoryTotal, CurrencyTotal, Insight
from domain.messages import ButtonPress
from domain.replies import Card, Change, Choice, Delivery, Provenance, Reply
from domain.topics import ConversationTopic, PressAction, TransactionTopic
from domain.understanding import InsightMeasure

NOW = datetime(2026, 11, 21, 4, 30, tzinfo=UTC)
"""Half past noon on 21 November in Kuala Lumpur."""

TASK = "conversation:terminal:home/transaction/1"

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


def formats(locale: str = "en_MY", timezone: str = "Asia/Kuala_Lumpur") -> Formats:
    return formats_for(locale, timezone, NOW)


def choice(action: PressAction, subject: str = TASK, label: str = "", value: str = "") -> Choice:
    return Choice(press=ButtonPress(action=action, subject=subject, value=value), label=label)


def reply(topic: str, *cards: Card, **parts: object) -> Reply:
    given: dict[str, object] = {"id": f"{TASK}/r1", "topic": topic, "cards": cards}
    if cards:
        given["task_id"] = cards[0].task_id
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


_FACTS: dict[str, dict[str, str]] = {
    TransactionTopic.ALBUM_SAVED: {"photos": "3", "asking": "1"},
    TransactionTopic.ASK_BETTER_IMAGE: {"attempt": "1"},
    TransactionTopic.ASK_DUPLICATE: {"saved_at": "2026-11-20"},
    TransactionTopic.NOT_SAVED: {"reason": "The records refused it."},
    TransactionTopic.UNREADABLE: {"reason": "That PDF is locked."},
    TransactionTopic.PROVENANCE: {"field": "amount"},
    ConversationTopic.STATUS: {
        "state": "waiting",
        "waiting_for": "amount",
        "since": "2026-11-21T04:00:00+00:00",
        "expires_at": "2026-11-22T04:00:00+00:00",
        f"missing.{TASK}": "amount,category",
        f"turn.{TASK}": "1",
    },
    ConversationTopic.CANCELLED: {"by": "operator", "reason": "maintenance"},
    ConversationTopic.FAILED: {"reason": "That took too long."},
    ConversationTopic.UNSUPPORTED: {"what": "sticker"},
    ConversationTopic.HEARD: {"text": "lunch twelve fifty"},
    ConversationTopic.PREFERENCE: {"field": "currency", "before": "MYR", "after": "USD"},
    ConversationTopic.ASK_PREFERENCE: {"field": "currency", "current": "MYR", "refused": "gold"},
    ConversationTopic.USAGE: {
        "calls_today": "3",
        "tokens_today": "4100",
        "cost_today": "0.00212",
        "calls": "41",
        "tokens": "52000",
        "cost": "0.031",
        "days": "7",
        "unpriced": "2",
        "token_limit": "20000",
    },
    ConversationTopic.BUDGET_USED_UP: {"whose": "person"},
    ConversationTopic.PRIVACY: {"retention_days": "90"},
    ConversationTopic.ERASED: {"transactions": "3", "messages": "1", "files": "0"},
    ConversationTopic.INSIGHT: {"insight": insight().model_dump_json()},
    ConversationTopic.GENERAL_TOPIC: {"topic": "greeting"},
}
_CARDLESS = frozenset(
    {
        TransactionTopic.NOTHING_TO_UNDO,
        TransactionTopic.NOT_FOUND,
        TransactionTopic.UNREADABLE,
        ConversationTopic.INSIGHT,
    }
)


def filled(topic: str) -> Reply:
    """A reply of this topic with all that its comment promises."""
    if topic == TransactionTopic.ASK_DUPLICATE:
        cards: tuple[Card, ...] = (CARD, OTHER)
    else:
        cards = () if topic in _CARDLESS else (CARD,)
    change = Change(field="amount", before="16.50", after="15.50")
    return reply(
        topic,
        *cards,
        changes=(change,),
        choices=(choice(PressAction.UNDO), choice(PressAction.ANSWER, label="20.00")),
        facts=_FACTS.get(topic, {"attempt": "1", "problem": "missing"}),
        text="Sure." if topic == ConversationTopic.GENERAL_ANSWER else "",
    )


def delivery(*replies: Reply) -> Delivery:
    return Delivery(
        conversation_id="conversation:terminal:home",
        channel="terminal",
        chat_id="home",
        user_id="ana",
        locale="en_MY",
        timezone="Asia/Kuala_Lumpur",
        replies=replies,
    )
