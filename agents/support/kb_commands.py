"""``steward kb``: what operators do for the knowledge base."""

import asyncio
import json
import os
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated

import typer
from pydantic import BaseModel, ConfigDict, ValidationError
from rich.console import Console
from rich.table import Table

from adapters.postgres.pool import Database
from agents.operator import Reach
from agents.support.knowledge.base import KnowledgeBase
from agents.support.knowledge.files import FileFault, RefusedArticlesError, read_articles
from agents.support.knowledge.meaning import embedder_of
from agents.support.ports import Embedder, Found
from agents.support.settings import SupportSettings
from agents.support.store.kb import Changes, gaps, import_articles, standing
from agents.support.tickets import Article, TicketType
from domain.errors import ConfigurationError, NotFoundError

_FAULTS_SHOWN = 50
_NAMED = 20
MOST = 1_000

DataDir = Annotated[
    Path | None,
    typer.Option("--data-dir", help="Folder with all data; default: the user-data folder."),
]
Top = Annotated[int, typer.Option("--top", min=1, max=MOST, help="Articles at most.")]
OfCategory = Annotated[TicketType | None, typer.Option("--category", help="Only of this one.")]
InLanguage = Annotated[
    str, typer.Option("--language", help="Two letters: articles are shown in it if they have it.")
]


class SearchLine(BaseModel):
    """A line of ``steward kb search --in``."""

    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)

    id: str
    query: str
    category: TicketType | None = None
    exclude: tuple[str, ...] = ()
    language: str = ""
    plan: str = ""


def kb_commands(reach: Reach, embeddings: str | None = None) -> typer.Typer:
    """``embeddings``: in place of what the setting ``SUPPORT_EMBEDDINGS`` says."""
    app = typer.Typer(help="What customers are answered from.", no_args_is_help=True)

    @app.command("import")
    def bring(
        path: Annotated[Path, typer.Argument(help="Folder of Markdown files, or a CSV.")],
        data_dir: DataDir = None,
        dry_run: Annotated[  # noqa: FBT002 - an option
            bool, typer.Option("--dry-run", help="Only say what would change.")
        ] = False,
    ) -> None:
        """Make these the articles; what is missing there is retired. All of it or nothing, but for
        links to scripts and files, which are left out.
        """
        asyncio.run(_import(reach, data_dir, path, dry_run=dry_run))

    @app.command("list")
    def listed(data_dir: DataDir = None) -> None:
        """List the articles, and how often people said that they helped."""
        asyncio.run(_list(reach, data_dir))

    @app.command()
    def show(
        article: Annotated[str, typer.Argument(help="kb_002, or kb_002.de")],
        data_dir: DataDir = None,
    ) -> None:
        """Show an article as it is used."""
        asyncio.run(_show(reach, data_dir, article))

    @app.command()
    def search(  # noqa: PLR0913, PLR0917 - options
        query: Annotated[str, typer.Argument(help="As a customer would ask.")] = "",
        data_dir: DataDir = None,
        source: Annotated[
            Path | None, typer.Option("--in", help="JSON lines of id, query, category?, exclude?")
        ] = None,
        target: Annotated[
            Path | None, typer.Option("--out", help="JSON lines of id, results, answerable")
        ] = None,
        top: Top = 5,
        category: OfCategory = None,
        language: InLanguage = "",
    ) -> None:
        """Search the articles as the bot does: one question, or a file of them."""
        if source is None and target is None and query.strip():
            one = SearchLine(id="", query=query, category=category, language=language)
            asyncio.run(_search(reach, data_dir, embeddings, one, top))
        elif source is not None and target is not None and not query:
            asyncio.run(_search_file(reach, data_dir, embeddings, source, target, top))
        else:
            msg = "give a question, or both --in and --out"
            raise ConfigurationError(msg)

    @app.command()
    def check(
        path: Annotated[
            Path | None, typer.Argument(help="Files to look at; default: what is in use.")
        ] = None,
        data_dir: DataDir = None,
    ) -> None:
        """Look for faults: of files before an import; else what is expired or cannot be found."""
        asyncio.run(_check(reach, data_dir, embeddings, path))

    @app.command("gaps")
    def missing(
        data_dir: DataDir = None,
        since: Annotated[
            datetime | None, typer.Option("--since", formats=["%Y-%m-%d"], help="2027-01-31")
        ] = None,
        as_json: Annotated[  # noqa: FBT002 - an option
            bool, typer.Option("--json", help="A JSON line for each.")
        ] = False,
    ) -> None:
        """Show what customers asked and no article answered, the most asked first."""
        asyncio.run(_gaps(reach, data_dir, since, as_json=as_json))

    return app


