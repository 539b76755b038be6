"""What the customer does about a ticket that people have, and what the bot answers beside them."""

from collections.abc import Callable, Sequence

from agents.support import staff_posts
from agents.support.activity_calls import GONE_ON, CustomerSaid
from agents.support.case.closing import ask_rating, end, open_again
from agents.support.case.drafting import mark_solved
from agents.support.case.effects import Forward, Relay
from agents.support.case.staff_messages import human_words, send_held
from agents.support.case.ticket_case import (
    MOST_MESSAGES,
    MOST_SEEN,
    CustomerWords,
    Rating,
    TicketCase,
    file_of,
)
from agents.support.case.transition import Moved, Transition
from agents.support.naming import message_key
from agents.support.tickets import AgentState, RecommendedAction, Ticketed, TicketStatus, Urgency

_OF_CLOSED = ("rated", "original")
"""What is about a ticket itself, also when it has been merged into another one."""
LOW_RATING = 3
"""A rating under this reaches the whole team."""


def apply_customer_act(case: TicketCase, said: CustomerSaid) -> Moved:
    """What the customer did. What was taken in before changes nothing."""
    key = f"{said.kind}/{said.message.id}"
    if said.kind == "edited":
        key = f"{key}/{said.message.at.isoformat()}"
    if key in case.seen:
        return Moved(case)
    move = Transition(case, key, said.message.at)
    case = move.case
    case.seen = (*case.seen, key)[-MOST_SEEN:]
    if case.merged_into is not None and said.kind not in _OF_CLOSED:
        move.do(Forward(said=said))
        return move.finish()
    case.language = said.language or case.language
    if said.state is not None and case.status is TicketStatus.ACTIVE:
        _take_findings(move, said.state)
    if said.kind == "answered_by_bot":
        _add_answered(move, said)
    elif apply := _ACTS.get(said.kind):
        apply(move, said)
    else:
        move.record("unknown", "customer", after=said.kind)
    return move.finish()


def relay_translated(case: TicketCase, effect: Relay, text: str) -> Moved:
    """Shows staff a message of the customer in the working language; empty: there is none."""
    words = case.customer_words(effect.message)
    if words is None or words.revision != effect.revision:
        return Moved(case)
    move = Transition(case, effect.message, words.message.at)
    words = _change_message(move, words, translated=text)
    attachment = words.message.attachment
    stored = attachment is not None and bool(attachment.sha256)
    content = staff_posts.CustomerPost(
        text=words.message.text,
        translated=words.translated,
        language=case.language,
        edited=words.revision > 0,
        file=attachment.kind.value if attachment is not None else "",
    )
    files = (file_of(attachment),) if attachment is not None and stored else ()
    move.show(staff_posts.said(effect.message), content, files=files)
    return move.finish()


def _take_findings(move: Transition, state: AgentState) -> None:
    """Triage's new findings, while the bot still has it; where they ask for people, no longer.
    A lower urgency is for people only.
    """
    case = move.case
    case.start = case.start.model_copy(update={"state": state})
    decision, result = state.supervisor_decision, state.triage_result
    if decision is not None:
        case.type = decision.ticket_type
    if result is not None and result.recommended_action is RecommendedAction.ESCALATE_HUMAN:
        case.status = TicketStatus.OPEN
    found = state.urgency or case.urgency
    if found.rank > case.urgency.rank:
        move.change_urgency(found)
        move.reckon()
    move.show_card()


def _add_message(move: Transition, said: CustomerSaid, *, takes_up: bool = True) -> None:
    case, message = move.case, said.message
    case.customer = (*case.customer, CustomerWords(message=message))[-MOST_MESSAGES:]
    move.do(Relay(message=message.id))
    if takes_up:
        _take_up(move, said)
    move.record("said", "customer", message=message, who="customer")


def add_merged(move: Transition, ticket_id: str, messages: Sequence[Ticketed]) -> None:
    """Messages about a ticket that was merged into this one. Their rows stay with that ticket. Two
    problems of one message share its id: the other one's words are called after their ticket.
    """
    case = move.case
    for each in messages:
        known, message = case.customer_words(each.id), each
        if known is not None and known.message.text == each.text:
            continue
        if known is not None:
            message = each.model_copy(update={"id": f"{ticket_id}/{each.id}"})
        case.customer = (*case.customer, CustomerWords(message=message))[-MOST_MESSAGES:]
        move.do(Relay(message=message.id))
        _take_up(move, CustomerSaid(message=message))


def _take_up(move: Transition, said: CustomerSaid) -> None:
    """Whatever they say ends waiting for them, and opens again what was closed."""
    case = move.case
    if not case.live:
        if case.status is TicketStatus.SOLVED and not case.had_person and said.kind in GONE_ON:
            _go_on(move, said)
        else:
            _reopen(move)
    elif case.status is TicketStatus.WAITING_CUSTOMER:
        case.status, case.waiting_since = TicketStatus.OPEN, None
        move.reckon()
        move.show_card()
    if case.assignee is not None and case.silent_since is None:
        case.silent_since = move.at


