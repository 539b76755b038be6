"""What the nodes of triage need of the parts around them."""

from collections.abc import Collection, Sequence
from datetime import date
from enum import StrEnum
from typing import Protocol

from agents.support.activity_calls import Answered, AnswerRequest, AssessRequest, MatchTicketRequest
from agents.support.tickets import (
    Citation,
    CustomerInfo,
    KbResult,
    MatchResult,
    SupervisorDecision,
    TicketType,
    TranslationResult,
    Urgency,
)
from domain.messages import Frozen

# Knowledge


class Hit(Frozen):
    """An article that was found, in the customer's language if it has that, else in its own.

    ``passages``: its text in pieces as they stand in the table, the best for the query first.
    """

    result: KbResult
    category: TicketType
    language: str
    passages: tuple[str, ...]
    link: str = ""
    auto: bool = True
    plans: tuple[str, ...] = ()
    """Those that it holds for; empty for all."""
    expires: date | None = None

    @property
    def citation(self) -> Citation:
        best = self.passages[0] if self.passages else ""
        return Citation(
            id=self.result.id,
            title=self.result.title,
            language=self.language,
            passage=best,
            link=self.link,
        )


class Found(Frozen):
    """Best first. ``answerable``: the first is good enough to be an answer by itself (its
    ``result.sure``).
    """

    hits: tuple[Hit, ...] = ()
    answerable: bool = False


class Knowledge(Protocol):
    async def search(  # noqa: PLR0913 - what narrows a search
        self,
        query: str,
        *,
        category: TicketType | None = None,
        language: str = "",
        plan: str = "",
        top: int = 5,
        without: Collection[str] = (),
    ) -> Found:
        """``category``: only articles of this one. ``language``, ISO 639-1: what hits are shown in
        where the article has it. Articles of another plan, or expired, are never sure.
        ``without``: ids of articles that are left out.

        Looks for changed articles by itself. Raises ``StorageUnavailableError``.
        """


class AnswerCheck(Protocol):
    def __call__(self, answer: str, cited: Sequence[str], offered: Sequence[Citation]) -> str:
        """Why an answer may not be shown, in one word for a metric: ``not_offered``, ``figure``,
        ``link``, ``unsupported``, ``negation``, ``claim``…; empty when it may.

        ``offered`` has every passage that the writer was shown, several of one article perhaps;
        ``cited`` are ids. The answer is in the language of the passages cited.
        """


class Embedder(Protocol):
    """``name`` changes with the model: vectors of different ones are never compared."""

    @property
    def name(self) -> str: ...

    async def embed(self, texts: Sequence[str], *, query: bool) -> list[tuple[float, ...]]:
        """Unit vectors. Raises an ``AppError`` when there are none now."""


# Customers


class Customers(Protocol):
    async def lookup(self, customer_id: str) -> CustomerInfo:
        """``known`` is False for somebody nobody knows. Raises an ``AppError`` when it fails."""


# Rules


class Concern(StrEnum):
    """What the table of urgency speaks of."""

    SECURITY = "security"
    OUTAGE = "outage"
    DATA_LOSS = "data_loss"
    DISRUPTION = "disruption"
    BILLING_ERROR = "billing_error"
    QUESTION = "question"


class Escalates(StrEnum):
    """What in the words asks for people."""

    WANTS_PERSON = "wants_person"
    LEGAL = "legal"
    PRIVACY = "privacy"
    CHARGEBACK = "chargeback"
    DANGER = "danger"


class Findings(Frozen):
    """What a ticket is about, before any table says what follows. Rules find it by phrases, models
    by reading.
    """

    ticket_type: TicketType
    concerns: tuple[Concern, ...] = ()
    escalates: tuple[Escalates, ...] = ()
    urgency: Urgency | None = None
    """A model's own proposal: at most one above what the table says, and never below."""
    reasoning: str = ""


class SupportRules(Protocol):
    """The nodes without a model; pure. Made by ``agents/support/offline``."""

    def match(self, request: MatchTicketRequest) -> MatchResult: ...

    def translate(self, request: AssessRequest) -> TranslationResult:
        """Only the language, over all messages; the messages as they are."""

    def find(self, request: AssessRequest, translation: TranslationResult) -> Findings:
        """By phrases in the originals and, where there are some, the translations."""

    def decide(
        self, request: AssessRequest, customer: CustomerInfo | None, findings: Sequence[Findings]
    ) -> SupervisorDecision:
        """The table of urgency and the floors (``agents/support/urgency.py``) over all findings:
        the rules' own first, a model's behind them. The type and the reasoning are the last one's;
        the urgency is never below what the first one alone comes to; whatever one of them
        escalates is escalated. ``customer`` None: the look-up failed.
        """

    def specialise(self, request: AnswerRequest, found: Found) -> Answered:
        """The specialist: action, extracted info, and the passage as the answer if it is sure."""
