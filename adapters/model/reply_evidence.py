"""Checks of words that a model writes for a person, and of its summaries.

A reply is the one place where a model's own words reach somebody. It may say what it likes in any
language, except what could do harm: an address to open or write to, a command to run, Steward's own
instructions or a key. Such a reply raises ``InvalidModelOutputError`` as a whole: cutting pieces
out of it would leave the rest of what an attacker wanted to say. A sentence that claims that
something was saved, names a command that there is not, or a figure of the person's records that no
result gave, is left out.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from datetime import timedelta
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise, permutations
from zoneinfo import ZoneInfo

from pydantic import JsonValue

from adapters.model.amount_evidence import calculated, numbers_in, results_of
from adapters.model.software_orders import speaks_to_software
from domain.commands import Command
from domain.errors import InvalidModelOutputError
from domain.money import MINOR_UNITS
from domain.plain_text import visible
from domain.understanding import Conversed, ConverseRequest, Summarised, SummariseRequest
from language.currencies import HUNDREDTHS, SIGN, WORDS

MAX_REPLY_LENGTH = 1_500
"""Characters. Three sentences are asked for; more is a model that runs away."""

MAX_SUMMARY_LENGTH = 1_000
"""Characters; what ``Summarised`` promises."""

LEAK_LENGTH = 36
"""Letters and digits in a row, about seven words, that a reply may not share with the prompts."""

_ADDRESS = re.compile(
    r"[a-z0-9+.-]:\s?/\s?/|\bwww\.|\bhxxps?\b"
    r"|\b(?:mailto|javascript|tg|tel|data|file|ssh|vbscript):\S"
    # A name with a dot inside, as chat programs make links of; also written out.
    r"|[^\W_][.\u3002](?!(?:js|jsx|ts|tsx|css|html|json|xml|yaml|pdf|csv|txt|docx|xlsx|png)\b)"
    r"[a-z]{2,24}(?![a-z])|[^\W\d_]{2}\.(?![a-z])[^\W\d_]{2,24}"
    r"|\w\s?[\[({]\s?(?:dot|punkt|titik|punto|\.)\s?[\])}]\s?\w|\b\w+ dot (?:com|net|org|io|me)\b"
    r"|(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)"
    r"|\w@\w|(?<!\w)@[a-z]\w{2,}",
)
_DATE = re.compile(r"\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b")
_ISO_DAY = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_NEAR = 31
"""Days: of a date that people tell by how far off it is, as "next Friday"."""
_PHONE = re.compile(r"\+\s?\d(?:[\s()./-]?\d){5,}|\d(?:[\s()/-]?\d){7,}")

_SLASH = re.compile(r"(?<![\w/])/([a-z_]\w*)(?:@(\w+))?")
_OUR_COMMANDS = frozenset(command.value for command in Command)

_MARKUP = re.compile(
    # Brackets make a link only where nothing stands between them; a line for its target has no more
    # than that and a title.
    r"\]\(|\]\[|^ {0,3}\[[^\]\n]+\]:\s*\S+\s*(?:$|[\"'(])"
    r"|<\s*[/!?a-z]|&#?\w+;|!\[|```|\bon\w+\s?=",
    re.MULTILINE,
)
_PROGRAM = re.compile(
    r"\b(?:curl|wget|iwr|invoke-\w+)\s+\S|\brm\s+-\w|\bsudo\s+\w|\bchmod\s|\bchown\s|\bmkfs"
    r"|\b(?:ba|z|c)?sh\s+-c\b|\|\s*(?:ba|z)?sh\b|\bpowershell\b|\bcmd(?:\.exe)?\s+/c\b"
    r"|\b(?:pip3?|npm|npx|apt(?:-get)?|brew)\s+(?:install|run|-)|\bpython3?\s+-\w|\beval\s?\("
    r"|\$\(|\$\{|\bexec\s?\(|\bos\.system|\bimport\s+os\b|:\(\)\s?\{|\bnc\s+-\w|/etc/\w|/bin/\w"
    r"|\b(?:drop|truncate|alter)\s+(?:table|database)\b|\bdelete\s+from\b|\binsert\s+into\b"
    r"|\bunion\s+(?:all\s+)?select\b|\bupdate\s+\w+\s+set\b"
    r"|\bselect\s+(?:\*|\w+(?:\s*,\s*\w+)*)\s+from\s+(?!(?:the|an?|our|my|your|th[ai]t)\b)\w+"
)
_SECRET = re.compile(
    r"\b(?:sk|pk|ghp|gho|xox[abp]|akia|aiza)[-_]?[a-z0-9_-]{12,}"
    r"|(?=[a-z0-9+/_=-]{0,200}\d)[a-z0-9+/_=-]{28,}|[a-z0-9+/_=-]{60,}"
    r"|\b(?:api[ _-]?key|password|passwort|token|secret|kata ?laluan|kata sandi|contraseña)\b"
    r"\s?(?:is|ist|ialah|adalah|es|=|:)\s?\S"
)
_ROLE = re.compile(
    r"^\W{0,3}(?:system|assistant|developer|tool(?:[ _]\w+)?|function)\W{0,3}[:>=]|<\|",
    re.MULTILINE,
)

_PLAIN_NUMBER = re.compile(r"(?<![\w.-])-?\d+(?:\.\d+)?(?![\w.-])")
_MOST_FOUND, _MOST_TOLD, _MOST_TIMES = 10, 4, 31
"""Numbers that a figure may be worked out from: from many, any figure could be."""

_HUNDREDTH, _ROUNDED = Decimal("0.01"), Decimal("0.51")
"""A result of 44.60 may be said as 45."""

_CODES = "|".join(code.casefold() for code in MINOR_UNITS)
_MONEY = rf"(?:[$€£¥₹₩₫฿₽₱]|(?<![^\W\d_])(?:{SIGN}|{_CODES})(?![^\W\d_]))"
_UNIT = rf"(?:{_MONEY}|(?:{WORDS}|{HUNDREDTHS})\b|元|块|令吉)"
_FIGURE = re.compile(rf"{_MONEY}\s?(\d[\d.,' ]*)|(?<!\d)(\d[\d.,' ]{{0,40}})\s?{_UNIT}")
_GROUPED = re.compile(r"(?<=\d) (?=\d{3}(?!\d))")
"""As in "1 100,00"."""

_CLAIM = re.compile(
    r"\b(?:i|i've|i have|we|we've|we have|successfully|"
    r"(?:it|that|this|they|entry|row|#\d+)(?:'s)?"
    r"(?: (?:has|have|was|were|is|are))?)\s+"
    r"(?:just |now |also |already |successfully |been )*"
    r"(?:saved|recorded|deleted|removed|updated|changed|transferred|refunded|erased|logged)\b"
    r"|\b(?:telah|sudah|dah|berjaya|berhasil)\s+(?:di)?(?:simpan|padam|hapus|rekod|catat|ubah|"
    r"tukar|kemas)\w*"
    r"|\b(?:habe|wurden?|hab)\b[^.!?\n]{0,60}\b(?:gespeichert|gelöscht|geändert|überwiesen|gebucht)"
    r"|\b(?:he|ha sido|han sido|fue|hemos)\s+(?:guardado|borrado|eliminado|cambiado|registrado)\w*"
    r"|已(?:经|為您|为您)?(?:保存|删除|刪除|记录|修改|更改|转账)"
    r"|\b(?:saved|recorded|deleted|transferred|disimpan|dihapus|gespeichert|gelöscht)\b"
    r"\W{0,3}(?:✅|✔|$)",
    re.MULTILINE,
)
_OF_RECORDS = re.compile(
    r"\byou(?:'ve| have)?(?: \w+)? (?:spent|paid|recorded|saved)\b"
    r"|\byour (?:\w+ )?(?:total|budget|balance|records)\b"
    r"|\b(?:anda|kamu|awak) (?:\w+ )?(?:belanja|bayar)|\bperbelanjaan (?:anda|kamu|awak)\b"
    r"|\b(?:du hast|sie haben)\b.{0,60}\b(?:ausgegeben|bezahlt)|\bdeine ausgaben"
    r"|\bhas (?:gastado|pagado)|\btus gastos|\btu as (?:dépensé|payé)|\btes dépenses"
    r"|\bje hebt\b.{0,60}\b(?:uitgegeven|betaald)|你(?:一共)?(?:花|支出)",
)
"""Words about the person's own records, whose figures only results give."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")
_INVISIBLE_JOINERS = dict.fromkeys(map(ord, "\u200c\u200d\ufe0e\ufe0f"))

