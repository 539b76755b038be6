"""What an agent adds to the question what messages mean."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from adapters.model.prompts import pages
from adapters.model.question import Json, Written
from domain.messages import CallRequest
from domain.understanding import Act, ActKind, UnderstandRequest, Understood

OmissionFinder = Callable[[UnderstandRequest, Understood, Understood], Sequence[Act]]
"""Given a model's acts and those of rules, the acts of rules of which nothing is in the model's."""


class WrittenDetails(Written):
    """What an act says, as a model writes it: each agent has its own form."""

    def told(self, kind: ActKind) -> Sequence[JsonValue]:
        """The details of an act of this kind, or of several acts if it says so much.

        Raises ``InvalidModelOutputError`` for malformed values.
        """
        del kind
        return (self.model_dump(mode="json"),)

    def called(self) -> CallRequest | None:
        """The tool that an ``OPEN`` asks for, if it asks for one.

        Raises ``InvalidModelOutputError`` for malformed values.
        """
        return None


@dataclass(frozen=True)
class Fragment:
    """What an agent adds to the question what messages mean.

    ``page`` says how its ``form`` is filled in. ``check`` is given an act that may carry details,
    and the words of the person that are no orders to software; it gives back what they support, or
    None. ``known`` shows a model what is known of a task. ``find_omissions`` gives the acts of the
    agent's rules that a model's acts leave out. ``asks_for_it`` says whether words ask for what
    the agent wants a yes to: then they are one, if a model takes them so. An agent that
    ``takes_whole_messages`` needs no form filled in: what is handed to it is the words. ``prompts``
    are all prompts of the agent, which no reply may repeat.
    """

    form: type[WrittenDetails]
    page: str
    check: Callable[[Act, str, UnderstandRequest], Act | None]
    known: Callable[[JsonValue], Json] = lambda known: known
    find_omissions: OmissionFinder | None = None
    asks_for_it: Callable[[str], bool] = lambda _words: False
    takes_whole_messages: bool = False
    prompts: tuple[str, ...] = ()
    answers: Mapping[str, bool] = field(default_factory=dict)
    """The actions of buttons that a yes (True) or a no presses, where no task asks."""
    said_with_yes: Callable[[Act, str], Act] | None = None
    """What is told beside a yes to the agent's question, given the task that asked, as one act."""
    deletion: str = ""
    """Details of an undo that takes back a whole task, not only its last change."""
    purposes: tuple[str, ...] = ()
    """What else can be asked of the agent, a sentence or two each: for small talk about that."""


Fragments = Mapping[str, Fragment]
"""By the agent's slug. An agent without one can be named, and its acts carry nothing."""


def secrets(fragments: Fragments) -> tuple[str, ...]:
    """Every instruction that models are given, as it is sent: what no reply may repeat."""
    own = (text for f in fragments.values() for text in (*f.prompts, f.page))
    return (*pages(), *own)