def _reopen(move: Transition) -> None:
    """One more urgent, but never critical because of it."""
    before = move.case.urgency
    if before.rank < Urgency.HIGH.rank:
        move.case.urgency = before.raised
    open_again(move)
    move.tell_change("reopened")
    move.show_change("reopened", aloud=True)
    move.record("reopened", "customer", before=before.value, after=move.case.urgency.value)


def _go_on(move: Transition, said: CustomerSaid) -> None:
    """Only the bot had answered: that is not opening again what was done. Where triage goes on
    with it, so does the bot.
    """
    open_again(move)
    if said.state is None or said.state.triage_result is None:
        return
    if said.state.triage_result.recommended_action is RecommendedAction.ROUTE_SPECIALIST:
        move.case.status = TicketStatus.ACTIVE
    _take_findings(move, said.state)


def _change_message(move: Transition, words: CustomerWords, **changes: object) -> CustomerWords:
    new = words.model_copy(update=changes)
    move.case.customer = tuple(new if each is words else each for each in move.case.customer)
    return new


def _edit_message(move: Transition, said: CustomerSaid) -> None:
    words = move.case.customer_words(said.of or said.message.id)
    if words is None:
        _add_message(move, said)
        return
    message = words.message.model_copy(update={"text": said.message.text})
    revision = words.revision + 1
    _change_message(move, words, message=message, revision=revision, translated="")
    move.do(Relay(message=message.id, revision=revision))
    move.record("edited", "customer", message=message, who="customer")


def _show_act(move: Transition, said: CustomerSaid) -> None:
    """With words of their own where it was said, not pressed."""
    message = said.message
    if message.text and move.case.customer_words(message.id) is None:
        _add_message(move, said, takes_up=False)
    move.show(staff_posts.did(message.id), staff_posts.CustomerDid(what=said.kind))


def _solve(move: Transition, said: CustomerSaid) -> None:
    """Helpful were the articles that the customer was shown, unless a person answered since."""
    _show_act(move, said)
    case = move.case
    if case.live:
        send_held(move)
        end(move, TicketStatus.SOLVED)
        mark_solved(move)
        ask_rating(move)
        move.show_card()
    articles = tuple(each.id for each in case.start.citations) if case.first_at is None else ()
    move.record("solved", "customer", helpful=True, articles=articles)


def _ask_on(move: Transition, said: CustomerSaid) -> None:
    _show_act(move, said)
    _take_up(move, said)
    if move.case.status is TicketStatus.ACTIVE and said.kind == "wants_person":
        move.case.status = TicketStatus.OPEN
    move.show_card()
    move.record(said.kind, "customer")


def _withdraw(move: Transition, said: CustomerSaid) -> None:
    _show_act(move, said)
    if move.case.live:
        end(move, TicketStatus.WITHDRAWN)
        move.show_card()
        move.record("withdrawn", "customer")


def _rate(move: Transition, said: CustomerSaid) -> None:
    case, message = move.case, said.message
    rating = Rating(score=said.rating, comment=message.text, at=move.at)
    case.ratings = (*case.ratings, rating)[-MOST_MESSAGES:]
    low = said.rating < LOW_RATING
    if said.rating > LOW_RATING and not case.live:
        mark_solved(move)
    content = staff_posts.RatingCame(
        ticket_id=case.start.ticket_id,
        score=said.rating,
        comment=message.text,
        low=low,
        assignee=case.holder,
    )
    move.show(f"rating/{message.id}", content)
    if low:
        move.show(f"rating/{message.id}/aloud", content, aloud=True)
    move.record("rated", "customer", rating=said.rating, message=message, who="customer")


def _add_answered(move: Transition, said: CustomerSaid) -> None:
    """Keeps what the customer wrote and shows staff the bot's answer, which solves the ticket
    while the bot has it. Otherwise people judge the answer: a closed ticket is opened again.

    Shows no answer while a person has the ticket: the customer was not given it either.
    """
    case = move.case
    before = case.status
    if before is TicketStatus.SOLVED:
        _add_message(move, said, takes_up=False)
        return
    if case.closed_at is not None:
        # Staff may close it while the bot looks for an answer; a ticket's row takes no status
        # of an event that is older than its last one.
        move.at = max(move.at, case.closed_at)
    _add_message(move, said)
    if case.assignee is not None:
        return
    result = said.state.triage_result if said.state is not None else None
    answer = result.suggested_response if result is not None else case.suggestion
    move.show(staff_posts.answered(said.message.id), staff_posts.BotWords(text=answer))
    if before is TicketStatus.ACTIVE:
        end(move, TicketStatus.SOLVED)
        move.show_card()
    move.record("answered_by_bot", "bot")


def _show_original(move: Transition, said: CustomerSaid) -> None:
    for words in move.case.staff:
        if message_key(words.id) == said.of and words.translated:
            move.tell(human_words(move.case, words, words.text), "original")


_ACTS: dict[str, Callable[[Transition, CustomerSaid], None]] = {
    "said": _add_message,
    "edited": _edit_message,
    "solved": _solve,
    "not_solved": _ask_on,
    "wants_person": _ask_on,
    "withdrawn": _withdraw,
    "rated": _rate,
    "original": _show_original,
}
