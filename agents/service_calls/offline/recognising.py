"""What a customer's words do and bring. Rules alone: clause by clause, each for what it is."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rapidfuzz import fuzz

from adapters.model import talk
from agents.service_calls.card import CARD
from agents.service_calls.context import ADDRESS, ASK, EMAIL, NAME, PHONE
from agents.service_calls.exchange import Recognised, RecogniseRequest, Window
from agents.service_calls.graph.shapes import ActName
from agents.service_calls.offline import names, times
from agents.service_calls.offline.language import language_of, written_in
from agents.service_calls.offline.phones import phone_in
from agents.service_calls.offline.tables import (
    HEARD,
    LANGUAGES,
    ends,
    group,
    holds,
    phrases,
    starts,
)
from language.meant import meant_by
from language.patterns import pattern, without_all
from language.yes_no import confirms, denies, words_beside_answer

_MOST_READ, _MOST_CLAUSE, _MOST_ASK = 1_000, 300, 200
_MOST_TALK = 120
"""Characters of a clause that may be talk and nothing else."""
_SAME = 88
"""Percent of likeness from which a matter is the one that is known."""
_CERTAIN = 0.9
"""The chance from which words that are read as a no are all the same for another agent."""
_TIME, _CHOICE, _NEED, _MORE = "time", "choice", "need", "more"
_OPENING = frozenset({"", _NEED, ASK})
_CONTACT = frozenset({PHONE, NAME, EMAIL})
_UNIT = rf"(?:,?\s{group('unit')}\s?\w+)?"
_INTRODUCES = group("name_said", "i_am", "number_said")
_STREET = pattern(
    r"\b\d+[a-z]?,?\s(?:(?!(?:in|the|a|of|on|at)\b)[^\W\d_][\w'.-]*\s){1,3}"
    rf"{group('street')}(?!\w){_UNIT}"
    rf"|\b{group('street_in_german')}\s\d+[a-z]?(?!\w){_UNIT}"
    rf"|\b(?:no\.?\s?)?(?:\d+\w*,?\s)?{group('street_first')}"
    rf"(?:\s(?!{_INTRODUCES}(?!\w))\w[\w'/-]*(?:\.\w+)*){{1,4}}{_UNIT}"
)
"""A street with a number."""
_PLACE = pattern(r"\s*,\s*(?P<place>\w[\w'/-]*(?:\s\w[\w'/-]*){0,3})(?=\s*(?:[,.;!?|]|$))")
"""What may follow a street: a part of the town, a postcode, a town."""
_MOST_PLACES = 4
_NOTED = pattern(
    r"^(?P<what>[^\W\d_][\w'-]*(?:\s[^\W\d_][\w'-]*){0,3})\s(?:rm|\$|€|£)?\s?\d{1,4}(?:[.,]\d{1,2})?"
    r"(?:\s?(?:rm|\$|€|£|eur|usd|euros?|dollars?|ringgit|cash))?$"
)
"""Some words and a price."""
_EMAIL = pattern(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_KEYS = re.compile(r"[\d*#]+")
_CLAUSE = pattern(r"[^.!?;,:|\n]+(?:\.(?=\d)[^.!?;,:|\n]+|(?<=\d)[:,](?=\d)[^.!?;,:|\n]+)*[.!?]*")
_TITLE_STOP = pattern(rf"\b({group('title')}|st|no|nr|tel)\.(?=\s)")
_BUT = pattern(
    r"\s(?=(?:and also|und auch|und außerdem|dan juga|"
    r"but|aber|tapi|sondern|and my|und meine?|dan (?:nama|nombor)|und (?:können|könnten)|"
    r"and (?:can|could|i)|and i(?:'d|'m)|and the|und die|und der|und das|und ich)\s)"
)
_NOT_THIS = pattern(
    r"(?:^|\s)(?:and )?(?:(?:not|nicht) (?:the|my|a|die|der|das|den|dem|meine?)|bukan)\s+[\w-]+$"
)
_SHORT_FORM = pattern(rf"\b{group('short_forms', language='en')}\b")
_ITS = pattern(r"(?:^|(?<=[.!?,] ))its(?= )")
_ORDINALS = (
    r"(?:the |number |option |das |die |der |den |nummer |yang |nombor |pilihan )*"
    r"(?:{})(?: one| option)?"
)
_NTH = tuple(
    pattern(rf"^{_ORDINALS.format(words)}$")
    for words in (
        "1|1st|one|first|former|erste[nrs]?|eins|satu|pertama",
        "2|2nd|two|second|latter|zweite[nrs]?|zwei|dua|kedua",
        "3|3rd|three|third|dritte[nrs]?|drei|tiga|ketiga",
        "4|4th|four|fourth|vierte[nrs]?|vier|empat|keempat",
    )
)
_OPENING_MARKS = str.maketrans("¿¡", "  ")
_PICTURES = re.compile("[\u200d\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]+")
_FOR = pattern(r"\s(?:for|to|um|für|untuk)\s+(.+)$")
"""What a price or a time is asked for."""
_LAST = pattern(r"^(?:the |das |die |der |yang )?(?:last(?: one)?|letzte[nrs]?|terakhir)$")

_LIGHT = frozenset({ActName.CHITCHAT, ActName.REPEAT, ActName.DONT_KNOW, ActName.DENY})
"""What gives way to words that bring something."""
_BROUGHT_BY_ANY = frozenset({
    ActName.CHITCHAT, ActName.DENY, ActName.GOODBYE, ActName.ISSUE, ActName.NEW_ISSUE, ActName.NOTE,
})  # fmt: skip
"""What words for somebody else may look like, too."""
_BRINGING = frozenset({
    ActName.ISSUE, ActName.NEW_ISSUE, ActName.GIVES_DATA, ActName.PREFERS_TIME,
    ActName.CANCEL_BOOKING, ActName.MAY_CANCEL, ActName.ASKS_HUMAN, ActName.EMERGENCY,
    ActName.ASKS_TIMES, ActName.KEEP,
})  # fmt: skip

_ON_TASKS = frozenset({
    ActName.CANCEL_BOOKING, ActName.MAY_CANCEL, ActName.PREFERS_TIME, ActName.KEEP, ActName.NOTE,
})  # fmt: skip
"""What may be about another task than the one that is spoken of."""


@dataclass
class _Heard:
    """What was understood so far."""

    request: RecogniseRequest
    language: str = "en"
    trouble: bool = False
    """Something is wrong, and not only wanted."""
    acts: set[ActName] = field(default_factory=set)
    values: dict[str, str] = field(default_factory=dict)
    wished: times.Wished = field(default_factory=times.Wished)
    refused_time: bool = False
    avoided: list[Window] = field(default_factory=list)
    elsewhere: bool = False
    """Some of it is about money that was spent."""
    matters: list[tuple[str, bool]] = field(default_factory=list)
    """In the customer's words, and whether they name something that we know."""
    beside: list[str] = field(default_factory=list)
    """Further matters that are named beside the first."""
    further: bool = False
    wanted: bool = False
    """Some matter is asked for, and not only named."""
    questions: list[str] = field(default_factory=list)
    idle_question: bool = False
    """It asks nothing where there is a matter: "I don't know what it is"."""
    choice: int | None = None
    more: list[str] = field(default_factory=list)
    """Of the matter that is known."""
    unread: list[str] = field(default_factory=list)
    """Clauses of which nothing was understood."""
    notes: list[str] = field(default_factory=list)
    """For whoever comes."""
    problem: str = ""
    thanked: bool = False
    unsure: bool = False
    asks: bool = False
    """The clause that is read now ends as a question."""
    begun: str = ""
    """The clause that is read now, with all that stands in front."""

    @property
    def asked(self) -> str:
        return self.request.asked

    @property
    def opening(self) -> bool:
        return self.asked in _OPENING and not self.request.ask


