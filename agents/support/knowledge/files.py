"""Articles as operators write them: Markdown with front matter, or CSV. All are read or none; only
links that nobody must follow are left out of them.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from html import unescape
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from yaml.nodes import MappingNode, Node, ScalarNode

from agents.support.knowledge.words import one_language
from agents.support.tickets import Article, TicketType
from domain.errors import AppError, ConfigurationError

MOST_ARTICLES = 2_000
MOST_BYTES = 64_000
_MOST_CSV_BYTES = 200_000_000
_FENCE = "---"
_READ = frozenset({".md", ".markdown", ".csv"})
_ABOUT = "readme"
_NAMED = re.compile(r"^(?P<id>.+?)(?:\.(?P<language>[a-z]{2}))?$")
_ID = r"^[^\s\x00-\x1f<>|]{1,100}$"
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_TARGET = re.compile(
    r"\]\(\s*<?([^)>]+)|<([a-z][a-z0-9+.-]*:[^>\s]*)>|^\s{0,3}\[[^\]]+\]:\s*<?(\S+)"
    r"|(?:href|src)\s*=\s*[\"']?([^\"'\s>]+)",
    re.IGNORECASE | re.MULTILINE,
)
_ANYWHERE = re.compile(r"\b(?:(?:java|vb)script:(?=\S)|data:text/html)\S*", re.IGNORECASE)
_EMPTY_LINK = re.compile(r"\[([^\]]*)\]\([\s<>)]*\)")
_SAFE = frozenset({"http", "https", "mailto", "tel"})
_INVISIBLE = re.compile(r"[\x00-\x20\x7f\u200b-\u200f\u2060\ufeff]+")
_ALL = frozenset({"", "all", "any", "*"})


@dataclass(frozen=True, order=True)
class FileFault:
    """Something that is wrong in a file."""

    file: str
    line: int
    """From 1."""
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}"


class RefusedArticlesError(AppError):
    """Nothing of it is imported; ``refused`` says why, by file and line."""

    code = "articles.refused"

    def __init__(self, refused: list[FileFault]) -> None:
        self.refused = tuple(sorted(refused))
        super().__init__(f"nothing was imported: {len(refused)} faults")


def _listed(value: object) -> object:
    """Of a CSV or a careless writer: ``a | b`` or ``a, b`` is a list."""
    if value is None:
        return ()
    if isinstance(value, str):
        parts = value.split("|") if "|" in value or "?" in value else re.split(r"[,;\n]", value)
        if "?" in value and "|" not in value:
            parts = re.split(r"(?<=\?)\s*[,;\n]?\s*", value)
        return tuple(part.strip() for part in parts if part.strip())
    return value


def _lower(value: object) -> object:
    return value.strip().casefold() if isinstance(value, str) else value


def _truth(value: object) -> object:
    return True if value in ("", None) else value


def _day(value: object) -> object:
    if value == "":
        return None
    return value.date() if isinstance(value, datetime) else value


@dataclass(frozen=True)
class ArticleFiles:
    """The articles of a folder or of one file, and what was left out of them."""

    articles: list[Article]
    left_out: tuple[FileFault, ...] = ()
    """Links that the articles have no longer: to scripts, files or programs."""


Listed = Annotated[tuple[str, ...], BeforeValidator(_listed)]


class _Front(BaseModel):
    """What may stand above the text."""

    model_config = ConfigDict(str_strip_whitespace=True, extra="ignore", coerce_numbers_to_str=True)

    id: str = Field(pattern=_ID)
    title: str = Field(min_length=1, max_length=300)
    category: Annotated[TicketType, BeforeValidator(_lower)]
    language: Annotated[str, BeforeValidator(_lower)] = Field(default="en", pattern="^[a-z]{2}$")
    questions: Listed = ()
    tags: Listed = ()
    plans: Listed = ()
    auto: Annotated[bool, BeforeValidator(_truth)] = True
    expires: Annotated[date | None, BeforeValidator(_day)] = None
    link: str = Field(default="", max_length=2_000)


_NO_LINK = "a link that is none to a web page, mail or telephone was left out"
_NO_PAGE = "the article's own link is none to a web page and was left out"
_REASONS = {
    "id": "no id, or one with spaces or more than 100 characters",
    "title": "no title, or one longer than 300 characters",
    "category": "unknown category: it is billing, technical or general",
    "language": "the language is no code of two letters, as en",
    "auto": "auto is neither true nor false",
    "expires": "expires is no date, as 2027-01-31",
}


def read_articles(path: Path) -> ArticleFiles:
    """All articles of a folder (with those below it) or of one file, without their unsafe links.

    Raises ``RefusedArticlesError`` for anything wrong with any of them, and
    ``ConfigurationError`` for a path with nothing to read.
    """
    if not path.exists():
        raise ConfigurationError(f"{path} does not exist")
    refused: list[FileFault] = []
    left_out: list[FileFault] = []
    found: list[tuple[FileFault, Article]] = []
    for file in _files(path, refused):
        name = str(file.relative_to(path)) if path.is_dir() else file.name
        for place, told, lines in _read_file(file, name, refused):
            left_out += _without_unsafe_links(place, told, lines)
            article = _article(place, told, lines, refused)
            if article is not None:
                found.append((place, article))
    refused += _twice(found)
    if len(found) > MOST_ARTICLES:
        refused.append(FileFault(path.name, 1, f"more than {MOST_ARTICLES:,} articles"))
    if refused:
        raise RefusedArticlesError(refused)
    if not found:
        raise ConfigurationError(
            f"{path} has no articles: they are files .md with front matter, or a .csv"
        )
    return ArticleFiles([article for _, article in found], tuple(sorted(left_out)))


def _files(path: Path, refused: list[FileFault]) -> list[Path]:
    """Links are refused wherever they lead: they may lead out of the folder."""
    if path.is_symlink():
        refused.append(FileFault(path.name, 1, "a symbolic link"))
        return []
    if path.is_file():
        return [path]
    files = []
    for each in sorted(path.rglob("*")):
        if any(part.startswith(".") for part in each.relative_to(path).parts):
            continue
        if each.is_symlink():
            refused.append(FileFault(str(each.relative_to(path)), 1, "a symbolic link"))
        elif each.is_file() and each.suffix.casefold() in _READ and each.stem.casefold() != _ABOUT:
            files.append(each)
    return files


_Told = tuple[FileFault, dict[str, object], Mapping[str, int]]
"""Where it begins, what it says, and the lines of its fields."""


def _read_file(file: Path, name: str, refused: list[FileFault]) -> Iterator[_Told]:
    is_csv = file.suffix.casefold() == ".csv"
    if file.stat().st_size > (_MOST_CSV_BYTES if is_csv else MOST_BYTES):
        refused.append(FileFault(name, 1, f"larger than {MOST_BYTES // 1000} kB"))
        return
    try:
        text = file.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        refused.append(FileFault(name, line, "not written in UTF-8"))
        return
    except OSError as error:
        refused.append(FileFault(name, 1, f"cannot be read: {error.strerror}"))
        return
    if is_csv:
        yield from _of_csv(text, name, refused)
    else:
        told = _of_markdown(text, name, file.stem, refused)
        if told is not None:
            yield told


def _of_markdown(text: str, name: str, stem: str, refused: list[FileFault]) -> _Told | None:
    lines = text.split("\n")
    ends = [n for n, line in enumerate(lines) if line.rstrip() == _FENCE]
    if not ends or ends[0] != 0 or len(ends) == 1:
        refused.append(FileFault(name, 1, "no front matter between two lines ---"))
        return None
    try:
        node = yaml.compose("\n".join(lines[1 : ends[1]]), Loader=yaml.SafeLoader)
        told, places = _mapping(node)
    except yaml.MarkedYAMLError as error:
        at = error.problem_mark.line + 2 if error.problem_mark else 1
        refused.append(FileFault(name, at, f"bad YAML: {error.problem or 'not understood'}"))
        return None
    except (yaml.YAMLError, ValueError) as error:
        refused.append(FileFault(name, 2, f"bad YAML: {error}"))
        return None
    except RecursionError:
        refused.append(FileFault(name, 2, "bad YAML: lists within lists without end"))
        return None
    named = _NAMED.match(stem)
    if named is not None:
        told.setdefault("id", named["id"])
        if named["language"]:
            told.setdefault("language", named["language"])
            if told["language"] != named["language"]:
                line = places.get("language", 1)
                refused.append(FileFault(name, line, "another language than the file's name says"))
    told["body"] = "\n".join(lines[ends[1] + 1 :])
    return FileFault(name, 1, ""), told, {**places, "body": ends[1] + 2}


def _mapping(node: Node | None) -> tuple[dict[str, object], dict[str, int]]:
    """A mapping with the line of each key. No key twice, and no alias: one line could become
    gigabytes.
    """
    if not isinstance(node, MappingNode):
        msg = "no list of names and values"
        raise ValueError(msg)  # noqa: TRY004 - the document's fault
    places: dict[str, int] = {}
    for key, value in node.value:
        name = key.value if isinstance(key, ScalarNode) else ""
        if name in places:
            raise yaml.MarkedYAMLError(problem=f"{name} twice", problem_mark=key.start_mark)
        if not isinstance(value, ScalarNode) and any(
            not isinstance(each, ScalarNode) for each in value.value
        ):
            raise yaml.MarkedYAMLError(
                problem=f"{name} is neither a value nor a list", problem_mark=value.start_mark
            )
        places[name] = key.start_mark.line + 2
    loader = yaml.SafeLoader("")
    try:
        told: dict[str, object] = loader.construct_document(node)
    finally:
        loader.dispose()
    return told, places


def _of_csv(text: str, name: str, refused: list[FileFault]) -> Iterator[_Told]:
    heading = text.partition("\n")[0]
    delimiter = max(",;\t", key=heading.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        names = [each.strip().casefold() for each in reader.fieldnames or ()]
        missing = {"id", "title", "category", "body"} - set(names)
        if missing:
            refused.append(FileFault(name, 1, f"no column {', '.join(sorted(missing))}"))
            return
        reader.fieldnames = names
        before = reader.line_num
        for row in reader:
            line, before = before + 1, reader.line_num
            if None in row or None in row.values():
                refused.append(FileFault(name, line, "more or fewer fields than the heading has"))
                continue
            # An empty field is as one that is not there, but for those that must not be empty.
            told: dict[str, object] = {
                key: value for key, value in row.items()
                if value.strip() or key in {"id", "title", "category"}
            }  # fmt: skip
            yield FileFault(name, line, ""), told, {}
    except csv.Error as error:
        refused.append(FileFault(name, reader.line_num, f"bad CSV: {error}"))


def _article(
    place: FileFault,
    told: dict[str, object],
    lines: Mapping[str, int],
    refused: list[FileFault],
) -> Article | None:
    body = str(told.pop("body", ""))
    faults = list(_faults(body))
    front = None
    try:
        front = _Front.model_validate(told)
    except ValidationError as error:
        for each in error.errors():
            field = str(each["loc"][0])
            faults.append((field, _REASONS.get(field, f"{field} does not fit")))
    refused += [
        FileFault(place.file, lines.get(field, place.line), reason) for field, reason in faults
    ]
    if front is None or faults:
        return None
    plans = tuple(each.casefold() for each in front.plans if each.casefold() not in _ALL)
    return Article(
        **front.model_dump(exclude={"plans", "language"}),
        language=one_language(front.language),
        plans=plans,
        body=body.strip(),
    )


def _faults(body: str) -> Iterator[tuple[str, str]]:
    """Of an article's text: the field's name and the reason."""
    if not body.strip():
        yield "body", "no text"
    if len(body.encode()) > MOST_BYTES:
        yield "body", f"larger than {MOST_BYTES // 1000} kB"


def _without_unsafe_links(
    place: FileFault, told: dict[str, object], lines: Mapping[str, int]
) -> list[FileFault]:
    """Takes links that a reader must not follow out of an article's fields, and names them."""
    left_out: list[FileFault] = []

    def cleaned(field: str, text: str) -> str:
        safe, at = without_unsafe_links(text)
        first = lines.get(field, place.line)
        left_out.extend(
            FileFault(place.file, first + text[:each].count("\n"), _NO_LINK) for each in at
        )
        return safe

    for field in ("body", "title", "questions"):
        value = told.get(field)
        if isinstance(value, str):
            told[field] = cleaned(field, value)
        elif isinstance(value, list):
            told[field] = [cleaned(field, v) if isinstance(v, str) else v for v in value]
    link = str(told.get("link") or "")
    if link and not re.match(r"https?://", link, re.IGNORECASE):
        del told["link"]
        left_out.append(FileFault(place.file, lines.get("link", place.line), _NO_PAGE))
    return left_out


