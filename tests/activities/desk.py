"""The activity that reads receipts, with its ports in memory."""

from dataclasses import dataclass, field

from activities.patience import Patience
from activities.read_receipt import ReadReceipt
from domain.ledger import ReadRequest
from domain.messages import Attachment
from domain.reading import Reading
from tests.activities.doubles import OwnedAttachments, ScriptedModels
from tests.fakes.ledger import InMemoryLedger
from tests.fakes.reading import InMemoryReadings, ScriptedReader, image

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
    patience: Patience | None = None

    @property
    def activity(self) -> ReadReceipt:
        return ReadReceipt(
            self.reader,
            self.models,
            self.attachments,
            self.readings,
            self.ledger,
            patience=self.patience,
        )

    def reads(self, reading: Reading, lines: tuple[str, ...] = LINES) -> Reading:
        local = reading.model_copy(update={"lines": lines})
        self.reader.will_read(local)
        return local


def request(user_id: str = "ali", attachment: Attachment = PHOTO) -> ReadRequest:
    return ReadRequest(
        user_id=user_id,
        conversation_id="conversation:test:1",
        task_id="c/transaction/1",
        sha256=attachment.sha256,
        locale="en_MY",
        currency="MYR",
        timezone="Asia/Kuala_Lumpur",
    )
