"""``steward kb``: what operators do for the knowledge base."""

import asyncio
import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import click
import typer
from pydantic import BaseModel, ConfigDict

from adapters.postgres.pool import Database
from agents.operator import Reach
from agents.support.command_groups import Steward, group, print_json, print_table
from agents.support.json_lines import read_lines, write_lines
from agents.support.knowledge.base import KnowledgeBase
from agents.support.knowledge.embedder import embedder_of
from agents.support.knowledge.files import FileFault, RefusedArticlesError, read_articles
from agents.support.naming import article_id
from agents.support.ports import Found
from agents.support.settings import SupportSettings
from agents.support.staff_commands import As, TheTicket, act_on, an_act, member_named, tell_answer
from agents.support.staff_posts import StaffAction
from agents.support.store.drafts import KbDraft, drop, find_draft, list_drafts, publish
from agents.support.store.kb import called, gaps, import_articles, standing
from agents.support.tickets import Article, TicketType
from domain.errors import ConfigurationError, NotFoundError

_FAULTS_SHOWN = 50
_NAMED = 20
MOST = 1_000
_LOOKS = 100
_BETWEEN_LOOKS = 0.3
"""Seconds: a draft is waited for about as long as a model may take."""
_ASKED = "? "
"""In front of each line of the customer's question, where a draft is shown and edited."""
_BLANKS = re.compile(r"\[(?:name|number|amount|mail)\]")


class SearchLine(BaseModel):
    """A line of ``steward kb search --in``."""

    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)

    id: str
    query: str
    category: TicketType | None = None
    exclude: tuple[str, ...] = ()
    language: str = ""
    plan: str = ""


def kb_commands(reach: Reach) -> typer.Typer:
    return group(
        "What customers are answered from.",
        reach,
        {
            "import": bring,
            "list": list_articles,
            "show": show,
            "search": search,
            "check": check,
            "gaps": show_gaps,
            "draft": draft_article,
            "drafts": show_drafts,
            "publish": publish_draft,
            "drop": drop_draft,
        },
    )


async def bring(
    steward: Steward,
    path: Annotated[Path, typer.Argument(help="Folder of Markdown files, or a CSV.")],
    dry_run: Annotated[  # noqa: FBT002 - an option
        bool, typer.Option("--dry-run", help="Only say what would change.")
    ] = False,
) -> None:
    """Make these the articles; what is missing there is retired. All of it or nothing, but for
    links to scripts and files, which are left out.
    """
    articles = await _read(path)
    async with steward() as operator:
        changes = await import_articles(operator.database, articles, dry_run=dry_run)
    for what, names in (
        ("new", changes.new), ("changed", changes.changed), ("retired", changes.retired),
    ):  # fmt: skip
        if names:
            more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
            typer.echo(f"{what}: {', '.join(names[:_NAMED])}{more}")
    done = "would be imported" if dry_run else "imported"
    typer.echo(
        f"{len(articles)} articles {done}: {len(changes.new)} new, {len(changes.changed)} changed,"
        f" {changes.same} as they were, {len(changes.retired)} retired"
    )


async def list_articles(steward: Steward) -> None:
    """List the articles, and how often people said that they helped."""
    async with steward() as operator:
        rows = await standing(operator.database)
    headings = (
        "id", "language", "category", "title", "plans", "unseen", "expires", "👍", "👎",
    )  # fmt: skip
    cells = [
        (
            row.article.id, row.article.language, row.article.category.value, row.article.title,
            ", ".join(row.article.plans) or "all", "yes" if row.article.auto else "no",
            row.article.expires, row.helpful, row.not_helpful,
        )
        for row in rows
    ]  # fmt: skip
    print_table(headings, cells)


async def show(
    steward: Steward, article: Annotated[str, typer.Argument(help="kb_002, or kb_002.de")]
) -> None:
    """Show an article as it is used."""
    async with steward() as operator:
        rows = await standing(operator.database)
    found = [row for row in rows if article in {row.article.id, called(row.article)}]
    if not found:
        raise NotFoundError(f"there is no article {article}: `steward kb list` shows them")
    for row in found:
        shown = row.article
        facts = shown.model_dump(mode="json", exclude={"body", "title"}, exclude_defaults=True)
        typer.echo(f"# {shown.title}")
        for key, value in {**facts, "language": shown.language}.items():
            typer.echo(f"{key}: {', '.join(value) if isinstance(value, list) else value}")
        typer.echo(f"revision: {row.revision} of {row.at:%Y-%m-%d %H:%M} UTC")
        typer.echo(f"\n{shown.body}\n")