def gives_orders(text: str) -> bool:
    """Whether it speaks to the software, or asks for other customers' data."""
    return talk.is_injection(text) or holds("injection").search(text) is not None


def cancels_visit(text: str) -> bool:
    """Whether it calls off an appointment, or who was to come."""
    return bool(holds("cancel").search(text) and holds("booking", "trade").search(text))


def names_matter(text: str) -> bool:
    """Whether it names what can be looked after, what may be wrong with it, or who does that."""
    return holds("thing", "fault", "work", "trade").search(text) is not None


def recognised(request: RecogniseRequest) -> Recognised:
    """Every value stands in the words. Raises nothing for any text."""
    text = _joined(request.words)
    beside_name = names.told(text, request.language)[1]
    language = language_of(beside_name, request.language, request.locale)
    if request.language and names.answered(text, request.language, asked=True) == text:
        language = request.language  # "Ursula von der Heide" speaks no German yet
    if language == "en":
        text = _ITS.sub("it's", _SHORT_FORM.sub(_with_apostrophe, text))
    if gives_orders(text):
        return Recognised(acts=(ActName.CHITCHAT,), language=language, at=request.at)
    emergency = is_emergency(text)
    trouble = emergency or holds("fault").search(text) is not None
    heard = _Heard(request, language, trouble)
    rest = _contacts(text, heard)
    for clause in _clauses(holds("excepting").sub(", not ", rest)):
        _hear(clause, heard)
    if emergency:
        heard.acts.add(ActName.EMERGENCY)
        if not heard.matters and not request.ask:
            heard.matters = [(_bare(text), True)]
    return _summed(heard, language)


def _joined(words: Sequence[str]) -> str:
    keyed = len(words) > 1 and all(_KEYS.fullmatch(word.strip()) for word in words)
    text = ("" if keyed else ". ").join(word.strip() for word in words)[:_MOST_READ]
    text = text.translate(_OPENING_MARKS).replace("’", "'").replace("“", '"').replace("”", '"')
    text = _PICTURES.sub(" ", text) if any(map(str.isalnum, text)) else text
    return " ".join(times.without_stops(_TITLE_STOP.sub(r"\1", text)).split())


