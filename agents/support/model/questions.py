"""The questions about tickets: which one is meant, what it is about, its answer, a translation."""

from collections.abc import Mapping, Sequence

from adapters.model import written
from adapters.model.gateway import ModelGateway
from adapters.model.prompts import instructions, pages
from adapters.model.question import Json, ModelQuestion, by_rules, form, newest_first
from adapters.model.reply_evidence import leaks_instructions
from adapters.model.software_orders import data_only, gives_orders, without_orders
from agents.support.activity_calls import (
    Answered,
    AnswerRequest,
    ArticleDraft,
    AssessRequest,
    DraftRequest,
    MatchedTicket,
    MatchTicketRequest,
    TranslatedText,
    TranslateRequest,
)
from agents.support.auto_respond import held_back
from agents.support.card import CARD
from agents.support.issues import DETAILS, ISSUES, OTHER
from agents.support.knowledge.drafting import MAX_TITLE, remove_personal, ruled_draft
from agents.support.model.findings_evidence import findings, matched, newest
from agents.support.model.fragment import PROMPTS
from agents.support.model.same_facts import same_facts
from agents.support.model.schemas import (
    DraftAnswer,
    MatchAnswer,
    SpecialistAnswer,
    SupervisorAnswer,
    TranslateAnswer,
)
from agents.support.ports import AnswerCheck, Findings, Found, Hit, SupportRules
from agents.support.tickets import (
    ACTIVE_OFFERED,
    MODEL_CHARACTERS,
    Citation,
    CustomerInfo,
    ExtractedInfo,
    MatchConfidence,
    MatchResult,
    RecommendedAction,
    Sentiment,
    TicketSummary,
    TranslationResult,
)
from domain.errors import InvalidModelOutputError
from domain.understanding import EngineAnswer
from domain.waiting import ASKS_ONCE, Wait

BY_RULES = "rules"
MAX_ANSWER = 1_500
_PASSAGES_A_HIT = 3
_PASSAGE = 1_200
_SUMMARY = 400
_MOST_TIMES_LONGER = 3
_SHORT = 40
"""Characters: the length of shorter texts says nothing about their translation."""


class Translated(EngineAnswer):
    """What the node ``translator`` gives."""

    translation: TranslationResult
    engine: str = BY_RULES


class Supervised(EngineAnswer):
    """A model's findings; None where the rules' own are all there is."""

    findings: Findings | None = None
    engine: str = BY_RULES


