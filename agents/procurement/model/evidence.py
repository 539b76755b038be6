"""A model's words about shopping, held against what this turn's results and the person say.

Words that name a figure which stands nowhere, or that claim a change which no result of this turn
shows, are dropped: the agent then tells the facts in its own words. Losing true words costs little,
since the cards stand there in any case; so in doubt they go.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from decimal import Decimal, InvalidOperation
from enum import StrEnum

from pydantic import JsonValue

from agents.procurement.state import read_result
from agents.procurement.tools import (
    ADD_TO_CART,
    CHECKOUT,
    GET_CART,
    LIST_REQUESTS,
    REORDER,
    SET_QUANTITY,
    CartChanged,
    CheckedOut,
)
from domain.tools import Round, Step, StepRequest, ToolStatus

FEW = 10
"""Positions in a list, and how many things are spoken of: too small to be told from a count."""

LEAST_KNOWN = 0.3
"""Share of the words that must be of a known language: what is claimed in another one cannot be
told."""


class Claim(StrEnum):
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    ORDERED = "ordered"
    CANCELLED = "cancelled"


def checked_step(request: StepRequest, step: Step) -> Step:
    """The step, without its words where they are not supported."""
    if not step.say or _supported(step.say, request):
        return step
    return step.model_copy(update={"say": ""})


def _supported(words: str, request: StepRequest) -> bool:
    text = words.casefold()
    return (
        _binding(text) <= _facts(request)
        and _figures(text) <= _facts(request) | _mentioned(request)
        and _claims(text) <= _claims_shown(request.rounds)
        and _cart_is_as_said(text, request)
        and _language_is_known(text, request)
    )


# Figures

_FIGURE = re.compile(r"\d+(?:[.,'\u00a0\u202f ]\d{3})*(?:[.,]\d+)?|\d+")
_SPELLED = {
    **dict.fromkeys(("eleven", "sebelas", "elf"), 11),
    **dict.fromkeys(("twelve", "dozen", "dua belas", "zwölf", "dutzend", "sedozen"), 12),
    **dict.fromkeys(("fifteen", "lima belas", "fünfzehn"), 15),
    **dict.fromkeys(("twenty", "dua puluh", "zwanzig"), 20),
    **dict.fromkeys(("thirty", "tiga puluh", "dreißig"), 30),
    **dict.fromkeys(("forty", "empat puluh", "vierzig"), 40),
    **dict.fromkeys(("fifty", "lima puluh", "fünfzig"), 50),
    **dict.fromkeys(("hundred", "seratus", "hundert"), 100),
    **dict.fromkeys(("thousand", "seribu", "tausend"), 1000),
}
_SPELLED_OUT = re.compile(rf"\b({'|'.join(sorted(_SPELLED, key=len, reverse=True))})\b")
_ORDINALS = frozenset(map(Decimal, range(FEW + 1)))
_AMOUNT = re.compile(
    r"(?:\brm|\busd|\beur|\bmyr|\bsgd|[$€£¥])\s*(\d[\d.,']*)|(\d[\d.,']*)\s*(?:\brm|usd|eur|myr|sgd|[€£])"
)
_ORDERED_AS = re.compile(r"\bpr\s?-?\s?(\d+)")
_TIMES = re.compile(r"(\d+)\s?[x×]|[x×]\s?(\d+)\b")


def _figures(text: str) -> set[Decimal]:
    """The figures that have to stand somewhere: all but small counts."""
    return {number for number in _numbers(text) if number not in _ORDINALS}


def _binding(text: str) -> set[Decimal]:
    """Those that have to be facts: money, quantities, numbers of requests. That they stand in the
    name of a product ("box of 12") does not make them one.
    """
    found = {
        number
        for pattern in (_AMOUNT, _ORDERED_AS, _TIMES)
        for match in pattern.finditer(text)
        for number in _numbers(" ".join(group for group in match.groups() if group))
    }
    return found | {Decimal(_SPELLED[m[0]]) for m in _SPELLED_OUT.finditer(text)}


def _numbers(text: str) -> Iterator[Decimal]:
    for match in _FIGURE.finditer(text):
        yield _readings(match[0])[0]


def _readings(written: str) -> list[Decimal]:
    """What a figure may mean, the likeliest first: ``1,299.50``, ``1.299,50``, ``14,90``."""
    plain = re.sub(r"['\u00a0\u202f ]", "", written)
    last = max(plain.rfind("."), plain.rfind(","))
    if last < 0:
        return [Decimal(plain)]
    whole, fraction = re.sub(r"[.,]", "", plain[:last]), plain[last + 1 :]
    as_fraction, as_group = Decimal(f"{whole}.{fraction}"), Decimal(whole + fraction)
    return [as_group, as_fraction] if len(fraction) == 3 else [as_fraction]  # noqa: PLR2004


def _facts(request: StepRequest) -> set[Decimal]:
    """Values of results and of the cart, and whatever the person said."""
    words = [*request.said, *(heard for each in request.rounds for heard in each.heard)]
    texts = [said.text.casefold() for said in words]
    texts += [part for m in _CART_FACTS.finditer(request.context) for part in m.groups() if part]
    known = {n for text in texts for m in _FIGURE.finditer(text) for n in _readings(m[0])}
    known |= {Decimal(_SPELLED[m[0]]) for text in texts for m in _SPELLED_OUT.finditer(text)}
    for each in request.rounds:
        for result in each.results:
            known |= set(_values(result.value))
    return known


_CART_FACTS = re.compile(r"\(x(\d+)\)|\) - ([\d.]+)|total ([\d.]+)|: (\d+) line")


def _mentioned(request: StepRequest) -> set[Decimal]:
    """Figures inside the texts of results and of the cart: names, dates, notes."""
    texts = [request.context, *_texts([r.value for each in request.rounds for r in each.results])]
    if request.today is not None:
        texts.append(request.today.isoformat())
    known = {n for text in texts for m in _FIGURE.finditer(text) for n in _readings(m[0])}
    return known | {Decimal(part) for text in texts for part in re.findall(r"\d+", text)}


def _values(value: JsonValue) -> Iterator[Decimal]:
    """Whole values that are numbers, and what lines come to."""
    if isinstance(value, list):
        for part in value:
            yield from _values(part)
    elif isinstance(value, dict):
        yield from _line_amount(value)
        for name, part in value.items():
            if name not in _OF_THE_SEARCH:
                yield from _values(part)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        try:
            yield Decimal(str(value))
        except InvalidOperation:
            return


_OF_THE_SEARCH = {"asked", "offset", "score"}
"""What was searched, and how well it fits: no facts about products."""


def _texts(value: JsonValue) -> Iterator[str]:
    if isinstance(value, list):
        for part in value:
            yield from _texts(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, str):
        yield value


def _line_amount(value: dict[str, JsonValue]) -> Iterator[Decimal]:
    """What a line comes to, as the cart and a request show it."""
    quantity, price = value.get("quantity"), value.get("price_now", value.get("price"))
    if isinstance(quantity, int) and isinstance(price, str | int | float):
        try:
            yield Decimal(str(price)) * quantity
        except InvalidOperation:
            return


# Claims

_CLAIMS = {
    Claim.ADDED: re.compile(
        r"\badded\b|\bput (?:\S+ ){0,6}?in(?:to|side)?\b"
        r"|\b(?:placed|dropped|popped) (?:\S+ ){0,6}?in"
        r"|\b(?:now|already) in (?:your|the) (?:cart|basket|trolley)|\breordered\b"
        r"|\bditambah|\btelah (?:me)?tambah|\b(?:sudah|dah) (?:di)?(?:tambah|masuk)|\bdimasuk"
        r"|\bsaya (?:tambah|masuk)|\bmenambah(?:kan)?\b"
        r"|hinzugefügt|dazugelegt|reingelegt|hineingelegt|\bgelegt\b|aufgenommen|gepackt"
    ),
    Claim.REMOVED: re.compile(
        r"\bremoved\b|\bdeleted\b|\btaken (?:it |them )?out\b|\btook (?:\S+ ){0,4}?out\b"
        r"|\bemptied\b|\bcleared\b|\bdibuang|\bdikeluarkan|\bdipadam|\bdikosongkan"
        r"|\b(?:telah|sudah|dah) (?:buang|keluar|padam|kosong)|\bsaya (?:buang|keluarkan|padam)"
        r"|entfernt|gelöscht|herausgenommen|rausgenommen|\bgeleert\b|weggenommen"
    ),
    Claim.CHANGED: re.compile(
        r"\bchanged\b|\bupdated\b|\bincreased\b|\breduced\b|\badjusted\b|\bset (?:\S+ ){0,5}?to\b"
        r"|\bdiubah|\bditukar|\bdikemas ?kini|\bdinaikkan|\bdikurangkan"
        r"|geändert|aktualisiert|erhöht|verringert|reduziert|angepasst|\bgesetzt\b"
    ),
    Claim.ORDERED: re.compile(
        r"\bordered\b|\bsent\b|\bsubmitted\b|\bpurchased\b|\bbought\b|\bchecked out\b|\bplaced\b"
        r"|\bon (?:its|the|their) way\b|\border (?:is|has been|was) \w+|\bconfirmed\b|\bbooked\b"
        r"|\bfinali[sz]ed\b|\bdone\b|\bcompleted?\b|\bshipped\b|\bdispatched\b|\bprocessed\b"
        r"|\b(?:will|'ll) be (?:delivered|there|with you|shipped|sent)\b|\barriv(?:e|es|ing)\b"
        r"|\bdipesan|\bdihantar|\bdibeli|\bdisahkan|\bdiserah|\bselesai"
        r"|\btelah (?:me|ber)?(?:pesan|hantar)"
        r"|\b(?:sudah|dah) (?:pesan|hantar|beli|order)|\bmemesan|\bmenghantar"
        r"|bestellt|gesendet|abgeschickt|verschickt|geschickt|gekauft|aufgegeben|eingereicht"
        r"|unterwegs|abgesendet|erledigt|übermittelt|bestätigt"
    ),
    Claim.CANCELLED: re.compile(
        r"\bcancel(?:l)?ed\b|\btaken back\b|\bwithdrawn\b|\bdibatalkan|\bditarik balik"
        r"|storniert|zurückgenommen|abgebrochen|widerrufen"
    ),
}
"""Words that say that something was done. That they may also be said of nothing done ("nothing was
sent") is no reason to let them pass."""


def _claims(text: str) -> set[Claim]:
    return {claim for claim, pattern in _CLAIMS.items() if pattern.search(text)}


def _claims_shown(rounds: Iterable[Round]) -> set[Claim]:
    """What the results of this turn show to have happened, or to stand in a list of requests."""
    shown: set[Claim] = set()
    for each in rounds:
        for call, result in zip(each.calls, each.results, strict=False):
            if result.status is not ToolStatus.OK:
                continue
            match call.name:
                case ADD_TO_CART.name | REORDER.name:
                    shown.add(Claim.ADDED)
                case SET_QUANTITY.name:
                    read = read_result(call.name, result.value)
                    gone = isinstance(read, CartChanged) and read.quantity == 0
                    shown |= {Claim.REMOVED if gone else Claim.CHANGED}
                case CHECKOUT.name:
                    read = read_result(call.name, result.value)
                    if isinstance(read, CheckedOut) and read.request is not None:
                        shown.add(Claim.ORDERED)
                case LIST_REQUESTS.name:
                    shown |= {Claim.ORDERED, Claim.CANCELLED}
    return shown


# Statements about the cart

_OF_THE_CART = re.compile(
    r"\bin (?:your|the) (?:cart|basket|trolley)\b"
    r"|\b(?:cart|basket|trolley) (?:has|holds|contains|now)\b"
    r"|\bdalam (?:troli|bakul)\b|\btroli (?:anda |awak )?(?:ada|mengandungi)\b"
    r"|\bim warenkorb\b|\bwarenkorb (?:hat|enthält|liegen)\b"
)
_EMPTY = re.compile(
    r"\b(?:cart|basket|trolley) is (?:still |now )?empty|\bempty (?:cart|basket)"
    r"|troli (?:anda |awak )?(?:masih )?kosong|warenkorb ist (?:noch |jetzt )?leer"
    r"|\bnothing (?:is )?in (?:your|the) (?:cart|basket)|nichts im warenkorb"
)


def _cart_is_as_said(text: str, request: StepRequest) -> bool:
    """A statement about the cart needs it in the input of this round."""
    seen = bool(request.context) or any(
        result.status is ToolStatus.OK and call.name in _SHOWING_THE_CART
        for each in request.rounds
        for call, result in zip(each.calls, each.results, strict=False)
    )
    if _EMPTY.search(text):
        # Without lines it is left out of the input: then it is empty indeed.
        return not request.context
    return seen or not _OF_THE_CART.search(text)


_SHOWING_THE_CART = {
    tool.name for tool in (GET_CART, ADD_TO_CART, SET_QUANTITY, REORDER)
}  # fmt: skip


# The language

_OFTEN = """
    a an and any are as at be but by can cart choose could do does for from get good has have here
    how i if in is it its item items let like list me more most much need no not of on one only
    option options or order out please price prices search see shall should some sorry stock than
    that the their them then there these they this those to too two us want we what when which who
    will with would yes you your found find first second third last cheapest cheaper best which
    ada akan anda apa atau awak banyak berapa boleh bukan dalam dan dari dengan di hendak ingin
    ini itu jika juga ke kepada lagi lain lebih mahu mana masih nak pada paling pilih saya satu
    sebagai semua sila tak tetapi tiada tidak troli untuk yang ya harga murah jumpa maaf
    aber als am an auch auf aus bei bitte das dass dein dem den der des die doch ein eine einen
    einer er es euch für gibt haben hat ich ihr ihnen im in ist ja kann kein keine können mit
    möchten möchtest nach nicht noch nur oder sie sind soll um und uns von was welche welchen
    welcher welches wenn wie wir wird zu zum zur leider preis günstigste gefunden
"""
_KNOWN_WORDS = frozenset(_OFTEN.split())
_WORD = re.compile(r"[^\W\d_]+")
_SHORT = 2
"""So few words are held to be of any language: "Gel pen blue?"."""


def _language_is_known(text: str, request: StepRequest) -> bool:
    """Whether enough of the words are English, Malay or German for claims to be seen in them.

    Words that stand in results are names, of whatever language.
    """
    named = {
        word
        for each in request.rounds
        for result in each.results
        for word in _WORD.findall(str(result.value).casefold())
    }
    words = [w for w in _WORD.findall(text) if w not in named or w in _KNOWN_WORDS]
    if any("LATIN" not in unicodedata.name(c, "") for word in words for c in word):
        return False
    if len(words) <= _SHORT:
        return True
    return sum(word in _KNOWN_WORDS for word in words) / len(words) >= LEAST_KNOWN