def _with_apostrophe(match: re.Match[str]) -> str:
    first, last = (part for part in match.groups() if part)
    return f"{first}n't" if last.casefold() == "nt" else f"{first}'{last}"


def _contacts(text: str, heard: _Heard) -> str:
    """The words without an address and a number, which are kept."""
    match = _EMAIL.search(text)
    if match is not None:
        heard.values[EMAIL] = match[0].rstrip(".")
        text = _without(text, *match.span(), "email_said")
    address = _STREET.search(text)
    if address is not None:
        end = _end_of_address(text, address, heard)
        heard.values[ADDRESS] = text[address.start() : end].strip(" ,.")
        text = _without(text, address.start(), end, "address_said")
    phone = phone_in(text, heard.request.region, asked=heard.asked == PHONE)
    if phone is not None and phone.said:
        heard.values[PHONE] = phone.said
        if phone.others:
            heard.notes.append(text[phone.end : phone.others].split("|")[-1].strip(" ,;.:"))
            heard.unsure = True
        text = _without(text, phone.start, phone.others or phone.end, "number_said")
    elif phone is not None and not _is_no_number(text, heard):
        heard.problem = "phone_short"
        text = _without(text, phone.start, phone.end, "number_said")
    return text


def _end_of_address(text: str, street: re.Match[str], heard: _Heard) -> int:
    """Behind the street and the places that follow it. Where the name is still to be told, two
    words with capitals may be one.
    """
    end, named = street.end(), _names_somebody(text[: street.start()], heard)
    for _ in range(_MOST_PLACES):
        follows = _PLACE.match(text, end)
        if follows is None or not _is_place(follows["place"], heard, named=named):
            break
        end = follows.end("place")
    return end


def _names_somebody(text: str, heard: _Heard) -> bool:
    if heard.asked in {_TIME, _MORE}:
        return True
    clauses = [each.strip(" .,!|") for each in _clauses(text)]
    return any(
        names.told(each, heard.language)[0]
        or names.answered(each, heard.language, asked=False)
        or names.introduced(each, heard.language, asked=True)[0]
        for each in clauses
    )


def _is_place(words: str, heard: _Heard, *, named: bool) -> bool:
    first = words[0]
    if not (first.isupper() or first.isdigit()) or _says_what_is_wrong(words):
        return False
    if phone_in(words, heard.request.region, asked=False) or times.names_time(words):
        return False
    if starts("greeting", "yes_or_no", "thanks", "number_said", "name_said", "i_am").match(words):
        return False
    is_street = starts("street_first").match(words) is not None
    return named or is_street or not names.answered(words, heard.language, asked=False)


def _is_no_number(text: str, heard: _Heard) -> bool:
    """Whether the digits are a day, a time or a price."""
    request = heard.request
    if is_about_spending(text):
        return True
    if request.at is None:
        return False
    wished, local = times.Wished(), times.local_date(request.at, request.timezone)
    times.read(text, local, request.region, beside=False, wished=wished)
    return bool(wished)


def is_about_spending(text: str) -> bool:
    """Whether it notes what was paid ("coffee 4"), or asks how much was."""
    if holds("how_much").search(text) and holds("spending").search(text):
        return True
    noted = _NOTED.match(ends("tail").sub("", text).strip(" .!"))
    return noted is not None and not (
        names_matter(noted["what"])
        or ends("number_said").search(f"{noted['what']} ")
        or times.names_time(text)
    )


def _without(text: str, start: int, end: int, lead: str) -> str:
    before = text[:start].rstrip(" :,=(")
    return f"{ends(lead).sub(' ', before)} | {text[end:].lstrip(' )')}"


def _clauses(text: str) -> Iterator[str]:
    for match in _CLAUSE.finditer(text):
        cut = match[0][:_MOST_CLAUSE]
        yield from (part.strip() for part in _BUT.split(cut) if part.strip(" .!?"))


def is_emergency(text: str) -> bool:
    for match in holds("emergency").finditer(text):
        before = text[: match.start()]
        behind = pattern(rf"^{group('calm')}(?!\w)").match(text[match.end() :].lstrip())
        calm = pattern(rf"(?<!\w){group('calm')}(?:\s+\w+)?\s*$").search(before)
        within = pattern(rf"(?<!\w){group('calm')}(?!\w)").match(match[0])
        if not (calm or within or behind):
            return True
    return False


# ── One clause. ──────────────────────────────────────────────────────────────────────────────────


def _hear(clause: str, heard: _Heard) -> None:
    heard.asks = clause.rstrip().endswith("?")
    name, clause = names.told(clause, heard.language)
    if name:
        heard.values[NAME] = name
    for part in filter(None, (p.strip(" .!?,") for p in clause.split("|"))):
        if heard.values and starts("not_this").match(part) and not times.names_day(part):
            continue
        heard.begun = part
        if is_about_spending(part):
            heard.elsewhere = True
        else:
            _hear_part(part, heard)


