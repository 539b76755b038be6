"""Binds the agent's ports to its adapters, for a worker process."""

from datetime import UTC, datetime
from functools import partial

from agents.parts import AgentParts, Lent, ToolKit
from agents.procurement.activities import FollowApproval, LookIn
from agents.procurement.card import CARD
from agents.procurement.handlers import Shop
from agents.procurement.model.evidence import checked_step, objection_to_step
from agents.procurement.model.fragment import fragment, instructions
from agents.procurement.offline.engine import ShopRules
from agents.procurement.settings import ProcurementSettings
from agents.procurement.store.approvals import PostgresApprovals
from agents.procurement.store.glance import ShopGlance
from agents.procurement.store.health import catalog
from domain.activity_calls import MAIN_QUEUE


def bind(lent: Lent, settings: ProcurementSettings | None = None) -> AgentParts:
    """Raises ``ConfigurationError``. Opens no connection."""
    own, rules = settings or ProcurementSettings.load(), ShopRules()
    look_in = LookIn(ShopGlance(lent.database, own.catalog_staff, own.purchase_approvers))
    follow = FollowApproval(
        PostgresApprovals(lent.database),
        lent.cases,
        own.purchase_approvers,
        lambda: datetime.now(UTC),
        lent.timezone,
    )
    return AgentParts(
        slug=CARD.slug,
        activities={MAIN_QUEUE: (look_in.look_into_cart, follow.follow_purchase_request)},
        rules=rules,
        checks={"catalog": partial(catalog, lent.database)},
        fragment=fragment(),
        toolkit=ToolKit(
            tools=Shop(own, cases=lent.cases).bound(),
            instructions=instructions(),
            rules=rules,
            check=checked_step,
            objection=objection_to_step,
        ),
    )
