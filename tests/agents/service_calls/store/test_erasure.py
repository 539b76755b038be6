"""What calls left in other systems: named, and known until the rows are gone."""

from datetime import UTC, datetime, timedelta

import pytest

from adapters.postgres.erasure import PostgresErasure
from adapters.postgres.pool import Database
from agents.service_calls.exchange import RecordRequest
from agents.service_calls.store.calls import Logged, PostgresCallLog
from agents.service_calls.store.part import PART
from domain.preferences import HeldElsewhere, StillToCome
from tests.agents.service_calls.store.conftest import ME, OTHER, a_row


@pytest.mark.shows("calls cancel")
async def test_bookings_to_come_and_customers_that_calls_made_are_known(
    database: Database,
) -> None:
    log, erasure = PostgresCallLog(database, Logged.OFF), PostgresErasure(database, (PART,))
    now = datetime.now(UTC)
    later, over = now + timedelta(days=1), now - timedelta(days=1)
    calls = (
        a_row(number=1, service="Painting", booked_until=later, erasable={"services": "c1"}),
        a_row(number=2, main_ask="roof", booked_until=later + timedelta(hours=1)),
        a_row(number=3, booked_until=over, erasable={"services": "c1", "crm": "7"}),
        a_row(OTHER, booked_until=later, erasable={"services": "c9"}),
    )
    for row in calls:
        await log.record(RecordRequest(row=row))
    assert await erasure.still_to_come(ME) == (
        StillToCome(what="Painting", until=later),
        StillToCome(what="roof", until=later + timedelta(hours=1)),
    )
    assert await erasure.held_elsewhere(ME) == (
        HeldElsewhere(system="crm", reference="7"),
        HeldElsewhere(system="services", reference="c1"),
    )
    assert (await erasure.erase(ME)).counts == {"calls": 3}
    assert not await erasure.still_to_come(ME)
    assert not await erasure.held_elsewhere(ME)
    assert len(await erasure.held_elsewhere(OTHER)) == 1