async def search(  # noqa: PLR0913, PLR0917 - options
    steward: Steward,
    query: Annotated[str, typer.Argument(help="As a customer would ask.")] = "",
    source: Annotated[
        Path | None, typer.Option("--in", help="JSON lines of id, query, category?, exclude?")
    ] = None,
    target: Annotated[
        Path | None, typer.Option("--out", help="JSON lines of id, results, answerable")
    ] = None,
    top: Annotated[int, typer.Option("--top", min=1, max=MOST, help="Articles at most.")] = 5,
    category: Annotated[
        TicketType | None, typer.Option("--category", help="Only of this one.")
    ] = None,
    language: Annotated[
        str,
        typer.Option("--language", help="Two letters: articles are shown in it if they have it."),
    ] = "",
) -> None:
    """Search the articles as the bot does: one question, or a file of them."""
    if source is None and target is None and query.strip():
        asked = [SearchLine(id="", query=query, category=category, language=language)]
    elif source is not None and target is not None and not query:
        asked = await asyncio.to_thread(read_lines, source, SearchLine)
    else:
        raise ConfigurationError("give a question, or both --in and --out")
    async with steward() as operator:
        knowledge = await _knowledge(operator.database)
        found = [
            await knowledge.search(
                each.query,
                category=each.category,
                language=each.language,
                plan=each.plan,
                top=top,
                without=each.exclude,
            )
            for each in asked
        ]
    if target is not None:
        await asyncio.to_thread(write_lines, target, list(map(_line, asked, found)))
        typer.echo(f"{len(asked)} questions searched")
        return
    (only,) = found
    for hit in only.hits:
        typer.echo(f"{hit.result.score:7.3f}  {hit.result.id}  {hit.result.title}")
    if only.answerable:
        typer.echo(f"\n{only.hits[0].citation.passage}")
    else:
        typer.echo("\nNone is sure to be the answer: a person would get it.")


async def check(
    steward: Steward,
    path: Annotated[
        Path | None, typer.Argument(help="Files to look at; default: what is in use.")
    ] = None,
) -> None:
    """Look for faults: of files before an import; else what is expired or cannot be found."""
    if path is not None:
        articles = await _read(path)
        faults = _expired(articles)
    else:
        async with steward() as operator:
            articles = [row.article for row in await standing(operator.database)]
            faults = _expired(articles) + await _not_found(operator.database, articles)
    for fault in faults:
        typer.echo(fault)
    typer.echo(f"{len(articles)} articles, {len(faults)} to look at")


async def show_gaps(
    steward: Steward,
    since: Annotated[
        datetime | None, typer.Option("--since", formats=["%Y-%m-%d"], help="2027-01-31")
    ] = None,
    as_json: Annotated[  # noqa: FBT002 - an option
        bool, typer.Option("--json", help="A JSON line for each.")
    ] = False,
) -> None:
    """Show what customers asked and no article answered, the most asked first."""
    async with steward() as operator:
        found = await gaps(operator.database, since.replace(tzinfo=UTC) if since else None)
    if as_json:
        print_json(
            {
                "count": len(gap.questions),
                "questions": gap.questions,
                "tickets": gap.tickets,
                "last_at": gap.last_at.isoformat(),
            }
            for gap in found
        )
        return
    for gap in found:
        shown = " ".join(gap.questions[0].split())[:120]
        typer.echo(f"{len(gap.questions):4}  {shown}  ({gap.last_at:%Y-%m-%d})")
    if not found:
        typer.echo("every question had an answer")


async def draft_article(steward: Steward, ticket: TheTicket, who: As = "") -> None:
    """Draft an article from what staff answered about a ticket that is closed."""
    act = an_act(StaffAction.DRAFT, who)
    async with steward() as operator:
        case, answer = await act_on(operator, ticket, act)
        found = None
        if answer.applied and not answer.kept:
            _, customer_id, ticket_id = case.split(":")
            name = article_id(customer_id, ticket_id)
            found = await _draft_since(operator.database, name, act.at)
    if found is None:
        tell_answer(answer)
        if not answer.applied:
            raise typer.Exit(1)
    else:
        _show_draft(found)
        typer.echo(f"Nobody is answered from it before `steward kb publish {found.article.id}`.")


async def _draft_since(database: Database, name: str, at: datetime) -> KbDraft | None:
    """The draft as soon as a worker has written it; None where that takes too long."""
    for _ in range(_LOOKS):
        drafts = await list_drafts(database)
        found = [each for each in drafts if each.article.id == name and each.at >= at]
        if found:
            return found[0]
        await asyncio.sleep(_BETWEEN_LOOKS)
    return None


