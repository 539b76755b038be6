"""The offline engine as one object that answers every question put to an understanding engine."""

from adapters.model.offline import answers
from adapters.model.offline.categories import categorize
from adapters.model.offline.talk import summary_of, topic_of
from adapters.model.offline.turns import acts_of
from domain.understanding import (
    Act,
    Categorized,
    CategorizeRequest,
    Conversed,
    ConverseRequest,
    Decided,
    DecideRequest,
    RecogniseRequest,
    Summarised,
    SummariseRequest,
    UnderstandRequest,
    Understood,
)

NAME = "offline"


class OfflineEngine:
    """Rules and lexicons; no key, no network, no state. Safe to share between tasks and threads.

    It never guesses: what no rule recognises is general talk, and a value that is not written is
    not filled in. Raises nothing for any text.
    """

    async def understand(self, request: UnderstandRequest) -> Understood:
        return Understood(acts=acts_of(request), engine=NAME)

    async def categorize(self, request: CategorizeRequest) -> Categorized:
        return categorize(request)

    async def decide(self, request: DecideRequest) -> Decided:
        """The fixed order: the first of the legal actions."""
        return Decided(action=request.legal[0], reason="first in the fixed order")

    async def converse(self, request: ConverseRequest) -> Conversed:
        return Conversed(topic=topic_of(request.said.text))

    async def summarise(self, request: SummariseRequest) -> Summarised:
        return Summarised(summary=summary_of(request.entries, request.previous))

    def recognise(self, request: RecogniseRequest) -> Act | None:
        """The cheap path; see ``answers``."""
        return answers.recognise(request)
