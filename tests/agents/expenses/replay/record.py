"""Records the histories of the expenses agent: ``python -m tests.agents.expenses.replay.record``.

As ``tests.replay.record``, which says how and when; without any other agent.
"""

import asyncio
from pathlib import Path

from pydantic import JsonValue
from temporalio import activity

from activities.boundary import app_errors
from agents.expenses import replies
from agents.expenses.card import CARD
from agents.expenses.draft import EDIT_FIELD
from agents.expenses.import_task import IMPORT_CURRENCY, IMPORT_DAYS, IMPORT_ROWS
from agents.expenses.offline.engine import OfflineEngine
from agents.parts import AgentParts
from domain import topics
from domain.errors import StorageRejectedError, StorageUnavailableError, UnusableAttachmentError
from domain.messages import Attachment, MediaKind, Unusable
from domain.tools import TOOL_QUEUE, RunToolRequest, ToolResult
from domain.topics import Failed, PressAction
from domain.understanding import Act, ActKind
from domain.usage import Budget
from tests.agents.expenses.fakes.reading import receipt
from tests.agents.expenses.workflow.chat import ExpenseChat
from tests.fakes.attachments import image
from tests.replay.recording import LIMITS, Recorder, Script, begin_next_run
from tests.workflows.promises import handled

HISTORIES = Path(__file__).parent / "histories"

EXPENSES = {"expenses": "agents.expenses"}


RESULTS: dict[str, JsonValue] = {
    "export_expenses": {
        "order": {"form": "csv"},
        "files": [{"sha256": "a" * 64, "name": "expenses.csv", "mime_type": "text/csv"}],
        "rows": 1,
        "total": 1,
    },
    "categorize_shop": {
        "sweep": "a1",
        "order": {"name": "Grab", "category": "Food & Drink"},
        "count": 1,
    },
    "recategorize_shop": {
        "sweep": "a1",
        "order": {"name": "Grab", "category": "Food & Drink"},
        "count": 1,
    },
    "uncategorize_shop": {
        "sweep": "a1",
        "order": {"name": "Grab", "category": "Food & Drink"},
        "count": 1,
    },
    "split_expense": {"card": {"task_id": "c/expenses/1", "number": 1}, "change": "a1"},
    "summarise_spending": {"measure": "total", "since": None, "until": None},
    "undo_import": {"import_id": "c/expenses/1", "rows": 2},
}


class RecordedChat(ExpenseChat):
    """Its tools need no database: all calls of one come to the same."""

    def _bind(self) -> None:
        activities = {**self._activities().by_queue(), TOOL_QUEUE: (self.run_tool,)}
        step = self.first_step()
        self.bring(AgentParts(CARD.slug, activities, OfflineEngine(), first_step=step))

    @activity.defn
    async def run_tool(self, request: RunToolRequest) -> ToolResult:
        with app_errors():
            if self.ledger.failure is not None:
                raise self.ledger.failure
        return ToolResult(call_id=request.call.call_id, value=RESULTS[request.call.name])


def photographed(
    chat: ExpenseChat, name: str, merchant: str | None = "Tesco", total: int = 9
) -> Attachment:
    """A receipt that only the channel has so far."""
    declared = chat.files.lay(name)
    chat.reader.will_read(receipt(chat.files.stored(name), merchant=merchant, total=f"{total}.00"))
    return declared


async def words(chat: ExpenseChat) -> None:
    """An expense, a correction, undo, small talk, a question about spending."""
    await chat.tell("Starbucks 15.50", "no, it was 16.50", "why?", "undo", "undo", "hello")
    await chat.tell("/help", "/status", "coffee 5, then grab 12")
    await chat.tell("what did I spend this week?")
    await chat.press(PressAction.UNDO)
    await chat.told(replies.Deleted.topic, 2)
    await chat.quiet()


async def questions(chat: ExpenseChat) -> None:
    """Each question, a digression, a misunderstanding, a draft kept and resumed."""
    await chat.tell("lunch", "banana", "what did I spend this week?", "12.30")
    await chat.tell("Zyxxo 20")
    asked = await chat.told(replies.AskCategory.topic)
    await chat.press(PressAction.ANSWER, asked, asked.choices[0].press.value)
    await chat.told(replies.Saved.topic, count=2)
    await chat.tell("dinner", "I don't know")
    await chat.press(PressAction.RESUME, await chat.told(replies.Kept.topic))
    await chat.told(replies.AskAmount.topic, count=4)
    await chat.tell("9")


