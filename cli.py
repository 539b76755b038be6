"""The ``steward`` command."""

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console
from rich.table import Table
from temporalio.service import RPCError

from adapters.postgres.stores import Stores
from adapters.pseudonyms import Pseudonyms
from adapters.temporal import connect, embedded
from agents.packages import PACKAGES
from agents.registry import optional_part
from bot.terminal.seat import seat
from domain.errors import AppError
from domain.health import Finding, Health
from domain.usage import UsageBy
from local import keys as cli_keys
from local.checks import check_worker
from local.errors import StackBusyError, StackError
from local.kept_secrets import (
    how_to_decode,
    own_settings,
    pseudonym_key,
    sign_in_link,
    with_kept_keys,
    with_keys,
)
from local.own_process import reached
from local.progress import Progress
from local.record import make_folder
from local.stack import LocalStack, OwnProcesses, RunningStack, StackPorts, running_stack
from local.supervisor import Report
from local.target import Target, find_target, stack_target
from local.usage_report import show_usage, usage_report
from settings import Settings, load_settings
from wiring.channel import enabled
from wiring.client import client_extras, keyring, telemetry_of
from wiring.logs import configure_logs

if TYPE_CHECKING:
    from agents.operator import Operator

_OTHER_STACK_SECONDS = 60.0  # how long another `steward run` may take to start or to stop
_POLL_SECONDS = 0.1
_LOOKS = 300  # for the page and for the worker, before the addresses are told all the same
_COLOURS = {Health.OK: "green", Health.DEGRADED: "yellow", Health.DOWN: "red"}

