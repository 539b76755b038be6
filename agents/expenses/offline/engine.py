"""The offline engine: this agent's rules as one object."""

from agents.expenses.features import FEATURES
from agents.expenses.meaning import (
    Categorized,
    CategorizeRequest,
    CommandRequest,
    Decided,
    DecideRequest,
    acts_of,
    heard,
)
from agents.expenses.offline import keywords
from agents.expenses.offline.acts import MAX_LENGTH, meanings_of
from agents.expenses.offline.categories import categorize
from agents.expenses.offline.lexicon import category_by_whole_name
from agents.expenses.offline.mentions import prepare
from domain.messages import CallRequest
from domain.understanding import Act, UnderstandRequest

NAME = "offline"


class OfflineEngine:
    """Rules and lexicons; no key, no network, no state. Safe to share between tasks and threads.

    It never guesses: what no rule recognises is general talk, and a value that is not written is
    not filled in. Raises nothing for any text.
    """

    def understand(self, request: UnderstandRequest) -> tuple[Act, ...]:
        """What the open messages mean together; ``Act.sure`` where rules are sure of it."""
        return acts_of(meanings_of(heard(request)))

    def refuses(self, text: str) -> bool:
        """Whether it asks for what others spent."""
        return keywords.is_injection(text)

    def categorize(self, request: CategorizeRequest) -> Categorized:
        return categorize(request)

    def category_called(self, name: str, used: tuple[str, ...]) -> str | None:
        """The category that another tracker's name for it means; None for one of its own."""
        return category_by_whole_name(name, used)

    def command_call(self, request: CommandRequest) -> CallRequest | None:
        """The call that a command of a feature asks for; None where what follows is not clear."""
        text = prepare(request.asked[:MAX_LENGTH], request.person)
        found = (own.get(request.name) for own in FEATURES.each_of("recognise", "COMMANDS"))
        read = next(filter(None, found), None)
        return read(text, request.person, request.today) if read is not None else None

    def decide(self, request: DecideRequest) -> Decided:
        """The fixed order: the first of the legal actions."""
        return Decided(action=request.legal[0], reason="first in the fixed order")
