"""What can be asked about imports that are done."""

from datetime import timedelta

from domain.messages import Frozen
from domain.tools import Effect, NoArguments, Tool

_WHOLE = timedelta(seconds=30)
"""20,000 rows are taken back at once."""


class ImportUndone(Frozen):
    import_id: str
    rows: int
    """Expenses that were taken back with it."""


UNDO_IMPORT = Tool(
    name="undo_import",
    purpose="Takes back all that was imported last from a file in this conversation.",
    arguments=NoArguments,
    result=ImportUndone,
    effect=Effect.WRITE,
    timeout=_WHOLE,
)

TOOLS = (UNDO_IMPORT,)
