"""What this feature says that the agent does not say without it."""

from agents.expenses.features.imports.replies import NoImportToUndo

NOTICES = ()
SAMPLES = (NoImportToUndo(),)
