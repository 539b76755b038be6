"""What this feature says, once each."""

from agents.expenses.features.export.replies import ExportReady, ExportUnclear
from agents.expenses.features.export.tools import Exported, ExportOrder

NOTICES = ()
SAMPLES = (ExportReady(exported=Exported(order=ExportOrder())), ExportUnclear())
