"""Approval: who may decide on what, what is told of it when, and what is left of whom."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from pydantic import BaseModel, ValidationError

from adapters.postgres.channel_events import PostgresChannelEvents
from adapters.postgres.pool import Database
from agents.procurement.activities import FollowApproval
from agents.procurement.approvals import Followed, FollowRequest, case_id
from agents.procurement.handlers import Shop
from agents.procurement.items import RequestStatus
from agents.procurement.settings import ProcurementSettings
from agents.procurement.store.approvals import PostgresApprovals
from agents.procurement.store.part import PART
from agents.procurement.store.requests import approval_of, become, set_status
from domain.channel_events import EventKind
from domain.errors import ConfigurationError, ToolRefusedError
from domain.replies import Notice
from tests.adapters.postgres.test_channel_events import session
from tests.agents.procurement.store.conftest import Counter
from tests.agents.procurement.store.test_cart import refusal
from tests.agents.procurement.store.test_checkout import told
from tests.fakes.cases import NoCases

BEN, MIA = "terminal:ben", "http:shop:mia"
OWN = ProcurementSettings(
    _env_file=None,
    purchase_approval_limit=Decimal(100),
    purchase_approvers=frozenset({BEN, MIA}),
)
FRIDAY = datetime(2026, 11, 27, 3, tzinfo=UTC)


@dataclass
class Told(NoCases):
    """Cases that note whom they woke and what they told."""

    woken: list[str] = field(default_factory=list)
    told: list[tuple[str, str, Notice]] = field(default_factory=list)

    async def pass_on(
        self, workflow: str, case: str, start: BaseModel, signal: str, said: BaseModel
    ) -> None:
        del workflow, start, signal, said
        self.woken.append(case)

    async def tell(self, conversation_id: str, user_id: str, notice: Notice) -> None:
        self.told.append((conversation_id, user_id, notice))

    @property
    def notices(self) -> Sequence[tuple[str, str]]:
        return [(user, notice.id) for _, user, notice in self.told]


@pytest.fixture
def cases() -> Told:
    return Told()


@pytest.fixture
def ordering(counter: Counter, cases: Told) -> Counter:
    return replace(counter, shop=Shop(OWN, currency="MYR", cases=cases))


@pytest.fixture
def follow(database: Database, cases: Told) -> FollowApproval:
    return FollowApproval(
        PostgresApprovals(database),
        cases,
        OWN.purchase_approvers,
        lambda: FRIDAY,
        "Asia/Kuala_Lumpur",
    )


async def order(counter: Counter, item_id: str = "TON-1", quantity: int = 1) -> int:
    await counter.call("add_to_cart", item_id=item_id, quantity=quantity)
    sent = await counter.agreed(await counter.proposed())
    assert sent.request is not None
    return sent.request.number


async def looked(follow: FollowApproval, number: int, times: int = 0) -> Followed:
    return await follow.follow_purchase_request(FollowRequest(number=number, times=times))


@pytest.mark.shows("shop 61")
async def test_what_is_above_the_limit_or_in_another_currency_waits(
    ordering: Counter, cases: Told
) -> None:
    await order(ordering, "PEN-1")
    assert cases.woken == []
    [below] = (await ordering.call("list_requests")).requests
    assert below.status is RequestStatus.SUBMITTED
    await ordering.call("add_to_cart", item_id="TON-1")
    assert (await ordering.proposed())["needs_approval"]
    assert cases.woken == [], "nobody is told before a yes"
    sent = await ordering.agreed(await ordering.proposed())
    assert sent.request is not None
    assert sent.request.status is RequestStatus.PENDING
    dollars = await order(ordering.of("terminal:other"), "USD-1")
    assert cases.woken == [case_id(sent.request.number), case_id(dollars)]


@pytest.mark.shows("shop 61")
async def test_a_request_that_nobody_else_could_approve_is_refused_before_it_is_asked(
    ordering: Counter,
) -> None:
    alone = OWN.model_copy(update={"purchase_approvers": frozenset({ordering.user})})
    counter = replace(ordering, shop=Shop(alone, currency="MYR", cases=Told()))
    await counter.call("add_to_cart", item_id="TON-1")
    assert told(await refusal(counter.proposed()))["why"] == "limit_request"


def test_a_limit_without_approvers_is_no_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PURCHASE_APPROVAL_LIMIT", "500")
    monkeypatch.delenv("PURCHASE_APPROVERS", raising=False)
    with pytest.raises(ConfigurationError, match="PURCHASE_APPROVERS"):
        ProcurementSettings.load()
    monkeypatch.setenv("PURCHASE_APPROVERS", "telegram:7001, http:shop:mia, terminal:me")
    assert len(ProcurementSettings.load().purchase_approvers) == 3
    with pytest.raises(ValidationError):
        ProcurementSettings(_env_file=None, purchase_approvers=frozenset({"somebody"}))


@pytest.mark.shows("shop 61")
async def test_decisions_from_two_connections_leave_the_first_alone(ordering: Counter) -> None:
    number = await order(ordering)
    both = [
        ordering.of(user).call("decide_request", number=number, approve=approve)
        for user, approve in ((BEN, True), (MIA, False))
    ]
    ended = await asyncio.gather(*both, return_exceptions=True)
    [late] = [each for each in ended if isinstance(each, ToolRefusedError)]
    assert told(late)["why"] == "settled"
    [request] = (await ordering.call("list_requests")).requests
    assert request.status in (RequestStatus.SUBMITTED, RequestStatus.REJECTED)


@pytest.mark.shows("shop 61")
async def test_who_said_yes_in_a_group_does_not_approve_the_group_s_request(
    ordering: Counter, database: Database
) -> None:
    group = replace(ordering.of("telegram:-1001"), author_id=BEN)
    kept, forgotten = await order(group), await order(group)
    own = await refusal(ordering.of(BEN).call("decide_request", number=kept, approve=True))
    assert told(own)["why"] == "own_request"
    assert (await ordering.of(MIA).call("decide_request", number=kept, approve=True)).approve
    async with database.transaction() as connection:
        theirs = await PART.export(connection, BEN)
        listed = [row["number"] for row in theirs["purchase_requests_of_groups"]]
        assert listed == [kept, forgotten]
        await PART.erase(connection, BEN)
        assert not any((await PART.export(connection, BEN)).values())
    for approver in (BEN, MIA):
        decision = ordering.of(approver).call("decide_request", number=forgotten, approve=True)
        assert told(await refusal(decision))["why"] == "nobody_known"


@pytest.mark.shows("shop 61")
async def test_approvers_are_told_and_reminded_once_after_a_working_day(
    ordering: Counter, follow: FollowApproval, cases: Told, database: Database
) -> None:
    number = await order(ordering)
    assert await looked(follow, number) == Followed(wait=timedelta(days=3)), "Friday to Monday"
    assert cases.notices == [(BEN, f"PR-{number}/asked/0")], "Mia has no session yet"
    async with database.connection() as connection:
        await connection.execute(
            """
            INSERT INTO channel_sessions (conversation_id, user_id, locale, timezone)
            VALUES ('conversation:http:s1', $1, 'en_MY', 'UTC')
            """,
            MIA,
        )
    for times in (1, 2, 3):
        await looked(follow, number, times)
    reminded = f"PR-{number}/asked/1"
    assert cases.notices[1:] == [(MIA, reminded), (BEN, reminded)]
    assert cases.told[1][0] == "conversation:http:s1"


@pytest.mark.shows("shop 61")
async def test_the_answer_is_told_under_one_id_and_nothing_is_told_of_what_others_ended(
    ordering: Counter, follow: FollowApproval, cases: Told, database: Database
) -> None:
    number = await order(ordering)
    await ordering.of(BEN).call("decide_request", number=number, approve=False, reason="too dear")
    for _ in range(2):  # a worker died before Temporal heard that it was told
        assert (await looked(follow, number)).over
    assert cases.notices == [(ordering.user, f"PR-{number}/rejected")] * 2
    assert cases.told[0][2].content["reason"] == "too dear"  # type: ignore[index, call-overload]
    taken_back, settled = await order(ordering), await order(ordering)
    await ordering.call("take_back", number=taken_back)
    await set_status(database, settled, RequestStatus.REJECTED)
    cases.told.clear()
    for each in (taken_back, settled, settled + 1):
        assert (await looked(follow, each)).over
    assert cases.told == []


@pytest.mark.shows("shop 61")
async def test_what_is_sent_or_decided_is_looked_at_only_when_it_is_committed(
    ordering: Counter, follow: FollowApproval, cases: Told, database: Database
) -> None:
    number = await order(ordering)
    async with database.transaction() as connection:
        await approval_of(connection, number)
        looking = asyncio.create_task(looked(follow, number))
        await become(connection, "c1", ordering.user, number, RequestStatus.SUBMITTED, by=BEN)
    assert (await looking).over
    assert cases.notices == [(ordering.user, f"PR-{number}/approved")]


@pytest.mark.shows("shop 61")
@pytest.mark.shows("shop data")
async def test_erasure_leaves_nothing_of_the_approver_and_nothing_of_who_sent_it(
    ordering: Counter, database: Database
) -> None:
    number = await order(ordering)
    await ordering.of(BEN).call("decide_request", number=number, approve=False, reason="too dear")
    shown = [f"PR-{number} is waiting", f"PR-{number}0 is waiting"]
    events, chat = PostgresChannelEvents(database), session(BEN)
    await events.open(chat)
    async with database.transaction() as connection:
        await connection.execute(
            "INSERT INTO conversations (conversation_id) VALUES ('conversation:terminal:ben')"
        )
        await connection.execute(
            """
            INSERT INTO conversation_messages
                (message_id, conversation_id, user_id, speaker, body, at, topic)
            SELECT body, 'conversation:terminal:ben', $1, 'steward', body, now(),
                   'procurement.ask_approval'
            FROM unnest($2::text[]) AS body
            """,
            BEN,
            shown,
        )
        for reply in shown:  # as it stands in a session of theirs over HTTP, too
            await events.add(chat.session_id, EventKind.REPLY, reply, {"text": reply})
        theirs = await PART.export(connection, BEN)
        assert [row["number"] for row in theirs["purchase_decisions"]] == [number]
        own = await PART.export(connection, ordering.user)
        assert BEN not in str(own)
        await PART.erase(connection, BEN)
        assert not any((await PART.export(connection, BEN)).values())
        rows = await connection.fetch("SELECT * FROM purchase_changes WHERE number = $1", number)
        assert BEN not in str(rows)
        assert "too dear" not in str(rows)
        cases = await connection.fetch(PART.cases)
        assert [tuple(row) for row in cases] == [(case_id(number), ordering.user)]
        await PART.erase(connection, ordering.user)
        left = await connection.fetch("SELECT body FROM conversation_messages")
    assert [row["body"] for row in left] == shown[1:]
    read = await events.read(chat.session_id, 0, 9)
    assert [each.payload for each in read] == [
        {"text": "", "blocks": [], "choices": [], "panel": None},
        {"text": shown[1]},
    ]
