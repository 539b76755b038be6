"""Wishes to take back an import: "undo the import"."""

import re
from functools import cache

from agents.expenses.offline.tables import lists


def takes_back_import(text: str) -> bool:
    """Whether each word is of such a wish."""
    found = _pattern().fullmatch(" ".join(text.split()).strip(" .!?"))
    return found is not None and bool(found["before"] or found["behind"])


@cache
def _pattern() -> re.Pattern[str]:
    words = {name: "|".join(each) for name, each in lists("importing.toml").items()}
    return re.compile(
        rf"(?:(?:please|pls|bitte|tolong) )?(?P<before>(?:{words['before']}) )?"
        rf"(?:(?:{words['own']}) )*(?:{words['import']})(?P<behind>(?: (?:{words['behind']}))*)",
        re.IGNORECASE,
    )