def _hear_part(clause: str, heard: _Heard) -> None:
    for reads in (_chosen, _talked, _stripped_of_talk, _timed, _asked_back, _named, _matter):
        left = reads(clause, heard)
        if left is None:
            return
        clause = left
    if not _passing(clause):
        heard.unsure = True
        heard.unread.append(clause)
        if heard.asked in _CONTACT | {_TIME} and holds("not_then").search(clause):
            heard.acts.add(ActName.DENY)


def _stripped_of_talk(clause: str, heard: _Heard) -> str | None:
    """What is left behind a greeting, "um", "yes" and "no"; None where that was all, or talk."""
    # "Dan" is "and" in Malay, and a name in an English call.
    left = _stripped(clause, heard.language if heard.asked == NAME else "")
    if not left and _is("soonest", clause):
        return clause
    if not left:
        heard.acts.add(ActName.CHITCHAT)
        return None
    said = starts("yes_or_no").match(left)
    behind = left[said.end() :] if said else ""
    if said and behind:
        if _negates(said[0]) or not _negates(behind):
            _talked(said[0].strip(" ,"), heard)
        left = _stripped(behind)
        heard.begun = left
    return _talked(left, heard) if left != clause else left


def _stripped(clause: str, language: str = "") -> str:
    """Without what people say before and behind: a greeting, "um", "please"."""
    return without_all(starts("greeting", "filler", language=language), clause).strip(" .!,")


def _is(section: str, clause: str) -> bool:
    """Whether a clause is such phrases and small words beside them, and nothing else."""
    one = group(section)
    whole, first = pattern(rf"^{one}$"), pattern(rf"^{one}(?=[\s,])[\s,]+")
    small, last = starts("filler", "tail"), ends("filler", "tail")
    left = clause.strip(" .!?,")[: _MOST_TALK + 1]
    if len(left) > _MOST_TALK:
        return False
    found = False
    while left:
        if whole.match(left) or whole.match(last.sub("", left)):
            return True
        rest = first.sub("", left, count=1)
        found = found or rest != left
        rest = small.sub("", rest, count=1)
        if rest == left:
            return False
        left = rest
    return found


def _chosen(clause: str, heard: _Heard) -> str | None:
    options = heard.request.options
    if heard.asked != _CHOICE or not options:
        return clause
    bare = ends("tail").sub("", clause).strip(" .!?#")
    number = next((n for n, rule in enumerate(_NTH) if rule.match(bare)), None)
    if number is None and _LAST.match(bare):
        number = len(options) - 1
    if number is None:
        likeness = [fuzz.partial_ratio(o.casefold(), clause.casefold()) for o in options]
        best = max(likeness)
        number = likeness.index(best) if best >= _SAME and likeness.count(best) == 1 else None
    if number is None or number >= len(options):
        return clause
    heard.choice = number
    return None


_ALONE = (
    ("goodbye", ActName.GOODBYE),
    ("solved", ActName.GOODBYE),
    ("repeat", ActName.REPEAT),
    ("dont_know", ActName.DONT_KNOW),
    ("chat", ActName.CHITCHAT),
    ("no", ActName.DENY),
    ("yes", ActName.AFFIRM),
)
"""Phrases with what they do where a clause is nothing else."""


def _talked(clause: str, heard: _Heard) -> str | None:
    """None where it is no matter, no time and no name, but does something as a whole."""
    if _is("thanks", clause):
        heard.thanked = True
        return None
    act = next(_done_by(clause, heard), None)
    if act is None:
        return clause
    heard.acts.add(act)
    if act is ActName.ASKS_TIMES and heard.opening and names_matter(clause):
        behind = _FOR.search(clause)
        heard.matters.append((_matter_of(behind[1] if behind else clause), True))
    return None


def _done_by(clause: str, heard: _Heard) -> Iterator[ActName]:
    """What it may do, the most likely first."""
    if heard.opening and holds("earlier_booking").search(clause):
        heard.questions.append(clause)
        yield ActName.ASKS_HUMAN
    if holds("human", "call_back").search(clause):
        yield ActName.ASKS_HUMAN
    yield from _done_about_times(clause, heard)
    if heard.request.booked and heard.asked == _TIME and _is("dropped", clause):
        yield ActName.KEEP  # of moving it
    if _cancels(clause, heard):
        plainly = not heard.request.booked or (not heard.asks and _tells_to_cancel(clause))
        several = heard.request.booked and heard.request.stays
        plainly = plainly and not (several and cancels_visit(clause))  # which one? "that" is plain
        yield ActName.CANCEL_BOOKING if plainly else ActName.MAY_CANCEL
    if heard.asked == _MORE and (_is("done", clause) or _is("approval", clause)):
        yield ActName.GOODBYE
    names_thing = names_matter(clause)
    if not names_thing and heard.asked == _MORE and holds("correcting").search(clause):
        yield ActName.AFFIRM  # there is something else, and it is not said yet
    if not names_thing and heard.asked in _CONTACT and _is("why", clause):
        yield ActName.QUESTION
    yield from _done_alone(clause, heard, names_thing=names_thing)


