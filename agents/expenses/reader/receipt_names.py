"""What names of shops look like, and what stands around them: forms, trades, addresses, numbers.

The words of most patterns are data (``data/names.toml``).
"""

import re
from functools import partial

from agents.expenses.reader.receipt_lists import lists, pattern_of

_LISTS = lists("names")
LOCAL_LEGAL = "|".join(_LISTS["legal"]["local"])
"""Legal forms that receipts of Malaysia and Singapore print as part of the shop's name."""
OTHER_LEGAL = "|".join(_LISTS["legal"]["other"])
LEGAL = f"{LOCAL_LEGAL}|{OTHER_LEGAL}"


def _word(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE)


_listed = partial(pattern_of, "names")

LOCAL_SUFFIX, SUFFIX = _word(LOCAL_LEGAL), _word(LEGAL)
ONLY_SUFFIX = re.compile(
    rf"^\W*(?:\(m\)\s*)?(?:co\.?,?\s*)?(?:\(m\)\s*)?(?:{LEGAL})\W*$", re.IGNORECASE
)
_FORMS = "|".join(form for form in _LISTS["legal"]["other"] if form != "company")
FORM_BEHIND = re.compile(
    rf"(?:[\s,]+(?:&\s*|\+\s*)?(?:{_FORMS}|co)\.?(?!\w))+[\s.,]*$", re.IGNORECASE
)
"""Legal forms at the end of a name, one or more: "GmbH & Co. KG"."""

TRADE = _listed("trade")
"""What kind of shop it is."""
ADDRESS = _listed("address")
PLACE = _listed("place")
"""What shops are in, and what one of several is called."""
HOUSE = re.compile(
    r"^\W*\d[\d-]*[a-z]?,?\s+\w+\s+\w|^(?:[^\W\d]\S*\s+){1,5}\d{1,4}[a-z]?$", re.IGNORECASE
)
"""A number before or behind words, as streets have them."""
NUMBERS = _listed(
    "numbers",
    behind=r"\b\s*(?:no|nr|id|reg|#)?[\s.:#]*(?=[:.#\d]|$|\(|no\b|reg\b|id\b|n[ro]\b)",
)
"""Phone, tax and document numbers, and who served."""
HEADING = _listed(
    "heading", r"^\W*(?:simplified\s+|original\s+|copy\s+)?(?:tax\s*)?", behind=r"\W*$"
)
CUSTOMER = _listed("customer", r"^\W*")
BODY = re.compile(
    r"\b(?:invoice|receipt|bill|order|doc(?:ument)?|date|cashier|table|qty|description|item)\b"
    r"\s*(?:no|num|number|#|id)?\.?\s*[:#]",
    re.IGNORECASE,
)
SENTENCE = _listed("sentence")
GREETED = re.compile(
    r"(?:welcome\s+to|thank\s*(?:you|s)\s+for\s+(?:shopping|dining|eating|visiting|choosing)(?:\s+at|\s+with|\s+in)?|"
    r"willkommen\s+(?:bei|im|in\s+der)|bienvenue\s+(?:chez|[aà])|bienvenidos?\s+a|benvenuti\s+(?:da|al?))"
    r"\s+(?!(?:us|our|the\s+family|you|here|and)\b)([^\W\d].{2,40})",
    re.IGNORECASE,
)
"""A greeting that names the shop."""

SLOGAN = _listed("slogan", r"^(?=(?:\W*\w+){3}).*\b")
"""What a shop promises, in three words or more."""

REGISTRATION = re.compile(
    r"[\s(\[{<]*(?:co(?:mpany)?\.?\s*(?:reg\.?)?\s*(?:no)?[\s.:]*|reg\.?\s*no[\s.:]*|roc[\s.:]*)?"
    r"(?:(?<!\d)[A-Z]{0,3}\d{5,12}\s*[-·]\s*[A-Z](?![a-z]).*|[A-Z]{0,3}\d{5,12}\s*[A-Z]?\s*[)\]}]*\s*"
    r"|\(\d{3,6}-?[A-Z]\))$",
    re.IGNORECASE,
)
"""A company's number, with whatever follows it when it ends in a check letter."""

NUMBER_FIRST = re.compile(r"^\W*#?\d{4,}\s+(?=[^\W\d]{3})")
_RUN = "|".join(_LISTS["run"]["words"])
OWNED = re.compile(
    rf"^\W*(?:(?:restaurant|store|franchise|location|restoran|kedai)\s+)?(?:(?:{_RUN})\s*(?:&|and|dan|und)\s*)*"
    rf"(?:{_RUN})\s*(?:by|oleh|von|par|por|da|door)\W+",
    re.IGNORECASE,
)
"""Words before the name of the company that runs the shop."""

TRADE_FORM = re.compile(r"\W*(?:enterprise|trading|company)\b(?!\s*(?:reg|no)\b)", re.IGNORECASE)
LEGAL_FIRST = re.compile(
    r"^\W*(?:sarl|s\.a\.r\.l\.?|sas|sasu|eurl|earl|ets|pt\.?|cv\.?|ооо|ип|fa\.|firma|companhia|cia\.?|株式会社|有限会社)\s+\w",
    re.IGNORECASE,
)
"""A company named by its legal form first, as owners are; shops seldom are."""

OWNER = _listed("owner", r"^\W*", behind=r"\b\s*[:.]?\s+(?=\S)")
"""Words before the name of the person who runs the shop."""

AT_SOMEBODYS = re.compile(r"^\W*chez\b", re.IGNORECASE)

CHIME = re.compile(r"^(?=(?:\W*\w+){4}).*\b(\w{3,})\b.*\W\1\b", re.IGNORECASE)
"""Slogans say a word twice: "Good food, good mood"."""

OPEN_END = re.compile(r"(?:&|\band|\bdan|\bet|\bund|\by|\bdi|\bde|-|\(m\))\s*$", re.IGNORECASE)
