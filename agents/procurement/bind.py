"""Binds the agent's ports to its adapters, for a worker process."""

from agents.parts import AgentParts, Lent, ToolKit
from agents.procurement.activities import LookIn
from agents.procurement.card import CARD
from agents.procurement.handlers import Handlers
from agents.procurement.model.evidence import checked_step
from agents.procurement.model.fragment import fragment, instructions
from agents.procurement.offline.engine import OfflineEngine
from agents.procurement.settings import ProcurementSettings
from agents.procurement.store.shop import ShopStore
from domain.calls import MAIN_QUEUE


def bind(lent: Lent, settings: ProcurementSettings | None = None) -> AgentParts:
    """Raises ``ConfigurationError``. Opens no connection."""
    own, rules = settings or ProcurementSettings.load(), OfflineEngine()
    shop = ShopStore(lent.database)
    return AgentParts(
        slug=CARD.slug,
        activities={MAIN_QUEUE: (LookIn(shop).look_into_cart,)},
        rules=rules,
        fragment=fragment(),
        toolkit=ToolKit(
            tools=Handlers(own).bound(),
            instructions=instructions(),
            rules=rules,
            check=checked_step,
        ),
    )
