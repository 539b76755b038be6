"""One check for each thing that Steward needs. Each asks the thing itself, with its real client."""

from collections.abc import Iterable

from temporalio.api.enums.v1 import TaskQueueType
from temporalio.api.operatorservice.v1 import ListSearchAttributesRequest
from temporalio.client import Client
from temporalio.service import RPCError

from adapters.encryption.keyring import Keyring
from adapters.postgres.schema import code_version, schema_version
from adapters.temporal_server import describe_queue
from agents.registry import queues_of
from domain.activity_calls import MAIN_QUEUE, MODEL_QUEUE
from domain.health import Finding, degraded, ok
from local.temporal import SEARCH_ATTRIBUTES
from settings import Settings

_OF_ACTIVITIES = TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY
NOT_RUNNING = "start it with `steward run`, or set DATABASE_URL and TEMPORAL_ADDRESS"


async def check_temporal(client: Client) -> Finding:
    """Reachable, with the search attributes that conversations set."""
    listed = await client.operator_service.list_search_attributes(
        ListSearchAttributesRequest(namespace=client.namespace)
    )
    missing = [name for name in SEARCH_ATTRIBUTES if name not in listed.custom_attributes]
    where = f"{client.service_client.config.target_host}, namespace {client.namespace}"
    if not missing:
        return ok("Temporal", where)
    wanted = " ".join(f"--name {name} --type Keyword" for name in missing)
    return degraded(
        "Temporal",
        f"{where}: search attributes are missing, so no conversation can start",
        f"temporal operator search-attribute create {wanted}",
    )


async def check_worker(client: Client, agents: Iterable[str]) -> Finding:
    """Whether somebody listens on each task queue, those of the enabled ``agents`` included;
    Temporal forgets a poller after minutes.
    """
    kinds = dict.fromkeys((MODEL_QUEUE, *queues_of(agents)), _OF_ACTIVITIES)
    kinds = {MAIN_QUEUE: TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW, **kinds}
    described = {name: await describe_queue(client, name, kind) for name, kind in kinds.items()}
    silent = [name for name, queue in described.items() if not queue.pollers]
    if not silent:
        return ok("worker", "listens on " + ", ".join(kinds))
    return degraded(
        "worker",
        f"nobody listens on {', '.join(silent)}: what is sent waits",
        "start one with `steward worker`, or look at logs/worker.log in the data folder",
    )


async def check_postgres(database_url: str) -> Finding:
    """Reachable, at the schema version of this code."""
    found, wanted = await schema_version(database_url), code_version()
    if found == wanted:
        return ok("PostgreSQL", f"schema {found}")
    return degraded(
        "PostgreSQL",
        f"schema {found or 'missing'}, this version needs {wanted}",
        "start a worker of this version: it brings the schema up to date",
    )


async def check_encryption(settings: Settings, *, local: bool) -> Finding:
    """Whether payloads are encrypted here. ``local``: they stay in a folder of this machine.

    Raises ``ConfigurationError`` for keys that are none.
    """
    if settings.payload_keys is not None:
        ids = Keyring.parse(settings.payload_keys.get_secret_value()).ids
        number = "1 key" if len(ids) == 1 else f"{len(ids)} keys"
        return ok("encryption", f"payloads are encrypted, {number}; new ones with {ids[0]}")
    if local:
        return ok("encryption", "payloads are not encrypted: they stay in the data folder")
    return degraded(
        "encryption",
        "whoever reads Temporal's database reads what persons write",
        "set PAYLOAD_KEYS: `steward keys new`",
    )


UNREACHABLE = (RPCError, OSError, TimeoutError)
"""What checks let through besides ``AppError`` when the thing does not answer."""
