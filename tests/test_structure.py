"""The platform knows no agent, an agent is one folder, and a name has one meaning."""

import ast
import asyncio
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import asyncpg
import pytest
from temporalio.testing import WorkflowEnvironment

import agents
from agents.contract import Agent
from agents.registry import agent_types, part
from tests.databases import url_of

ROOT = Path(__file__).parents[1]
PLATFORM = (
    "domain",
    "workflows",
    "activities",
    "adapters",
    "bot",
    "language",
    "local",
    "settings",
    "wiring",
)
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]

WORDS_OF_AN_AGENT = re.compile(
    r"expens(?!ive)|receipt|merchant|categor|ledger|spending|transaction", re.IGNORECASE
)
ALLOWED = (
    (re.compile(r"unicodedata\.category"), "what Unicode calls the class of a character"),
    (re.compile(r"\btransaction\("), "of a database: begins one"),
    (re.compile(r"\w*Transaction\w*Error|idle_in_transaction\w*", re.IGNORECASE), "PostgreSQL's"),
    (re.compile(r"\b(one|a|the) transaction\b", re.IGNORECASE), "of a database, in docstrings"),
    (re.compile(r"a transaction must not hold"), "of a database"),
)
"""What the word list finds and does not mean."""

TURNS = {"domain/turn.py", "domain/tools.py", "workflows/turns.py", "bot/http/turns.py"}
"""A turn lasts from taking a message to being idle or waiting again; nothing else is one."""

MOST_FILES_AT_THE_TOP = 12
"""Entry points and build files; documents stand beside them."""

WITHOUT_AGENTS = (
    "tests/domain/test_conversation_state.py",
    "tests/workflows/test_toy.py",
    "tests/bot/test_terminal_seat.py",
    "tests/adapters/media/test_sniffing.py",
    "tests/adapters/model/test_several_agents.py",
)
"""Tests of the platform alone, of each part the fast ones."""

_STARTS = """
import asyncio, sys
import pytest
from contextlib import AsyncExitStack
import cli, codec_server, http_channel, telegram_bot, worker
import wiring.http, wiring.telegram
from settings import Settings
from wiring.sandbox import sandbox
from adapters.temporal import connect, embedded
from wiring.worker import build

async def start_and_stop():
    bound = await build(Settings(database_url=sys.argv[1], _env_file=None))
    assert bound.agents == ()
    assert bound.limits().agents == {}
    client = await connect(embedded(sys.argv[2]))
    async with AsyncExitStack() as running:
        for worker in bound.workers(client):
            await running.enter_async_context(worker)
    await bound.close()

cli.add_commands_of_agents()
sandbox()
asyncio.run(start_and_stop())
print("a worker started and stopped", flush=True)
sys.exit(pytest.main(["-q", "-x", "-p", "no:cacheprovider", "-n0", *sys.argv[3:]]))
"""


def platform_files() -> Iterator[Path]:
    yield from sorted(ROOT.glob("*.py"))
    for folder in PLATFORM:
        yield from sorted((ROOT / folder).rglob("*.py"))


def platform_texts() -> Iterator[Path]:
    """Its words for people, prompts and SQL; samples are what an agent is tried with."""
    samples = ROOT / "local" / "samples"
    for folder in (*PLATFORM, "migrations"):
        for kind in ("ftl", "md", "sql"):
            found = sorted((ROOT / folder).rglob(f"*.{kind}"))
            yield from (path for path in found if not path.is_relative_to(samples))


def words_found(text: str) -> set[str]:
    for allowed, _ in ALLOWED:
        text = allowed.sub("", text)
    return {found[0].lower() for found in WORDS_OF_AN_AGENT.finditer(text)}


@pytest.mark.shows("platform 1")
def test_the_platform_has_no_word_of_an_agent() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {', '.join(sorted(words))}"
        for path in (*platform_files(), *platform_texts())
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if (words := words_found(line))
    ]
    assert found == []


def test_the_platforms_tests_need_no_agent() -> None:
    """Those that are run without any, below; what they import is theirs, too."""
    for name in WITHOUT_AGENTS:
        for path in (ROOT / name).rglob("*.py") if (ROOT / name).is_dir() else [ROOT / name]:
            assert [module for module in imported(path) if of_an_agent(module)] == [], path


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def of_an_agent(module: str) -> bool:
    return any(f"agents.{slug}" in f"{module}." for slug in agents.SLUGS)


def test_the_platform_imports_no_agent() -> None:
    """As the import contracts say; here for the package itself, which they let through."""
    found = [
        (path.relative_to(ROOT).as_posix(), module)
        for path in (*platform_files(), *(ROOT / "agents").glob("*.py"))
        for module in imported(path)
        if of_an_agent(module)
    ]
    assert found == []


def test_domain_imports_the_standard_library_and_pydantic_only() -> None:
    allowed = {*sys.stdlib_module_names, "domain", "pydantic", "pydantic_core"}
    found = [
        (path.name, module)
        for path in (ROOT / "domain").rglob("*.py")
        for module in imported(path)
        if module.partition(".")[0] not in allowed
    ]
    assert found == []


