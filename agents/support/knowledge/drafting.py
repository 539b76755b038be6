"""Drafts an article by rules: the customer's question is its title, the staff's answers its text.

Pure.
"""

from collections.abc import Sequence

from agents.support.activity_calls import ArticleDraft, DraftRequest
from agents.support.knowledge.personal import without_personal
from agents.support.naming import article_id
from agents.support.tickets import subject_of
from language.detection import languages

MAX_TITLE = 100
_MAX_BODY = 60_000


def remove_personal(request: DraftRequest, texts: Sequence[str]) -> list[str]:
    """The texts without what is personal in this ticket."""
    customer = f"{request.question}\n{request.written}"
    return without_personal(texts, customer=customer, names=request.names)


def ruled_draft(request: DraftRequest, working: str) -> ArticleDraft:
    question, *answers = remove_personal(request, (request.question, *request.answers))
    body = "\n\n".join(filter(None, answers))[:_MAX_BODY]
    return ArticleDraft(
        draft=article_id(request.customer_id, request.ticket_id),
        title=subject_of(question.splitlines()) or "?",
        body=body,
        question=question,
        language=languages().of(body, working),
    )