def without_unsafe_links(text: str) -> tuple[str, list[int]]:
    """A text whose links to scripts, data, files and programs lead nowhere any more, though their
    words stay; and where in the text these links began.
    """
    found = _unsafe(text)
    safe = text
    while unsafe := _unsafe(safe):  # what is left may meet to another one
        for _, start, end in reversed(unsafe):
            safe = safe[:start] + safe[end:]
    return _EMPTY_LINK.sub(r"\1", safe) if found else text, sorted(at for at, _, _ in found)


def _unsafe(text: str) -> list[tuple[int, int, int]]:
    """Of each unsafe link where it begins, and where its target begins and ends; by the targets."""
    found = []
    for each in _TARGET.finditer(text):
        group = next(n for n, part in enumerate(each.groups(), start=1) if part is not None)
        scheme = _SCHEME.match(_INVISIBLE.sub("", unescape(each[group])))
        if scheme and scheme[1].casefold() not in _SAFE:
            found.append((each.start(), *each.span(group)))
    targets = [range(start, end) for _, start, end in found]
    found += [
        (each.start(), *each.span())
        for each in _ANYWHERE.finditer(text)
        if not any(each.start() in target for target in targets)
    ]
    return sorted(found, key=lambda link: link[1])


def _twice(found: list[tuple[FileFault, Article]]) -> list[FileFault]:
    refused = []
    seen: dict[tuple[str, str], FileFault] = {}
    categories: dict[str, TicketType] = {}
    for place, article in found:
        key = (article.id, article.language)
        if key in seen:
            first = seen[key]
            reason = f"{article.id} in {article.language} is also in {first.file}:{first.line}"
            refused.append(FileFault(place.file, place.line, reason))
        elif categories.setdefault(article.id, article.category) is not article.category:
            reason = f"another category of {article.id} than in its other language"
            refused.append(FileFault(place.file, place.line, reason))
        seen.setdefault(key, place)
    return refused
