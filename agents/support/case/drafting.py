"""An article is drafted from what staff answered: when that is offered, asked for, and shown."""

from agents.support import staff_posts
from agents.support.activity_calls import ArticleDraft, DraftRequest
from agents.support.case.effects import DraftArticle
from agents.support.case.staff_card import texts_of
from agents.support.case.ticket_case import TicketCase, WordsStatus
from agents.support.case.transition import Moved, Transition
from agents.support.staff_posts import StaffAction
from agents.support.tickets import TicketType

_SENT = (WordsStatus.GOING, WordsStatus.SHOWN)


def answers_of(case: TicketCase) -> tuple[str, ...]:
    """What the customer got from staff, in the words of these."""
    return tuple(words.text for words in case.staff if words.status in _SENT and words.text)


def mark_solved(move: Transition) -> None:
    """Staff are to be offered a draft, once: they solved what no article was an answer to."""
    case = move.case
    known = any(result.sure for result in case.state.kb_results)
    case.draft_due = not (case.draft_offered or known) and bool(answers_of(case))


def offer(case: TicketCase) -> Moved:
    move = Transition(case, "offer", case.closed_at or case.start.opened_at)
    move.case.draft_due, move.case.draft_offered = False, True
    button = staff_posts.buttons(case.id, (StaffAction.DRAFT,))
    move.show("draft/offer", staff_posts.DraftOffered(), button)
    return move.finish()


def build_draft_request(case: TicketCase, effect: DraftArticle) -> DraftRequest:
    answers = [words for words in case.staff if words.status in _SENT and words.text]
    return DraftRequest(
        customer_id=case.start.customer_id,
        ticket_id=case.start.ticket_id,
        user_id=case.start.user_id,
        category=case.type or TicketType.GENERAL,
        question="\n".join(texts_of(case)),
        written="\n".join(words.message.text for words in case.customer),
        answers=tuple(words.text for words in answers),
        names=tuple(dict.fromkeys(words.by.name for words in answers)),
        by=effect.by,
        at=effect.at,
    )


def show_draft(case: TicketCase, effect: DraftArticle, drafted: ArticleDraft) -> Moved:
    move = Transition(case, effect.act, effect.at)
    content = staff_posts.DraftShown(draft=drafted.draft, title=drafted.title, text=drafted.body)
    move.show("draft", content)
    move.record("drafted", effect.by.id, after=drafted.draft)
    return move.finish()
