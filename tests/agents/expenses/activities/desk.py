"""The activity that reads receipts, with its ports in memory."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from temporalio.exceptions import ApplicationError

from agents.expenses.activities.read_receipt import ReadReceipt
from agents.expenses.ledger import ReadOutcome, ReadRequest
from agents.expenses.reading import Reading
from tests.activities.doubles import OwnedAttachments
from tests.activities.running import Attempt
from tests.agents.expenses.fakes.ledger import InMemoryLedger
from tests.agents.expenses.fakes.models import ScriptedModels
from tests.agents.expenses.fakes.reading import InMemoryReadings, ScriptedReader
from tests.fakes.attachments import image

PHOTO = image("photo")
LINES = ("KEDAI KOPI", "TOTAL 9.00")
LAST = 4
"""The attempt after which nobody waits for a model any longer."""


@dataclass
class Desk:
    """The activity with its ports; ``ali`` has sent ``PHOTO``."""

    attempt: Attempt
    reader: ScriptedReader = field(default_factory=ScriptedReader)
    models: ScriptedModels = field(default_factory=lambda: ScriptedModels(available=False))
    attachments: OwnedAttachments = field(default_factory=OwnedAttachments)
    readings: InMemoryReadings = field(default_factory=InMemoryReadings)
    ledger: InMemoryLedger = field(default_factory=InMemoryLedger)
    clock: Callable[[], float] = time.monotonic

    @property
    def activity(self) -> ReadReceipt:
        return ReadReceipt(
            self.reader,
            self.models,
            self.attachments,
            self.readings,
            self.ledger,
            clock=self.clock,
        )

    def reads(self, reading: Reading, lines: tuple[str, ...] = LINES) -> Reading:
        local = reading.model_copy(update={"lines": lines})
        self.reader.will_read(local)
        return local

    async def read(
        self,
        user_id: str = "ali",
        attempt: int = 1,
        worker: ReadReceipt | None = None,
        **fields: object,
    ) -> ReadOutcome:
        """What reading ``PHOTO`` comes to; ``fields`` are of the request. Another worker reads
        each time where none is given.
        """
        read = (worker or self.activity).read_receipt
        return await self._at(attempt).run(read, _request(user_id, fields))

    async def fails(
        self,
        user_id: str = "ali",
        attempt: int = 1,
        worker: ReadReceipt | None = None,
        **fields: object,
    ) -> ApplicationError:
        read = (worker or self.activity).read_receipt
        return await self._at(attempt).fails(read, _request(user_id, fields))

    def _at(self, attempt: int) -> Attempt:
        return self.attempt if attempt == 1 else self.attempt.repeated(attempt)


def _request(user_id: str, fields: Mapping[str, object]) -> ReadRequest:
    usual = ReadRequest(
        user_id=user_id,
        conversation_id="conversation:test:1",
        task_id="c/expenses/1",
        sha256=PHOTO.sha256,
        locale="en_MY",
        currency="MYR",
        timezone="Asia/Kuala_Lumpur",
    )
    return usual.model_copy(update=dict(fields))
