"""Which words send the cart that the person was asked about, leave it, or drop the question.

A press says the same: ``PressAction.YES`` and ``NO`` below ``replies.AskSend``. Either counts only
for the question that was shown before it (``workflows/tool_loop.py``); whether the cart is still as
it was shown is looked at in ``store/proposals.py``.
"""

import re

from agents.procurement.offline.tables import holds, whole
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
    for names, kind in ((("no",), ActKind.DENY), (("yes", "send"), ActKind.AFFIRM)):
        answer = whole("answer", *names)
        small = whole("answer", *names, *(f"{name}_small" for name in names))
        if all(map(small.match, words)) and any(map(answer.match, words)):
            return kind
    return None


def names_sending(text: str) -> bool:
    """Whether a yes names the order or its sending, so that it can be meant for nothing else."""
    return holds("answer", "send", "send_small").search(text.casefold()) is not None
