"""Binds the agent's ports to its adapters, for a worker process."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from agents.expenses.activities.categorize import Categorize
from agents.expenses.activities.commands import ReadCommands
from agents.expenses.activities.decide import Decide
from agents.expenses.activities.first_step import SaveAtOnce
from agents.expenses.activities.importing import ImportTables
from agents.expenses.activities.ledger import KeepLedger
from agents.expenses.activities.rate_files import RateFiles
from agents.expenses.activities.read_receipt import ReadReceipt
from agents.expenses.activities.tools import LookUp, undo_latest
from agents.expenses.card import CARD, READING_QUEUE
from agents.expenses.features import FEATURES
from agents.expenses.model.mentions import fragment
from agents.expenses.model.questions import ExpenseModels
from agents.expenses.offline.engine import OfflineEngine
from agents.expenses.parts import Shared, handler_of
from agents.expenses.rates_file import RatesFolder
from agents.expenses.reader.engine import OcrPool
from agents.expenses.reader.reader import LocalReceiptReader
from agents.expenses.settings import ExpenseSettings
from agents.expenses.store.stores import ExpenseStores
from agents.expenses.tools import EXPLAIN_WORDS, SUMMARISE_SPENDING, UNDO_LATEST
from agents.parts import AgentParts, Lent, Processes, joined
from domain.activity_calls import MAIN_QUEUE, MODEL_QUEUE


class ExpenseActivities(NamedTuple):
    """All that the agent does outside of its workflow, for a worker and for a chat in a test."""

    ledger: KeepLedger
    commands: ReadCommands
    importing: ImportTables
    categorize: Categorize
    decide: Decide
    read: ReadReceipt

    def by_queue(self) -> Mapping[str, Sequence[Callable[..., object]]]:
        return {
            MAIN_QUEUE: (
                self.ledger.save_expense,
                self.ledger.amend_expense,
                self.ledger.undo_expense,
                self.ledger.restore_expense,
                self.ledger.find_expense,
                self.commands.read_expense_command,
                self.importing.preview_import,
                self.importing.save_import,
                self.categorize.categorize_by_rules,
            ),
            MODEL_QUEUE: (self.categorize.categorize, self.decide.decide),
            READING_QUEUE: (self.read.read_receipt,),
        }


_WITH_A_MODEL = 3
"""Photos that may wait for a model beside those that are recognised here, whose processes the
reader hands out itself."""


def bind(lent: Lent, settings: ExpenseSettings | None = None) -> AgentParts:
    """Raises ``ConfigurationError``. Opens no connection and starts no process."""
    own = settings or ExpenseSettings.load()
    stores, rules = ExpenseStores(lent.database), OfflineEngine()
    threshold = own.category_confidence_threshold
    models = ExpenseModels(lent.gateway, rules, category_threshold=threshold)
    pool = OcrPool(own.ocr_processes, data_bytes=own.ocr_memory_mb * 1024**2)
    rate_files = RateFiles(RatesFolder(own.rates_file), stores.rates)
    shared, look_up = Shared(lent, rate_files), LookUp(stores.ledger)
    features = joined([own.bind(shared) for own in FEATURES.modules("activities")])
    activities = ExpenseActivities(
        ledger=KeepLedger(stores.ledger, rate_files),
        commands=ReadCommands(rules),
        importing=ImportTables(
            rules, stores.imports, stores.preferences, lent.attachments, threshold=threshold
        ),
        categorize=Categorize(
            models,
            rules,
            stores.preferences,
            stores.readings,
            threshold=threshold,
            patience=lent.patience,
        ),
        decide=Decide(models, lent.patience),
        read=ReadReceipt(
            LocalReceiptReader(pool),
            models,
            lent.attachments,
            stores.readings,
            stores.ledger,
            patience=lent.patience,
        ),
    )
    queues = (activities.by_queue(), features.activities)
    return AgentParts(
        slug=CARD.slug,
        activities={
            queue: [each for own in queues for each in own.get(queue, ())]
            for queue in dict.fromkeys(queue for own in queues for queue in own)
        },
        rules=rules,
        look_ups=features.look_ups,
        first_step=SaveAtOnce(activities.categorize, activities.ledger, own.limits),
        tools=[(UNDO_LATEST, handler_of(undo_latest)), *features.tools],
        outside=[
            (SUMMARISE_SPENDING, look_up.summarise),
            (EXPLAIN_WORDS, look_up.explain),
            *features.outside,
        ],
        fragment=fragment(),
        limits=own.limits().model_dump(mode="json"),
        # More would only wait in this process; another one may have a free reader.
        at_once={READING_QUEUE: own.ocr_processes + _WITH_A_MODEL},
        processes=Processes(lambda: pool.pids, own.ocr_processes),
        erase_elsewhere=features.erase_elsewhere,
        prepare=features.prepare,
        close=pool.close,
    )
