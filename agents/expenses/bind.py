"""Binds the agent's ports to its adapters, for a worker process."""

from adapters.postgres.users import PostgresUsers
from agents.expenses.activities.budgets import KeepBudgets
from agents.expenses.activities.categorize import Categorize
from agents.expenses.activities.decide import Decide
from agents.expenses.activities.digest import KeepDigests
from agents.expenses.activities.export import ExportExpenses
from agents.expenses.activities.history import BrowseHistory
from agents.expenses.activities.importing import ImportTables
from agents.expenses.activities.ledger import KeepLedger
from agents.expenses.activities.rates import KeepRates, RateFiles
from agents.expenses.activities.read_receipt import ReadReceipt
from agents.expenses.activities.recurring import KeepRecurring
from agents.expenses.activities.report import ReportSpending
from agents.expenses.card import CARD, READING_QUEUE
from agents.expenses.model.mentions import fragment
from agents.expenses.model.questions import ExpenseModels
from agents.expenses.offline.engine import OfflineEngine
from agents.expenses.pictures.engine import PaintedReports
from agents.expenses.rates_file import RatesFolder
from agents.expenses.reader.engine import OcrPool
from agents.expenses.reader.reader import LocalReceiptReader
from agents.expenses.settings import ExpenseSettings
from agents.expenses.store.stores import ExpenseStores
from agents.parts import AgentParts, Lent, Processes
from domain.calls import MAIN_QUEUE, MODEL_QUEUE


def bind(lent: Lent, settings: ExpenseSettings | None = None) -> AgentParts:
    """Raises ``ConfigurationError``. Opens no connection and starts no process."""
    own = settings or ExpenseSettings.load()
    stores, rules = ExpenseStores.on(lent.database), OfflineEngine()
    threshold = own.category_confidence_threshold
    models = ExpenseModels(lent.gateway, rules, category_threshold=threshold)
    pool = OcrPool(own.ocr_processes, data_bytes=own.ocr_memory_mb * 1024**2)
    rate_files = RateFiles(RatesFolder(own.rates_file), stores.rates)
    ledger = KeepLedger(stores.ledger, rate_files)
    categorize = Categorize(
        models,
        rules,
        stores.preferences,
        stores.readings,
        threshold=threshold,
        patience=lent.patience,
    )
    exporting = ExportExpenses(rules, stores.exports, lent.attachments)
    report = ReportSpending(rules, stores.reports, PaintedReports(), lent.attachments)
    importing = ImportTables(
        rules, stores.imports, stores.preferences, lent.attachments, threshold=threshold
    )
    persons = PostgresUsers(lent.database)
    digests = KeepDigests(rules, stores.digests, persons, report, lent.cases)
    history = BrowseHistory(rules, stores.history, stores.sweeps)
    read = ReadReceipt(
        LocalReceiptReader(pool),
        models,
        lent.attachments,
        stores.readings,
        stores.ledger,
        patience=lent.patience,
    )
    return AgentParts(
        slug=CARD.slug,
        activities={
            MAIN_QUEUE: (
                ledger.save_expense,
                ledger.amend_expense,
                ledger.undo_expense,
                ledger.restore_expense,
                ledger.find_expense,
                ledger.summarise_spending,
                exporting.export_expenses,
                report.report_spending,
                KeepBudgets(rules, stores.budgets).keep_budget,
                KeepRecurring(rules, stores.recurring).keep_recurring,
                KeepRates(rules, stores.rates, rate_files).keep_rate,
                importing.preview_import,
                importing.save_import,
                digests.set_digest,
                digests.send_digest,
                digests.end_digest,
                history.browse_history,
                history.split_expense,
                history.offer_for_all,
                history.sweep_category,
                categorize.categorize_by_rules,
            ),
            MODEL_QUEUE: (categorize.categorize, Decide(models, lent.patience).decide),
            READING_QUEUE: (read.read_receipt,),
        },
        rules=rules,
        fragment=fragment(),
        limits=own.limits().model_dump(mode="json"),
        # More would only wait in this process; another one may have a free reader.
        at_once={READING_QUEUE: own.ocr_processes},
        processes=Processes(lambda: pool.pids, own.ocr_processes),
        erase_elsewhere=digests.erase,
        close=pool.close,
    )
