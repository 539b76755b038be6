"""What tests are given: ids, and values that properties are tried with."""

import hashlib
import os
import re
from collections import Counter

from hypothesis import strategies as st

from domain.money import MINOR_UNITS

amounts = st.decimals(allow_nan=False, allow_infinity=False)
names = st.text(max_size=150)
currencies = st.sampled_from(sorted(MINOR_UNITS))

_LETTERS = str.maketrans("0123456789", "ghijklmnop")
_given: Counter[str] = Counter()


def given_id() -> str:
    """Twelve letters that no other call gets, and that are the same in every run of a test: what
    is made of ids must not fail a test by chance.
    """
    test = os.environ.get("PYTEST_CURRENT_TEST", "by hand").rpartition(" ")[0]
    _given[test] += 1
    digest = hashlib.sha256(f"{test} {_given[test]}".encode()).hexdigest()
    return digest[:12].translate(_LETTERS)


def mentions(text: str, figure: str) -> bool:
    """Whether a figure stands in a text by itself, not as a part of an id or of another figure."""
    return re.search(rf"(?<![\w.,])(?<!\w-){re.escape(figure)}(?![.,]?\w)", text) is not None
