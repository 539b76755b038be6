"""Connects to Temporal, by its standard ``TEMPORAL_*`` variables and configuration profiles."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta

import structlog
from pydantic import BaseModel
from temporalio.api.enums.v1 import IndexedValueType
from temporalio.api.operatorservice.v1 import AddSearchAttributesRequest
from temporalio.client import (
    Client,
    Schedule,
    ScheduleActionStartWorkflow,
    ScheduleAlreadyRunningError,
    ScheduleCalendarSpec,
    ScheduleRange,
    ScheduleSpec,
    ScheduleUpdate,
)
from temporalio.contrib.pydantic import pydantic_data_converter
from temporalio.envconfig import ClientConfig, ClientConnectConfig
from temporalio.service import RPCError, RPCStatusCode

from domain.errors import ConfigurationError

_log = structlog.get_logger()

_DEFAULT_ADDRESS = "localhost:7233"
_ATTEMPTS = 3
_ATTEMPT_TIMEOUT = timedelta(seconds=5)
_PAUSE = timedelta(seconds=0.5)


def configured() -> ClientConnectConfig:
    """What the environment and the Temporal configuration file say.

    Raises ``ConfigurationError`` when they cannot be understood.
    """
    try:
        return ClientConfig.load_client_connect_config()
    except RuntimeError as error:  # the SDK has no narrower class for this
        msg = (
            f"the Temporal configuration is wrong ({_short(str(error))}): "
            "mend TEMPORAL_CONFIG_FILE or TEMPORAL_PROFILE"
        )
        raise ConfigurationError(msg) from error


def embedded(address: str) -> ClientConnectConfig:
    """An embedded server at this address; nothing from the environment is used."""
    return {"target_host": address, "namespace": "default"}


async def connect(wanted: ClientConnectConfig, *, attempts: int = _ATTEMPTS) -> Client:
    """A connected client that carries pydantic models.

    Tries a few times, because in a deployment everything starts at once. Raises
    ``ConfigurationError`` whose message names the address and how to mend it.
    """
    config = wanted.copy()
    address = config.setdefault("target_host", _DEFAULT_ADDRESS)
    reason = "no answer"
    for attempt in range(attempts):
        if attempt:
            await asyncio.sleep(_PAUSE.total_seconds())
        try:
            async with asyncio.timeout(_ATTEMPT_TIMEOUT.total_seconds()):
                return await Client.connect(**config, data_converter=pydantic_data_converter)
        except TimeoutError:
            reason = "no answer"
        except (RuntimeError, ValueError) as error:  # what the SDK raises for a failed connect
            reason = _short(str(error))
    msg = (
        f"Temporal cannot be reached at {address} ({reason}): start the server there, "
        "or set TEMPORAL_ADDRESS to where it runs"
    )
    raise ConfigurationError(msg)


def _short(text: str) -> str:
    """The SDK's account of a failed connection, without its nested debug notation."""
    for sign, words in (
        ("Connection refused", "connection refused"),
        ("dns error", "unknown host name"),
        ("certificate", "its TLS certificate is not accepted"),
        ("Unauthenticated", "it does not accept the credentials"),
        ("PermissionDenied", "it does not accept the credentials"),
    ):
        if sign in text:
            return words
    return " ".join(text.split())[:160]


async def prepare(client: Client, keywords: Sequence[str]) -> None:
    """Makes sure that the namespace knows the search attributes. Idempotent.

    Without the right to do so, an operator must have done it; a missing one is logged.
    """
    request = AddSearchAttributesRequest(
        namespace=client.namespace,
        search_attributes=dict.fromkeys(keywords, IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD),
    )
    try:
        await client.operator_service.add_search_attributes(request)
    except RPCError as error:
        if error.status is not RPCStatusCode.ALREADY_EXISTS:
            _log.warning("temporal.search_attributes_not_added", status=error.status.name)


async def schedule_daily(client: Client, workflow: str, request: BaseModel, queue: str) -> None:
    """Runs a workflow once a day, in the small hours UTC. Idempotent; the newest request counts."""
    action = ScheduleActionStartWorkflow(workflow, request, id=workflow, task_queue=queue)
    nightly = ScheduleCalendarSpec(hour=[ScheduleRange(3)])
    schedule = Schedule(action=action, spec=ScheduleSpec(calendars=[nightly]))
    try:
        await client.create_schedule(workflow, schedule)
    except ScheduleAlreadyRunningError:
        handle = client.get_schedule_handle(workflow)
        await handle.update(lambda _: ScheduleUpdate(schedule=schedule))