async def turns(chat: ExpenseChat) -> None:
    """Expenses that must wait to be asked about, albums with questions, all of it cancelled."""
    await chat.tell("lunch", "Zyxxo 20", "Blorpo 30", "banana", "12.30")
    parts = [photographed(chat, f"waiting {n}", None if n else "Tesco", n + 1) for n in range(3)]
    for message_id in await chat.album(*parts):
        await chat.quiet(message_id)
    await chat.told(replies.SavedTogether.topic)
    await chat.tell("/status", "/cancel")
    unread = [photographed(chat, f"unread {n}", None, n + 1) for n in range(2)]
    await chat.quiet(await chat.photo(*unread))
    await chat.tell("petronas", "/cancel")


async def photos(chat: ExpenseChat) -> None:
    """A correction while reading, an album with a question, the same photo twice, none at all."""
    first = photographed(chat, "first")
    chat.reader.gate.clear()
    await chat.photo(first)
    await chat.reader.started.wait()
    await chat.say("amount is 15.50")
    chat.reader.gate.set()
    await chat.told(replies.Saved.topic)
    parts = [photographed(chat, f"album {n}", "Tesco" if n else None, n + 1) for n in range(3)]
    await chat.quiet(await chat.photo(*parts))
    await chat.tell("petronas")
    await chat.quiet(await chat.photo(first))
    await chat.tell("no")
    chat.files.lay("huge")
    chat.files.refused[b"huge"] = UnusableAttachmentError("huge", why="too_large")
    await chat.quiet(await chat.photo(chat.files.lay("huge")))
    nothing = image("nothing")
    chat.reader.will_read(receipt(nothing, merchant=None, total=None, is_receipt=False))
    await chat.quiet(await chat.photo(nothing))


async def doubts(chat: ExpenseChat) -> None:
    """Photos in doubt as one list: rows changed, another that joins it, all right, later."""
    shops = ("Zyxxo", "Blorpo", "Quuxa", "Wibblo", "Snarfo", "Grommo", "Tworpo")
    sent = [photographed(chat, shop, shop, n) for n, shop in enumerate(shops, start=1)]
    await chat.quiet(await chat.photo(*sent[:4]))
    await chat.quiet(await chat.photo(sent[4]))
    await chat.tell("#2 is transport", "#1: 12.50, #3: food")
    await chat.press(PressAction.YES)
    await chat.told(replies.SavedTogether.topic)
    await chat.quiet(await chat.photo(*sent[5:]))
    await chat.press(PressAction.KEEP)
    await chat.told(topics.KeptForLater.topic)
    await chat.quiet()


async def several(chat: ExpenseChat) -> None:
    """One photo of three receipts with words below it, of which one asks; the same photo again."""
    photo = photographed(chat, "three", "Tesco", 11)
    first = chat.reader.readings[chat.files.stored("three").sha256]
    others = tuple(
        receipt(chat.files.stored("three"), merchant=merchant, total=total)
        for merchant, total in (("Petronas", "21.00"), (None, "31.00"))
    )
    chat.reader.will_read(first.model_copy(update={"others": others, "receipts_seen": 3}))
    await chat.quiet(await chat.photo(photo, caption="cash"))
    await chat.told(replies.AskMerchant.topic)
    await chat.tell("starbucks")
    await chat.quiet(await chat.photo(photo))
    await chat.tell("no", "no", "no")


async def media(chat: ExpenseChat) -> None:
    """An album whose parts come one by one, edited messages, voice notes, a document, a sticker."""
    parts = [photographed(chat, f"part {n}", "Tesco" if n else None, n + 1) for n in range(3)]
    await chat.album(*parts, caption="cash")
    await chat.told(replies.AskMerchant.topic)
    await chat.tell("petronas")
    await chat.quiet(await chat.post("1", "Starbucks 15.50"))
    await chat.quiet(await chat.edit("1", "Starbucks 16.50"))
    await chat.quiet(await chat.edit("0", "Starbucks 17.50"))
    await chat.quiet(await chat.edit("1", "never mind"))
    note = chat.files.lay("note", MediaKind.AUDIO)
    chat.speech.will_hear(chat.files.stored("note"), "grab 12")
    await chat.quiet(await chat.post("2", attachments=(note,)))
    await chat.quiet(await chat.post("3", unusable=Unusable.STICKER))
    paper = chat.files.lay("paper", MediaKind.PDF)
    chat.reader.will_read(receipt(chat.files.stored("paper")))
    await chat.quiet(await chat.photo(paper, caption="for the office"))