def _done_alone(clause: str, heard: _Heard, *, names_thing: bool) -> Iterator[ActName]:
    for section, act in _ALONE:
        named = names_thing and heard.opening and section != "solved"
        greets = act is ActName.GOODBYE and heard.opening and _is("greeting", clause)
        doubtful = act is ActName.AFFIRM and (_negates(clause) or _is_jo(clause, heard))
        refused = act is ActName.DENY and heard.asked == _TIME and times.names_part_of_day(clause)
        if not (named or greets or doubtful or refused) and _is(section, clause):
            yield act
    if not names_thing and not heard.opening and not heard.asks:
        answer = _answer_in(clause)
        if answer is not None and not (answer is ActName.AFFIRM and heard.asked == NAME):
            yield answer


def _answer_in(clause: str) -> ActName | None:
    """The yes or no that a clause in any language is, with small words and thanks beside it."""
    beside = _stripped(words_beside_answer(clause))
    if beside == _stripped(clause) or not (_passing(beside) or _is("thanks", beside)):
        return None
    if _negates(clause):
        return ActName.DENY
    return ActName.AFFIRM if confirms(clause) else None


def _done_about_times(clause: str, heard: _Heard) -> Iterator[ActName]:
    if heard.asked == _TIME and (_NTH[0].match(clause) or _LAST.match(clause)):
        yield ActName.AFFIRM  # one time was proposed
    if _is("asks_times", clause):
        at_hand = heard.request.proposed is not None and heard.asked == _TIME
        if not (at_hand and holds("soonest").search(clause)):  # that is a wish
            yield ActName.QUESTION if heard.request.booked else ActName.ASKS_TIMES


def _is_jo(clause: str, heard: _Heard) -> bool:
    """A yes in German; where a name was asked for in another language, a name."""
    return heard.asked == NAME and heard.language != "de" and clause.strip(" .!,").lower() == "jo"


def _negates(clause: str) -> bool:
    """Nothing is booked for a yes that may be a no."""
    left = holds("still_agreeing").sub(" ", clause)
    return denies(left) or holds("negating").search(left) is not None


def _cancels(clause: str, heard: _Heard) -> bool:
    visit = heard.asked == _TIME or heard.request.booked
    if _is("cancel", clause) or (visit and _is("solved", clause)):
        return True
    if heard.asked == _TIME and _is("dropped", clause):
        return True
    if not holds("cancel").search(clause):
        return False
    return cancels_visit(clause) or heard.request.booked or not (heard.asks or heard.opening)


def _tells_to_cancel(clause: str) -> bool:
    """Whether it is that command and nothing else: much else can be cancelled."""
    told = without_all(starts("greeting", "filler", "request"), clause)
    return _is("cancel", told) or _is("solved", told) or _is("dropped", told)


def _timed(clause: str, heard: _Heard) -> str | None:
    request = heard.request
    if request.at is None or (
        heard.asked == NAME and names.answered(clause, heard.language, asked=False)
    ):
        return clause
    wished = times.Wished()
    # Beside a time, "nicht vor vier" is a wish; "not on Tuesday" is none.
    local = times.local_date(request.at, request.timezone)
    beside = request.proposed is not None and (heard.asked in {_TIME, _MORE} or request.booked)
    rest = times.read(
        holds("past").sub(" ", clause), local, request.region, beside=beside, wished=wished
    )
    if not wished:
        return clause
    times.move_into_week(wished, clause, request.wished, request.timezone)
    denied = times.denied(clause + "?" * heard.asks)
    if denied and wished.turn_to_other_hours():
        denied = False
    if denied:
        heard.refused_time = True
        heard.avoided += times.avoided(wished, clause, request.at, request.timezone, request.region)
    else:
        known = heard.wished
        zone = request.timezone
        heard.avoided += [times.whole_day(day, zone) for day in wished.without]
        # A day of which more is told than that it suits may be one that does not.
        told_of = known.days is not None and not _passing(_stripped(" ".join(rest.split())))
        heard.wished = times.Wished(
            days=known.days if told_of else wished.days or known.days,
            hours=wished.hours or known.hours,
            moved=wished.moved or known.moved,
            by=wished.by or known.by,
        )
    rest = _stripped(" ".join(rest.split()))
    if not rest or _passing(rest):
        if holds("agreeing").search(rest) and not _negates(clause):
            heard.acts.add(ActName.AFFIRM)
        return None
    if _answer_in(rest) is ActName.AFFIRM or (_is("yes", rest) and not _negates(clause)):
        heard.acts.add(ActName.AFFIRM)
        return None
    if names_matter(rest) or heard.opening:
        return rest
    heard.unsure = heard.unsure or heard.asked == _TIME
    return None


def _passing(clause: str) -> bool:
    words = re.findall(r"[^\W\d_][\w'-]*", clause.casefold())
    return all(word in _PASSING for word in words)


_PASSING = frozenset(word for p in phrases("passing") for word in p.casefold().split())


_SOMEBODY = re.compile(r"\b(?:some|any)(?:one|body)\b|\bjemand\w*|\borang\b|\btukang\b")
"""In the question whether they can be sent, which the call itself answers."""


