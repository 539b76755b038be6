"""Carts: one for each person, changed under a lock on that person's row, with every change kept.

What a change did to a line is kept as quantities before and after, so that exactly it can be taken
back, whatever came later.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from adapters.postgres.pool import Connection, Row
from agents.procurement.items import MAX_LINES, MAX_QUANTITY, Cart, CartLine, RequestLine
from domain.errors import ToolRefusedError
from domain.tools import ErrorCode, RunToolRequest


@dataclass(frozen=True)
class Held:
    """A line of a cart beside what the catalog says of it now. Gone is also what is sold in
    another currency now.
    """

    line: CartLine
    supplier: str

    @property
    def gone(self) -> bool:
        return self.line.price_now is None

    @property
    def to_be_had(self) -> int:
        """How many of the wished can be had now."""
        available = self.line.available
        return self.line.quantity if available is None else min(self.line.quantity, available)

    def to_order(self, quantity: int) -> RequestLine:
        line = {**self.line.model_dump(), "supplier": self.supplier, "quantity": quantity}
        return RequestLine.model_validate({**line, "price": self.line.price_now or Decimal(0)})


@dataclass(frozen=True)
class WantedLine:
    """What a line is to be: ``quantity`` 0 takes it out. ``currency`` is what it is sold in."""

    item_id: str
    quantity: int
    price: Decimal
    currency: str


Quantities: TypeAlias = Mapping[str, tuple[int, Decimal]]
"""By article number, how many and at what price they were added; none is (0, …)."""

_LINES = """
    SELECT line.item_id, line.quantity, line.price_when_added, item.name, item.supplier, item.unit,
           item.price, item.stock, item.active AND item.currency = cart.currency AS sold
    FROM carts AS cart
    JOIN cart_lines AS line USING (user_id) JOIN catalog_items AS item USING (item_id)
    WHERE cart.user_id = $1 ORDER BY line.added_at, line.item_id