def _embedder(embeddings: str | None) -> Embedder | None:
    return embedder_of(embeddings or SupportSettings.load().support_embeddings)


async def _import(reach: Reach, data_dir: Path | None, path: Path, *, dry_run: bool) -> None:
    articles = await _read(path)
    async with reach(data_dir) as operator:
        changes = await import_articles(operator.database, articles, dry_run=dry_run)
    _tell(changes)
    done = "would be imported" if dry_run else "imported"
    typer.echo(
        f"{len(articles)} articles {done}: {len(changes.new)} new, {len(changes.changed)} changed,"
        f" {changes.same} as they were, {len(changes.retired)} retired"
    )


async def _read(path: Path) -> list[Article]:
    """Tells what is wrong with the files. Raises as ``read_articles``."""
    try:
        files = await asyncio.to_thread(read_articles, path)
    except RefusedArticlesError as error:
        _tell_faults(error.refused)
        raise
    _tell_faults(files.left_out)
    return files.articles


def _tell_faults(faults: Sequence[FileFault]) -> None:
    for fault in faults[:_FAULTS_SHOWN]:
        typer.echo(str(fault), err=True)
    if len(faults) > _FAULTS_SHOWN:
        typer.echo(f"and {len(faults) - _FAULTS_SHOWN} more", err=True)


def _tell(changes: Changes) -> None:
    for what, names in (
        ("new", changes.new), ("changed", changes.changed), ("retired", changes.retired),
    ):  # fmt: skip
        if names:
            more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
            typer.echo(f"{what}: {', '.join(names[:_NAMED])}{more}")


async def _list(reach: Reach, data_dir: Path | None) -> None:
    async with reach(data_dir) as operator:
        rows = await standing(operator.database)
    table = Table(box=None, pad_edge=False)
    for heading in (
        "id",
        "language",
        "category",
        "title",
        "plans",
        "unseen",
        "expires",
        "👍",
        "👎",
    ):
        table.add_column(heading, overflow="fold")
    for row in rows:
        article = row.article
        table.add_row(
            article.id, article.language, article.category.value, article.title,
            ", ".join(article.plans) or "all", "yes" if article.auto else "no",
            str(article.expires or ""), str(row.helpful), str(row.not_helpful),
        )  # fmt: skip
    console = Console()
    Console(width=None if console.is_terminal else 200).print(table)


async def _show(reach: Reach, data_dir: Path | None, name: str) -> None:
    async with reach(data_dir) as operator:
        rows = await standing(operator.database)
    found = [
        row for row in rows if name in {row.article.id, f"{row.article.id}.{row.article.language}"}
    ]
    if not found:
        msg = f"there is no article {name}: `steward kb list` shows them"
        raise NotFoundError(msg)
    for row in found:
        article = row.article
        facts = article.model_dump(mode="json", exclude={"body", "title"}, exclude_defaults=True)
        typer.echo(f"# {article.title}")
        for key, value in {**facts, "language": article.language}.items():
            typer.echo(f"{key}: {', '.join(value) if isinstance(value, list) else value}")
        typer.echo(f"revision: {row.revision} of {row.at:%Y-%m-%d %H:%M} UTC")
        typer.echo(f"\n{article.body}\n")


async def _search(
    reach: Reach, data_dir: Path | None, embeddings: str | None, asked: SearchLine, top: int
) -> None:
    async with reach(data_dir) as operator:
        knowledge = KnowledgeBase(operator.database, _embedder(embeddings))
        await knowledge.whole()
        found = await _found(knowledge, asked, top)
    for hit in found.hits:
        typer.echo(f"{hit.result.score:7.3f}  {hit.result.id}  {hit.result.title}")
    if found.answerable:
        typer.echo(f"\n{found.hits[0].citation.passage}")
    else:
        typer.echo("\nNone is sure to be the answer: a person would get it.")