_OWN_VISIT = pattern(rf"(?<!\w){group('definite')}\s(?:\w+\s)?{group('booking', 'trade')}(?!\w)")
"""Who was booked, or the visit itself: not somebody who is to come."""


def _asked_back(clause: str, heard: _Heard) -> str | None:
    """A question that is one, and no wish put as one ("can you fix …?")."""
    lead = heard.begun.removesuffix(clause)
    by_verb = heard.asks or not holds("additive").search(lead)
    asking = group("asking", "asking_by_verb") if by_verb else group("asking")
    if not pattern(rf"^{asking}$").match(clause):
        return clause
    about_price = holds("price_or_length").search(clause) is not None
    named = names_matter(_matter_of(clause))
    if not about_price and named and starts("request").match(clause):
        return clause
    sends_for = not about_price and heard.opening and _SOMEBODY.search(clause)
    if sends_for or (heard.values and _passing(clause)):
        return None
    if heard.opening and not about_price and _OWN_VISIT.search(clause):
        heard.acts.add(ActName.ASKS_VISIT)
        return None
    if heard.opening and not about_price and heard.wished and not named:
        return None  # "do you have something tomorrow?" asks for the time that is wished
    heard.acts.add(ActName.QUESTION)
    priced = about_price and heard.opening and _FOR.search(clause)
    if priced and names_matter(priced[1]):
        heard.matters.append((_matter_of(priced[1]), True))
    facts = heard.request.booked or heard.request.proposed is not None
    heard.idle_question = heard.opening and not (heard.asks or about_price)
    known = _is("why", clause) or (facts and not about_price and _is("own_facts", clause))
    if not known:
        heard.questions.append(clause)
        heard.unsure = heard.unsure or heard.request.booked  # it may be about what is booked
    return None


def _named(clause: str, heard: _Heard) -> str | None:
    if NAME in heard.values and heard.asked != NAME:
        return clause
    asked = heard.asked == NAME
    name, rest = names.introduced(clause, heard.language, asked=asked)
    if not name:
        beside = asked or (heard.asked == PHONE and PHONE in heard.values)
        alone = beside and len(clause.split()) == 1 and not holds("number_said").search(clause)
        name = (
            names.answered(clause, heard.language, asked=asked or alone, least=1) if beside else ""
        )
        rest = ""
    if not name:
        return clause
    if name.casefold() not in heard.values.get(NAME, "").casefold():
        heard.values[NAME] = name
    return rest or None


# ── Matters. ─────────────────────────────────────────────────────────────────────────────────────


def _matter(clause: str, heard: _Heard) -> str | None:
    wanted = _matter_of(clause)
    known = names_matter(clause)
    if not wanted or not any(map(str.isalpha, wanted)):
        if heard.opening or _passing(clause) or heard.asked == _MORE:
            return None
        return clause
    if not known and (_passing(wanted) or not (heard.opening or heard.asked in {_MORE, _NEED})):
        return clause
    request = starts("request").match(clause)
    asks_for = request is not None and len(request[0].split()) > 1  # "der" alone asks for nothing
    heard.wanted = heard.wanted or asks_for or holds("sending").search(clause) is not None
    reason = ActName.CANCEL_BOOKING in heard.acts and not holds("sending", "instead").search(clause)
    leaves = ActName.GOODBYE in heard.acts and not holds("thing", "trade").search(clause)
    if reason or leaves or (not known and _beside_an_end(heard)):
        heard.unsure = heard.unsure or not known
        return None
    ask = heard.request.ask
    if ask and fuzz.token_set_ratio(wanted.casefold(), ask.casefold()) >= _SAME:
        return None
    additive = holds("additive").search(heard.begun) is not None
    whole = _says_what_is_wrong(wanted)
    if whole and additive and any(named for _, named in heard.matters):
        heard.beside.append(wanted)
    else:
        heard.matters.append((wanted, known))
        heard.further = heard.further or additive
    return None


def _beside_an_end(heard: _Heard) -> bool:
    """Whether "anything else?" was answered already, so that unknown words open no matter."""
    said = heard.thanked or heard.values or heard.acts & {ActName.DENY, ActName.GOODBYE}
    return heard.asked == _MORE and bool(said)


def _matter_of(clause: str) -> str:
    """The clause without greeting, filler and how it was asked for."""
    lead = starts("greeting", "filler", "request", "lead")
    clause = without_all(lead, _NOT_THIS.sub("", clause))
    return without_all(ends("tail"), clause, " .!?,")[:_MOST_ASK].strip()


def _bare(text: str) -> str:
    return _stripped(text.split("|", maxsplit=1)[0].strip(" .!?"))[:_MOST_ASK]


# ── All clauses together. ────────────────────────────────────────────────────────────────────────