_FORBIDDEN_BESIDE_TOOLS = (
    (_ADDRESS, "an address"),
    (_MARKUP, "markup"),
    (_PROGRAM, "a command line or query"),
    (_ROLE, "a role"),
)
_FORBIDDEN = (
    *_FORBIDDEN_BESIDE_TOOLS,
    (_SECRET, "what looks like a key"),
)


def checked_conversed(
    request: ConverseRequest,
    conversed: Conversed,
    prompts: tuple[str, ...],
) -> Conversed:
    """A reply without invisible characters and without sentences that may not be said, or
    ``InvalidModelOutputError``; see the module.

    ``prompts`` are all of Steward's instructions.
    """
    if conversed.topic is not None:
        return conversed
    text = _whole(conversed.text, prompts)
    kept = without_refused(text, _sentence_check(request, conversed))
    if not kept:
        raise InvalidModelOutputError("nothing of the reply may be said")
    return conversed.model_copy(update={"text": kept})


def sentences_in(text: str) -> tuple[str, ...]:
    """The sentences of a reply, in any script, each with what parts it from the next one."""
    ends = [*(parting.end() for parting in _SENTENCE.finditer(text)), len(text)]
    return tuple(text[start:end] for start, end in pairwise((0, *ends)))


def without_refused(text: str, refused: Callable[[str], str]) -> str:
    """The text without the sentences for which ``refused`` gives a reason."""
    return "".join(each for each in sentences_in(text) if not refused(each)).strip()