async def _search_file(  # noqa: PLR0913, PLR0917 - what the command was given
    reach: Reach,
    data_dir: Path | None,
    embeddings: str | None,
    source: Path,
    target: Path,
    top: int,
) -> None:
    asked = await asyncio.to_thread(_asked, source)
    lines: list[str] = []
    async with reach(data_dir) as operator:
        knowledge = KnowledgeBase(operator.database, _embedder(embeddings))
        await knowledge.whole()
        for each in asked:
            found = await _found(knowledge, each, top)
            results = [{"id": hit.result.id, "score": hit.result.score} for hit in found.hits]
            lines.append(
                json.dumps(
                    {"id": each.id, "results": results, "answerable": found.answerable},
                    ensure_ascii=False,
                )
            )
    await asyncio.to_thread(_write, target, lines)
    typer.echo(f"{len(lines)} questions searched")


def _write(target: Path, lines: Sequence[str]) -> None:
    """All of it or nothing."""
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        beside.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        beside.replace(target)
    except OSError as error:
        msg = f"{target} cannot be written: {error.strerror}"
        raise ConfigurationError(msg) from error
    finally:
        beside.unlink(missing_ok=True)


async def _found(knowledge: KnowledgeBase, asked: SearchLine, top: int) -> Found:
    return await knowledge.search(
        asked.query,
        category=asked.category,
        language=asked.language,
        plan=asked.plan,
        top=top,
        without=asked.exclude,
    )


def _asked(source: Path) -> list[SearchLine]:
    try:
        text = source.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        msg = f"{source} cannot be read: {error}"
        raise ConfigurationError(msg) from error
    asked = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            asked.append(SearchLine.model_validate_json(line))
        except ValidationError as error:
            where = ".".join(map(str, error.errors()[0]["loc"])) or "the line"
            msg = f"{source}:{number}: {where} does not fit {{id, query, category?, exclude?}}"
            raise ConfigurationError(msg) from error
    return asked


async def _check(
    reach: Reach, data_dir: Path | None, embeddings: str | None, path: Path | None
) -> None:
    if path is not None:
        articles = await _read(path)
        faults = _expired(articles)
    else:
        async with reach(data_dir) as operator:
            articles = [row.article for row in await standing(operator.database)]
            faults = _expired(articles)
            faults += await _not_found(operator.database, embeddings, articles)
    for fault in faults:
        typer.echo(fault)
    typer.echo(f"{len(articles)} articles, {len(faults)} to look at")


def _expired(articles: Sequence[Article]) -> list[str]:
    today = datetime.now(UTC).date()
    return [
        f"{each.id}.{each.language}: expired on {each.expires}"
        for each in articles
        if each.expires is not None and _is_over(each.expires, today)
    ]


def _is_over(expires: date, today: date) -> bool:
    return expires < today


async def _not_found(
    database: Database, embeddings: str | None, articles: Sequence[Article]
) -> list[str]:
    """Articles that the questions of their own do not find: another one stands before them."""
    knowledge = KnowledgeBase(database, _embedder(embeddings))
    await knowledge.whole()
    faults = []
    for article in articles:
        for question in (article.title, *article.questions):
            found = await knowledge.search(question, language=article.language, top=1)
            first = found.hits[0].result.id if found.hits else "nothing"
            if first != article.id:
                faults.append(
                    f"{article.id}.{article.language}: “{question}” finds {first} instead"
                )
    return faults


async def _gaps(
    reach: Reach, data_dir: Path | None, since: datetime | None, *, as_json: bool
) -> None:
    async with reach(data_dir) as operator:
        found = await gaps(operator.database, since.replace(tzinfo=UTC) if since else None)
    for gap in found:
        if as_json:
            typer.echo(
                json.dumps(
                    {
                        "count": len(gap.questions),
                        "questions": gap.questions,
                        "tickets": gap.tickets,
                        "last_at": gap.last_at.isoformat(),
                    },
                    ensure_ascii=False,
                )
            )
        else:
            shown = " ".join(gap.questions[0].split())[:120]
            typer.echo(f"{len(gap.questions):4}  {shown}  ({gap.last_at:%Y-%m-%d})")
    if not found and not as_json:
        typer.echo("every question had an answer")