class SupportModels:
    """Asks the models, then the rules. ``working``: ISO 639-1, what the work inside is done in."""

    def __init__(
        self,
        gateway: ModelGateway,
        rules: SupportRules,
        check: AnswerCheck,
        *,
        working: str = "en",
    ) -> None:
        self._gateway = gateway
        self._rules = rules
        self._check = check
        self._working = working

    async def match(self, request: MatchTicketRequest, *, wait: Wait = ASKS_ONCE) -> MatchedTicket:
        """Which of the customer's tickets a message belongs to."""

        def by_their_own(asked: MatchTicketRequest) -> MatchedTicket:
            return MatchedTicket(match=matched(self._rules.match(asked), asked.tickets))

        offered = request.tickets[-ACTIVE_OFFERED:]
        asked = request.model_copy(update={"tickets": offered})
        question = ModelQuestion(
            purpose="match_ticket",
            instructions=instructions("match", PROMPTS),
            content={
                "message": request.text[:MODEL_CHARACTERS],
                "tickets": [_offered(ticket) for ticket in offered],
            },
            shortenings=(newest_first("tickets", len(offered)),),
            form=form(MatchAnswer, _matched),
            check=lambda answer: answer.model_copy(
                update={"match": matched(answer.match, offered)}
            ),
            fallback=by_rules(by_their_own, asked),
            user_id=request.person.user_id,
            agent=CARD.slug,
            wait=wait,
        )
        return await self._gateway.ask(question)

    async def translate(self, request: AssessRequest, *, wait: Wait = ASKS_ONCE) -> Translated:
        """The newest messages of a ticket in the working language; older ones stay as they are. No
        model is asked about what is in it already.
        """
        local = Translated(translation=self._rules.translate(request))
        if local.translation.is_english:
            return local
        known = local.translation
        texts = newest([message.text for message in request.ticket.messages])

        def read(answer: TranslateAnswer, writer: str) -> Translated:
            said = _translations(answer, texts, known.original_language, self._working)
            older = known.original_messages[: len(known.original_messages) - len(texts)]
            kept = tuple(new or old for new, old in zip(said, texts, strict=True))
            translation = known.model_copy(
                update={
                    "translated_messages": (*older, *kept),
                    "translated": all(said) and not older,
                }
            )
            return Translated(translation=translation, engine=writer)

        question = ModelQuestion(
            purpose="translate_ticket",
            instructions=_translating(known.original_language, self._working),
            content={"texts": texts},
            form=form(TranslateAnswer, read),
            fallback=by_rules(lambda _: local, request),
            user_id=request.person.user_id,
            agent=CARD.slug,
            wait=wait,
        )
        return await self._gateway.ask(question)

    async def supervise(
        self, request: AssessRequest, customer: CustomerInfo | None, *, wait: Wait = ASKS_ONCE
    ) -> Supervised:
        """What a ticket is about. What follows from it is for the table of urgency."""
        texts = newest([message.text for message in request.ticket.messages])

        question = ModelQuestion(
            purpose="supervise_ticket",
            instructions=instructions("supervise", PROMPTS),
            content={"messages": texts, "customer": _customer(customer)},
            shortenings=(newest_first("messages", len(texts)),),
            form=form(
                SupervisorAnswer,
                lambda answer, writer: Supervised(findings=findings(answer, texts), engine=writer),
            ),
            fallback=by_rules(lambda _: Supervised(), request),
            user_id=request.person.user_id,
            agent=CARD.slug,
            wait=wait,
        )
        return await self._gateway.ask(question)

    async def specialise(
        self, request: AnswerRequest, found: Found, *, wait: Wait = ASKS_ONCE
    ) -> Answered:
        """What is to be done, and the answer: the rules' own stays where a model has nothing that
        passes.
        """
        ruled = self._rules.specialise(request, found)
        state = request.state
        decision, translation = state.supervisor_decision, state.translation
        if decision is None or translation is None:
            raise ValueError("a specialist needs the supervisor's decision and the language")
        texts = newest([message.text for message in state.ticket.messages])
        kind = decision.ticket_type
        previous = data_only(request.previous_answer)[:_PASSAGE]

        def read(answer: SpecialistAnswer, writer: str) -> Answered:
            weighed = _weighed(answer, request, found, ruled, self._check)
            return weighed.model_copy(update={"engine": writer})

        question = ModelQuestion(
            purpose="specialise_ticket",
            instructions=instructions(
                "specialise",
                PROMPTS,
                type=kind.value,
                working=self._working,
                language=translation.original_language,
                issues=_choices(ISSUES[kind]),
                details=_choices(DETAILS[kind]) or "nothing, as this type has no such detail",
            ),
            content={
                "articles": [_article(hit) for hit in found.hits],
                "messages": texts,
                "translated": _in_working_language(translation),
                "customer": _customer(state.customer_info),
                "decision": {"urgency": decision.urgency.value, "type": kind.value},
                **({"previous_answer": previous} if previous else {}),
            },
            shortenings=(newest_first("messages", len(texts)),),
            form=form(SpecialistAnswer, read),
            fallback=by_rules(lambda _: ruled, request),
            user_id=request.person.user_id,
            agent=CARD.slug,
            wait=wait,
        )
        return await self._gateway.ask(question)

    async def draft(self, request: DraftRequest, *, wait: Wait = ASKS_ONCE) -> ArticleDraft:
        """An article from what staff answered. What is personal is taken out before a model reads
        it, and once more of what it writes.
        """
        ruled = ruled_draft(request, self._working)

        def read(answer: DraftAnswer, writer: str) -> ArticleDraft:
            title, body = remove_personal(
                request, (written.brief(answer.title), answer.body.strip())
            )
            source = Citation(
                id=ruled.draft, title=ruled.title, language=ruled.language, passage=ruled.body
            )
            if (
                not (title and body)
                or _speaks_wrongly(f"{title}\n{body}")
                or self._check(body, (ruled.draft,), (source,))
            ):
                return ruled
            return ruled.model_copy(
                update={"title": title[:MAX_TITLE], "body": body, "engine": writer}
            )

        question = ModelQuestion(
            purpose="draft_article",
            instructions=instructions("draft", PROMPTS),
            content={"question": ruled.question, "answers": [ruled.body]},
            form=form(DraftAnswer, read),
            fallback=by_rules(lambda _: ruled, request),
            user_id=request.user_id,
            agent=CARD.slug,
            wait=wait,
        )
        return await self._gateway.ask(question)

    async def translate_text(
        self, request: TranslateRequest, *, wait: Wait = ASKS_ONCE
    ) -> TranslatedText:
        """One text, for somebody who reads another language."""

        def read(answer: TranslateAnswer, writer: str) -> TranslatedText:
            del writer
            (said,) = _translations(answer, (request.text,), request.source, request.to)
            if not said:
                return TranslatedText(text=request.text, reason="facts")
            return TranslatedText(text=said, translated=True)

        question = ModelQuestion(
            purpose="translate_text",
            instructions=_translating(request.source, request.to),
            content={"texts": (request.text,)},
            form=form(TranslateAnswer, read),
            fallback=by_rules(
                lambda _: TranslatedText(text=request.text, reason="no_model"), request
            ),
            user_id=request.user_id,
            agent=CARD.slug,
            wait=wait,
        )
        return await self._gateway.ask(question)


