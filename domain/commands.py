"""Commands: recognised by the channel, answered in any state without a model."""

import re
from collections.abc import Iterable
from enum import StrEnum

from domain.codes import is_code
from domain.messages import Frozen


class Command(StrEnum):
    """The platform's own; agents add theirs (``AgentCard.commands``)."""

    START = "start"
    HELP = "help"
    STATUS = "status"
    CANCEL = "cancel"
    UNDO = "undo"
    RESTORE = "restore"
    RESUME = "resume"
    CURRENCY = "currency"
    LANGUAGE = "language"
    TIMEZONE = "timezone"
    USAGE = "usage"
    PRIVACY = "privacy"
    DELETE_MY_DATA = "deletemydata"


class CommandForm(Frozen):
    """How a command is written. ``words`` are whole messages that mean it without a slash."""

    name: str
    takes_value: bool = False
    """Whether something may follow it: ``/currency USD``."""
    words: tuple[str, ...] = ()
    numbered: bool = False
    """Whether a task's number may follow it, with or without a slash: "restore #3"."""
    slash_numbered: bool = False
    """Whether one may follow it with a slash alone: "undo #3" is for the agents to read."""
    asks_first: bool = False
    """Whether it does nothing before a yes: its words may stand between courtesies."""
    listed: bool = True
    """Whether menus have it: not what few persons may use."""
    linked: bool = False
    """Whether a link to the chat may carry it with a code, and with nothing else: what a stranger's
    link can say must change nothing unasked.
    """


_RESTORE = (
    "restore", "restore it", "restore that", "bring it back", "bring that back", "kembalikan",
    "pulihkan", "wiederherstellen", "zurückholen", "restaurar", "recupéralo", "restaurer",
    "remets-le", "rétablir", "rétablis",
)  # fmt: skip
_RESUME = (
    "resume", "resume it", "resume that", "resume the draft", "continue the draft", "sambung",
    "sambung draf", "fortsetzen", "entwurf fortsetzen", "retomar", "seguir con el borrador",
    "reprendre", "reprends", "reprendre le brouillon",
)  # fmt: skip
_ORDERS_TO_DELETE = (
    (("delete", "erase", "remove", "wipe"), ("my data", "all my data", "all of my data")),
    (
        ("delete", "erase", "remove", "wipe", "forget"),
        (
            "everything about me", "all about me", "everything you know about me",
            "all you know about me", "everything you have about me", "everything you have on me",
            "everything you saved about me",
        ),
    ),
    (
        ("lösche", "lösch", "vergiss"),
        (
            "meine daten", "alle meine daten", "alles über mich", "alles, was du über mich weißt",
            "alles was du über mich weißt",
        ),
    ),
    (
        ("padam", "hapus", "buang"),
        (
            "data saya", "semua data saya", "semua tentang saya",
            "semua yang awak tahu tentang saya",
        ),
    ),
    (
        ("borra", "elimina", "olvida"),
        ("mis datos", "todos mis datos", "todo sobre mí", "todo lo que sabes de mí"),
    ),
    (
        ("supprime", "efface", "oublie"),
        ("mes données", "toutes mes données", "tout sur moi", "tout ce que tu sais de moi"),
    ),
)  # fmt: skip
_DELETE_MY_DATA = (
    *(
        f"{verb} {what}"
        for verbs, objects in _ORDERS_TO_DELETE
        for verb in verbs
        for what in objects
    ),
    "forget me", "meine daten löschen", "alle meine daten löschen", "vergiss mich", "lupakan saya",
    "olvídame", "oublie-moi", "borrar mis datos", "borrar todos mis datos", "eliminar mis datos",
    "eliminar todos mis datos", "supprimer mes données", "supprimer toutes mes données",
    "effacer mes données", "effacer toutes mes données",
)  # fmt: skip
_COURTESIES = (
    "please", "pls", "can you", "could you", "would you", "i want you to", "i would like you to",
    "i'd like you to", "bitte", "kannst du", "könntest du", "können sie", "könnten sie", "tolong",
    "sila", "boleh", "bolehkah", "awak", "por favor", "puedes", "podrías", "s'il te plaît",
    "s'il vous plaît", "peux-tu", "pourrais-tu", "pouvez-vous", "pourriez-vous",
)  # fmt: skip
_COURTESY = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, _COURTESIES))})(?!\w)[\s,]*")
PLATFORM: tuple[CommandForm, ...] = (
    CommandForm(name=Command.START, words=("start",)),
    CommandForm(
        name=Command.HELP,
        takes_value=True,
        words=("help", "tolong", "bantuan", "hilfe", "ayuda", "aide"),
    ),
    CommandForm(name=Command.STATUS, words=("status",)),
    CommandForm(
        name=Command.CANCEL,
        slash_numbered=True,
        words=("cancel", "batal", "batalkan", "abbrechen", "cancelar", "laisse tomber"),
    ),
    CommandForm(
        name=Command.UNDO,
        slash_numbered=True,
        words=("undo", "tarik balik", "rückgängig", "deshacer", "annuler"),
    ),
    CommandForm(name=Command.RESTORE, numbered=True, words=_RESTORE),
    CommandForm(name=Command.RESUME, numbered=True, words=_RESUME),
    CommandForm(name=Command.CURRENCY, takes_value=True),
    CommandForm(name=Command.LANGUAGE, takes_value=True),
    CommandForm(name=Command.TIMEZONE, takes_value=True),
    CommandForm(name=Command.USAGE),
    CommandForm(name=Command.PRIVACY),
    CommandForm(name=Command.DELETE_MY_DATA, words=_DELETE_MY_DATA, asks_first=True),
)


