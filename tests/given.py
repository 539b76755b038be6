"""What properties are tried with, whatever they are about."""

from hypothesis import settings
from hypothesis import strategies as st

from domain.money import MINOR_UNITS

quick = settings(max_examples=60, deadline=None)

amounts = st.decimals(allow_nan=False, allow_infinity=False)
names = st.text(max_size=150)
currencies = st.sampled_from(sorted(MINOR_UNITS))
