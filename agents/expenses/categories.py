"""The categories an expense can have, and what counts as one when a person names their own."""

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


_TRANSLATED: dict[str, tuple[str, ...]] = {
    "Food & Drink": ("Makanan & Minuman", "Essen & Trinken"),
    "Groceries": ("Barang Dapur", "Lebensmittel"),
    "Transport": ("Pengangkutan",),
    "Fuel": ("Petrol", "Tanken"),
    "Shopping": ("Membeli-belah",),
    "Household": ("Rumah Tangga", "Haushalt"),
    "Health": ("Kesihatan", "Gesundheit"),
    "Entertainment": ("Hiburan", "Unterhaltung"),
    "Travel": ("Perjalanan", "Reisen"),
    "Bills & Utilities": ("Bil & Utiliti", "Rechnungen & Nebenkosten"),
    "Housing": ("Tempat Tinggal", "Wohnen"),
    "Education": ("Pendidikan", "Bildung"),
    "Personal Care": ("Penjagaan Diri", "Körperpflege"),
    "Gifts & Donations": ("Hadiah & Derma", "Geschenke & Spenden"),
    "Business": ("Perniagaan", "Geschäftlich"),
    "Other": ("Lain-lain", "Sonstiges"),
}
"""What the channels call a category in Malay and German: a person types back what they read."""

_BY_NAME = {name.casefold(): name for name in CATEGORIES} | {
    other.casefold(): name for name, others in _TRANSLATED.items() for other in others
}


def known_category(name: str) -> str | None:
    """The built-in category that ``name`` is in any language of ours, under its stored name.

    Case and surrounding space do not matter. None for a name that is not built in.
    """
    return _BY_NAME.get(" ".join(name.split()).casefold())
