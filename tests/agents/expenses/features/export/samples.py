"""What this feature says, once each."""

from agents.expenses.features.export.handler import ExportReady, ExportUnclear
from agents.expenses.features.export.tools import Exported, ExportOrder

NOTICES = ()
SAMPLES = (ExportReady(exported=Exported(order=ExportOrder())), ExportUnclear())