async def cancels(chat: ExpenseChat) -> None:
    """Cancels by the person and by an operator; the workflow cancelled at the end."""
    chat.reader.gate.clear()
    await chat.photo(photographed(chat, "cancelled"))
    await chat.reader.started.wait()
    await chat.say("/cancel")
    await chat.told(topics.Cancelled.topic)
    chat.reader.gate.set()
    await chat.tell("lunch")
    await chat.handle.signal("cancel", args=[])
    await chat.told(topics.Cancelled.topic, count=2)
    gate = chat.ledger.hold_saves()
    await chat.say("Starbucks 15.50")
    await chat.ledger.saving.wait()
    await chat.say("/cancel")
    gate.set()
    await chat.told(topics.CancelledTooLate.topic)
    await chat.tell("dinner")
    await chat.handle.cancel()
    await chat.ended()


async def outage(chat: ExpenseChat) -> None:
    """The database is away while saving, and while it is asked for more."""
    chat.ledger.fail_with_outage()
    await chat.say("Starbucks 15.50")
    await chat.told(replies.StorageDown.topic)
    chat.ledger.failure = None
    await chat.told(replies.Saved.topic)
    chat.ledger.failure = StorageUnavailableError("away")
    await chat.tell("what did I spend this week?")
    await chat.say("undo")
    await chat.told(Failed.topic, 2)
    chat.ledger.failure = None
    await chat.quiet()


async def defects(chat: ExpenseChat) -> None:
    """Details that cannot be read, and a ledger that refuses."""
    unreadable = Act(kind=ActKind.OPEN, agent="expenses", details={"amount": ["no", "amount"]})
    chat.understanding.understood = [(unreadable,)]
    await chat.tell("lunch for 12")
    chat.ledger.failure_after_gate = StorageRejectedError("no such person")
    await chat.tell("Starbucks 15.50")
    chat.ledger.failure_after_gate = None
    await chat.press(PressAction.RETRY)
    await chat.told(replies.Saved.topic)
    await chat.quiet()


async def personal(chat: ExpenseChat) -> None:
    """Preferences set and refused, privacy, everything deleted."""
    await chat.tell("/currency usd", "Starbucks 15.50", "/language klingon", "/language de")
    await chat.tell("/timezone Europe/Berlin", "/privacy", "lunch", "/deletemydata")
    await chat.press(PressAction.ERASE, await chat.told(topics.AskErase.topic))
    await chat.told(topics.Erased.topic)


async def usage(chat: ExpenseChat) -> None:
    """What the models used is asked for; a limit for the day is used up; models are away."""
    await chat.tell("/usage", "lunch", "/usage")
    chat.understanding.used_up = Budget.PERSON
    await chat.tell("12.30", "Starbucks 15.50", "grab 12")
    chat.understanding.used_up, chat.understanding.degraded = None, True
    await chat.tell("Zyxxo 20", "coffee")


async def long(chat: ExpenseChat) -> None:
    """Continue-as-new with a question open, while reading, and a summary."""
    await chat.tell("lunch", *["/status"] * 8, "12.30", "Starbucks 1.50")
    chat.reader.gate.clear()
    last = await chat.photo(photographed(chat, "read twice"))
    await chat.reader.started.wait()
    await begin_next_run(chat)
    chat.reader.gate.set()
    await chat.told(replies.Saved.topic, 3)
    await chat.quiet(last)
    await chat.tell("undo")


async def export(chat: ExpenseChat) -> None:
    """A tool called by its command and in words, with a file in the reply; and words of no call."""
    await chat.tell("/export", "Starbucks 15.50", "export my expenses as csv", "/export banana")
    await chat.told("expenses.export", 2)
    await chat.told("expenses.export.unclear")
    await chat.quiet()


