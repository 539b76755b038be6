"""A chat with the expenses agent."""

from functools import partial

from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from activities.patience import Patience
from activities.tools import RunTool
from agents.expenses.activities.categorize import Categorize
from agents.expenses.activities.commands import ReadCommands
from agents.expenses.activities.decide import Decide
from agents.expenses.activities.first_step import SaveAtOnce
from agents.expenses.activities.importing import ImportTables
from agents.expenses.activities.ledger import KeepLedger
from agents.expenses.activities.read_receipt import ReadReceipt
from agents.expenses.activities.tools import LookUp
from agents.expenses.bind import ExpenseActivities
from agents.expenses.card import CARD
from agents.expenses.offline.engine import OfflineEngine
from agents.expenses.rules import ExpenseLimits
from agents.expenses.shown import Card
from agents.expenses.tools import EXPLAIN_WORDS, SUMMARISE_SPENDING, UNDO_LATEST
from agents.parts import AgentParts
from domain.conversation import Limits
from domain.tools import TOOL_QUEUE
from tests.agents.expenses.fakes.ledger import InMemoryLedger
from tests.agents.expenses.fakes.models import GatedModels
from tests.agents.expenses.fakes.reading import InMemoryReadings, ScriptedReader
from tests.agents.expenses.workflow.categories import GatedCategories
from tests.fakes.tool_calls import InMemoryToolCalls, remembered
from tests.workflows.chat import Chat


class ExpenseChat(Chat):
    own_tools = True
    """Whether its worker runs tools; one of another agent may do it."""

    def __init__(self, env: WorkflowEnvironment, limits: Limits, locale: str) -> None:
        alone = limits.enabled or (CARD.slug,)
        super().__init__(env, limits.model_copy(update={"enabled": alone}), locale)
        self.ledger = InMemoryLedger()
        self.kept_calls = InMemoryToolCalls()
        self.reader = ScriptedReader()
        self.readings = InMemoryReadings()
        self.models = GatedModels(self.understanding)
        self._bind()

    def _bind(self) -> None:
        look_up, calls = LookUp(self.ledger), self.kept_calls
        core = (
            (SUMMARISE_SPENDING, look_up.summarise),
            (EXPLAIN_WORDS, look_up.explain),
            (UNDO_LATEST, self.ledger.undo_latest),
        )
        tools = {tool.name: remembered(tool, handler, calls) for tool, handler in core}
        run = {TOOL_QUEUE: (RunTool({CARD.slug: tools}, calls).run_tool,)}
        own = self._activities().by_queue()
        activities = {**own, **run} if self.own_tools else own
        self.bring(
            AgentParts(
                CARD.slug,
                activities,
                OfflineEngine(),
                outside=core,
                first_step=self.first_step(),
            )
        )

    def first_step(self) -> SaveAtOnce:
        bound = self._activities()
        limits = partial(self.limits.of, CARD.slug, ExpenseLimits)
        return SaveAtOnce(bound.categorize, bound.ledger, limits)

    def workers(self) -> list[Worker]:
        """With the ports as they are now: a test may have put others in their places."""
        self._bind()
        return super().workers()

    def _activities(self) -> ExpenseActivities:
        words, patience, models = OfflineEngine(), Patience(), self.models
        return ExpenseActivities(
            ledger=KeepLedger(self.ledger),
            commands=ReadCommands(words),
            importing=ImportTables(words, self.ledger, self.ledger, self.stored, threshold=0.8),
            categorize=Categorize(
                models,
                GatedCategories(models, self.rules),
                self.ledger,
                self.readings,
                threshold=0.8,
                patience=patience,
            ),
            decide=Decide(models, patience),
            read=ReadReceipt(self.reader, self.reader, self.reader, self.readings, self.ledger),
        )

    @property
    def saved(self) -> list[Card]:
        return self.ledger.live
