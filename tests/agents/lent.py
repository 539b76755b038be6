"""What an agent is bound with where nothing behind it is reached."""

from activities.patience import Patience
from adapters.model.gateway import ModelGateway
from adapters.postgres.pool import Database
from agents.parts import Lent
from tests.activities.doubles import OwnedAttachments
from tests.adapters.model.gateway.doubles import Calls
from tests.fakes.cases import NoCases


def lend_nothing() -> Lent:
    """Without models, and with a database that nobody serves."""
    return Lent(
        database=Database("postgresql://steward@127.0.0.1:1/none"),
        attachments=OwnedAttachments(),
        gateway=ModelGateway((), Calls()),
        patience=Patience(),
        cases=NoCases(),
    )