def _choices(meanings: Mapping[str, str]) -> str:
    return "; ".join(f"`{name}` ({meaning})" for name, meaning in meanings.items())


def _in_working_language(translation: TranslationResult) -> tuple[str, ...]:
    """The newest messages translated; none where that is no other text, or there is none."""
    if translation.is_english or not translation.translated:
        return ()
    return newest(translation.translated_messages)


def _translating(source: str, target: str) -> str:
    return instructions("translate", PROMPTS, source=source or "its language", target=target)


def _translations(
    answer: TranslateAnswer, texts: Sequence[str], source: str, target: str
) -> tuple[str, ...]:
    """A translation for each text; empty for one that does not say the same.

    Raises ``InvalidModelOutputError`` when there is not one for each.
    """
    if len(answer.translations) != len(texts):
        raise InvalidModelOutputError("there is not one translation for each text")
    pairs = zip(texts, answer.translations, strict=True)
    return tuple(new.strip() if _faithful(old, new, source, target) else "" for old, new in pairs)


def _faithful(original: str, translated: str, source: str, target: str) -> bool:
    """The same facts in about as many words, and nothing that gives software orders of its own."""
    if not translated.strip() or not same_facts(original, translated, languages=(source, target)):
        return False
    most = max(_SHORT, _MOST_TIMES_LONGER * len(original))
    least = len(original) / (2 * _MOST_TIMES_LONGER) if len(original) > _SHORT else 0
    if not least <= len(translated.strip()) <= most:
        return False
    return gives_orders(original) or not gives_orders(translated)


def _matched(answer: MatchAnswer, writer: str) -> MatchedTicket:
    match = MatchResult(
        matched_ticket_id=written.text(answer.matched_ticket_id),
        confidence=MatchConfidence(answer.confidence),
    )
    return MatchedTicket(match=match, engine=writer)


def _offered(ticket: TicketSummary) -> Json:
    return {
        "id": ticket.ticket_id,
        "type": ticket.type.value if ticket.type else None,
        "status": ticket.status.value,
        "text": ticket.text[-_SUMMARY:],
    }


def _customer(customer: CustomerInfo | None) -> Json:
    if customer is None or not customer.known:
        return None
    return customer.model_dump(include={"plan", "tenure_months", "seats", "region"})


def _article(hit: Hit) -> Json:
    return {"id": hit.result.id, "title": hit.result.title, "passages": _facts(hit)}