app = typer.Typer(
    help="Steward: conversations that survive anything.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(cli_keys.app, name="keys")
models_app = typer.Typer(help="Try language models.", no_args_is_help=True)
app.add_typer(models_app, name="models")

SAMPLES = Path(__file__).parent / "local" / "samples"
"""What agents bring to be tried with."""

DataDir = Annotated[
    Path | None,
    typer.Option("--data-dir", help="Folder with all data; default: the user-data folder."),
]
ChatName = Annotated[str, typer.Option("--chat", help="Which conversation to open.")]
TemporalPort = Annotated[int | None, typer.Option(min=1, max=65535, help="Default: a free one.")]
UiPort = Annotated[int | None, typer.Option(min=1, max=65535, help="Default: a free one.")]


@app.command()
def run(  # noqa: PLR0913 - its options
    *,
    data_dir: DataDir = None,
    temporal_port: TemporalPort = None,
    ui_port: UiPort = None,
    chat_name: ChatName = "me",
    no_chat: Annotated[bool, typer.Option("--no-chat", help="Only the servers.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="Tell what is started.")] = False,
) -> None:
    """Start everything on this machine and open a chat."""
    settings = load_settings()
    folder = (data_dir or settings.data_dir).expanduser().resolve()
    _log_to(folder, settings)
    settings = with_keys(settings, folder)
    ports = StackPorts(temporal=temporal_port, ui=ui_port)
    progress = Progress(verbose)
    _until_stopped(_run(settings, folder, ports, None if no_chat else chat_name, progress))


@app.command()
def chat(data_dir: DataDir = None, chat_name: ChatName = "me") -> None:
    """Open a chat with a Steward that already runs."""
    settings = load_settings()
    target = find_target(settings, data_dir)
    _log_to(target.stack.data_dir if target.stack else settings.data_dir, settings)
    settings = _keyed(settings, target)
    _until_stopped(_chat(settings, target, chat_name))


@app.command()
def worker() -> None:
    """Run a worker against TEMPORAL_ADDRESS and DATABASE_URL."""
    _become("worker")


@app.command()
def bot() -> None:
    """Run the Telegram bot against TEMPORAL_ADDRESS and DATABASE_URL."""
    _become("telegram_bot")


@app.command()
def http() -> None:
    """Run the HTTP channel (a page, an API, voice) against TEMPORAL_ADDRESS and DATABASE_URL."""
    _become("http_channel")


@app.command()
def codec() -> None:
    """Run the server that decrypts payloads for the Web UI and the temporal command."""
    _become("codec_server")


def _become(module: str) -> NoReturn:
    """Another process in this one's place: what serves takes seconds to import, which no command
    that only looks should pay.
    """
    os.execv(sys.executable, (sys.executable, "-m", module))  # noqa: S606 - our own


@app.command()
def doctor(
    *,
    data_dir: DataDir = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Check Temporal, PostgreSQL, reading of photos and models; say what to mend."""
    # Only here: it imports what no other command needs.
    from local.doctor import examine, works  # noqa: PLC0415

    settings = load_settings()
    configure_logs("ERROR")
    try:
        target = find_target(settings, data_dir)
    except StackError:
        target = None
    findings = asyncio.run(examine(_keyed(settings, target), target))
    if as_json:
        print(json.dumps([finding.model_dump(mode="json") for finding in findings], indent=2))
    else:
        Console().print(_table(findings))
    raise typer.Exit(0 if works(findings) else 1)


@app.command()
def usage(
    *,
    data_dir: DataDir = None,
    days: Annotated[int, typer.Option(min=1, max=3650, help="How far back.")] = 7,
    by: Annotated[UsageBy, typer.Option(help="What a line stands for.")] = UsageBy.PURPOSE,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Show what the models were asked, how it went and what it cost."""
    settings = load_settings()
    configure_logs("ERROR")
    target = find_target(settings, data_dir)
    key = settings.log_pseudonym_key
    if target.stack is not None:
        key = pseudonym_key(settings, target.stack.data_dir)
    length, kept = timedelta(days=days), timedelta(days=settings.retention_days)
    asked = usage_report(
        target.database_url, length, by, kept_for=kept, pseudonyms=Pseudonyms.of(key)
    )
    report = asyncio.run(asked)
    if as_json:
        print(report.model_dump_json(indent=2))
    else:
        show_usage(report, by)


@asynccontextmanager
async def _operator(data_dir: Path | None) -> "AsyncIterator[Operator]":
    """For the commands of agents."""
    # Only here: it imports what a chat that opens has no use for.
    from wiring.operator import operator  # noqa: PLC0415

    settings = load_settings()
    configure_logs("ERROR")
    target = find_target(settings, data_dir)
    async with operator(_keyed(settings, target), target.temporal, target.database_url) as found:
        yield found


def add_commands_of_agents() -> None:
    """Of all agents of the tree: what one left behind can be looked at when it is off."""
    for slug in PACKAGES:
        module = optional_part(slug, "commands")
        if module is not None:
            for name, own in module.commands(_operator).items():
                app.add_typer(own, name=name)


async def _load_samples(settings: Settings, progress: Progress, database_url: str) -> None:
    stores = Stores.connect(database_url)
    modules = (optional_part(slug, "sample") for slug in enabled(settings))
    loading = (each.load(stores.database, SAMPLES) for each in modules if each is not None)
    try:
        for loaded in await asyncio.gather(*loading, return_exceptions=True):
            if isinstance(loaded, BaseException):
                raise loaded
            if loaded:
                progress.detail(loaded)
    finally:
        await stores.close()


async def _run(
    settings: Settings,
    folder: Path,
    ports: StackPorts,
    chat_name: str | None,
    progress: Progress,
) -> None:
    own = OwnProcesses(
        bot=settings.telegram_bot_token is not None,
        codec=keyring(settings) is not None,
        http=True,
        http_listen=settings.http_listen,
        settings=own_settings(settings, folder),
        fill=partial(_load_samples, settings, progress),
    )
    stack = LocalStack(folder, ports, progress.tell, own, progress.step)
    deadline = time.monotonic() + _OTHER_STACK_SECONDS
    while True:
        try:
            async with stack.running() as running:
                await _serve(settings, running, chat_name, progress)
                return
        except StackBusyError:
            if time.monotonic() > deadline:
                raise
        finally:
            progress.clear()
        other = running_stack(folder)
        if other is not None:
            joining = f"Steward already runs on {folder}; joining it"
            if chat_name is None:
                _say(joining)
            else:
                await _chat(settings, stack_target(other), chat_name, joining)
            return
        await asyncio.sleep(_POLL_SECONDS)


async def _serve(
    settings: Settings, running: RunningStack, chat_name: str | None, progress: Progress
) -> None:
    # Imported only now, while the worker imports what it needs.
    from wiring.terminal import telegram_invitation  # noqa: PLC0415

    invitation = await telegram_invitation(settings, running.database_url)
    if invitation:
        progress.tell(invitation)
    progress.step("Starting the worker …")
    tell = progress.detail
    if chat_name is None:  # else all is there by the time that somebody has typed
        tell = progress.tell
        await _until(await _listening(settings, running), "the worker", "worker.log", tell)
        if running.page_address:
            await _until(lambda: reached(running.page_address), "the page", "http.log", tell)
    tell(f"page: {settings.http_public_origin or running.page_address}")
    tell(f"Web UI: {running.ui_address}  Temporal: {running.temporal_address}")
    if running.codec_address:
        tell(how_to_decode(settings, running.codec_address, running.data_dir))
    if chat_name is not None:
        tell(f"data: {running.data_dir}")
        await _chat(settings, stack_target(running), chat_name, opened=progress.clear)
        return
    tell(f"data: {running.data_dir}  stop with Ctrl-C")
    await asyncio.Event().wait()


async def _until(ready: Callable[[], Awaitable[bool]], name: str, log: str, tell: Report) -> None:
    """What cannot start is told by who starts it, again and again: nobody waits for it for ever."""
    for _ in range(_LOOKS):
        if await ready():
            return
        await asyncio.sleep(_POLL_SECONDS)
    tell(f"{name} does not listen yet, see logs/{log}; what is sent meanwhile waits for it")


async def _listening(settings: Settings, running: RunningStack) -> Callable[[], Awaitable[bool]]:
    """Asks whether a worker takes up what the enabled agents are sent."""
    client = await connect(embedded(running.temporal_address))

    async def listens() -> bool:
        try:
            found = await check_worker(client, enabled(settings))
        except RPCError:  # the stack says so itself, and starts its server again
            return False
        return found.health is Health.OK

    return listens


async def _chat(
    settings: Settings,
    target: Target,
    chat_name: str,
    opening: str = "",
    opened: Callable[[], None] = lambda: None,
) -> None:
    """A chat in this terminal, until it is left or the input ends. ``opening`` is said first, and
    ``opened`` called before the chat writes.
    """
    from wiring.terminal import terminal_chat  # noqa: PLC0415 - as above

    folder = target.stack.data_dir if target.stack else settings.data_dir
    with seat(folder, chat_name):
        if opening:
            _say(opening)
        telemetry = telemetry_of("terminal", settings)
        try:
            code = await terminal_chat(
                settings,
                await connect(target.temporal, client_extras(settings, telemetry)),
                target.database_url,
                chat_name,
                addresses=_addresses(settings, target.stack),
                opened=opened,
                history_file=folder / "typed-lines",
                files=folder / "files",
                tracing=telemetry.tracing,
            )
        finally:
            await telemetry.aclose()
    if code:
        raise SystemExit(code)


def _addresses(settings: Settings, stack: RunningStack | None) -> tuple[str, str] | None:
    """Of an embedded stack: its page, and behind the scenes. The link has the token for decoding
    only where it is shown on a terminal: what goes through a pipe may be kept.
    """
    if stack is None:
        return None
    behind = stack.ui_address
    if stack.codec_address and sys.stdout.isatty():
        behind = sign_in_link(settings, stack.codec_address, stack.data_dir)
    return settings.http_public_origin or stack.page_address, behind


def _keyed(settings: Settings, target: Target | None) -> Settings:
    """With the keys that an embedded stack has for itself."""
    if target is None or target.stack is None:
        return settings
    return with_kept_keys(settings, target.stack.data_dir)


def _log_to(folder: Path, settings: Settings) -> None:
    """To a file: this process's terminal belongs to the conversation."""
    make_folder(folder)
    key = pseudonym_key(settings, folder)
    configure_logs(settings.log_level, folder / "logs" / "terminal.log", pseudonym_key=key)


def _until_stopped(work: Coroutine[object, object, None]) -> None:
    """Runs it; the first signal to stop cancels it, and what it opened is closed in order."""
    asyncio.run(_stoppable(work))


async def _stoppable(work: Coroutine[object, object, None]) -> None:
    task = asyncio.ensure_future(work)
    stopped = asyncio.Event()

    def stop() -> None:
        # Once: a second signal must not interrupt the closing, which is bounded in time.
        if not stopped.is_set():
            stopped.set()
            task.cancel()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, stop)
    try:
        await task
    except asyncio.CancelledError:
        if not stopped.is_set():
            raise


def _say(line: str) -> None:
    """A line for the person, beside the conversation. The terminal may be gone already."""
    try:
        print(line, file=sys.stderr, flush=True)
    except OSError:
        return


@models_app.command("check")
def check_models() -> None:
    """Ask each provider what plain messages mean, and show how it did. Saves nothing, costs its
    calls.
    """
    settings = load_settings()
    if not settings.providers:
        _say("No model is configured: set OPENAI_API_KEY, or LLM_PROVIDERS (docs/models.md).")
        raise typer.Exit(1)
    configure_logs("error", None)
    asyncio.run(_check_models(settings))


async def _check_models(settings: Settings) -> None:
    # Only here: they load the providers' library.
    from local.model_trial import show_trial, try_provider  # noqa: PLC0415
    from wiring.providers import bind_providers  # noqa: PLC0415

    brought = (optional_part(slug, "model.trial") for slug in enabled(settings))
    trials = [module.trial() for module in brought if module is not None]
    within = timedelta(milliseconds=settings.model_patience_ms)
    bound = bind_providers(settings, None)
    reports = [await try_provider(each.provider(), trials, within) for each in bound]
    show_trial(reports, Console(highlight=False))


def _table(findings: tuple[Finding, ...]) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in ("", "state", "ms", "what", "what to do"):
        table.add_column(heading, overflow="fold")
    for finding in findings:
        colour = _COLOURS[finding.health]
        latency = "" if finding.latency_ms is None else str(finding.latency_ms)
        state = f"[{colour}]{finding.health}[/{colour}]"
        table.add_row(finding.name, state, latency, finding.detail, finding.advice)
    return table


def main() -> NoReturn:
    if sys.argv[1:2] != ["run"]:  # a chat that opens should not wait for what it has no use for
        add_commands_of_agents()
    code = _code_of(app)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            code = code or 1
    # Native threads of the Temporal client can crash the interpreter while it is torn down,
    # which would replace the exit code. Everything that must be closed is closed by now.
    os._exit(code)


def _code_of(command: Callable[[], object]) -> int:
    try:
        command()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except AppError as error:
        _say(f"steward: {error.report}")
        return error.exit_code
    except OSError as error:  # a full disk, a folder taken away: nothing a stack trace explains
        _say(f"steward: {error}: mend that and start again")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    main()
