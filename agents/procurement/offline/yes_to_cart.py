"""Which words send the cart that the person was asked about, leave it, or drop the question.

A press says the same: ``PressAction.YES`` and ``NO`` below ``replies.AskSend``. Either counts only
for the question that was shown before it (``workflows/tool_loop.py``); whether the cart is still as
it was shown is looked at in ``store/proposals.py``.
"""

import re

from agents.procurement.offline.tables import whole
from domain.understanding import ActKind

_MAX_WORDS = 8


def answer_to_cart(text: str) -> ActKind | None:
    """A yes has no word that could mean anything else."""
    plain = " ".join(text.casefold().replace("’", "'").split()).rstrip(" .!")
    if whole("answer", "drop").match(plain):
        return ActKind.CANCEL
    words = re.findall(r"[\w']+|[👍✅👎❌]", plain)
    if not words or len(words) > _MAX_WORDS or plain.endswith("?"):
        return None
    for name, kind in (("no", ActKind.DENY), ("yes", ActKind.AFFIRM)):
        answer, small = whole("answer", name), whole("answer", name, f"{name}_small")
        if all(map(small.match, words)) and any(map(answer.match, words)):
            return kind
    return None