_NUMBER = re.compile(r"#?\s?(?:number\s+)?(?P<number>\d{1,6})")
_NUMBER_BEHIND = re.compile(rf"(?P<before>\S.*?)\s+{_NUMBER.pattern}")


def command_in(text: str, agents: Iterable[CommandForm] = ()) -> str | None:
    """The name of the command that a text is, with or without its slash; None for anything else.

    Only a whole message counts: "cancel" is a command, "cancel my gym membership" is not; only
    commands that take a value may be followed by one. Telegram's ``/help@BotName`` form is
    understood. ``agents`` are the forms of the enabled agents; the platform's come first.
    """
    forms = (*PLATFORM, *agents)
    word = text.strip().casefold()
    if not word.startswith("/"):
        plain, number = _number_behind(word.rstrip(".! "))
        asked = _COURTESY.sub("", word.replace("’", "'")).strip("¿¡.!?, ")
        return next(
            (
                form.name
                for form in forms
                if (plain in form.words and (form.numbered or not number))
                or (form.asks_first and asked in form.words)
            ),
            None,
        )
    name, _, value = word[1:].partition(" ")
    named = next((form for form in forms if form.name == name.split("@", 1)[0]), None)
    if named is None:
        return None
    fits = (
        not value
        or named.takes_value
        or ((named.numbered or named.slash_numbered) and _NUMBER.fullmatch(value))
    )
    return named.name if fits else None


def carried(name: str, code: str) -> str:
    """How a link to the chat carries a command with a code; see ``CommandForm.linked``."""
    return f"{name}_{code}"


def command_carried(written: str, forms: Iterable[CommandForm]) -> str | None:
    """The command that ``carried`` wrote, as it is typed; None for anything else."""
    name, _, code = written.partition("_")
    linked = any(form.linked and form.name == name for form in forms)
    return f"/{name} {code}" if linked and is_code(code) else None


def number_of(command_text: str) -> int:
    """The task's number behind a command: 3 in "restore #3"; 0 when there is none."""
    number = _number_behind(command_text.strip().rstrip(".! "))[1]
    return int(number) if number else 0


def _number_behind(text: str) -> tuple[str, str]:
    """The text in front of a task's number at its end, and that number; empty when none is."""
    found = _NUMBER_BEHIND.fullmatch(text)
    return (found["before"], found["number"]) if found else (text, "")


def value_of(command_text: str) -> str:
    """What follows the name of a command: ``USD`` in ``/currency USD``; empty when nothing does,
    and for plain words that mean a command.
    """
    text = command_text.strip()
    return text.partition(" ")[2].strip() if text.startswith("/") else ""
