"""Who calls: the number is the person, and one that is withheld is a person for one call."""

from dataclasses import dataclass
from hashlib import sha256

import phonenumbers
from babel.languages import get_official_languages

from bot.http.telephone.address import CHANNEL
from bot.texts.catalogue import LANGUAGES

_WITHHELD = frozenset({"+266696687", "+86282452253", "+8656696", "+2562533", "+7378742833"})
"""What carriers send in the place of a number: ``anonymous``, ``unavailable``, ``unknown``,
``blocked`` and ``restricted`` on the letters of a telephone's keys.
"""


@dataclass(frozen=True)
class CallingPerson:
    """``number`` is in E.164, None where it is withheld or none."""

    user_id: str
    number: str | None


def caller_of(sent: str, call_sid: str) -> CallingPerson:
    """By the number that the carrier sent."""
    number = e164(sent)
    if number is None or number in _WITHHELD:
        once = sha256(call_sid.encode()).hexdigest()[:16]
        return CallingPerson(f"{CHANNEL}:withheld-{once}", None)
    return CallingPerson(f"{CHANNEL}:{number}", number)


def e164(written: str) -> str | None:
    """The number with its country's code, without blanks; None for what is none."""
    try:
        parsed = phonenumbers.parse(written)
    except phonenumbers.NumberParseException:
        return None
    if not phonenumbers.is_possible_number(parsed):
        return None
    return str(phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164))


def locale_by_country(number: str | None) -> str | None:
    """The first official language of the number's country that Steward speaks, as a locale."""
    if number is None:
        return None
    region = phonenumbers.region_code_for_number(phonenumbers.parse(number))
    spoken = get_official_languages(region, de_facto=True) if region else ()
    return next((f"{each}_{region}" for each in spoken if each in LANGUAGES), None)
