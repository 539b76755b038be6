"""Which messages ask for a service call. What is said in a call is not asked here."""

import re

from agents.service_calls.card import CARD
from agents.service_calls.details import CallDetails
from agents.service_calls.exchange import RecogniseRequest
from agents.service_calls.graph.shapes import ActName
from agents.service_calls.offline.phones import phone_in
from agents.service_calls.offline.recognising import (
    cancels_visit,
    gives_orders,
    is_about_spending,
    is_emergency,
    recognised,
)
from agents.service_calls.offline.tables import holds
from domain.understanding import Act, ActKind, Person, Said, UnderstandRequest
from language.currencies import SIGN, UNIT
from language.meant import meant_by

_MOST_READ = 1_000
_FIRST_ANSWERS = frozenset({ActName.PREFERS_TIME, ActName.GIVES_DATA})
_AMOUNT = re.compile(
    rf"{SIGN}\s?\d|(?<![\w:/.-])\d+(?:[.,]\d+)?(?:\s?{UNIT})?"
    r"(?![\w:/.-]*\d)(?!\s?(?:am|pm|uhr|o'?clock|pagi|petang|st|nd|rd|th|\.|"
    r"bed\w*|rooms?|zimmer|bilik)\b)",
    re.IGNORECASE,
)
"""A number that is no time, no date and no count of rooms."""
_HOURS = re.compile(
    r"\b(?:at|around|after|before|by|between|and|um|ab|nach|vor|pukul|lepas|sebelum)\s+\d{1,2}\b",
    re.IGNORECASE,
)


class CallUnderstanding:
    """Implements ``AgentRules``. No key, no network, no state. Raises nothing for any text."""

    def understand(self, request: UnderstandRequest) -> tuple[Act, ...]:
        """One act for each message; on a channel of this agent's own every message opens a call."""
        home = request.home == CARD.slug
        offered = request.offered == CARD.slug
        return tuple(
            _opened(said, reason="answers the offer")
            if offered and _is_first_answer(said, request.person)
            else _act(said, home=home)
            for said in request.said
        )

    def refuses(self, text: str) -> bool:
        """Whether it asks for other customers' data."""
        return gives_orders(text)


def _is_first_answer(said: Said, person: Person) -> bool:
    """Whether it only says when somebody is to come, or how the person is reached."""
    if said.reply_to_task is not None or said.edited or said.caption:
        return False
    words = said.text[:_MOST_READ]
    asked = RecogniseRequest(
        words=(words,), at=said.sent_at, timezone=person.timezone, asked="time"
    )
    found = recognised(asked)
    return found.sure and bool(found.acts) and _FIRST_ANSWERS.issuperset(found.acts)


def _act(said: Said, *, home: bool) -> Act:
    ids = (said.message_id,)
    if said.reply_to_task is not None or said.edited:
        return Act(kind=ActKind.GENERAL, message_ids=ids, reason="is about something said before")
    if home and not is_about_spending(said.text[:_MOST_READ]):
        return _opened(said, reason="the channel is for service calls", explicit=True)
    text = said.text[:_MOST_READ].replace("’", "'")
    if said.caption or _is_of_others(text):
        return Act(kind=ActKind.GENERAL, message_ids=ids, reason="asks for no service call")
    explicit = is_emergency(text) or _asks_to_send(text) or cancels_visit(text)
    if explicit or (holds("thing").search(text) and holds("broken").search(text)):
        return _opened(said, reason="something is to be looked after", explicit=explicit)
    if meant_by(text).is_for(CARD.slug):
        judged = {"sure": False, "likely": True}
        return _opened(said, reason="is meant for service calls").model_copy(update=judged)
    return Act(kind=ActKind.GENERAL, message_ids=ids, reason="asks for no service call")


def _opened(said: Said, *, reason: str, explicit: bool = False) -> Act:
    return Act(
        kind=ActKind.OPEN,
        agent=CARD.slug,
        details=CallDetails(words=said.text.strip()).model_dump(),
        message_ids=(said.message_id,),
        sure=True,
        explicit=explicit,
        reason=reason,
    )


def _is_of_others(text: str) -> bool:
    """Whether money, shopping or software is spoken of, or orders are given to software."""
    others = holds("not_for_calls").search(text) is not None
    return others or gives_orders(text) or _names_amount(text)


def _asks_to_send(text: str) -> bool:
    """Whether somebody is to come, and not: nobody, or something ("send me a CSV")."""
    if not holds("sending").search(text) or holds("not_sending").search(text):
        return False
    return not meant_by(text).is_beside(CARD.slug)


def _names_amount(text: str) -> bool:
    phone = phone_in(text, "US", asked=False)
    if phone is not None and phone.said:
        text = text[: phone.start] + text[phone.end :]
    return _AMOUNT.search(_HOURS.sub(" ", text)) is not None