async def show_drafts(steward: Steward) -> None:
    """List the drafts; nobody is answered from them."""
    async with steward() as operator:
        drafts = await list_drafts(operator.database)
    if not drafts:
        typer.echo("no drafts")
        return
    rows = [
        (each.article.id, each.article.title, each.article.category.value, each.ticket_id, each.by)
        for each in drafts
    ]
    print_table(("id", "title", "category", "from", "by"), rows)


async def publish_draft(
    steward: Steward,
    draft: Annotated[str, typer.Argument(help="As `steward kb drafts` shows it.")],
    who: As = "",
    edit: Annotated[  # noqa: FBT002 - an option
        bool, typer.Option("--edit", help="Change it in your editor first.")
    ] = False,
    yes: Annotated[  # noqa: FBT002 - an option
        bool, typer.Option("--yes", help="Do not ask.")
    ] = False,
) -> None:
    """Show a draft and, after a yes, answer customers from it at once."""
    member = member_named(who)
    async with steward() as operator:
        found = await find_draft(operator.database, draft)
        if edit:
            found = found._replace(article=_edited(found.article))
        _show_draft(found)
        if not yes and not typer.confirm("Answer customers from this?"):
            typer.echo("not published")
            return
        await publish(operator.database, found, member.id)
    typer.echo(f"published: {found.article.id}. `steward kb drop {found.article.id}` ends it")


def _edited(article: Article) -> Article:
    """As an editor leaves it: the first line is the title, those with ``?`` in front are the
    question by which it is found.
    """
    written = click.edit(f"{article.title}\n\n{_quoted(article)}\n\n{article.body}\n")
    title, _, rest = (written or "").strip().partition("\n")
    lines = rest.splitlines()
    question = "\n".join(line[len(_ASKED) :] for line in lines if line.startswith(_ASKED))
    body = "\n".join(line for line in lines if not line.startswith(_ASKED)).strip()
    if not title or not body:
        return article
    questions = (question.strip(),) if question.strip() else ()
    return article.model_copy(update={"title": title.strip(), "questions": questions, "body": body})


def _quoted(article: Article) -> str:
    """The questions by which an article is found, each line marked."""
    lines = [line for question in article.questions for line in question.splitlines()]
    return "\n".join(f"{_ASKED}{line}" for line in lines)


async def drop_draft(
    steward: Steward,
    draft: Annotated[str, typer.Argument(help="kb_…, a draft or published.")],
    who: As = "",
) -> None:
    """Drop a draft; where there is none, end an article that was published from one."""
    member = member_named(who)
    async with steward() as operator:
        await drop(operator.database, draft.strip(), member.id)
    typer.echo(f"dropped: {draft}")


def _show_draft(draft: KbDraft) -> None:
    article = draft.article
    typer.echo(f"# {article.title}\n{article.id} · {article.category} · {article.language}")
    typer.echo(f"\nFound by what the customer asked:\n{_quoted(article)}\n\n{article.body}\n")
    if blanks := sorted(
        {*_BLANKS.findall("\n".join((article.title, *article.questions, article.body)))}
    ):
        typer.echo(f"Taken out, look whether it reads well: {', '.join(blanks)} (--edit)")


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


async def _knowledge(database: Database) -> KnowledgeBase:
    own = SupportSettings.load()
    knowledge = KnowledgeBase(
        database,
        embedder_of(own.support_embeddings),
        default_language=own.support_working_language,
    )
    await knowledge.whole()
    return knowledge


def _line(asked: SearchLine, found: Found) -> str:
    results = [{"id": hit.result.id, "score": hit.result.score} for hit in found.hits]
    told = {"id": asked.id, "results": results, "answerable": found.answerable}
    return json.dumps(told, ensure_ascii=False)


def _expired(articles: Sequence[Article]) -> list[str]:
    today = datetime.now(UTC).date()
    return [
        f"{called(each)}: expired on {each.expires}"
        for each in articles
        if each.expires is not None and each.expires < today
    ]


async def _not_found(database: Database, articles: Sequence[Article]) -> list[str]:
    """Articles that the questions of their own do not find: another one stands before them."""
    knowledge, faults = await _knowledge(database), []
    for article in articles:
        for question in (article.title, *article.questions):
            found = await knowledge.search(question, language=article.language, top=1)
            first = found.hits[0].result.id if found.hits else "nothing"
            if first != article.id:
                faults.append(f"{called(article)}: “{question}” finds {first} instead")
    return faults