def without(root: Path, *slugs: str) -> Path:
    """A copy of the project without these agents: their folders and their places in the list."""
    left_out = shutil.ignore_patterns(".*", "docs", "benchmarks", "histories", *slugs)
    shutil.copytree(ROOT, root, ignore=left_out)
    listed = root / "agents" / "__init__.py"
    kept = tuple(slug for slug in agents.SLUGS if slug not in slugs)
    text, lines = re.subn(
        r"^SLUGS: tuple\[str, \.\.\.\] = \([^)]*\)$",
        f"SLUGS: tuple[str, ...] = {kept!r}",
        listed.read_text(),
        flags=re.MULTILINE,
    )
    assert lines == 1
    listed.write_text(text)
    return root


def run_in(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - our own arguments
        [sys.executable, *arguments],
        cwd=root,
        env={"PATH": os.environ["PATH"], "HOME": str(root), "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.shows("platform 1")
@pytest.mark.timeout(600)
async def test_without_agents_a_worker_starts_and_the_platforms_tests_pass(
    tmp_path: Path, postgres_url: str, dev_server: WorkflowEnvironment
) -> None:
    """In one process without the folders and lines of any agent.

    Its database is an empty one: whatever the platform needs, its own migrations bring.
    """
    bare = without(tmp_path / "project", *agents.SLUGS)
    connection = await asyncpg.connect(postgres_url)
    try:
        await connection.execute("CREATE DATABASE bare_platform")
        address = dev_server.client.service_client.config.target_host
        database = url_of(postgres_url, "bare_platform")
        arguments = ("-c", _STARTS, database, address, *WITHOUT_AGENTS)
        done = await asyncio.to_thread(run_in, bare, *arguments)
        await connection.execute("DROP DATABASE bare_platform WITH (FORCE)")
    finally:
        await connection.close()
    assert "a worker started and stopped" in done.stdout, done.stderr[-4000:]
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert re.search(r"^\d+ passed", done.stdout, re.MULTILINE)


_LOADS = """
import sys
import agents, cli, codec_server, worker
assert sys.argv[1] not in agents.SLUGS
from tests import test_structure
for slug in agents.SLUGS:
    test_structure.test_an_agent_has_its_parts_under_their_fixed_names(slug)
test_structure.test_every_folder_of_agents_is_listed()
"""


@pytest.mark.timeout(600)
def test_without_support_alone_the_rest_loads_and_keeps_its_structure(tmp_path: Path) -> None:
    done = run_in(without(tmp_path / "project", "support"), "-c", _LOADS, "support")
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


@pytest.mark.parametrize("slug", agents.SLUGS)
def test_an_agent_has_its_parts_under_their_fixed_names(slug: str) -> None:
    kind = part(slug, "workflow").AGENT
    assert issubclass(kind, Agent)
    assert agent_types()[slug] is kind
    card = part(slug, "card").CARD
    assert kind.card is card
    assert card.slug == slug
    words = part(slug, "words")
    assert words.WORDS
    assert words.CARDS
    assert callable(part(slug, "bind").bind)


def test_every_agent_stands_in_the_import_contracts() -> None:
    named = {each["name"]: each for each in CONTRACTS["contracts"]}
    independence = named["agents do not know each other"]
    assert independence["type"] == "independence"
    assert independence["modules"] == [f"agents.{slug}" for slug in agents.SLUGS]


def test_every_folder_of_agents_is_listed() -> None:
    folders = {path.parent.name for path in (ROOT / "agents").glob("*/__init__.py")}
    assert folders == set(agents.SLUGS)


@cache
def classes_in(path: Path) -> frozenset[str]:
    return frozenset(re.findall(r"^ *class (\w+)", path.read_text(), re.MULTILINE))


def classes_of(paths: Iterator[Path]) -> Mapping[str, set[str]]:
    """Where each class of these files is defined."""
    found = defaultdict(set)
    for path in paths:
        for name in classes_in(path):
            found[name].add(path.relative_to(ROOT).as_posix())
    return found


def twice(places: Mapping[str, set[str]]) -> dict[str, list[str]]:
    return {name: sorted(paths) for name, paths in places.items() if len(paths) > 1}


def test_no_name_of_a_class_is_used_twice_in_the_platform_or_by_it_and_an_agent() -> None:
    """Two agents may have the same one: they never meet."""
    platform = (*platform_files(), *(ROOT / "agents").glob("*.py"))
    assert twice(classes_of(iter(platform))) == {}
    for slug in agents.SLUGS:
        own = (ROOT / "agents" / slug).rglob("*.py")
        assert twice(classes_of(iter((*platform, *own)))) == {}, slug


def test_a_turn_is_one_thing() -> None:
    folders = (*PLATFORM, "agents")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    named = {path.relative_to(ROOT).as_posix() for path in files if "turn" in path.stem}
    classes = {
        place
        for name, places in classes_of(iter(files)).items()
        if re.search(r"(^|_|[a-z])Turn", name)
        for place in places
    }
    assert named | classes == TURNS


def test_the_top_level_is_entry_points_and_what_builds_them() -> None:
    files = {path.name for path in ROOT.iterdir() if path.is_file()}
    entries = {name for name in files if name.endswith(".py")}
    assert entries == {
        "cli.py",
        "codec_server.py",
        "http_channel.py",
        "telegram_bot.py",
        "worker.py",
    }
    documents = {name for name in files if name.startswith(".") or name.endswith(".md")}
    assert len(files - documents - {"LICENSE"}) <= MOST_FILES_AT_THE_TOP