"""


async def lock(connection: Connection, user_id: str) -> None:
    """Held until the transaction ends: whoever else changes this cart waits."""
    await connection.execute(
        "INSERT INTO carts (user_id) VALUES ($1) ON CONFLICT DO NOTHING", user_id
    )
    await connection.execute("SELECT FROM carts WHERE user_id = $1 FOR UPDATE", user_id)


async def held(connection: Connection, user_id: str) -> list[Held]:
    rows = await connection.fetch(_LINES, user_id)
    return [Held(_read_line(row), row["supplier"]) for row in rows]


async def cart_of(connection: Connection, user_id: str) -> Cart:
    facts = await connection.fetchrow(
        "SELECT currency, version FROM carts WHERE user_id = $1", user_id
    )
    if facts is None:
        return Cart()
    lines = tuple(each.line for each in await held(connection, user_id))
    total = sum((line.quantity * line.price_now for line in lines if line.price_now), Decimal(0))
    return Cart(lines=lines, total=total, currency=facts["currency"], version=facts["version"])


def _read_line(row: Row) -> CartLine:
    now = {"price_now": row["price"], "available": row["stock"]}
    return CartLine.model_validate(
        {**dict(row), **(now if row["sold"] else {"price_now": None, "available": 0})}
    )


async def quantities(connection: Connection, user_id: str) -> dict[str, tuple[int, Decimal]]:
    rows = await connection.fetch(
        "SELECT item_id, quantity, price_when_added FROM cart_lines WHERE user_id = $1", user_id
    )
    return {row["item_id"]: (row["quantity"], row["price_when_added"]) for row in rows}


async def counts(connection: Connection, user_id: str) -> Counter[str]:
    """How many of each article are in the cart."""
    lines = await quantities(connection, user_id)
    return Counter({item_id: quantity for item_id, (quantity, _) in lines.items()})


async def change(
    connection: Connection,
    request: RunToolRequest,
    wishes: Sequence[WantedLine],
    change_id: str = "",
) -> str:
    """Sets lines of a locked cart, all or none, and keeps what it did; its id, or none when there
    was nothing to do. Raises ``ToolRefusedError`` for too many lines and for a second currency.
    """
    user_id = request.person.user_id
    before = await quantities(connection, user_id)
    wanted = [wish for wish in wishes if wish.quantity != before.get(wish.item_id, (0, 0))[0]]
    if not wanted:
        return ""
    await _check(connection, user_id, before, wanted)
    for wish in wanted:
        if wish.quantity:
            await connection.execute(
                """
                INSERT INTO cart_lines (user_id, item_id, quantity, price_when_added)
                VALUES ($1, $2, $3, $4)
                ON CONFLICT (user_id, item_id) DO UPDATE SET
                    quantity = excluded.quantity, price_when_added = excluded.price_when_added
                """,
                user_id,
                wish.item_id,
                wish.quantity,
                wish.price,
            )
        else:
            await connection.execute(
                "DELETE FROM cart_lines WHERE user_id = $1 AND item_id = $2", user_id, wish.item_id
            )
    await touch(connection, user_id, wanted[0].currency)
    touched = [wish.item_id for wish in wanted]
    after = await quantities(connection, user_id)
    own = change_id or request.call.call_id
    await connection.execute(
        """
        INSERT INTO purchase_changes (change_id, user_id, conversation_id, before, after, by)
        VALUES ($1, $2, $3, $4, $5, $2)
        """,
        own,
        user_id,
        request.conversation_id,
        _dump_lines(before, touched),
        _dump_lines(after, touched),
    )
    return own


async def touch(connection: Connection, user_id: str, currency: str | None) -> None:
    """One change more; an empty cart has no currency."""
    await connection.execute(
        """
        UPDATE carts SET version = version + 1, updated_at = now(), currency = CASE
            WHEN EXISTS (SELECT FROM cart_lines WHERE user_id = $1) THEN coalesce(currency, $2)
        END WHERE user_id = $1
        """,
        user_id,
        currency,
    )


async def _check(
    connection: Connection, user_id: str, before: Quantities, wanted: Sequence[WantedLine]
) -> None:
    """Raises ``ToolRefusedError``."""
    raising = [wish for wish in wanted if wish.quantity > before.get(wish.item_id, (0, 0))[0]]
    if not raising:
        return
    currency = await connection.fetchval("SELECT currency FROM carts WHERE user_id = $1", user_id)
    sold_in = {wish.currency for wish in raising} | ({currency} if before and currency else set())
    if len(sold_in) > 1:
        raise ToolRefusedError(
            ErrorCode.OTHER_CURRENCY,
            "A cart holds one currency; this would mix " + " and ".join(sorted(sold_in)) + ".",
            "Nothing was added. The person may send the cart first and order this in a second"
            " request.",
            {"currencies": sorted(sold_in), "cart": currency},
        )
    removed = {wish.item_id for wish in wanted if not wish.quantity}
    lines = (set(before) | {wish.item_id for wish in raising}) - removed
    if len(lines) > MAX_LINES:
        raise ToolRefusedError(
            ErrorCode.LIMIT,
            f"A cart holds at most {MAX_LINES} different products.",
            "Nothing was added. Something has to be removed, or the cart sent, first.",
            {"why": "lines", "most": MAX_LINES},
        )


def _dump_lines(lines: Quantities, touched: Sequence[str]) -> dict[str, list[object]]:
    """How many of each, and at what price, as JSON; what is not there is 0."""
    none = (0, Decimal(0))
    return {
        item_id: [lines.get(item_id, none)[0], str(lines.get(item_id, none)[1])]
        for item_id in touched
    }


async def undo(connection: Connection, request: RunToolRequest, change_id: str) -> tuple[str, str]:
    """Takes back exactly this change of a locked cart, or without an id the newest of this
    conversation: the id of the new change, and of the one that was taken back.

    Raises ``ToolRefusedError`` when there is none, or when it was taken back before.
    """
    user_id = request.person.user_id
    row = await connection.fetchrow(
        """
        SELECT change_id, before, after, undone_by FROM purchase_changes AS change
        WHERE user_id = $1 AND number IS NULL AND (change_id = $2 OR $2 = ''
            AND conversation_id = $3 AND undone_by IS NULL
            AND NOT EXISTS (
                SELECT FROM purchase_changes AS undone WHERE undone.undone_by = change.change_id
            ))
        ORDER BY at DESC LIMIT 1
        """,
        user_id,
        change_id,
        request.conversation_id,
    )
    if row is None:
        raise ToolRefusedError(
            ErrorCode.NOT_FOUND, "There is no such change of the cart.", "Look at the cart.",
            {"why": "no_change"},
        )  # fmt: skip
    if row["undone_by"] is not None:
        raise ToolRefusedError(
            ErrorCode.ALREADY_DONE, "That change was taken back already.", "Look at the cart.",
            {"why": "undone"},
        )  # fmt: skip
    wishes = await _make_reverse(connection, user_id, row)
    own = await change(connection, request, wishes)
    if not own:
        raise ToolRefusedError(
            ErrorCode.ALREADY_DONE,
            "What that change did is not in the cart any more.",
            "Look at the cart.",
            {"why": "not_there"},
        )
    await connection.execute(
        "UPDATE purchase_changes SET undone_by = $2 WHERE change_id = $1", row["change_id"], own
    )
    return own, row["change_id"]


async def _make_reverse(connection: Connection, user_id: str, row: Row) -> list[WantedLine]:
    now = await quantities(connection, user_id)
    sold = await connection.fetch(
        "SELECT item_id, currency FROM catalog_items WHERE item_id = ANY($1)", list(row["before"])
    )
    currency = {each["item_id"]: each["currency"] for each in sold}
    wishes = []
    for item_id, (quantity, price) in row["before"].items():
        less = row["after"][item_id][0] - quantity
        there = now.get(item_id, (0, Decimal(0)))
        wanted = max(0, min(MAX_QUANTITY, there[0] - less))
        then = Decimal(price) if quantity else there[1]
        wishes.append(WantedLine(item_id, wanted, then, currency[item_id]))
    return wishes
