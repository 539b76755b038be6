"""Opens a terminal chat: the worker that shows replies, and the terminal itself."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TextIO

from rich.console import Console
from temporalio.client import Client
from temporalio.worker import Worker

from activities.ports import Channel
from adapters.temporal import unversioned
from agents import SLUGS
from bot.clock import utc_now
from bot.terminal.channel import TerminalChannel
from bot.terminal.chat import TerminalChat
from bot.terminal.live import LiveTerminal
from bot.terminal.memory import ScreenMemory
from bot.terminal.piped import PipedTerminal
from bot.terminal.ports import TerminalGateway
from bot.terminal.screen import PlainScreen, RichScreen, Screen
from bot.terminal.shelf import Shelf
from domain.understanding import Person

GRACE = timedelta(seconds=2)
"""Showing a reply takes milliseconds; one that hangs is delivered on the next start."""

WorkerActivities = Callable[[Channel], Sequence[Callable[..., object]]]
"""Makes the activities of the reply queue (``deliver``) for the channel that shows replies."""


@dataclass(frozen=True)
class Streams:
    """Where lines come from and go to. A live terminal needs both to be one."""

    stdin: TextIO
    stdout: TextIO

    @property
    def live(self) -> bool:
        return self.stdin.isatty() and self.stdout.isatty()


@dataclass(frozen=True)
class Addresses:
    """What a browser on this machine can open: the page to chat, and the Web UI."""

    page: str
    behind: str


async def run_terminal(  # noqa: PLR0913 - the one door to this channel; each part is its caller's
    gateway: TerminalGateway,
    client: Client,
    *,
    chat_id: str,
    person: Person,
    reply_queue: str,
    worker_activities: WorkerActivities,
    streams: Streams,
    addresses: Addresses | None = None,
    opened: Callable[[], None] = lambda: None,
    history_file: Path | None = None,
    shelf: Shelf | None = None,
    agents: tuple[str, ...] = SLUGS,
) -> int:
    """Runs the chat until the person leaves or the input ends, and returns the exit code.

    ``opened`` is called before anything is written. ``history_file`` keeps typed lines for the
    arrow keys, ``shelf`` the files of replies; ``agents`` are the slugs of the enabled ones. Raises
    what the worker raises when the server refuses it for good.
    """
    # Without a fixed file rich asks for sys.stdout each time, which the live terminal replaces so
    # that replies appear above the prompt.
    screen: Screen = RichScreen(Console()) if streams.live else PlainScreen(streams.stdout)
    chat = TerminalChat(
        gateway=gateway,
        chat_id=chat_id,
        person=person,
        screen=screen,
        memory=ScreenMemory(),
        agents=agents,
    )
    earlier = await chat.find_earlier() if streams.live else None
    opened()
    if streams.live:
        chat.greet(earlier)
    if addresses is not None:
        chat.tell("terminal.addresses", page=addresses.page, behind=addresses.behind)
    channel = TerminalChannel(
        screen=screen, memory=chat.memory, clock=utc_now, agents=agents, shelf=shelf
    )
    async with Worker(
        client,
        task_queue=reply_queue,
        activities=worker_activities(channel),
        graceful_shutdown_timeout=GRACE,
        **unversioned(),
    ):
        if streams.live:
            return await LiveTerminal(chat, history_file).run()
        return await PipedTerminal(chat).run(streams.stdin)
