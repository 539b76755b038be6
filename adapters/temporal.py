"""Connects to Temporal, by its standard ``TEMPORAL_*`` variables and configuration profiles."""

import asyncio
import copy
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from importlib import metadata
from typing import Self, TypedDict

import structlog
from temporalio.api.enums.v1 import IndexedValueType
from temporalio.api.operatorservice.v1 import (
    AddSearchAttributesRequest,
    ListSearchAttributesRequest,
)
from temporalio.client import (
    Client,
    Interceptor,
    Schedule,
    ScheduleActionStartWorkflow,
    ScheduleAlreadyRunningError,
    ScheduleCalendarSpec,
    SchedulePolicy,
    ScheduleRange,
    ScheduleSpec,
    ScheduleUpdate,
)
from temporalio.common import VersioningBehavior, WorkerDeploymentVersion
from temporalio.contrib.pydantic import pydantic_data_converter
from temporalio.converter import (
    DataConverter,
    DefaultFailureConverterWithEncodedAttributes,
    SerializationContext,
)
from temporalio.envconfig import ClientConfig, ClientConnectConfig
from temporalio.runtime import Runtime
from temporalio.service import GrpcCompression, RPCError, RPCStatusCode
from temporalio.worker import WorkerDeploymentConfig

from adapters.encryption.codec import EncryptionCodec, LackingKeys, NoKeys
from adapters.encryption.refused import RefusingPayloadConverter
from adapters.temporal_logs import quiet_runtime
from adapters.temporal_server import RPC_TIMEOUT, passing_over_missing
from domain.errors import ConfigurationError
from domain.timetables import Timetable

_log = structlog.get_logger()

_DEFAULT_ADDRESS = "localhost:7233"
_ATTEMPTS = 3
_ATTEMPT_TIMEOUT = timedelta(seconds=5)
_PAUSE = timedelta(seconds=0.5)
CATCH_UP = timedelta(days=2)
_EVERY_DAY = [ScheduleRange(0, 6)]
_ANY_DAY = [ScheduleRange(1, 31)]
_REFUSED = (RPCStatusCode.PERMISSION_DENIED, RPCStatusCode.UNAUTHENTICATED)


def configured() -> ClientConnectConfig:
    """What the environment and the Temporal configuration file say.

    Raises ``ConfigurationError`` when they cannot be understood.
    """
    try:
        return ClientConfig.load_client_connect_config()
    except RuntimeError as error:  # the SDK has no narrower class for this
        raise ConfigurationError(
            f"the Temporal configuration is wrong ({_short(str(error))}): "
            "mend TEMPORAL_CONFIG_FILE or TEMPORAL_PROFILE"
        ) from error


def embedded(address: str) -> ClientConnectConfig:
    """An embedded server at this address; nothing from the environment is used."""
    return {"target_host": address, "namespace": "default"}


@dataclass(frozen=True)
class ClientExtras:
    """What a process adds to its connection: encryption, traces and metrics."""

    codec: EncryptionCodec | None = None
    interceptors: Sequence[Interceptor] = ()
    runtime: Runtime | None = None
    """Carries the metrics of the SDK; None means one without any."""


def lacking_keys(client: Client) -> LackingKeys:
    """What this connection could not read for want of a key."""
    codec = client.data_converter.payload_codec
    return codec.lacking if isinstance(codec, EncryptionCodec | NoKeys) else LackingKeys()


@dataclass(frozen=True)
class _EncryptingConverter(DataConverter):
    """Is bound to a workflow several times for each payload of a workflow task, so that binding
    copies what is there; the SDK's own way builds all converters anew.
    """

    def with_context(self, context: SerializationContext) -> Self:
        bound = copy.copy(self)
        if isinstance(self.payload_codec, EncryptionCodec):
            object.__setattr__(bound, "payload_codec", self.payload_codec.with_context(context))
        return bound


def data_converter(codec: EncryptionCodec | None) -> DataConverter:
    """Carries pydantic models. With a codec, messages and stack traces of failures are encoded,
    too: an error may quote what a person wrote.
    """
    if codec is None:
        return replace(pydantic_data_converter, payload_codec=NoKeys())
    return _EncryptingConverter(
        payload_converter_class=RefusingPayloadConverter,
        payload_codec=codec,
        failure_converter_class=DefaultFailureConverterWithEncodedAttributes,
    )


async def connect(
    wanted: ClientConnectConfig, extras: ClientExtras | None = None, *, attempts: int = _ATTEMPTS
) -> Client:
    """A connected client that carries pydantic models, encrypted when ``extras`` has a codec.

    Headers stay in the clear: they carry the ids of traces only, and belong to no workflow.

    Tries a few times, because in a deployment everything starts at once. Raises
    ``ConfigurationError`` whose message names the address and how to mend it.
    """
    config = wanted.copy()
    added = extras or ClientExtras()
    address = config.setdefault("target_host", _DEFAULT_ADDRESS)
    reason = "no answer"
    for attempt in range(attempts):
        if attempt:
            await asyncio.sleep(_PAUSE.total_seconds())
        try:
            async with asyncio.timeout(_ATTEMPT_TIMEOUT.total_seconds()):
                return await Client.connect(
                    **config,
                    data_converter=data_converter(added.codec),
                    interceptors=added.interceptors,
                    runtime=added.runtime or quiet_runtime(),
                    grpc_compression=_compression(address),
                )
        except TimeoutError:
            reason = "no answer"
        except (RuntimeError, ValueError) as error:  # what the SDK raises for a failed connect
            reason = _short(str(error))
    raise ConfigurationError(
        f"Temporal cannot be reached at {address} ({reason}): start the server there, "
        "or set TEMPORAL_ADDRESS to where it runs"
    )


