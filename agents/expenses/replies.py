"""What the agent can say: one model for each topic. ``words`` has the texts."""

from collections.abc import Sequence
from datetime import date
from typing import ClassVar

from agents.expenses.importing import ImportOutcome, ImportPreview
from agents.expenses.meaning import QuestionKind
from agents.expenses.shown import Card, Change, FeatureNotice
from agents.expenses.spending import CurrencyTotal, Insight, InsightMeasure
from agents.expenses.tables.tabulating import TableFault
from agents.expenses.tools import BankNotice, Hint
from domain.messages import Frozen
from domain.replies import Content, Placement, Question


class Aside(Content):
    """Says something that leaves the progress of what is being read where it is."""

    placement: ClassVar[Placement] = Placement.ASIDE


class About(Content):
    """Says something about one expense. What was told in words leaves the progress of a photo
    that is still being read where it is.
    """

    card: Card

    @property
    def placed(self) -> Placement:
        from_words = not (self.card.from_photo or self.card.from_table)
        return Placement.ASIDE if from_words else type(self).placement


class Listing(Content):
    """Shows several expenses."""

    cards: tuple[Card, ...] = ()

    @property
    def listed(self) -> tuple[str, ...]:
        return tuple(card.task_id for card in self.cards if card.task_id)


class Saved(About):
    """``differences``: where the person's words overrule the photo. ``late``: the save had to wait
    for the database; ``notices``: what features tell with it. Choices edit, undo, and take up what
    a notice offers.
    """

    topic: ClassVar[str] = "expenses.saved"
    differences: tuple[Change, ...] = ()
    late: bool = False
    notices: tuple[FeatureNotice, ...] = ()


class SavedTogether(Listing):
    """Several expenses of one message. ``opened`` is how many there were, ``asking`` how many of
    them still ask.
    """

    topic: ClassVar[str] = "expenses.saved_together"
    differences: tuple[Change, ...] = ()
    opened: int
    asking: int = 0
    notices: tuple[FeatureNotice, ...] = ()

    @property
    def placed(self) -> Placement:
        from_photo = any(card.from_photo for card in self.cards)
        return Placement.RESULT if from_photo else Placement.ASIDE


class Corrected(About):
    """Before → after; choices edit and undo."""

    topic: ClassVar[str] = "expenses.corrected"
    changes: tuple[Change, ...]
    notices: tuple[FeatureNotice, ...] = ()


class Unchanged(About, Aside):
    """A correction that changes nothing."""

    topic: ClassVar[str] = "expenses.unchanged"


class Deleted(About, Aside):
    """A save was undone; choices restore."""

    topic: ClassVar[str] = "expenses.deleted"


class DeletedTogether(Aside):
    """Of the last expenses so many were taken back; ``wanted`` were to be. Choices restore."""

    topic: ClassVar[str] = "expenses.deleted_together"
    cards: tuple[Card, ...]
    wanted: int


class Reverted(About, Aside):
    """A correction was undone, or such an undo; choices undo."""

    topic: ClassVar[str] = "expenses.reverted"
    changes: tuple[Change, ...]


class Restored(About, Aside):
    """Choices undo."""

    topic: ClassVar[str] = "expenses.restored"


class Asking(About, Question):
    """What the questions have in common. ``card`` is what is known so far.

    Choices: suggested values, and drop and keep from the third attempt.
    """

    problem: str = ""
    """A ``rules.Problem``."""
    value: str = ""
    """The refused value."""
    several: int = 1
    """How many receipts the photo shows; of several, the first was read."""


class AskAmount(Asking):
    topic: ClassVar[str] = "expenses.ask_amount"


class AskMerchant(Asking):
    topic: ClassVar[str] = "expenses.ask_merchant"


class AskDate(Asking):
    topic: ClassVar[str] = "expenses.ask_date"


class AskCategory(Asking):
    """Choices: at most five categories. ``alone``: it was taken out of a list."""

    topic: ClassVar[str] = "expenses.ask_category"
    alone: bool = False

    @property
    def kind_in_list(self) -> str:
        first = self.card.from_photo and not self.card.category and self.attempt == 1
        return QuestionKind.READING if first and not self.alone else ""


class AskBetterImage(Asking):
    """With tips. ``code`` and ``reason`` are set when the reading itself failed."""

    topic: ClassVar[str] = "expenses.ask_better_image"
    code: str = ""
    reason: str = ""


class AskDuplicate(Asking):
    """``saved`` is the row that is there already. Choices save_anyway, drop."""

    topic: ClassVar[str] = "expenses.ask_duplicate"
    saved: Card
    saved_on: date | None = None


class AskToSave(Asking):
    """Whether what was said is to be saved. ``changing``: the person wants something in it to be
    different, and is asked what. ``other``: an expense that it may change instead. Choices save,
    change (this or the other), drop.
    """

    topic: ClassVar[str] = "expenses.ask_to_save"
    quiet: ClassVar[bool] = True
    changing: bool = False
    other: Card | None = None


class AskReading(Asking):
    """Whether a photo was read right, all of it at once. ``unsure``: the fields in doubt;
    ``changing`` as for ``AskToSave``. Choices save, change, drop, keep.
    """

    topic: ClassVar[str] = "expenses.ask_reading"
    changing: bool = False
    unsure: tuple[str, ...] = ()

    @property
    def kind_in_list(self) -> str:
        return "" if self.changing else QuestionKind.READING


