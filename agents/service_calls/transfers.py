"""Which words of a call are not for Steward but for a person, at once."""

from agents.service_calls.exchange import RecogniseRequest
from agents.service_calls.graph.shapes import ActName
from agents.service_calls.offline.recognising import recognised
from agents.service_calls.offline.tables import holds
from domain.transfers import Transfer

_KNOWN = "known"
"""A matter, so that words are not taken for the beginning of a call."""


def find_transfer(text: str, locale: str) -> Transfer | None:
    """Returns why the caller is put through, if they are. An emergency goes before all else; a
    caller who asks to be called back is not put through.
    """
    request = RecogniseRequest(words=(text,), timezone="UTC", locale=locale, ask=_KNOWN)
    acts = recognised(request).acts
    if ActName.EMERGENCY in acts:
        return Transfer.EMERGENCY
    is_for_person = ActName.ASKS_HUMAN in acts and not holds("call_back").search(text)
    return Transfer.PERSON if is_for_person else None
