"""Names of days and months, as people write them: weekdays in six languages, months in three."""

from collections.abc import Mapping
from functools import cache

from babel import Locale

from language.written_dates import month_names

WEEKDAYS_OF: Mapping[str, tuple[str, ...]] = {
    "en": ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    "ms": ("isnin", "selasa", "rabu", "khamis", "jumaat", "sabtu", "ahad"),
    "de": ("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"),
    "es": ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"),
    "fr": ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
    "nl": ("maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag"),
}
"""By language (ISO 639-1), from Monday on."""
_ALSO = (
    ("mon", "senin"), ("tue", "tues"), ("wed",), ("thu", "thur", "thurs", "kamis"),
    ("fri", "jumat"), ("sonnabend",), (),
)  # fmt: skip
WEEKDAYS: tuple[tuple[str, ...], ...] = tuple(
    (*names, *also)
    for names, also in zip(zip(*WEEKDAYS_OF.values(), strict=True), _ALSO, strict=True)
)
"""All names of each day, from Monday on. "Sat" and "sun" are words of other meanings as well."""

NEAR: Mapping[str, int] = {
    "today": 0, "tonight": 0, "hari ini": 0, "malam ini": 0, "petang ini": 0, "heute": 0,
    "hoy": 0, "aujourd'hui": 0, "vandaag": 0,
    "tomorrow": 1, "tmr": 1, "tmrw": 1, "esok": 1, "besok": 1, "morgen": 1, "demain": 1,
    "day after tomorrow": 2, "the day after tomorrow": 2, "lusa": 2, "übermorgen": 2,
    "uebermorgen": 2, "pasado mañana": 2, "après-demain": 2, "overmorgen": 2, "tulat": 3,
}  # fmt: skip
"""Days ahead."""

SAID_OF_DAYS: Mapping[str, int] = {
    **NEAR,
    "this morning": 0, "this afternoon": 0, "this evening": 0, "just now": 0, "earlier today": 0,
    "tadi": 0, "pagi tadi": 0, "tadi pagi": 0, "oggi": 0, "vanmorgen": 0, "vanochtend": 0,
    "vanmiddag": 0, "vanavond": 0, "heute morgen": 0, "heute abend": 0, "heute früh": 0,
    "heute mittag": 0, "esta mañana": 0, "esta tarde": 0, "esta noche": 0, "ce matin": 0,
    "ce soir": 0, "ce midi": 0, "yesterday": -1, "ytd": -1, "yday": -1, "last night": -1,
    "semalam": -1, "kemarin": -1, "gestern": -1, "ayer": -1, "ieri": -1, "gisteren": -1,
    "hier soir": -1, "gister": -1, "gisteravond": -1, "gestern abend": -1, "gestern früh": -1,
    "anoche": -1, "ayer noche": -1, "the day before yesterday": -2, "day before yesterday": -2,
    "kelmarin dulu": -2, "kelmarin": -1, "dua hari lepas": -2, "vorgestern": -2, "anteayer": -2,
    "avant-hier": -2, "mañana": 1, "next week": 7, "minggu depan": 7, "nächste woche": 7,
    "la semaine prochaine": 7, "next month": 31, "bulan depan": 31, "nächsten monat": 31,
    "le mois prochain": 31, "next year": 366, "tahun depan": 366, "nächstes jahr": 366,
    "l'année prochaine": 366,
}  # fmt: skip
"""Days from today of what is told: of the past mostly."""

_MONTHS_TOO = {"mac": 3, "ogos": 8, "maerz": 3}
"""As they are typed without the letters or the keyboard of their language."""


@cache
def months() -> Mapping[str, int]:
    """Names of months in English, Malay and German, in small letters: 1 is January."""
    return {**month_names(map(Locale, ("en", "ms", "de"))), **_MONTHS_TOO}