class Doubt(Frozen):
    """An expense as it would be saved, and which of its values may be wrong."""

    card: Card
    unsure: tuple[str, ...]


class AskTogether(Question):
    """Whether several expenses are right as they are shown. Choices: yes, keep for later, and one
    for each to change it. ``seen``: all of them were shown before; in place of the last choices is
    no, which shows them again.
    """

    topic: ClassVar[str] = "expenses.ask_together"
    doubts: tuple[Doubt, ...]
    seen: bool = False


class AskEdit(Asking):
    """What should be changed? ``field``, ``problem`` and ``value`` of a correction that could not
    be made.
    """

    topic: ClassVar[str] = "expenses.ask_edit"
    field: str = ""


class StorageDown(About):
    """Told once: it will be saved when the database is back."""

    topic: ClassVar[str] = "expenses.storage_down"


class NotSaved(About):
    """Refused by the database, kept as a draft; choices retry."""

    topic: ClassVar[str] = "expenses.not_saved"
    code: str = ""
    reason: str = ""


class Kept(About):
    """Kept as a draft on the person's wish or for want of an answer; choices resume."""

    topic: ClassVar[str] = "expenses.kept"


class Dropped(About):
    topic: ClassVar[str] = "expenses.dropped"


class Unreadable(Content):
    """The file cannot be read; how to go on."""

    topic: ClassVar[str] = "expenses.unreadable"
    code: str = ""
    reason: str = ""


class ValueOrigin(About, Aside):
    """Where the value of ``field`` came from."""

    topic: ClassVar[str] = "expenses.provenance"
    field: str = ""


class Spending(Aside):
    """The answer to a question about recorded spending."""

    topic: ClassVar[str] = "expenses.spending"
    insight: Insight
    waiting: tuple[CurrencyTotal, ...] = ()
    """Sums of what waits in this chat for an answer: it is not saved yet, so no total counts it."""

    @property
    def listed(self) -> tuple[str, ...]:
        shown = self.insight.measure is not InsightMeasure.TOTAL
        cards = self.insight.cards if shown else ()
        return tuple(card.task_id for card in cards if card.task_id)


class Hinted(Listing, Aside):
    """What was understood of a wish that cannot be carried out, and which words would do it. With
    the last saved ones, to name one of them.
    """

    topic: ClassVar[str] = "expenses.hinted"
    hint: Hint
    heard: str = ""


class NotYours(Aside):
    """Another member of the household entered what the person wants to change."""

    topic: ClassVar[str] = "expenses.not_yours"
    card: Card


class AskImport(About, Question):
    """What a table would save, and whether to. ``duplicates_too``: rows that seem to be saved
    already are among them; ``deleted_too``: those that the person deleted. Choices import, and
    what can be chosen about it.
    """

    topic: ClassVar[str] = "expenses.ask_import"
    preview: ImportPreview = ImportPreview()
    duplicates_too: bool = False
    deleted_too: bool = False
    shared_name: str = ""
    """Of several rows: it is asked which of them are meant."""
    unknown_name: str = ""
    """Of no row."""
    changed: bool = False
    """A yes saved nothing: other rows were shown then."""


class Imported(Content):
    """The rows of a table are saved; choices undo. ``first_number`` is the first row's."""

    topic: ClassVar[str] = "expenses.imported"
    outcome: ImportOutcome
    first_number: int = 0
    left_out: int = 0


class ImportNoRow(Aside):
    """What was to be changed is an import itself; its rows go from ``first`` to ``last``."""

    topic: ClassVar[str] = "expenses.import_no_row"
    number: int
    first: int
    last: int


class NoImport(Content):
    """Nothing of a table can be saved, and why."""

    topic: ClassVar[str] = "expenses.no_import"
    preview: ImportPreview = ImportPreview(fault=TableFault.NO_TABLE)


class ImportDropped(Content):
    """The person wanted nothing of the table."""

    topic: ClassVar[str] = "expenses.import_dropped"


class ImportTakenBack(Aside):
    """All rows of an import are taken back; choices restore."""

    topic: ClassVar[str] = "expenses.import_taken_back"
    rows: int


class ImportRestored(Aside):
    """They are back; choices undo."""

    topic: ClassVar[str] = "expenses.import_restored"
    rows: int


class NoExpense(Aside):
    """A forwarded notice of a bank that tells of no payment: nothing was saved."""

    topic: ClassVar[str] = "expenses.no_expense"
    notice: BankNotice


CONTENTS: Sequence[type[Content]] = (
    Saved, SavedTogether, Corrected, Unchanged, Deleted, DeletedTogether, Reverted, Restored,
    AskAmount, AskMerchant, AskDate, AskCategory, AskBetterImage, AskDuplicate, AskToSave,
    AskReading, AskTogether, AskEdit, StorageDown, NotSaved, Kept, Dropped, Unreadable,
    ValueOrigin, Spending, Hinted, NotYours, NoExpense, AskImport, Imported, ImportNoRow, NoImport,
    ImportDropped, ImportTakenBack, ImportRestored,
)  # fmt: skip
"""Every topic of this agent but those of its features; a test finds one without words."""
