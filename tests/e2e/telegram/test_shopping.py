"""Shopping in Telegram, on the sample catalog; and one request whatever is killed meanwhile."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from decimal import Decimal
from pathlib import Path

import pytest

from adapters.postgres.pool import Database
from tests.e2e.house import House
from tests.e2e.telegram.conftest import Telegram
from tests.e2e.telegram.killing import Kill, kill_at, kill_database, kill_worker, killed_at
from tests.e2e.telegram.member import Member
from tests.model_server import ScriptedModelServer
from tests.model_server.payloads import act, calling, step, understood
from tests.model_server.requests import STEP, ModelRequest

sample = pytest.importorskip("agents.procurement.sample")

SAMPLES = Path(__file__).parents[3] / "local" / "samples"


@pytest.fixture(scope="package")
async def catalog(house: House) -> AsyncIterator[Database]:
    database = Database(house.database_url)
    await sample.load(database, SAMPLES)
    yield database
    await database.close()


async def reprice(catalog: Database, item_id: str, *, by: Decimal) -> None:
    async with catalog.connection() as connection:
        await connection.execute(
            "UPDATE catalog_items SET price = price + $2 WHERE item_id = $1", item_id, by
        )


async def requests_of(member: Member) -> list[tuple[dict[str, int], str]]:
    """Lines and status of what was sent."""
    rows = await member.house.rows(
        "SELECT lines, status FROM purchase_requests WHERE user_id = $1 ORDER BY number",
        member.address.user_id,
    )
    return [(_quantities(row["lines"]), row["status"]) for row in rows]


def _quantities(lines: object) -> dict[str, int]:
    told = json.loads(lines) if isinstance(lines, str) else lines
    assert isinstance(told, list)
    return {str(line["item_id"]): int(line["quantity"]) for line in told}


@pytest.mark.usefixtures("catalog")
class TestByRules:
    async def test_a_list_its_buttons_undo_and_the_cart(self, ali: Member) -> None:
        (found,) = await ali.tell("find blue pens under 20 in the catalog")
        assert found.labels[:2] == ["Add 1", "Add 2"]
        (added,) = await ali.press(found, "Add 1")
        assert "🛒 1 × Ballpoint pen blue" in added.text
        (undone,) = await ali.press(added, "Undo")
        assert "Undone" in undone.text
        (cart,) = await ali.tell("/cart")
        assert "empty" in cart.text

    @pytest.mark.shows("shop 57")
    async def test_a_request_is_sent_once_and_becomes_one_expense(self, ali: Member) -> None:
        await ali.tell("find copy paper in the catalog")
        await ali.tell("two of the first")
        (asked,) = await ali.tell("checkout for friday, leave at reception")
        assert asked.labels == ["Send", "Not yet"]
        (sent,) = await ali.press(asked, "Send")
        assert "sent · RM" in sent.text
        assert [status for _, status in await requests_of(ali)] == ["submitted"]
        assert sent.labels == ["Add to expenses", "Take back"]
        await ali.press(sent, "Add to expenses")
        await ali.press(sent, "Add to expenses")
        saved = [row for row in await ali.rows() if str(row["reference"]).startswith("PR-")]
        if not saved:  # its category is asked first
            asked = ali.showing("category")[-1]
            await ali.press(asked, asked.labels[0])
        assert len(await ali.rows()) == 1

    async def test_a_cart_is_filled_changed_and_sent_for_another_day(self, ali: Member) -> None:
        await ali.tell("add 2 PEN-101")
        (which,) = await ali.tell("add a ream of copy paper")
        await ali.press(which, which.labels[0])
        (cart,) = await ali.tell("cart")
        assert "2 products" in cart.text
        await ali.tell("make the pens 5")
        (removed,) = await ali.tell("remove the paper")
        assert "from your cart" in removed.text
        (asked,) = await ali.tell("checkout for next friday, leave at reception")
        assert "leave at reception" in asked.text
        (kept,) = await ali.tell("no")
        assert "stays as it is" in kept.text
        await ali.tell("checkout for next friday")
        monday = (await ali.tell("make it monday"))[-1]
        assert "Mon" in monday.text
        *between, again = await ali.tell("what did I spend this week?")
        assert between
        assert "Send your request" in again.text
        sent = (await ali.tell("ok"))[-1]
        assert "sent · RM" in sent.text
        assert await requests_of(ali) == [({"PEN-101": 5}, "submitted")]

    async def test_a_price_raised_before_the_yes_is_asked_about_again(
        self, ali: Member, catalog: Database
    ) -> None:
        await ali.tell("add 2 PAP-210")
        await ali.tell("checkout")
        await reprice(catalog, "PAP-210", by=Decimal(1))
        again = (await ali.tell("yes"))[-1]
        assert "Something has changed" in again.text
        assert "→" in again.text
        sent = (await ali.tell("yes"))[-1]
        assert "sent · RM" in sent.text
        await reprice(catalog, "PAP-210", by=Decimal(-1))

    async def test_a_button_pressed_twice_across_a_killed_worker_sends_once(
        self, telegram: Telegram, ali: Member
    ) -> None:
        await ali.tell("add PEN-101")
        (asked,) = await ali.tell("checkout")
        (send, _) = asked.buttons
        ali.chat.press(ali.person, asked, data=send.data)
        await kill_worker(telegram)
        ali.chat.press(ali.person, asked, data=send.data)  # a chat that still shows it
        await ali.sees("sent · RM")
        assert len(await requests_of(ali)) == 1


def shopping(request: ModelRequest) -> dict[str, object]:
    """What a model does next: it searches twice, adds what it found, checks out, and says so."""
    results = request.results
    if not results:
        return step(
            calling("search_catalog", query="gel pen blue", limit=1),
            calling("search_catalog", query="copy paper", limit=1),
        )
    if len(results) == 2:
        found = [_items(result)[0] for result in results]
        return step(*(calling("add_to_cart", item_id=i, quantity=2) for i in found))
    if len(results) == 4:
        return step(calling("checkout", notes="by post"))
    return step(say="That is all.")


def _items(result: dict[str, object]) -> list[str]:
    return re.findall(r'"item_id": "([^"]+)"', json.dumps(result))


@pytest.mark.usefixtures("catalog")
class TestWhateverIsKilled:
    @pytest.mark.shows("shop 5", "shop 28", "telegram 2")
    @pytest.mark.timeout(480)
    @killed_at(range(6, 90, 4), {kill_database: 34})
    async def test_one_request_is_sent_and_each_write_is_made_once(
        self, telegram: Telegram, model: ScriptedModelServer, kill: Kill, at: int
    ) -> None:
        model.answer("UnderstandAnswer", understood(act("open", None, agent="procurement")))
        model.answer(STEP, shopping)
        ali = telegram.newcomer()
        ali.say("gel pens and copy paper for the workshop please, then order them")
        killing = asyncio.create_task(kill_at(ali.handle, at, kill, telegram))
        await ali.sees("Send this request?")
        await ali.tell("yes")
        sent = await ali.sees("sent · RM")
        await killing
        assert "PR-" in sent.text
        ((lines, status),) = await requests_of(ali)
        assert (sorted(lines.values()), status) == ([2, 2], "submitted")
        added = await ali.house.rows(
            "SELECT call_id FROM tool_calls WHERE user_id = $1 AND tool = 'add_to_cart'"
            " AND status = 'ok'",
            ali.address.user_id,
        )
        assert len(added) == 2
