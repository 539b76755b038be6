"""The categories a transaction can have, and what counts as one when a person names their own."""

CATEGORIES: tuple[str, ...] = (
    "Food & Drink",
    "Groceries",
    "Transport",
    "Fuel",
    "Shopping",
    "Household",
    "Health",
    "Entertainment",
    "Travel",
    "Bills & Utilities",
    "Housing",
    "Education",
    "Personal Care",
    "Gifts & Donations",
    "Business",
    "Other",
)
"""The built-in categories, in the order in which they are offered when nothing better is known."""

MAX_SUGGESTIONS = 5
"""Buttons of suggestions shown with the category question."""

MAX_CATEGORY_LENGTH = 40


def known_category(name: str) -> str | None:
    """The built-in category that ``name`` is, ignoring case and surrounding space; else None."""
    folded = " ".join(name.split()).casefold()
    return next((c for c in CATEGORIES if c.casefold() == folded), None)
