"""What a typed line means to the terminal, before anything is sent."""

import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from urllib.parse import unquote, urlsplit

from domain.commands import Command, CommandForm
from domain.naming import rows_in

TERMINAL_COMMANDS = ("photo", "reply", "quit")
"""Commands that the terminal carries out itself; ``domain.commands`` and the agents have others."""

_PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".gif", ".bmp", ".tif", ".tiff")
_TABLES = (".csv", ".tsv", ".xlsx", ".xls", ".ofx", ".qfx", ".qif", ".sta", ".940", ".mt940")
FILE_SUFFIXES = frozenset((*_PICTURES, *_TABLES, ".pdf"))
"""A bare file name typed alone is taken for a file only with one of these endings."""

_QUIT = re.compile(r"/(quit|exit|q)", re.IGNORECASE)
_NUMBERED = re.compile(r"#(\d{1,6})\b[\s:,]*(.*)", re.DOTALL)
_REPLY = re.compile(r"/reply\b\s*#?(\d{1,6})?\b[\s:,]*(.*)", re.DOTALL | re.IGNORECASE)
_PHOTO = re.compile(r"/photo\b\s*(.*)", re.DOTALL | re.IGNORECASE)
_CHOICE = re.compile(r"(/?)(\d{1,2})")
_SLASHED = re.compile(r"/[A-Za-z_]\w*(@\w+)?")
_PATH_START = re.compile(r"['\"]|file://|~?/|\.{1,2}/|~$|[A-Za-z]:[\\/]", re.IGNORECASE)
_ESCAPED = re.compile(r"\\(.)")
_WORD = re.compile(r"(?:\\.|\S)+")
_QUOTED = re.compile(r"'([^']*)'|\"((?:\\.|[^\"\\])*)\"")


@dataclass(frozen=True)
class Blank:
    """Nothing was typed."""


@dataclass(frozen=True)
class Quit:
    """The person wants to leave."""


@dataclass(frozen=True)
class Say:
    """Words for the conversation; ``about`` is the number of the card that they answer."""

    text: str
    about: int | None = None


@dataclass(frozen=True)
class SendFiles:
    """Files with an optional caption. They exist, but nothing else is known of them."""

    paths: tuple[Path, ...]
    caption: str = ""


@dataclass(frozen=True)
class Choose:
    """A number alone. ``explicit`` (``/1``) always means the choice, never an amount."""

    number: int
    text: str
    explicit: bool


@dataclass(frozen=True)
class Mistyped:
    """A line that can't be carried out; ``key`` names the words that say why."""

    key: str
    values: tuple[tuple[str, str], ...] = ()


Line = Blank | Quit | Say | SendFiles | Choose | Mistyped
Exists = Callable[[Path], bool]


def is_file(path: Path) -> bool:
    """Whether there is something at the path that could be sent. Never raises."""
    try:
        return path.is_file()
    except (OSError, ValueError, RuntimeError):
        return False


def is_folder(path: Path) -> bool:
    """Whether the path is a folder. Never raises."""
    try:
        return path.is_dir()
    except (OSError, ValueError, RuntimeError):
        return False


def parsed(typed: str, exists: Exists = is_file, commands: Sequence[CommandForm] = ()) -> Line:
    """What the line is; ``commands`` are the agents'. Total: everything typed is something."""
    line = typed.strip()
    if not line:
        return Blank()
    for form, meaning in _FORMS:
        if match := form.fullmatch(line):
            return meaning(match, exists)
    return _dropped(line, exists) or _words(line, {form.name for form in commands})


def _choice(match: re.Match[str], _: Exists) -> Line:
    return Choose(int(match[2]), match[0], explicit=bool(match[1]))


def _reply(match: re.Match[str], _: Exists) -> Line:
    number, text = match[1], match[2]
    if number is None or not text.strip():
        return Mistyped("terminal.reply_usage")
    if len(rows_in(match[0])) > 1:
        return Say(match[0])  # about several, by their numbers in it
    return Say(text.strip(), about=int(number))


def _words(line: str, commands: AbstractSet[str]) -> Line:
    """Plain words, a command of the conversation, or a slash word that nobody knows."""
    if not _SLASHED.fullmatch(line):
        return Say(line)
    name = line[1:].split("@", 1)[0].casefold()
    if name in {*Command, *commands}:
        return Say(line)
    return Mistyped("terminal.unknown_command", (("command", line),))


