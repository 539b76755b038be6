"""The proposal that a yes to a cart agrees to, and how one of now differs from it.

Which words and which press are a yes stands in ``offline/yes_to_cart.py``.
"""

import hashlib
import json
from collections.abc import Sequence
from decimal import Decimal

from pydantic import JsonValue

from agents.procurement.items import Proposal, RequestLine
from agents.procurement.store.carts import Held
from agents.procurement.tools import CheckedOut, Difference, DifferenceKind
from domain.errors import ToolRefusedError
from domain.tools import ErrorCode


def shown_proposal(confirmed: JsonValue) -> Proposal | None:
    """Returns the proposal that the person saw. Raises ``ValidationError`` for anything else."""
    if confirmed is None:
        return None
    return CheckedOut.model_validate(confirmed).proposal


def differences_from(
    shown: Proposal, proposal: Proposal, held: Sequence[Held]
) -> tuple[Difference, ...]:
    """Everything in which ``proposal`` is not what was shown."""
    before = {line.item_id: line for line in shown.lines}
    after = {line.item_id: line for line in proposal.lines}
    missing = {each.line.item_id: each for each in held}
    found: list[Difference] = []
    for item_id, line in before.items():
        now = after.get(item_id)
        if now is None or now.quantity != line.quantity:
            found.append(_fewer(line, now, missing.get(item_id)))
        if now is not None and now.price != line.price:
            kind: DifferenceKind = "lower_price" if now.price < line.price else "price"
            found.append(_difference(kind, line, str(line.price), str(now.price)))
    for item_id, line in after.items():
        if item_id not in before:
            found.append(_difference("cart", line, None, str(line.quantity)))
    for name in ("currency", "delivery_date", "notes"):
        told, new = str(getattr(shown, name)), str(getattr(proposal, name))
        if told != new:
            found.append(Difference(kind="cart", name=name, before=told, after=new))
    return tuple(found)


def _fewer(line: RequestLine, now: RequestLine | None, held: Held | None) -> Difference:
    """Why there is another number of it: the cart was changed, or it cannot be had."""
    after = str(now.quantity) if now else "0"
    before = str(line.quantity)
    if held is None or held.to_be_had == held.line.quantity:
        return _difference("cart", line, before, after)
    return _difference("gone" if held.gone else "stock", line, before, after)


def _difference(
    kind: DifferenceKind, line: RequestLine, before: str | None, after: str
) -> Difference:
    return Difference(kind=kind, item_id=line.item_id, name=line.name, before=before, after=after)


def not_as_shown(proposal: Proposal, differences: tuple[Difference, ...]) -> ToolRefusedError:
    kinds = {each.kind for each in differences}
    code = ErrorCode.OUT_OF_STOCK if kinds & {"stock", "gone"} else ErrorCode.DECLINED
    facts = CheckedOut(proposal=proposal, differences=differences)
    return ToolRefusedError(
        code,
        "Not sent: something is not as the person saw it ("
        + ", ".join(f"{each.name}: {each.before} → {each.after}" for each in differences)
        + ").",
        "The person is asked anew.",
        {"why": "changed", "facts": facts.model_dump(mode="json")},
    )


def digest_of(proposal: Proposal) -> str:
    """Equal for proposals that send the same: lines, prices, total, date and notes."""
    told = proposal.model_dump(mode="json", include=set(Proposal.model_fields))
    told["lines"] = sorted(told["lines"], key=lambda line: line["item_id"])
    for line in told["lines"]:
        line["price"] = _plain(line["price"])
    told["total"] = _plain(told["total"])
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _plain(amount: str) -> str:
    """12.90 and 12.9 are the same price."""
    return f"{Decimal(amount).normalize():f}"
