"""Names of days, months, numbers and currencies are known in one place."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PRODUCT = ("activities", "adapters", "agents", "bot", "domain", "settings", "wiring", "workflows")


@pytest.mark.parametrize(
    "name",
    [
        "isnin", "donnerstag", "woensdag", "vendredi",
        "siebzehn", "dua puluh", "cuarenta y", "achtzehn",
        "rupiah", "quid", "renminbi",
        "enero", "février", "maart", "juillet", "septiembre", "novembre",
    ],
)  # fmt: skip
def test_no_rule_outside_of_language_names_a_day_a_month_a_number_or_a_currency(name: str) -> None:
    """Texts that people are shown, and examples of what they write, do."""
    rules = [
        path
        for folder in PRODUCT
        for suffix in ("py", "toml")
        for path in (ROOT / folder).rglob(f"*.{suffix}")
        if path.name != "examples.toml"
    ]
    assert len(rules) > 500
    word = re.compile(rf"\b{name}\b", re.IGNORECASE)
    assert [str(path) for path in rules if word.search(path.read_text(encoding="utf-8"))] == []