def _compression(address: str) -> GrpcCompression:
    """On the same machine compressing costs more than it saves."""
    host = address.rpartition(":")[0].strip("[]")
    near = host in {"localhost", "127.0.0.1", "::1"}
    return GrpcCompression.NONE if near else GrpcCompression.GZIP


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


class WorkerVersion(TypedDict, total=False):
    """Arguments of a ``Worker``: which code it runs."""

    build_id: str
    deployment_config: WorkerDeploymentConfig


def unversioned() -> WorkerVersion:
    """Histories name the version of the package. Where nothing is named, Temporal's SDK hashes all
    code that is loaded, for which a process starts most of a second later.
    """
    return {"build_id": metadata.version("steward")}


def versioned(deployment: str, build_id: str | None) -> WorkerVersion:
    """How a worker says which code it runs. Without a build id, chats go to whatever worker is
    there.

    With one, conversations move to the current version with their next task: they may last for
    months, so a version that they were pinned to would have to run as long. What they did before is
    replayed by the new code, which is why changes of a workflow are guarded and old histories are
    tested.
    """
    if build_id is None:
        return unversioned()
    config = WorkerDeploymentConfig(
        version=WorkerDeploymentVersion(deployment_name=deployment, build_id=build_id),
        use_worker_versioning=True,
        default_versioning_behavior=VersioningBehavior.AUTO_UPGRADE,
    )
    return {"deployment_config": config}


async def prepare(client: Client, keywords: Sequence[str]) -> None:
    """Makes sure that the namespace knows the search attributes. Idempotent.

    Without the right to add them, as in Temporal Cloud, somebody must have done it: raises
    ``ConfigurationError`` when they are missing, since no conversation could take a step.
    """
    request = AddSearchAttributesRequest(
        namespace=client.namespace,
        search_attributes=dict.fromkeys(keywords, IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD),
    )
    try:
        await client.operator_service.add_search_attributes(request)
    except RPCError as error:
        if error.status is not RPCStatusCode.ALREADY_EXISTS:
            await _check_listed(client, keywords, error.status.name)


async def _check_listed(client: Client, keywords: Sequence[str], refusal: str) -> None:
    """Looks whether they are there although they could not be added; a guess is only logged."""
    request = ListSearchAttributesRequest(namespace=client.namespace)
    try:
        listed = await client.operator_service.list_search_attributes(request)
    except RPCError as error:
        _log.warning(
            "temporal.search_attributes_not_added", status=refusal, listing=error.status.name
        )
        return
    missing = [name for name in keywords if name not in listed.custom_attributes]
    if missing:
        raise ConfigurationError(
            f"the namespace {client.namespace} lacks search attributes of the type Keyword "
            f"({', '.join(missing)}), and these credentials may not add them ({refusal}): "
            "an operator must do it once (docs/deployment.md)"
        )


async def schedule_daily(client: Client, workflow: str, queue: str) -> None:
    """Runs a workflow once a day, in the small hours UTC. Idempotent.

    It gets no input: nobody knows beforehand the id that the server gives it, which an encrypted
    one would be made for.

    Raises ``ConfigurationError`` when the credentials may not keep schedules.
    """
    action = ScheduleActionStartWorkflow(workflow, id=workflow, task_queue=queue)
    nightly = ScheduleCalendarSpec(hour=[ScheduleRange(3)])
    schedule = Schedule(action=action, spec=ScheduleSpec(calendars=[nightly]))
    try:
        try:
            await client.create_schedule(workflow, schedule)
        except ScheduleAlreadyRunningError:
            handle = client.get_schedule_handle(workflow)
            await handle.update(lambda known: _updated(schedule, known.description.schedule))
    except RPCError as error:
        if error.status not in _REFUSED:
            raise
        raise ConfigurationError(
            f"these credentials may not keep schedules in the namespace {client.namespace} "
            f"({error.status.name}): give them the right to write there"
        ) from error


async def keep_timetable(client: Client, wanted: Timetable, queue: str) -> None:
    """Runs a workflow by a timetable, in place of an earlier one of that id. Idempotent.

    A run that was missed while the server was away is made up for within ``CATCH_UP``; two never go
    on at once. As for ``schedule_daily`` there is no input. Raises ``RPCError``.
    """
    calendar = ScheduleCalendarSpec(
        hour=[ScheduleRange(wanted.hour)],
        day_of_week=[ScheduleRange(wanted.weekday)] if wanted.weekday is not None else _EVERY_DAY,
        day_of_month=[ScheduleRange(wanted.day)] if wanted.day is not None else _ANY_DAY,
    )
    schedule = Schedule(
        action=ScheduleActionStartWorkflow(
            wanted.workflow, id=f"{wanted.id}/run", task_queue=queue
        ),
        spec=ScheduleSpec(calendars=[calendar], time_zone_name=wanted.timezone),
        policy=SchedulePolicy(catchup_window=CATCH_UP),
    )
    try:
        await client.create_schedule(wanted.id, schedule, rpc_timeout=RPC_TIMEOUT)
    except ScheduleAlreadyRunningError:
        handle = client.get_schedule_handle(wanted.id)
        await handle.update(lambda _: ScheduleUpdate(schedule=schedule), rpc_timeout=RPC_TIMEOUT)


async def drop_timetable(client: Client, schedule: str) -> None:
    """Idempotent. Raises ``RPCError``."""
    with passing_over_missing():
        await client.get_schedule_handle(schedule).delete(rpc_timeout=RPC_TIMEOUT)


def _updated(wanted: Schedule, known: Schedule) -> ScheduleUpdate:
    """What an operator set stays: a schedule that was paused remains so."""
    return ScheduleUpdate(schedule=replace(wanted, state=known.state, policy=known.policy))
