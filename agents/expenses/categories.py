"""The categories an expense can have, and what counts as one when a person names their own."""

from agents.expenses.shown import MoneyKind

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

INCOME_CATEGORIES: tuple[str, ...] = (
    "Salary",
    "Business income",
    "Refund",
    "Gift",
    "Interest & Dividends",
    "Other income",
)
"""The categories of income. Rules choose one; nobody is asked."""

TRANSFER_CATEGORY = "Transfer"
"""The one category of money that only changes its place."""

UNASKED: dict[MoneyKind, str] = {
    MoneyKind.INCOME: INCOME_CATEGORIES[-1],
    MoneyKind.TRANSFER: TRANSFER_CATEGORY,
}
"""The category of what is no expense, where nothing better is known: it is never asked for."""

MAX_SUGGESTIONS = 5
"""Buttons of suggestions shown with the category question."""

MAX_CATEGORY_LENGTH = 40


_TRANSLATED: dict[str, tuple[str, ...]] = {
    "Food & Drink": (
        "Makanan & Minuman",
        "Essen & Trinken",
        "Comida y bebida",
        "Repas et boissons",
    ),
    "Groceries": ("Barang Dapur", "Lebensmittel", "Supermercado", "Courses"),
    "Transport": ("Pengangkutan", "Transporte"),
    "Fuel": ("Petrol", "Tanken", "Gasolina", "Carburant"),
    "Shopping": ("Membeli-belah", "Compras", "Achats"),
    "Household": ("Rumah Tangga", "Haushalt", "Hogar", "Maison"),
    "Health": ("Kesihatan", "Gesundheit", "Salud", "Santé"),
    "Entertainment": ("Hiburan", "Unterhaltung", "Ocio", "Loisirs"),
    "Travel": ("Perjalanan", "Reisen", "Viajes", "Voyages"),
    "Bills & Utilities": (
        "Bil & Utiliti",
        "Rechnungen & Nebenkosten",
        "Facturas y servicios",
        "Factures et services",
    ),
    "Housing": ("Tempat Tinggal", "Wohnen", "Vivienda", "Logement"),
    "Education": ("Pendidikan", "Bildung", "Educación", "Éducation"),
    "Personal Care": ("Penjagaan Diri", "Körperpflege", "Cuidado personal", "Soins personnels"),
    "Gifts & Donations": (
        "Hadiah & Derma",
        "Geschenke & Spenden",
        "Regalos y donaciones",
        "Cadeaux et dons",
    ),
    "Business": ("Perniagaan", "Geschäftlich", "Negocio", "Professionnel"),
    "Other": ("Lain-lain", "Sonstiges", "Otros", "Autres"),
}
"""What the channels call a category in other languages: a person types back what they read."""

_BY_NAME = {name.casefold(): name for name in CATEGORIES} | {
    other.casefold(): name for name, others in _TRANSLATED.items() for other in others
}


def known_category(name: str) -> str | None:
    """The built-in category that ``name`` is in any language of ours, under its stored name.

    Case and surrounding space do not matter. None for a name that is not built in.
    """
    return _BY_NAME.get(" ".join(name.split()).casefold())


def names_of(category: str) -> tuple[str, ...]:
    """A built-in category's names in all languages of ours."""
    return (category, *_TRANSLATED.get(category, ()))


_OTHER_KINDS = {name.casefold(): name for name in (*INCOME_CATEGORIES, TRANSFER_CATEGORY)}


def built_in_category(stored: str) -> str | None:
    """The built-in category of an expense, of income or of a transfer that a row has."""
    return known_category(stored) or _OTHER_KINDS.get(stored.casefold())
