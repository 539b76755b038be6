"""The agent's activities: permanent names, types, queues, timeouts and retries."""

from datetime import timedelta

from agents.expenses.card import READING_QUEUE
from agents.expenses.importing import ImportOutcome, ImportPreview, ImportRequest, SaveImportRequest
from agents.expenses.ledger import (
    AmendOutcome,
    AmendRequest,
    FindRequest,
    Found,
    ReadOutcome,
    ReadRequest,
    RestoreRequest,
    SaveOutcome,
    SaveRequest,
    StoredTransaction,
    UndoOutcome,
    UndoRequest,
)
from agents.expenses.meaning import (
    Categorized,
    CategorizeRequest,
    CommandRead,
    CommandRequest,
    Decided,
    DecideRequest,
)
from domain.activity_calls import BY_RULES, HEARTBEAT, MODEL_QUEUE, ActivityCall, Retries

READ_COMMAND = ActivityCall("read_expense_command", CommandRequest, CommandRead, BY_RULES)
SAVE_EXPENSE = ActivityCall("save_expense", SaveRequest, SaveOutcome, committing=True)
AMEND_EXPENSE = ActivityCall("amend_expense", AmendRequest, AmendOutcome, committing=True)
_WHOLE_IMPORT = timedelta(seconds=30)
"""20,000 rows are taken back or brought back at once."""
UNDO_EXPENSE = ActivityCall(
    "undo_expense", UndoRequest, UndoOutcome, _WHOLE_IMPORT, committing=True
)
RESTORE_EXPENSE = ActivityCall(
    "restore_expense", RestoreRequest, StoredTransaction, _WHOLE_IMPORT, committing=True
)
FIND_EXPENSE = ActivityCall("find_expense", FindRequest, Found)
PREVIEW_IMPORT = ActivityCall(
    "preview_import",
    ImportRequest,
    ImportPreview,
    timedelta(minutes=2),  # 20,000 lines are read, and compared with as many that are saved
    heartbeat=HEARTBEAT,
)
SAVE_IMPORT = ActivityCall(
    "save_import",
    SaveImportRequest,
    ImportOutcome,
    timedelta(minutes=10),  # 20,000 rows on a busy database; a worker that dies is noticed sooner
    heartbeat=HEARTBEAT,
    committing=True,
)
CATEGORIZE_BY_RULES = ActivityCall(
    "categorize_by_rules",
    CategorizeRequest,
    Categorized,
    BY_RULES,  # with three look-ups
    retries=Retries.TWICE,  # without it the person is asked
)
CATEGORIZE = ActivityCall(
    "categorize",
    CategorizeRequest,
    Categorized,
    timedelta(seconds=60),  # one attempt: 45 s of patience at most, then rules
    retries=Retries.MODELS,
    queue=MODEL_QUEUE,
    heartbeat=HEARTBEAT,
)
DECIDE = ActivityCall(
    "decide",
    DecideRequest,
    Decided,
    timedelta(seconds=30),  # replaced by the decision timeout of the settings
    retries=Retries.ONCE,  # the fixed order is as good as a late choice
    queue=MODEL_QUEUE,
    heartbeat=HEARTBEAT,
)
READ_RECEIPT = ActivityCall(
    "read_receipt",
    ReadRequest,
    ReadOutcome,
    timedelta(minutes=5),  # a fresh reader loads, OCR of a long PDF on a busy machine, two models
    retries=Retries.MODELS,
    queue=READING_QUEUE,
    heartbeat=HEARTBEAT,
)
