"""This agent's rules as objects: what is for support, and the nodes of triage."""

from collections.abc import Sequence

from adapters.model import talk
from agents.support import urgency
from agents.support.activity_calls import Answered, AnswerRequest, AssessRequest, MatchTicketRequest
from agents.support.offline.acts import acts_of
from agents.support.offline.findings import findings_in
from agents.support.offline.matching import matched
from agents.support.offline.specialist import specialised
from agents.support.ports import Findings, Found
from agents.support.tickets import (
    ACTIVE_OFFERED,
    CustomerInfo,
    MatchResult,
    SupervisorDecision,
    TranslationResult,
)
from domain.understanding import Act, UnderstandRequest
from language.detection import languages


class SupportUnderstanding:
    """Implements ``AgentRules``. No key, no network, no state. Raises nothing for any text."""

    def understand(self, request: UnderstandRequest) -> tuple[Act, ...]:
        return acts_of(request)

    def refuses(self, text: str) -> bool:
        """Whether it asks for others' data, and names no problem."""
        return talk.is_injection(text) and not findings_in([text]).concerns


class OfflineTriage:
    """Implements ``SupportRules``. ``working_language`` is ISO 639-1. Safe to share."""

    def __init__(self, working_language: str = "en") -> None:
        self._working = working_language
        languages()
        findings_in(["zzz"])

    def match(self, request: MatchTicketRequest) -> MatchResult:
        own = [t for t in request.tickets if t.customer_id == request.customer_id]
        language = languages().of(request.text, _of_person(request.person.locale))
        return matched(request.text, language, own[-ACTIVE_OFFERED:], request.vector)

    def translate(self, request: AssessRequest) -> TranslationResult:
        texts = tuple(message.text for message in request.ticket.messages)
        otherwise = request.language or _of_person(request.person.locale)
        language = languages().of("\n".join(texts), otherwise)
        return TranslationResult(
            original_language=language,
            is_english=language == self._working,
            translated_messages=texts,
            original_messages=texts,
            translated=language == self._working,
        )

    def find(self, request: AssessRequest, translation: TranslationResult) -> Findings:
        texts = [message.text for message in request.ticket.messages]
        if translation.translated and not translation.is_english:
            texts.extend(translation.translated_messages)
        return findings_in(texts)

    def decide(
        self, request: AssessRequest, customer: CustomerInfo | None, findings: Sequence[Findings]
    ) -> SupervisorDecision:
        return urgency.decided(request, customer, findings)

    def specialise(self, request: AnswerRequest, found: Found) -> Answered:
        return specialised(request, found)


def _of_person(locale: str) -> str:
    """``en_MY`` speaks English."""
    return locale.partition("_")[0].partition("-")[0].lower() or "en"
