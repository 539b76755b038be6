"""A task that imports a table: shows what it would save, asks, saves on a yes.

It is driven by its state alone, as the agent's other tasks are.
"""

from collections.abc import Sequence
from typing import Final

from agents.contract import Desk, Outcome
from agents.expenses.activity_calls import PREVIEW_IMPORT, SAVE_IMPORT
from agents.expenses.card import CARD
from agents.expenses.details import Mention, RowsWish
from agents.expenses.importing import (
    IMPORT_PAGE,
    IMPORT_SAMPLE,
    ImportOutcome,
    ImportPreview,
    ImportRequest,
    ImportState,
    ImportWish,
    SaveImportRequest,
)
from agents.expenses.ledger import THE_SAVE
from agents.expenses.meaning import QuestionKind
from agents.expenses.questions import button
from agents.expenses.replies import (
    AskImport,
    ImportDropped,
    Imported,
    ImportNoRow,
    NoImport,
    StorageDown,
)
from agents.expenses.rules import ExpenseState, card_of
from domain.messages import ButtonPress
from domain.money import MINOR_UNITS
from domain.replies import Choice
from domain.tasks import Injected
from domain.topics import PressAction
from domain.understanding import ActKind

IMPORT: Final = f"{CARD.slug}.import"
IMPORT_DAYS: Final = f"{CARD.slug}.import_days"
IMPORT_SIGNS: Final = f"{CARD.slug}.import_signs"
IMPORT_ALL: Final = f"{CARD.slug}.import_all"
IMPORT_NEW: Final = f"{CARD.slug}.import_new"
IMPORT_ROWS: Final = f"{CARD.slug}.import_rows"
IMPORT_CURRENCY: Final = f"{CARD.slug}.import_currency"
IMPORT_NAMED: Final = f"{CARD.slug}.import_named"
_DELETED: Final = "deleted"
"""The value of buttons for the rows that the person deleted after an earlier import."""
_LIKELY_CURRENCIES: Final = ("USD", "EUR", "GBP")


