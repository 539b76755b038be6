"""Articles as operators write them: Markdown with front matter, or CSV. Read whole or refused."""

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
_ANYWHERE = re.compile(r"\b(?:(?:java|vb)script:(?=\S)|data:text/html)", re.IGNORECASE)
_SAFE = frozenset({"http", "https", "mailto", "tel"})
_INVISIBLE = re.compile(r"[\x00-\x20\x7f\u200b-\u200f\u2060\ufeff]+")
_ALL = frozenset({"", "all", "any", "*"})


@dataclass(frozen=True, order=True)
class RefusedArticle:
    file: str
    line: int
    """From 1."""
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}"


class RefusedArticlesError(AppError):
    """Nothing of it is imported; ``refused`` says why, by file and line."""

    code = "articles.refused"

    def __init__(self, refused: list[RefusedArticle]) -> None:
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


_NO_LINK = "a link that is none to a web page, mail or telephone"
_REASONS = {
    "id": "no id, or one with spaces or more than 100 characters",
    "title": "no title, or one longer than 300 characters",
    "category": "unknown category: it is billing, technical or general",
    "language": "the language is no code of two letters, as en",
    "auto": "auto is neither true nor false",
    "expires": "expires is no date, as 2027-01-31",
}


def read_articles(path: Path) -> list[Article]:
    """All articles of a folder (with those below it) or of one file.

    Raises ``RefusedArticlesError`` for anything wrong with any of them, and
    ``ConfigurationError`` for a path with nothing to read.
    """
    if not path.exists():
        msg = f"{path} does not exist"
        raise ConfigurationError(msg)
    refused: list[RefusedArticle] = []
    found: list[tuple[RefusedArticle, Article]] = []
    for file in _files(path, refused):
        name = str(file.relative_to(path)) if path.is_dir() else file.name
        for place, told, lines in _told(file, name, refused):
            article = _article(place, told, lines, refused)
            if article is not None:
                found.append((place, article))
    refused += _twice(found)
    if len(found) > MOST_ARTICLES:
        refused.append(RefusedArticle(path.name, 1, f"more than {MOST_ARTICLES:,} articles"))
    if refused:
        raise RefusedArticlesError(refused)
    if not found:
        msg = f"{path} has no articles: they are files .md with front matter, or a .csv"
        raise ConfigurationError(msg)
    return [article for _, article in found]


def _files(path: Path, refused: list[RefusedArticle]) -> list[Path]:
    """Links are refused wherever they lead: they may lead out of the folder."""
    if path.is_symlink():
        refused.append(RefusedArticle(path.name, 1, "a symbolic link"))
        return []
    if path.is_file():
        return [path]
    files = []
    for each in sorted(path.rglob("*")):
        if any(part.startswith(".") for part in each.relative_to(path).parts):
            continue
        if each.is_symlink():
            refused.append(RefusedArticle(str(each.relative_to(path)), 1, "a symbolic link"))
        elif each.is_file() and each.suffix.casefold() in _READ and each.stem.casefold() != _ABOUT:
            files.append(each)
    return files


_Told = tuple[RefusedArticle, dict[str, object], Mapping[str, int]]
"""Where it begins, what it says, and the lines of its fields."""


def _told(file: Path, name: str, refused: list[RefusedArticle]) -> Iterator[_Told]:
    is_csv = file.suffix.casefold() == ".csv"
    if file.stat().st_size > (_MOST_CSV_BYTES if is_csv else MOST_BYTES):
        refused.append(RefusedArticle(name, 1, f"larger than {MOST_BYTES // 1000} kB"))
        return
    try:
        text = file.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        refused.append(RefusedArticle(name, line, "not written in UTF-8"))
        return
    except OSError as error:
        refused.append(RefusedArticle(name, 1, f"cannot be read: {error.strerror}"))
        return
    if is_csv:
        yield from _of_csv(text, name, refused)
    else:
        told = _of_markdown(text, name, file.stem, refused)
        if told is not None:
            yield told