def objection_to(
    request: ConverseRequest,
    conversed: Conversed,
    prompts: tuple[str, ...],
    *,
    only_told_figures: bool = False,
) -> str:
    """Returns why a reply may not be said as it is, for the model; empty where it may be.

    With ``only_told_figures`` every sum has to be one of the person's.
    """
    if conversed.topic is not None:
        return ""
    check = _sentence_check(request, conversed, only_told_figures=only_told_figures)
    return refusal(lambda: _whole(conversed.text, prompts)) or check(conversed.text)


def refusal(check: Callable[[], object]) -> str:
    """Returns why a check refuses an answer; empty where it does not."""
    try:
        check()
    except InvalidModelOutputError as error:
        return str(error)
    return ""


def _whole(text: str, prompts: tuple[str, ...]) -> str:
    text = visible(text).strip()
    if not text or len(text) > MAX_REPLY_LENGTH:
        raise InvalidModelOutputError("the reply is empty or too long")
    _check_harmless(text, prompts)
    return text


def _sentence_check(
    request: ConverseRequest, conversed: Conversed, *, only_told_figures: bool = False
) -> Callable[[str], str]:
    """A function that says why a sentence may not be said; empty where it may."""
    commands = _OUR_COMMANDS | {form.name for card in request.agents for form in card.commands}
    words = [request.said.text, *(entry.text for entry in request.history)]
    told = "\n".join([*words, *(_leaves(task.known) for task in request.tasks)])
    results = " ".join(_leaves(result.value) for result in request.results)
    found = [Decimal(each) for each in _PLAIN_NUMBER.findall(results)]
    strict = only_told_figures or bool(request.results)
    known = {*numbers_in(told), *found}
    values = (calculated(each, known.__contains__) for each in conversed.calculations)
    worked_out = [value for value in values if value is not None]

    def refused(sentence: str) -> str:
        folded = _folded(sentence)
        if _CLAIM.search(folded):
            return "the reply claims that something was saved or changed, which only cards say"
        if any(name not in commands or bot for name, bot in _SLASH.findall(folded)):
            return "the reply names a command that is not Steward's"
        if (strict or _OF_RECORDS.search(folded)) and _unshown_figure(
            folded, told, found, worked_out
        ):
            return "the reply names a figure of the records that no result gave"
        return ""

    return refused


def _leaves(value: JsonValue) -> str:
    """All plain values of some JSON, parted by spaces."""
    if isinstance(value, dict):
        return " ".join(_leaves(each) for each in value.values())
    if isinstance(value, list):
        return " ".join(map(_leaves, value))
    return "" if value is None else str(value)


def checked_words(text: str, prompts: tuple[str, ...]) -> str:
    """Words of a model that used tools: harmless as they stand. What they claim and which figures
    they name is for the agent, which knows what its tools gave.
    """
    text = visible(text).strip()
    if len(text) > MAX_REPLY_LENGTH:
        raise InvalidModelOutputError("the reply is too long")
    folded = _folded(text)
    for pattern, what in _FORBIDDEN_BESIDE_TOOLS:
        if pattern.search(folded):
            raise InvalidModelOutputError(f"the reply holds {what}")
    if leaks_instructions(text, prompts) or speaks_to_software(text):
        raise InvalidModelOutputError("the reply repeats instructions or gives some")
    return text


def checked_summarised(
    request: SummariseRequest, summarised: Summarised, prompts: tuple[str, ...]
) -> Summarised:
    """A summary of what was really said: it names no number and no address of its own, but for the
    dates of days near those of the entries ("tomorrow").

    It goes into later prompts as a memory; what is not from the conversation must not get there.
    """
    text = visible(summarised.summary).strip()[:MAX_SUMMARY_LENGTH]
    if not text:
        raise InvalidModelOutputError("the summary is empty")
    if leaks_instructions(text, prompts) or speaks_to_software(text):
        raise InvalidModelOutputError("the summary repeats instructions or gives some")
    words = "\n".join([request.previous, *(entry.text for entry in request.entries)])
    zone = ZoneInfo(request.person.timezone)
    days = {entry.at.astimezone(zone).date() for entry in request.entries}
    meant = {str(day + timedelta(n)) for day in days for n in range(-_NEAR, _NEAR + 1)}
    numbers = re.findall(r"\d+", _ISO_DAY.sub(lambda day: "" if day[0] in meant else day[0], text))
    if not set(numbers) <= set(re.findall(r"\d+", words)):
        raise InvalidModelOutputError("the summary names a number that nobody said")
    folded, said = _folded(text), _folded(words)
    if any(found[0] not in said for found in _ADDRESS.finditer(folded)):
        raise InvalidModelOutputError("the summary names an address that nobody said")
    return summarised.model_copy(update={"summary": text})


