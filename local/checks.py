"""One check for each thing that Steward needs. Each asks the thing itself, with its real client."""

import io

from PIL import Image, ImageDraw, ImageFont
from temporalio.api.enums.v1 import TaskQueueType
from temporalio.api.operatorservice.v1 import ListSearchAttributesRequest
from temporalio.client import Client
from temporalio.service import RPCError

from adapters.encryption.keyring import Keyring
from adapters.ocr.engine import OcrPool
from adapters.postgres.migrate import code_version, schema_version
from adapters.temporal_server import describe_queue
from local.health import Finding, degraded, ok
from local.temporal import SEARCH_ATTRIBUTES
from settings import Settings
from workflows.options import MAIN_QUEUE, MODEL_QUEUE, READING_QUEUE

NOT_RUNNING = "start it with `steward run`, or set DATABASE_URL and TEMPORAL_ADDRESS"

_WORD = "RECEIPT"
_QUEUES = {
    MAIN_QUEUE: TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
    MODEL_QUEUE: TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
    READING_QUEUE: TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
}


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


async def check_worker(client: Client) -> Finding:
    """Whether somebody listens on each task queue; Temporal forgets a poller after minutes."""
    described = {name: await describe_queue(client, name, kind) for name, kind in _QUEUES.items()}
    silent = [name for name, queue in described.items() if not queue.pollers]
    if not silent:
        return ok("worker", "listens on " + ", ".join(_QUEUES))
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


async def check_ocr() -> Finding:
    """Starts a reading process, which loads the models, and reads one printed word with it."""
    pool = OcrPool(processes=1)
    try:
        read = await pool.lines(_picture_of(_WORD))
    finally:
        await pool.close()
    words = [line.text for page in read.pages for line in page.lines]
    if any(_WORD in word.upper() for word in words):
        return ok("OCR", "models loaded, a test word was read")
    return degraded(
        "OCR", f"a test word was misread as {words}", "install the rapidocr package again"
    )


def _picture_of(word: str) -> bytes:
    picture = Image.new("RGB", (640, 200), "white")
    font = ImageFont.load_default(size=72)
    ImageDraw.Draw(picture).text((80, 50), word, fill="black", font=font)
    content = io.BytesIO()
    picture.save(content, format="PNG")
    return content.getvalue()


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
