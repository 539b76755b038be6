"""What can be asked about the category of everything from one shop."""

from datetime import timedelta

from pydantic import Field

from agents.expenses.categories import MAX_CATEGORY_LENGTH
from agents.expenses.features.sweeps.sweep import ForAllOutcome
from domain.tools import Arguments, Effect, Tool

_MAX_NAME = 120
_YEARS_OF_ONE_SHOP = timedelta(minutes=2)
"""In batches that each wait for the person's lock."""


class ShopCategory(Arguments):
    shop: str = Field(min_length=1, max_length=_MAX_NAME, description="As it is called")
    category: str = Field(min_length=1, max_length=MAX_CATEGORY_LENGTH, description="A category")


class SweepSelection(Arguments):
    sweep: str | None = Field(None, max_length=40, description="null for the last one")


CATEGORIZE_SHOP = Tool(
    name="categorize_shop",
    purpose="Gives everything from one shop a category from now on.",
    arguments=ShopCategory,
    result=ForAllOutcome,
    effect=Effect.WRITE,
)

RECATEGORIZE_SHOP = Tool(
    name="recategorize_shop",
    purpose="Changes the saved expenses of a shop, too, after the person said yes to how many.",
    arguments=SweepSelection,
    result=ForAllOutcome,
    effect=Effect.WRITE,
    timeout=_YEARS_OF_ONE_SHOP,
)

UNCATEGORIZE_SHOP = Tool(
    name="uncategorize_shop",
    purpose="Changes all back that recategorize_shop changed, and forgets the shop's category.",
    arguments=SweepSelection,
    result=ForAllOutcome,
    effect=Effect.WRITE,
    timeout=_YEARS_OF_ONE_SHOP,
)

TOOLS = (CATEGORIZE_SHOP, RECATEGORIZE_SHOP, UNCATEGORIZE_SHOP)