def _photo(match: re.Match[str], exists: Exists) -> Line:
    """``/photo PATH [PATH …] [caption]``; relative paths are fine here."""
    rest = match[1]
    if not rest.strip():
        return Mistyped("terminal.photo_usage")
    paths, caption = _leading_files(rest, exists, anywhere=True)
    missing = _first_word(caption) if not paths or _PATH_START.match(caption) else None
    if missing is None:
        return SendFiles(paths, caption)
    folder = _first_file(caption, is_folder)
    if folder is not None:
        return Mistyped("terminal.is_a_folder", (("name", str(folder[0])),))
    return Mistyped("intake.no_such_file", (("name", missing),))


def _dropped(line: str, exists: Exists) -> Line | None:
    """A path dropped or pasted into the terminal, with or without a caption."""
    paths, caption = _leading_files(line, exists, anywhere=False)
    if paths:
        return SendFiles(paths, caption)
    if "\n" not in line and _named_like_a_picture(line) and exists(Path(line)):
        return SendFiles((Path(line),))
    word = _first_word(line)
    if _PATH_START.match(word) and _named_like_a_picture(word):
        return Mistyped("intake.no_such_file", (("name", word),))
    return None


def _named_like_a_picture(name: str) -> bool:
    return Path(name).suffix.casefold() in FILE_SUFFIXES


def _leading_files(text: str, exists: Exists, *, anywhere: bool) -> tuple[tuple[Path, ...], str]:
    """The existing files that ``text`` begins with, and the rest.

    ``anywhere`` takes relative names as well; without it only what looks like a path counts, so
    that no word of a message is mistaken for a file that happens to have its name.
    """
    paths: list[Path] = []
    rest = text.strip()
    while rest and (anywhere or _PATH_START.match(rest)):
        found = _first_file(rest, exists)
        if found is None:
            break
        path, rest = found
        paths.append(path)
    return tuple(paths), rest


def _first_file(text: str, exists: Exists) -> tuple[Path, str] | None:
    for written, rest in _as_written(text):
        path = _path(written)
        if exists(path):
            return path, rest.strip()
    return _unescaped_file(text, exists)


def _as_written(text: str) -> Iterator[tuple[str, str]]:
    """The readings of the first path in ``text``, each with what follows it."""
    quoted = _QUOTED.match(text)
    if quoted:
        inner = quoted[1] if quoted[1] is not None else _ESCAPED.sub(r"\1", quoted[2])
        yield inner, text[quoted.end() :]
    elif word := _WORD.match(text):
        yield _ESCAPED.sub(r"\1", word[0]), text[word.end() :]
    in_shell = _shell_word(text)
    if in_shell is not None:
        yield in_shell


def _shell_word(text: str) -> tuple[str, str] | None:
    """The first word as a shell reads it, where parts may be quoted; None when it is not closed."""
    source = StringIO(text)
    reader = shlex.shlex(source, posix=True)
    reader.whitespace_split, reader.commenters = True, ""
    try:
        word = reader.get_token()
    except ValueError:
        return None
    # It reads a character at a time, and none of the next word.
    return (word, source.read()) if word else None


def _unescaped_file(text: str, exists: Exists) -> tuple[Path, str] | None:
    """A path whose spaces are not escaped: the longest beginning of the line that exists."""
    line = text.split("\n", 1)[0]
    ends = [len(line), *(m.start() for m in reversed(list(re.finditer(r"\s+", line))))]
    for end in ends:
        path = _path(line[:end].strip())
        if exists(path):
            return path, text[end:].strip()
    return None


def _path(written: str) -> Path:
    if written[:7].casefold() == "file://":
        written = unquote(urlsplit(written).path)
    try:
        return Path(written).expanduser()
    except RuntimeError:
        return Path(written)


def _first_word(text: str) -> str:
    quoted = _QUOTED.match(text)
    if quoted:
        in_shell = _shell_word(text)
        return in_shell[0] if in_shell else quoted[1] or quoted[2] or ""
    word = _WORD.match(text)
    return word[0] if word else text


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Exists], Line]], ...] = (
    (_QUIT, lambda _match, _exists: Quit()),
    (_CHOICE, _choice),
    (_PHOTO, _photo),
    (_REPLY, _reply),
    (_NUMBERED, _reply),
)
"""Lines with a fixed form, tried in this order; all else is a dropped file or words."""
