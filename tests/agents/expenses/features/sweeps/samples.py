"""What this feature says, once each."""

from agents.expenses.features.sweeps.replies import CategoryForAll, ForAllStage
from agents.expenses.features.sweeps.sweep import ForAllOrder, ForAllOutcome

NOTICES = ()
SAMPLES = (
    CategoryForAll(
        outcome=ForAllOutcome(
            sweep="a1", order=ForAllOrder(name="Grab", category="Transport"), count=3, kept=1
        ),
        stage=ForAllStage.OFFERED,
    ),
)
