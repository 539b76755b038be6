"""Words that ask to take an import back: "undo the import"."""

import re
from functools import cache

from agents.expenses.calls import call_of
from agents.expenses.features.imports.tools import UNDO_IMPORT
from agents.expenses.offline.scene import Scene
from agents.expenses.offline.tables import keywords
from domain.messages import CallRequest


def call_in(scene: Scene) -> CallRequest | None:
    """The call that a message asks for, where each word of it is of such a wish."""
    found = _pattern().fullmatch(" ".join(scene.text.split()).strip(" .!?"))
    asks = found is not None and (found["before"] or found["behind"])
    return call_of(UNDO_IMPORT) if asks else None


@cache
def _pattern() -> re.Pattern[str]:
    words = {name: "|".join(each) for name, each in keywords(__package__).items()}
    return re.compile(
        rf"(?:(?:please|pls|bitte|tolong) )?(?P<before>(?:{words['before']}) )?"
        rf"(?:(?:{words['own']}) )*(?:{words['import']})(?P<behind>(?: (?:{words['behind']}))*)",
        re.IGNORECASE,
    )
