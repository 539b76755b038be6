"""``python -m tests.telegram.emulator``: Telegram on this machine, for a developer."""

import asyncio
import time
from typing import Annotated

import typer

from tests.telegram.emulator.emulator import Emulator
from tests.telegram.emulator.page import Page
from tests.telegram.emulator.server import Server, served

# Messages count on from here, so that a bot that remembers an earlier run sees new ones.
_EPOCH = 1_700_000_000


def main(
    port: Annotated[int, typer.Option(help="where to listen on this machine")] = 8082,
    token: Annotated[str, typer.Option(help="the bot's token")] = "42:TEST",  # noqa: S107 - made up
    *,
    rate_limit: Annotated[
        bool, typer.Option(help="refuse what comes faster than Telegram takes")
    ] = True,
) -> None:
    """Serves the Bot API and a page to chat with the bot."""
    try:
        asyncio.run(_serve(port, token, rate_limit=rate_limit))
    except KeyboardInterrupt:
        typer.echo("\nstopped")


async def _serve(port: int, token: str, *, rate_limit: bool) -> None:
    now = int(time.time())
    tg = Emulator(token, rate_limit=rate_limit, first_update=now, first_message=now - _EPOCH)
    ali = tg.person(1001, "Ali", username="ali")
    siti = tg.person(1002, "Siti", username="siti", language_code="ms")
    jonas = tg.person(1003, "Jonas", username="jonas", language_code="de")
    for person in (ali, siti, jonas):
        tg.private(person)
    tg.group(-1001, "Trip to Penang", members=[ali, siti, jonas], admins=[ali])
    application = Server(tg).application()
    Page(tg).add_to(application)
    async with served(tg, application, port):
        typer.echo(f"chat at          {tg.base_url}/")
        typer.echo(f"start the bot    TELEGRAM_API_BASE={tg.base_url} TELEGRAM_BOT_TOKEN={token}")
        typer.echo("stop with        Ctrl-C")
        await asyncio.Event().wait()


if __name__ == "__main__":
    typer.run(main)
