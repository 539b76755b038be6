"""The activity that reads receipts, with its ports in memory."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from agents.expenses.activities.read_receipt import ReadReceipt
from agents.expenses.ledger import ReadRequest
from agents.expenses.reading import Reading
from domain.messages import Attachment
from tests.activities.doubles import OwnedAttachments
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


def request(user_id: str = "ali", attachment: Attachment = PHOTO) -> ReadRequest:
    return ReadRequest(
        user_id=user_id,
        conversation_id="conversation:test:1",
        task_id="c/expenses/1",
        sha256=attachment.sha256,
        locale="en_MY",
        currency="MYR",
        timezone="Asia/Kuala_Lumpur",
    )