def _of_markdown(text: str, name: str, stem: str, refused: list[RefusedArticle]) -> _Told | None:
    lines = text.split("\n")
    ends = [n for n, line in enumerate(lines) if line.rstrip() == _FENCE]
    if not ends or ends[0] != 0 or len(ends) == 1:
        refused.append(RefusedArticle(name, 1, "no front matter between two lines ---"))
        return None
    try:
        node = yaml.compose("\n".join(lines[1 : ends[1]]), Loader=yaml.SafeLoader)
        told, places = _mapping(node)
    except yaml.MarkedYAMLError as error:
        at = error.problem_mark.line + 2 if error.problem_mark else 1
        refused.append(RefusedArticle(name, at, f"bad YAML: {error.problem or 'not understood'}"))
        return None
    except (yaml.YAMLError, ValueError) as error:
        refused.append(RefusedArticle(name, 2, f"bad YAML: {error}"))
        return None
    except RecursionError:
        refused.append(RefusedArticle(name, 2, "bad YAML: lists within lists without end"))
        return None
    named = _NAMED.match(stem)
    if named is not None:
        told.setdefault("id", named["id"])
        if named["language"]:
            told.setdefault("language", named["language"])
            if told["language"] != named["language"]:
                line = places.get("language", 1)
                refused.append(
                    RefusedArticle(name, line, "another language than the file's name says")
                )
    told["body"] = "\n".join(lines[ends[1] + 1 :])
    return RefusedArticle(name, 1, ""), told, {**places, "body": ends[1] + 2}


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


def _of_csv(text: str, name: str, refused: list[RefusedArticle]) -> Iterator[_Told]:
    heading = text.partition("\n")[0]
    delimiter = max(",;\t", key=heading.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        names = [each.strip().casefold() for each in reader.fieldnames or ()]
        missing = {"id", "title", "category", "body"} - set(names)
        if missing:
            refused.append(RefusedArticle(name, 1, f"no column {', '.join(sorted(missing))}"))
            return
        reader.fieldnames = names
        before = reader.line_num
        for row in reader:
            line, before = before + 1, reader.line_num
            if None in row or None in row.values():
                refused.append(
                    RefusedArticle(name, line, "more or fewer fields than the heading has")
                )
                continue
            # An empty field is as one that is not there, but for those that must not be empty.
            told: dict[str, object] = {
                key: value for key, value in row.items()
                if value.strip() or key in {"id", "title", "category"}
            }  # fmt: skip
            yield RefusedArticle(name, line, ""), told, {}
    except csv.Error as error:
        refused.append(RefusedArticle(name, reader.line_num, f"bad CSV: {error}"))


def _article(
    place: RefusedArticle,
    told: dict[str, object],
    lines: Mapping[str, int],
    refused: list[RefusedArticle],
) -> Article | None:
    body = str(told.pop("body", ""))
    faults = list(_faults(told, body))
    front = None
    try:
        front = _Front.model_validate(told)
    except ValidationError as error:
        for each in error.errors():
            field = str(each["loc"][0])
            faults.append((field, 0, _REASONS.get(field, f"{field} does not fit")))
    refused += [
        RefusedArticle(place.file, lines.get(field, place.line) + further, reason)
        for field, further, reason in faults
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


def _faults(told: Mapping[str, object], body: str) -> Iterator[tuple[str, int, str]]:
    """Of the text and of links: the field, how many lines below its first, and the reason."""
    if not body.strip():
        yield "body", 0, "no text"
    if len(body.encode()) > MOST_BYTES:
        yield "body", 0, f"larger than {MOST_BYTES // 1000} kB"
    for at in unsafe_links(body):
        yield "body", body[:at].count("\n"), _NO_LINK
    for field in ("title", "questions"):
        if unsafe_links(str(told.get(field, ""))):
            yield field, 0, _NO_LINK
    link = str(told.get("link") or "")
    if link and not re.match(r"https?://", link, re.IGNORECASE):
        yield "link", 0, "the link is none to a web page"


def unsafe_links(text: str) -> list[int]:
    """Where links begin that a reader must not follow: scripts, data, files."""
    found = [each.start() for each in _ANYWHERE.finditer(text)]
    for each in _TARGET.finditer(text):
        target = next(part for part in each.groups() if part is not None)
        scheme = _SCHEME.match(_INVISIBLE.sub("", unescape(target)))
        if scheme and scheme[1].casefold() not in _SAFE:
            found.append(each.start())
    return sorted(set(found))


def _twice(found: list[tuple[RefusedArticle, Article]]) -> list[RefusedArticle]:
    refused = []
    seen: dict[tuple[str, str], RefusedArticle] = {}
    categories: dict[str, TicketType] = {}
    for place, article in found:
        key = (article.id, article.language)
        if key in seen:
            first = seen[key]
            reason = f"{article.id} in {article.language} is also in {first.file}:{first.line}"
            refused.append(RefusedArticle(place.file, place.line, reason))
        elif categories.setdefault(article.id, article.category) is not article.category:
            reason = f"another category of {article.id} than in its other language"
            refused.append(RefusedArticle(place.file, place.line, reason))
        seen.setdefault(key, place)
    return refused