async def changing(chat: ExpenseChat) -> None:
    """A field edited by its button, a split, all of a shop."""
    await chat.tell("Starbucks 15.50", "Grab 12")
    await chat.press(PressAction.EDIT, chat.channel.shown[0])
    asked = await chat.told(replies.AskEdit.topic)
    await chat.press(EDIT_FIELD, asked, "amount")
    await chat.told(replies.AskEdit.topic, 2)
    await chat.tell("16", "split #1: 10 food, the rest gifts", "undo", "split #1: 1 food")
    await chat.tell("all from Grab are food", "yes", "undo all")
    await chat.quiet()


async def importing(chat: ExpenseChat) -> None:
    """A table read another way, imported on a yes, taken back; the same again, and dropped."""
    table = "Date,Description,Amount\n03/04/2026,KEDAI,-15.50\n04/04/2026,SALARY,3000.00\n"
    await chat.photo(chat.files.lay(table, MediaKind.TABLE))
    await chat.told(replies.AskImport.topic)
    await chat.press(IMPORT_DAYS)
    await chat.told(replies.AskImport.topic, 2)
    await chat.tell("yes")
    await chat.told(replies.Imported.topic)
    await chat.tell("lunch 12", "undo the import")
    await chat.photo(chat.files.lay("Date,Amount\n", MediaKind.TABLE))
    await chat.told(replies.NoImport.topic)
    await chat.quiet(await chat.photo(chat.files.lay(table, MediaKind.TABLE)))
    await chat.tell("no")


async def choosing_rows(chat: ExpenseChat) -> None:
    """A table whose currency is chosen, of which rows are left out, seen and taken again."""
    rows = "".join(f"2026-03-{day:02d},KEDAI {day},-{day}.00\n" for day in range(1, 25))
    await chat.photo(chat.files.lay(f"Date,Description,Amount\n{rows}", MediaKind.TABLE))
    await chat.press(IMPORT_CURRENCY, await chat.told(replies.AskImport.topic), "USD")
    await chat.press(IMPORT_ROWS, await chat.told(replies.AskImport.topic, 2), "1")
    await chat.told(replies.AskImport.topic, 3)
    for count, words in enumerate(("leave out 2 and 3", "take 3 again", "in euros", "hm"), 4):
        await chat.tell(words)
        await chat.told(replies.AskImport.topic, count)
    await chat.tell("yes")
    await chat.told(replies.Imported.topic)


async def saving(chat: ExpenseChat, words: str) -> asyncio.Event:
    """Says what is to be saved; the save waits for the event."""
    chat.ledger.saving.clear()
    gate = chat.ledger.hold_saves()
    await chat.say(words)
    await chat.ledger.saving.wait()
    return gate


async def begun(chat: ExpenseChat) -> None:
    """Rows that are saved where the words are read: corrected and cancelled meanwhile, in an
    outage; and words with a figure that open nothing.
    """
    await chat.tell("Starbucks 15.50", "what did I spend in 2025?", "Zyxxo 20", "/cancel")
    gate = await saving(chat, "Tesco 30")
    correction = await chat.say("no, it was 16.50")
    gate.set()
    await chat.quiet(correction)
    gate = await saving(chat, "Petronas 60")
    await handled(chat, await chat.say("/cancel"))
    gate.set()
    await chat.told(topics.CancelledTooLate.topic)
    chat.ledger.fail_with_outage()
    await chat.say("Grab 12")
    await chat.told(replies.StorageDown.topic)
    chat.ledger.failure = None
    await chat.quiet()


async def encrypted(chat: ExpenseChat) -> None:
    """A question, its answer and a failure, with every payload encrypted."""
    await chat.tell("lunch")
    chat.drafts.failure = StorageRejectedError("no such draft")
    await chat.tell("I don't know")
    chat.drafts.failure = None
    await chat.tell("Starbucks 15.50")


RULES_ONLY = LIMITS.model_copy(update={"has_model": False})

EXPENSE = Recorder(
    HISTORIES,
    EXPENSES,
    RecordedChat,
    (
        Script(words),
        Script(questions),
        Script(turns, RULES_ONLY),
        Script(photos),
        Script(media),
        Script(cancels),
        Script(outage),
        Script(defects),
        Script(personal),
        Script(usage),
        Script(export),
        Script(changing),
        Script(several),
        Script(doubts),
        Script(importing),
        Script(choosing_rows),
        Script(begun),
        Script(long, LIMITS.model_copy(update={"max_events": 60, "max_history": 6})),
        Script(encrypted, encrypted=True),
    ),
)

if __name__ == "__main__":
    EXPENSE.main()
