"""A time zone goes with a language and a currency where there is one country with one clock."""

import pytest

from language.likely_places import likely_zones


@pytest.mark.parametrize(
    ("locale", "currency", "zones"),
    [
        ("de_DE", "EUR", ("Europe/Berlin", "Europe/Busingen")),
        ("ms_MY", "MYR", ("Asia/Kuala_Lumpur", "Asia/Kuching")),
        ("en_MY", "SGD", ("Asia/Singapore",)),
        ("fr_FR", "EUR", ("Europe/Paris",)),
        ("es_ES", "EUR", ()),  # the Canaries have another clock
        ("en_US", "USD", ()),
        ("de_DE", "MYR", ()),
        ("en_MY", "EUR", ()),  # Ireland or Malta
        ("klingon", "EUR", ()),
    ],
)
def test_zones_are_told_where_only_one_clock_is_likely(
    locale: str, currency: str, zones: tuple[str, ...]
) -> None:
    assert likely_zones(locale, currency, 2026) == zones