def leaks_instructions(text: str, prompts: tuple[str, ...]) -> bool:
    """Whether a text shares ``LEAK_LENGTH`` letters in a row, or a field's name, with a prompt.

    Spaces, marks and case do not count, so that spelling the words out hides nothing. A
    translation is not noticed.
    """
    pieces, names = _instructions(prompts)
    folded = _folded(text)
    if any(name in folded for name in names):
        return True
    letters = _letters(folded)
    return any(
        letters[at : at + LEAK_LENGTH] in pieces for at in range(len(letters) - LEAK_LENGTH + 1)
    )


def _check_harmless(text: str, prompts: tuple[str, ...]) -> None:
    folded = _folded(text)
    for pattern, what in _FORBIDDEN:
        if pattern.search(folded):
            raise InvalidModelOutputError(f"the reply holds {what}")
    if _PHONE.search(_DATE.sub(" ", folded)):
        raise InvalidModelOutputError("the reply holds a number to call or pay to")
    if leaks_instructions(text, prompts) or speaks_to_software(text):
        # Replies become history, which later prompts show: an order in one would be passed on.
        raise InvalidModelOutputError("the reply repeats instructions or gives some")


def _unshown_figure(
    sentence: str, told: str, found: Sequence[Decimal], worked_out: list[Decimal]
) -> bool:
    """Whether a sentence names a sum that was neither told nor is, or follows from, a result.
    ``found`` are the numbers of the results, ``worked_out`` figures of the same reply that follow
    from them; those of the sentence are added to it.
    """
    given = _folded(told)
    digits = re.sub(r"[^\d\n ]", "", given)
    for before, after in _FIGURE.findall(sentence):
        written = _GROUPED.sub("", (before or after).strip(" .,'"))
        figure = re.sub(r"\D", "", written)
        if not figure:
            continue
        figures = numbers_in(written)
        # Any digits of the person's will do: "15.50" may be said again as "15".
        if all(_follows(each, sentence, found, given, worked_out) for each in figures):
            worked_out += figures
        elif figure not in digits:
            return True
    return False


def _follows(
    figure: Decimal,
    sentence: str,
    found: Sequence[Decimal],
    told: str,
    worked_out: Sequence[Decimal],
) -> bool:
    """Whether a figure stands in the results, whole or rounded, or is a difference, a sum or a
    share of two of the first numbers of the results, of those worked out before and of the last
    ones told; or several times one of them, where the sentence says how often.
    """
    first = (*worked_out, *found[:_MOST_FOUND], *numbers_in(told)[-_MOST_TOLD:])
    times = [n for n in numbers_in(sentence) if 1 < n <= _MOST_TIMES and n == n.to_integral_value()]
    follow = (
        *found,
        *worked_out,
        *(value for two in permutations(first, 2) for s, value in results_of(*two) if s != "×"),
        *(number * n for number in first for n in times),
    )
    return any(abs(number - figure) < _margin(figure) for number in follow)


def _margin(figure: Decimal) -> Decimal:
    return _ROUNDED if figure == figure.to_integral_value() else _HUNDREDTH


def _folded(text: str) -> str:
    """As software might read it: wide and styled letters as plain ones, joiners left out."""
    plain = unicodedata.normalize("NFKC", visible(text)).translate(_INVISIBLE_JOINERS)
    return plain.casefold()


def _letters(text: str) -> str:
    return "".join(c for c in text if c.isalnum())


@lru_cache(maxsize=4)
def _instructions(prompts: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """All stretches of ``LEAK_LENGTH`` letters of the prompts, and the names of their fields."""
    texts = [re.sub(r"\$\w+", "", text) for text in prompts]
    letters = [_letters(_folded(text)) for text in texts]
    pieces = frozenset(
        text[at : at + LEAK_LENGTH] for text in letters for at in range(len(text) - LEAK_LENGTH + 1)
    )
    names = frozenset(name for text in texts for name in re.findall(r"\b[a-z]+_[a-z_]+\b", text))
    return pieces, names