def _summed(heard: _Heard, language: str) -> Recognised:
    request, acts = heard.request, heard.acts
    _keep_or_drop(heard)
    wish = _wish(heard)
    if heard.refused_time and wish is None and not heard.avoided:
        acts.add(ActName.DENY)
    if heard.matters and heard.idle_question:
        acts.discard(ActName.QUESTION)
        heard.questions.clear()
    if told := _told_of_matters(heard):
        heard.values[ASK] = ", ".join(told)[:_MOST_ASK].strip(" ,")
        more = heard.asked == _MORE and not holds("instead").search(_said(heard))
        further = bool(request.ask) and (request.booked or heard.further or more)
        acts.add(ActName.NEW_ISSUE if further else ActName.ISSUE)
    if heard.values.keys() & {PHONE, NAME, EMAIL, ADDRESS}:
        acts.add(ActName.GIVES_DATA)
    if wish is not None or heard.avoided:
        acts.add(ActName.PREFERS_TIME)
        acts.discard(ActName.AFFIRM)
    if heard.thanked and not acts:
        acts.add(ActName.GOODBYE if heard.asked == _MORE else ActName.CHITCHAT)
    if heard.asked == _MORE and acts == {ActName.DENY}:
        acts = {ActName.GOODBYE}
    acts = _weighed(acts, heard)
    if wish is None and _is_for_others(acts, heard):
        return Recognised(elsewhere=True, language=language, at=request.at)
    beside = [*heard.more, *(heard.unread if acts else ())]
    if heard.asked == _TIME and acts <= {ActName.AFFIRM} and beside:
        acts.add(ActName.NOTE)  # what is said beside a yes is for whoever comes
        heard.notes += beside
    return Recognised(
        acts=tuple(act for act in ActName if act in acts),
        values=heard.values,
        wish=wish,
        avoid=tuple(heard.avoided),
        elsewhere=heard.elsewhere and not (acts - {ActName.CHITCHAT} or heard.values),
        choice=heard.choice,
        further=tuple(heard.beside),
        trouble=heard.trouble,
        notes=tuple(heard.notes),
        problem="" if PHONE in heard.values else heard.problem,
        question="; ".join(heard.questions)[:_MOST_ASK],
        tasks=dict.fromkeys(acts & _ON_TASKS, named) if (named := _task_named(request)) else {},
        language=language,
        sure=not (heard.unsure or ActName.MAY_CANCEL in acts)
        # Of a sentence in another language a word that is known ("morgen") tells little.
        and written_in(_said(heard), language) in LANGUAGES
        and bool(acts or heard.problem or heard.elsewhere or heard.choice is not None),
        at=request.at,
    )


def _keep_or_drop(heard: _Heard) -> None:
    """Hears that the visit that is booked stays, or that the proposed one is not wanted: then
    nothing else that was said is a wish.
    """
    said = _said(heard)
    named = holds("booking", "trade").search(said) and not holds("fault").search(said)
    if heard.request.about_visit and named and _negates(said):
        heard.acts.clear()
        heard.acts.add(ActName.ASKS_VISIT)
        heard.matters.clear()
        heard.unsure = True
    elif _drops_matter(heard):
        heard.acts.clear()
        heard.acts.add(ActName.CANCEL_BOOKING)
        heard.matters.clear()
        heard.wished, heard.unsure = times.Wished(), True
    elif ActName.ASKS_VISIT in heard.acts:
        heard.wished = times.Wished()
        heard.avoided.clear()
    elif _wishes_visit(heard):
        heard.acts -= {ActName.DENY, ActName.AFFIRM}
        told = heard.asks and heard.asked != _TIME
        heard.acts.add(ActName.QUESTION if told else ActName.KEEP)
        heard.wished = times.Wished()


def _drops_matter(heard: _Heard) -> bool:
    """Whether a no to the visit that is proposed says that it is not wanted, and not the time: who
    would come is named. Another visit stays booked.
    """
    request, said = heard.request, _said(heard)
    if not request.stays or request.booked or heard.asked != _TIME or heard.asks:
        return False
    return bool(_negates(said) and holds("trade").search(said))


def _wishes_visit(heard: _Heard) -> bool:
    request = heard.request
    if request.visit is None or request.at is None or not heard.wished:
        return False
    denied = ActName.DENY in heard.acts and heard.asked == _TIME
    zone = request.timezone
    return times.is_of_visit(heard.wished, request.at, zone, request.visit, denied=denied)


def _task_named(request: RecogniseRequest) -> str:
    """The number of the one task that is named: by it, or by who comes."""
    said = " ".join(request.words).casefold()
    named = {
        task.number
        for task in request.tasks
        for name in (task.number, task.booked.employee_name.split(" ")[0] if task.booked else "")
        if name and pattern(rf"(?<!\w){re.escape(name)}(?!\w)").search(said)
    }
    return named.pop() if len(named) == 1 else ""


