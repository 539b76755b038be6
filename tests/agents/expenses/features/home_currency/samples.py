"""What this feature tells with a write."""

from agents.expenses.features.home_currency.offer import CurrencyOffer
from agents.expenses.shown import FeatureNotice

NOTICES = (
    FeatureNotice(
        feature="home_currency",
        content=CurrencyOffer(currency="EUR", own="MYR").model_dump(mode="json"),
    ),
)
SAMPLES = ()
