"""What this feature says that the agent does not say without it."""

from agents.expenses.features.imports.handler import NoImportToUndo

NOTICES = ()
SAMPLES = (NoImportToUndo(),)