def _is_for_others(acts: set[ActName], heard: _Heard) -> bool:
    """Whether words behind a question of the call bring nothing that it knows, and are meant for
    another agent. When nothing but "anything else?" is open, talk is none of the call's, either.
    """
    bringing = acts - _BROUGHT_BY_ANY or heard.values.keys() - {ASK} or heard.avoided
    if not heard.asked or bringing or heard.choice is not None or heard.problem:
        return False
    if any(known for _, known in heard.matters):
        return False
    if heard.asked == _MORE and acts == {ActName.CHITCHAT} and not heard.thanked:
        return True
    said = _said(heard)
    if written_in(said, heard.language) not in HEARD:
        return False  # what it asks may be the call's own business
    meant = meant_by(said)
    return meant.is_beside(CARD.slug) and (heard.unsure or meant.chance >= _CERTAIN)


def _is_for_task(heard: _Heard) -> bool:
    """Whether words behind a task that is made are for whoever does it: a thing that is named is no
    wish for a visit. That is asked for, or all that is said is that one more thing is wrong.
    """
    behind = heard.asked == _MORE or heard.request.booked
    if not (heard.request.task and behind and heard.matters):
        return False
    if heard.wanted or holds("instead").search(_said(heard)):
        return False
    wrong = [w for w, _ in heard.matters if _names_fault(w) or (heard.further and _names_trade(w))]
    beside = len(heard.matters) > 1 or heard.beside or heard.unread or heard.asks
    return bool(beside or not wrong)


def _told_of_matters(heard: _Heard) -> list[str]:
    """What names a matter for sure, else what may name one. Behind a matter that is known, that may
    be a place, more of the same, or why it is cancelled.
    """
    if heard.matters and heard.request.task:
        heard.unsure = True  # more of the task, or another visit: a model tells them apart
    if _is_for_task(heard):
        heard.acts.add(ActName.NOTE)
        whole = len(heard.matters) > 1 or heard.beside or heard.unread
        heard.notes += [_said(heard)] if whole else [wanted for wanted, _ in heard.matters]
        heard.unread.clear()
        heard.beside.clear()
        heard.acts -= {ActName.REPEAT, ActName.CHITCHAT}
        return []
    ask, urgent = heard.request.ask, ActName.EMERGENCY in heard.acts
    known = [wanted for wanted, is_known in heard.matters if is_known or urgent]
    full = [wanted for wanted in known if _says_what_is_wrong(wanted)]
    doubtful = not known or (bool(ask) and not full)
    heard.unsure = heard.unsure or (bool(heard.matters) and doubtful)
    if ask and not full and _is_beside(heard):
        heard.more += known
        return []
    told = full or known or [wanted for wanted, _ in heard.matters]
    heard.unsure = heard.unsure or len(told) < len(heard.matters)  # words are left out
    return told


def _is_beside(heard: _Heard) -> bool:
    """Whether words that only may name a matter leave the one that is known."""
    cancels = heard.acts & {ActName.CANCEL_BOOKING, ActName.MAY_CANCEL}
    another = heard.further or (holds("instead").search(_said(heard)) and not heard.wished)
    return bool(cancels) or (heard.asked in _CONTACT | {_TIME} and not another)


def _said(heard: _Heard) -> str:
    return " ".join(heard.request.words)


def _says_what_is_wrong(wanted: str) -> bool:
    """Whether a matter names a thing and what it has; what is told beside it is no matter."""
    return _names_fault(wanted) or _names_trade(wanted)


def _names_fault(wanted: str) -> bool:
    return bool(holds("thing").search(wanted) and holds("fault", "work").search(wanted))


def _names_trade(wanted: str) -> bool:
    return holds("trade").search(wanted) is not None


def _wish(heard: _Heard) -> Window | None:
    """None, too, for the proposed time said again with a yes."""
    request = heard.request
    if not heard.wished or request.at is None:
        return None
    wish = times.window(heard.wished, request.at, request.timezone, request.proposed)
    slot = request.proposed
    said_again = (
        wish is not None and slot is not None and ActName.AFFIRM in heard.acts
        and wish.from_ts <= slot.from_ts and slot.to_ts <= wish.to_ts
    )  # fmt: skip
    if said_again or wish is None:
        return None
    return times.join(request.wished, wish, request.at, request.timezone)


def _weighed(acts: set[ActName], heard: _Heard) -> set[ActName]:
    bringing = acts & _BRINGING
    if bringing or heard.choice is not None or heard.problem:
        kept = acts - _LIGHT - ({ActName.GOODBYE} if bringing else set())
        return kept if heard.asked == _TIME and not heard.matters else kept - {ActName.AFFIRM}
    if len(acts) > 1:
        acts = acts - {ActName.CHITCHAT}
    if heard.asked == _TIME and {ActName.GOODBYE, ActName.AFFIRM} <= acts:
        acts = acts - {ActName.GOODBYE}
    if ActName.GOODBYE in acts:
        acts = acts - {ActName.DENY, ActName.AFFIRM, ActName.DONT_KNOW}
    if ActName.QUESTION in acts:
        acts = acts - {ActName.DENY, ActName.REPEAT, ActName.DONT_KNOW}
        acts = acts if heard.asked == _TIME else acts - {ActName.AFFIRM}
    if ActName.DENY in acts:
        acts = acts - {ActName.AFFIRM, ActName.DONT_KNOW}
    return acts