def _facts(hit: Hit) -> list[str]:
    """What of an article a model is shown and an answer may rest on: no orders to software."""
    passages = (passage[:_PASSAGE] for passage in hit.passages[:_PASSAGES_A_HIT])
    told = ("\n".join(map(without_orders, each.splitlines())) for each in passages)
    return [each for each in told if each.strip()]


def _weighed(
    answer: SpecialistAnswer,
    request: AnswerRequest,
    found: Found,
    ruled: Answered,
    check: AnswerCheck,
) -> Answered:
    """The rules' answer with what of the model's may count."""
    state, result = request.state, ruled.triage_result
    decision, language = state.supervisor_decision, result.extracted_info.language
    if decision is None:
        return ruled
    text, cited, refused = _words(answer, found, language, check)
    # It read the articles and found none that answers: what keywords found is no answer then.
    nothing_fits = not answer.answer.strip()
    action = _action(answer, request, ruled, cited)
    details = DETAILS[decision.ticket_type]
    missing = written.text(answer.missing_detail) or ""
    routed = action is RecommendedAction.ROUTE_SPECIALIST and not request.detail_asked
    issue = answer.issue_type if answer.issue_type in ISSUES[decision.ticket_type] else OTHER
    extracted = ExtractedInfo(
        product_area=written.brief(answer.product_area)[:60],
        issue_type=issue,
        sentiment=Sentiment(answer.sentiment),
        language=language,
    )
    changed: dict[str, object] = {
        "triage_result": result.model_copy(
            update={
                "extracted_info": extracted,
                "recommended_action": action,
                "reasoning": written.brief(answer.reasoning) or result.reasoning,
                **({"suggested_response": text} if text or nothing_fits else {}),
            }
        ),
        "asks": (missing if not missing or missing in details else ruled.asks) if routed else "",
        "refused": refused,
    }
    if text or nothing_fits:
        changed |= {"citations": tuple(hit.citation for hit in cited), "other_language": False}
    return ruled.model_copy(update=changed)


def _words(
    answer: SpecialistAnswer, found: Found, language: str, check: AnswerCheck
) -> tuple[str, tuple[Hit, ...], str]:
    """The model's words for the customer with the articles they rest on, or why there are none."""
    text, own = answer.answer.strip(), answer.translated.strip()
    if not text:
        return "", (), ""
    offered = [
        hit.citation.model_copy(update={"passage": passage})
        for hit in found.hits
        for passage in _facts(hit)
    ]
    ids = tuple(dict.fromkeys(each.strip() for each in answer.cited))
    hits = tuple(hit for hit in found.hits if hit.result.id in ids)
    reason = ""
    if not ids or len(hits) != len(ids):
        reason = "not_offered"
    elif max(len(text), len(own)) > MAX_ANSWER or any(_speaks_wrongly(t) for t in (text, own)):
        reason = "form"
    else:
        reason = check(text, ids, offered)
    if reason:
        return "", (), reason
    if all(hit.language == language for hit in hits):
        return text, hits, ""
    if not _faithful(text, own, hits[0].language, language):
        return "", (), "translation"
    return own, hits, ""


def _speaks_wrongly(text: str) -> bool:
    return leaks_instructions(text, pages(PROMPTS)) or gives_orders(text)


def _action(
    answer: SpecialistAnswer,
    request: AnswerRequest,
    ruled: Answered,
    cited: tuple[Hit, ...],
) -> RecommendedAction:
    """What the model recommends, as far as code allows it: more care always, less only where an
    answer may go out that no person has seen, and never where the rules escalate.
    """
    wanted = RecommendedAction(answer.recommended_action)
    own = ruled.triage_result.recommended_action
    if own is RecommendedAction.ESCALATE_HUMAN:
        return own
    if wanted is not RecommendedAction.AUTO_RESPOND:
        return wanted
    state = request.state
    if state.supervisor_decision is None:
        return own
    if not cited:
        # Its own words do not count: what the rules answer with does.
        return own
    decision, on = state.supervisor_decision, state.ticket.messages[-1].at.date()
    held = any(held_back(hit, decision, state.customer_info, on) for hit in cited)
    return own if held else wanted
