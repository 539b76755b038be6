"""Looks at everything that Steward needs and says what is wrong and how to mend it."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from temporalio.envconfig import ClientConnectConfig

from adapters.temporal import configured, connect
from agents.packages import PACKAGES
from agents.registry import optional_part
from domain.errors import AppError
from domain.health import Finding, Health, down, ok
from local.checks import (
    NOT_RUNNING,
    UNREACHABLE,
    check_encryption,
    check_postgres,
    check_temporal,
    check_worker,
)
from local.http_checks import HTTP_CHANNEL, check_http
from local.own_process import address_of
from local.target import Target
from settings import Settings

_CHECK_SECONDS = 120.0
"""Only what hangs takes so long; what works but has a busy machine beside it is given its time: to
load models from a cold disk and read a word, to start a tool server.
"""


async def examine(settings: Settings, target: Target | None) -> tuple[Finding, ...]:
    """All checks. ``target`` None: nothing runs here and the environment names no database."""
    config = target.temporal if target else configured()
    slugs = settings.agents or tuple(PACKAGES)
    temporal, postgres, agents, staff, models, http = await asyncio.gather(
        _temporal(config, slugs),
        _timed("PostgreSQL", lambda: _postgres(target)),
        _agents(slugs),
        _staff(settings, slugs),
        _models(settings),
        _http(settings, target),
    )
    local = target is not None and target.stack is not None
    return (
        *temporal,
        postgres,
        *agents,
        *staff,
        *models,
        *http,
        await _timed("encryption", lambda: check_encryption(settings, local=local)),
    )


def works(findings: tuple[Finding, ...]) -> bool:
    """Whether nothing that is required is down; degraded parts do not count."""
    return not any(finding.required and finding.health is Health.DOWN for finding in findings)


async def _temporal(config: ClientConnectConfig, agents: Sequence[str]) -> tuple[Finding, ...]:
    try:
        client = await connect(config, attempts=1)
    except AppError as error:
        return (
            _failed("Temporal", error),
            down("worker", "cannot be asked without Temporal", "mend Temporal first"),
        )
    return (
        await _timed("Temporal", lambda: check_temporal(client)),
        await _timed("worker", lambda: check_worker(client, agents)),
    )


async def _models(settings: Settings) -> Sequence[Finding]:
    """One finding for each provider, in the order in which they are asked."""
    if not settings.providers:
        return (ok("model", "none configured: works offline (set OPENAI_API_KEY for more)"),)
    # Only here: the library of the provider takes a second to import.
    from local.model_checks import check_provider, finding_name  # noqa: PLC0415

    return await asyncio.gather(
        *(
            _timed(finding_name(provider), partial(check_provider, provider))
            for provider in settings.providers
        )
    )


async def _agents(slugs: Sequence[str]) -> Sequence[Finding]:
    """What each enabled agent has to say of its own parts (``agents/<slug>/doctor.py``). One after
    the other: they start processes, and together would make a small machine a busy one.
    """
    modules = (optional_part(slug, "doctor") for slug in slugs)
    checks = [check for m in modules if m is not None for check in m.CHECKS.items()]
    return [await _timed(name, check) for name, check in checks]


async def _staff(settings: Settings, slugs: Sequence[str]) -> Sequence[Finding]:
    """Whether people can work in each agent's staff chat (``agents/<slug>/staffed.py``)."""
    modules = (optional_part(slug, "staffed") for slug in slugs)
    token = settings.telegram_bot_token
    plain = token.get_secret_value() if token else None
    chats = [
        chat
        for module in modules
        if module is not None and (chat := module.staff_chat()) is not None
    ]
    if not chats:
        return ()
    # Only here: it brings aiogram, whose import takes seconds.
    from bot.telegram.staff.rights import STAFF_CHAT, check_staff_chat  # noqa: PLC0415

    checks = [partial(check_staff_chat, plain, settings.telegram_api_base, chat) for chat in chats]
    return await asyncio.gather(*(_timed(STAFF_CHAT, check) for check in checks))


async def _http(settings: Settings, target: Target | None) -> Sequence[Finding]:
    """Nothing where no HTTP channel is meant to be."""
    address = target.stack.page_address if target is not None and target.stack is not None else ""
    if not address and settings.http_listen is not None:
        address = address_of(settings.http_listen)
    return [await _timed(HTTP_CHANNEL, partial(check_http, address))] if address else ()


async def _postgres(target: Target | None) -> Finding:
    if target is None:
        return down("PostgreSQL", "no database: nothing runs here", NOT_RUNNING)
    return await check_postgres(target.database_url)


async def _timed(name: str, check: Callable[[], Awaitable[Finding]]) -> Finding:
    """The check's finding with how long it took; a check that fails is a finding, too."""
    began = time.monotonic()
    try:
        async with asyncio.timeout(_CHECK_SECONDS):
            finding = await check()
    except AppError as error:
        finding = _failed(name, error)
    except TimeoutError:
        finding = down(name, f"no answer within {_CHECK_SECONDS:.0f} s", "look at its logs")
    except UNREACHABLE as error:
        finding = down(name, f"{type(error).__name__}: {error}", "look at its logs")
    return finding.model_copy(update={"latency_ms": round((time.monotonic() - began) * 1000)})


def _failed(name: str, error: AppError) -> Finding:
    """Messages for operators read "what is wrong: what to do"."""
    fault, _, advice = str(error).rpartition(": ")
    return down(name, fault or advice, advice if fault else "")
