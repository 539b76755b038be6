"""What this feature says, once each."""

from datetime import UTC, datetime

from agents.expenses.features.household.replies import (
    HouseholdAsked,
    HouseholdInvited,
    HouseholdJoined,
    HouseholdLeft,
    HouseholdNotChanged,
    HouseholdNotJoined,
    HouseholdShown,
    InvitationsWithdrawn,
)
from agents.expenses.features.household.tools import (
    Household,
    HouseholdMember,
    HouseholdNews,
    HouseholdProblem,
    Invited,
)
from agents.expenses.shown import FeatureNotice

AT = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
HOUSEHOLD = Household(
    members=(
        HouseholdMember(name="Ana", own=True, joined_at=AT),
        HouseholdMember(joined_at=AT),
    ),
)
NOTICES = tuple(
    FeatureNotice(feature="household", content=news.model_dump(mode="json"))
    for news in (HouseholdNews(name="Ben", joined=True), HouseholdNews(joined=False))
)
SAMPLES = (
    HouseholdShown(household=HOUSEHOLD),
    HouseholdInvited(invited=Invited(code="ABCDEFGHJK", expires_at=AT)),
    HouseholdAsked(owner="Ana"),
    HouseholdJoined(household=HOUSEHOLD),
    HouseholdLeft(household=HOUSEHOLD),
    HouseholdNotJoined(),
    InvitationsWithdrawn(count=1),
    HouseholdNotChanged(problem=HouseholdProblem.UNCLEAR),
)