class ImportTask:
    """``table`` is part of the task's state and is changed in place."""

    def __init__(self, state: ExpenseState, table: ImportState) -> None:
        self._state = state
        self._table = table

    async def run(self, desk: Desk) -> Outcome:
        """The attachment is stored. Raises ``ActivityFailed``."""
        table = self._table
        while True:
            if table.outcome is not None:
                changes = any(_is_change(said) for said in desk.injected())
                if table.told and changes:
                    desk.say(self._find_rows(table.outcome))
                else:
                    self._tell(table.outcome, desk)
                return Outcome.DONE
            if table.saving is not None:
                await self._save(table.saving, desk)
                continue
            if table.preview is None:
                table.preview = await desk.call(
                    PREVIEW_IMPORT, self._request(desk), "read the table"
                )
                if self._is_renumbered(table.preview) or self._finds_named(table.preview):
                    continue
            if table.preview.fault is not None:
                desk.say(NoImport(preview=table.preview))
                return Outcome.FAILED
            dropped = self._hear(table.preview, desk)
            if dropped:
                desk.say(ImportDropped())
                return Outcome.DROPPED
            if table.saving is None and table.preview is not None:
                await self._ask(table.preview, desk)

    def _is_renumbered(self, preview: ImportPreview) -> bool:
        """Whether another reading has other rows, so that numbers which were left out say nothing
        any more; then all rows are in again, and it is looked at anew.
        """
        table = self._table
        numbered = table.wish.left_out or table.wish.taken
        changed = bool(numbered) and preview.all_rows != table.numbered
        table.numbered = preview.all_rows
        if changed:
            reset = {"left_out": (), "taken": (), "first": 0, "last": 0}
            table.wish = table.wish.model_copy(update=reset)
            table.preview = None
        return changed

    def _finds_named(self, preview: ImportPreview) -> bool:
        """Whether the rows that were called by a name are known now, so that it is looked at anew.
        Of several it is asked which are meant.
        """
        table, wished = self._table, self._table.wish.named
        if wished is None or preview.fault is not None:
            return False
        table.wish = table.wish.model_copy(update={"named": None})
        table.which = None if preview.together and preview.named else wished
        if table.which is not None:
            return False
        self._look_at(_of_these(wished, preview.named), preview)
        table.preview, table.missing = None, preview.missing
        return True

    async def _save(self, saving: SaveImportRequest, desk: Desk) -> None:
        table = self._table
        down = StorageDown(card=card_of(self._state))
        outcome = await desk.call(SAVE_IMPORT, saving, "save the table", outage=down)
        table.saving = None
        if outcome.changed:
            table.preview, table.changed = None, True
        else:
            table.outcome = outcome

    def _tell(self, outcome: ImportOutcome, desk: Desk) -> None:
        saved = Imported(
            outcome=outcome,
            first_number=self._table.first_number,
            left_out=self._table.left_out,
        )
        choices = [button(PressAction.UNDO, desk.task_id, THE_SAVE)] if outcome.rows else []
        desk.say(saved, choices)
        self._table.told = True

    def _find_rows(self, outcome: ImportOutcome) -> ImportNoRow:
        """What is said of the import's own number is of none of its rows."""
        first = self._table.first_number
        return ImportNoRow(
            number=self._state.number, first=first, last=first + max(outcome.rows, 1) - 1
        )

    def _request(self, desk: Desk) -> ImportRequest:
        return ImportRequest(
            person=desk.person,
            conversation_id=desk.conversation_id,
            import_id=desk.task_id,
            sha256=self._state.sha256 or "",
            today=desk.today(),
            wish=self._table.wish,
        )

    async def _ask(self, preview: ImportPreview, desk: Desk) -> None:
        wish, which = self._table.wish, self._table.which
        asked = ", ".join(which.names) if which is not None else ""
        content = AskImport(
            card=card_of(self._state),
            attempt=self._table.attempts + 1,
            preview=preview,
            duplicates_too=wish.duplicates,
            deleted_too=wish.deleted,
            shared_name=asked if preview.named else "",
            unknown_name=", ".join(self._table.missing) if preview.named or not asked else asked,
            changed=self._table.changed,
        )
        await desk.ask(
            QuestionKind.IMPORT, content, lambda question: self._choices(preview, question)
        )

    def _choices(self, preview: ImportPreview, question: str) -> list[Choice]:
        """What may be chosen: only where there is something to choose."""
        if self._asks_which(preview):
            return [button(IMPORT_NAMED, question, value) for value in ("all", "none")]
        wish = self._table.wish
        offered = [
            (preview.rows > 0, IMPORT, ""),
            (preview.duplicates > 0, IMPORT_NEW if wish.duplicates else IMPORT_ALL, ""),
            (preview.deleted > 0, IMPORT_NEW if wish.deleted else IMPORT_ALL, _DELETED),
            (preview.days_in_doubt, IMPORT_DAYS, "day" if preview.month_first else "month"),
            (preview.signs_in_doubt, IMPORT_SIGNS, ""),
            *((True, IMPORT_CURRENCY, code) for code in _other_currencies(preview)),
            *((True, IMPORT_ROWS, str(first)) for first in _pages_beside(preview, wish)),
            (True, PressAction.DROP, ""),
        ]
        return [button(action, question, value) for fits, action, value in offered if fits]

    def _hear(self, preview: ImportPreview, desk: Desk) -> bool:
        """Takes in what was said; whether the person wants none of it."""
        for said in desk.injected():
            if not preview.named:
                self._table.which = None
            self._table.changed, self._table.missing = False, ()
            if self._answers_which(said, preview):
                continue
            if self._drops(said):
                return True
            if self._agrees(said) and preview.rows and self._table.preview is not None:
                self._begin(preview, desk)
            elif said.press is not None:
                self._change(said.press, preview)
            elif said.act is not None and said.act.kind is ActKind.DETAIL:
                told = Mention.model_validate(said.act.details or {})
                self._change_by_words(told, preview)
            elif said.question is not None:
                self._table.attempts += 1
        return False

    def _asks_which(self, preview: ImportPreview) -> bool:
        return self._table.which is not None and bool(preview.named)

    def _answers_which(self, said: Injected, preview: ImportPreview) -> bool:
        """Takes in which of several rows with one name are meant, where that is asked."""
        table, wished = self._table, self._table.which
        if wished is None or not self._asks_which(preview):
            return False
        told = _rows_told(said)
        press = said.press.value if said.press and said.press.action == IMPORT_NAMED else ""
        act = said.act.kind if said.act is not None else None
        if (
            press == "all"
            or act is ActKind.AFFIRM
            or (told is not None and told.all_of_them and not told.names)
        ):
            self._look_at(_of_these(wished, preview.named), preview)
        elif told is not None and told.these:
            self._look_at(_of_these(wished, told.these), preview)
        elif press != "none" and act is not ActKind.DENY:
            return False
        table.which, table.preview = None, None
        return True

    def _drops(self, said: Injected) -> bool:
        if said.press is not None:
            return said.press.action == PressAction.DROP
        return said.act is not None and said.act.kind is ActKind.DENY

    def _agrees(self, said: Injected) -> bool:
        if said.press is not None:
            return said.press.action == IMPORT
        asked = said.question == QuestionKind.IMPORT
        return asked and said.act is not None and said.act.kind is ActKind.AFFIRM

    def _begin(self, preview: ImportPreview, desk: Desk) -> None:
        """The numbers are reserved once: an attempt that comes later saves under the same ids."""
        table = self._table
        table.first_number = desk.reserve(preview.span)
        table.left_out = preview.left_out + preview.all_rows - preview.rows
        table.saving = SaveImportRequest(
            asked=self._request(desk),
            first_number=table.first_number,
            digest=preview.digest,
            turn_number=desk.turn_number,
        )

    def _change(self, press: ButtonPress, preview: ImportPreview) -> None:
        """Another way of reading the file; it is looked at anew."""
        table = self._table
        reading = table.wish.table
        if press.action == IMPORT_DAYS:
            reading = reading.model_copy(update={"month_first": press.value == "month"})
        elif press.action == IMPORT_SIGNS:
            reading = reading.model_copy(update={"turned": not reading.turned})
        elif press.action == IMPORT_CURRENCY and press.value in MINOR_UNITS:
            reading = reading.model_copy(update={"currency": press.value})
        elif press.action == IMPORT_ROWS and press.value.isdecimal():
            self._look_at(RowsWish(first=int(press.value)), preview)
        elif press.action in {IMPORT_ALL, IMPORT_NEW}:
            which = "deleted" if press.value == _DELETED else "duplicates"
            too = {which: press.action == IMPORT_ALL}
            table.wish = table.wish.model_copy(update=too)
        table.wish = table.wish.model_copy(update={"table": reading})
        table.preview = None

    def _change_by_words(self, told: Mention, preview: ImportPreview) -> None:
        """Rows that are to be left out, taken after all or seen; the currency of all."""
        table = self._table
        if told.rows is not None and told.rows.names:
            self._look_at(told.rows, preview)
            table.wish = table.wish.model_copy(update={"named": told.rows})
        elif told.rows is not None and not (told.rows.these or told.rows.all_of_them):
            self._look_at(told.rows, preview)
        elif told.currency is not None:
            reading = table.wish.table.model_copy(update={"currency": told.currency})
            table.wish = table.wish.model_copy(update={"table": reading})
        else:
            table.attempts += 1
            return
        table.which, table.preview = None, None

    def _look_at(self, rows: RowsWish, preview: ImportPreview) -> None:
        """What was named is shown, so that the person sees what became of it."""
        table = self._table
        left = (set(table.wish.left_out) | set(rows.leave_out)) - set(rows.take)
        taken = (set(table.wish.taken) | set(rows.take)) - set(rows.leave_out)
        if rows.only:
            left = set(range(1, preview.all_rows + 1)) - set(rows.only)
        named = [n for n in rows.leave_out or rows.take or rows.only if n <= preview.all_rows]
        beside = 1 + (min(named) - 1) // IMPORT_PAGE * IMPORT_PAGE if named else 0
        wish = {"left_out": tuple(sorted(left)), "taken": tuple(sorted(taken))}
        view = {"first": rows.first or beside, "last": rows.last}
        table.wish = table.wish.model_copy(update={**wish, **view})


def _is_change(said: Injected) -> bool:
    return said.act is not None and said.act.kind is ActKind.DETAIL


def _rows_told(said: Injected) -> RowsWish | None:
    if said.act is None or said.act.kind is not ActKind.DETAIL:
        return None
    return Mention.model_validate(said.act.details or {}).rows


def _of_these(wished: RowsWish, numbers: Sequence[int]) -> RowsWish:
    """The same wish, by numbers in place of names."""
    return RowsWish.model_validate({wished.action.value: tuple(numbers)})


def _other_currencies(preview: ImportPreview) -> list[str]:
    """What the amounts may be in, where the file does not say."""
    assumed = preview.assumed_currency
    return [code for code in _LIKELY_CURRENCIES if assumed is not None and code != assumed]


def _pages_beside(preview: ImportPreview, wish: ImportWish) -> list[int]:
    """The first rows of the pages before and behind what is shown."""
    if not wish.first:
        return [1] if preview.all_rows > min(IMPORT_SAMPLE, preview.rows) else []
    shown = [card.number for card in preview.cards]
    before = [max(1, shown[0] - IMPORT_PAGE)] if shown and shown[0] > 1 else []
    behind = [shown[-1] + 1] if shown and shown[-1] < preview.all_rows else []
    return before + behind
