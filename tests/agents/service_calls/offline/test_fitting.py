"""Which service of the sample catalog fits."""

import pytest

from agents.service_calls.exchange import CatalogItem, Fit
from agents.service_calls.offline.engine import OfflineCalls
from examples.service_tools.sample import sample_business

fitting = OfflineCalls().fitting
CATALOG = tuple(
    CatalogItem(
        name=each.name,
        description=each.description,
        keywords=tuple(word for words in each.keywords.values() for word in words),
    )
    for each in sample_business().categories
)


@pytest.mark.parametrize(
    ("wanted", "language", "names"),
    [
        ("drywall repair", "en", {"Drywall Repair"}),
        ("something wrong with my wall", "en", {"Drywall Repair", "Painting"}),
        ("crack in the wall", "en", {"Drywall Repair"}),
        ("paint the wall", "en", {"Painting"}),
        ("blocked drains", "en", {"Plumbing"}),
        ("dishwasher won't drain", "en", {"Appliance Repair"}),
        ("gate lock is broken", "en", {"Locksmith"}),
        ("air condtioner blows warm air", "en", {"Air Conditioning"}),
        ("Spülmaschine ist kaputt", "de", {"Appliance Repair"}),
        ("Küchenwand hat Risse", "de", {"Drywall Repair"}),
        ("paip dapur saya bocor", "ms", {"Plumbing"}),
        ("mi fregadero gotea", "es", {"Plumbing"}),
        ("ma machine à laver fuit", "fr", {"Appliance Repair"}),
        ("four of my windows are dirty", "en", {"Cleaning"}),
        ("my horse is lame", "en", {"General Enquiry"}),
        ("", "en", {"General Enquiry"}),
    ],
)
def test_names_and_keywords_decide(wanted: str, language: str, names: set[str]) -> None:
    fit = fitting(wanted, CATALOG, language)
    assert set(fit.names) == names
    assert fit.sure == (len(names) == 1 and names != {"General Enquiry"})


def test_without_a_general_service_nothing_may_fit() -> None:
    assert fitting("my horse is lame", CATALOG[:-1], "en") == Fit()
    assert fitting("wall", (), "en") == Fit()


def test_a_large_catalog_is_searched() -> None:
    others = tuple(CatalogItem(name=f"Class {n}", description="For schools") for n in range(60))
    assert fitting("roof leaks", (*others, *CATALOG), "en").names == ("Roofing",)
    assert fitting("my horse is lame", (*others, *CATALOG), "en").names == ("General Enquiry",)
