"""Records the histories that the replay tests replay: ``python -m tests.replay.record``.

The folder to write to and the names of scripts may follow; without names it plays all of them.

Run it after a change that adds to what a conversation does; keep every file that is already
committed, so that conversations begun by an earlier version are known to go on. A change that
breaks an old file needs ``workflow.patched``.
"""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from temporalio.client import Client
from temporalio.testing import WorkflowEnvironment

from adapters.temporal import ClientExtras, connect, embedded
from domain.conversation import Limits
from domain.errors import StorageRejectedError
from domain.messages import Unusable
from domain.topics import ConversationTopic, PressAction, TransactionTopic
from domain.usage import Budget
from tests.adapters.encryption.keys import NEW, codec
from tests.fakes.reading import image, receipt
from tests.fakes.speech import voice
from tests.workflows.conftest import Chat, real_temporal_server

HISTORIES = Path(__file__).parent / "histories"

Script = Callable[[Chat], Awaitable[object]]


async def words(chat: Chat) -> None:
    """An expense, a correction, undo, small talk, a question about spending."""
    await chat.tell("Starbucks 15.50", "no, it was 16.50", "undo", "hello", "/help", "/status")
    await chat.tell("what did I spend this week?", "coffee 5, then grab 12", "/history")


async def questions(chat: Chat) -> None:
    """Each question, a digression, a misunderstanding, a draft kept and resumed."""
    await chat.tell("lunch", "banana", "what did I spend this week?", "12.30")
    await chat.tell("Zyxxo 20")
    asked = await chat.told(TransactionTopic.ASK_CATEGORY)
    await chat.press(PressAction.ANSWER, asked, asked.choices[0].press.value)
    await chat.told(TransactionTopic.SAVED, count=2)
    await chat.tell("dinner", "I don't know")
    await chat.press(PressAction.RESUME, await chat.told(TransactionTopic.KEPT))
    await chat.told(TransactionTopic.ASK_AMOUNT, count=4)
    await chat.tell("9")


async def photos(chat: Chat) -> None:
    """A correction while reading, an album with a question, the same photo twice."""
    first = image("first")
    chat.reader.will_read(receipt(first))
    chat.reader.gate.clear()
    await chat.photo(first)
    await chat.reader.started.wait()
    await chat.say("amount is 15.50")
    chat.reader.gate.set()
    await chat.told(TransactionTopic.SAVED)
    album = [image(f"album {n}") for n in range(3)]
    for number, attachment in enumerate(album):
        merchant = "Tesco" if number else None
        chat.reader.will_read(receipt(attachment, merchant=merchant, total=f"{number + 1}.00"))
    await chat.quiet(await chat.photo(*album))
    await chat.tell("petronas")
    await chat.quiet(await chat.photo(first))
    await chat.tell("no")


async def cancels(chat: Chat) -> None:
    """Cancels by the person and by an operator; the workflow cancelled at the end."""
    attachment = image("cancelled")
    chat.reader.will_read(receipt(attachment))
    chat.reader.gate.clear()
    await chat.photo(attachment)
    await chat.reader.started.wait()
    await chat.say("/cancel")
    await chat.told(ConversationTopic.CANCELLED)
    chat.reader.gate.set()
    await chat.tell("lunch")
    await chat.handle.signal("cancel", args=[])
    await chat.told(ConversationTopic.CANCELLED, count=2)
    await chat.tell("dinner")
    await chat.handle.cancel()
    await chat.handle.result()


async def outage(chat: Chat) -> None:
    """The database is away while saving."""
    chat.ledger.fail_with_outage()
    await chat.say("Starbucks 15.50")
    await chat.told(TransactionTopic.STORAGE_DOWN)
    chat.ledger.failure = None
    await chat.told(TransactionTopic.SAVED)
    await chat.quiet()


async def long(chat: Chat) -> None:
    """Continue-as-new with a question open, and a summary."""
    await chat.tell("lunch")
    for _ in range(8):
        await chat.tell("/status")
    await chat.tell("12.30", "Starbucks 1.50")


async def personal(chat: Chat) -> None:
    """Preferences set and refused, privacy, everything deleted."""
    await chat.tell("/currency usd", "/language klingon", "/timezone Europe/Berlin", "/privacy")
    await chat.tell("lunch", "/deletemydata")
    await chat.press(PressAction.ERASE, await chat.told(ConversationTopic.ASK_ERASE))
    await chat.told(ConversationTopic.ERASED)


async def media(chat: Chat) -> None:
    """An album whose parts come one by one, edited messages, a voice note, what is of no use."""
    album = [image(f"part {n}") for n in range(3)]
    for number, attachment in enumerate(album):
        merchant = "Tesco" if number else None
        chat.reader.will_read(receipt(attachment, merchant=merchant, total=f"{number + 1}.00"))
    await chat.album(*album, caption="cash")
    await chat.told(TransactionTopic.ASK_MERCHANT)
    await chat.tell("petronas")
    await chat.quiet(await chat.post("1", "Starbucks 15.50"))
    await chat.quiet(await chat.edit("1", "Starbucks 16.50"))
    await chat.quiet(await chat.edit("0", "Starbucks 17.50"))
    await chat.quiet(await chat.edit("1", "never mind"))
    note = voice("note")
    chat.speech.will_hear(note, "grab 12")
    await chat.quiet(await chat.post("2", attachments=(note,)))
    await chat.quiet(await chat.post("3", unusable=Unusable.STICKER))


async def turns(chat: Chat) -> None:
    """Expenses that must wait to be asked about, albums with questions, all of it cancelled."""
    await chat.tell("lunch", "Zyxxo 20", "Blorpo 30", "banana", "12.30")
    for number in range(3):
        part = image(f"waiting {number}")
        merchant = None if number else "Tesco"
        chat.reader.will_read(receipt(part, merchant=merchant, total=f"{number + 1}.00"))
    for message_id in await chat.album(*(image(f"waiting {n}") for n in range(3))):
        await chat.quiet(message_id)
    await chat.told(TransactionTopic.ALBUM_SAVED)
    await chat.tell("/status", "/cancel")
    for number in range(2):
        chat.reader.will_read(receipt(image(f"unread {number}"), merchant=None))
    await chat.quiet(await chat.photo(image("unread 0"), image("unread 1")))
    await chat.tell("petronas", "/cancel")


async def encrypted(chat: Chat) -> None:
    """A question, its answer and a failure, with every payload encrypted."""
    await chat.tell("lunch")
    chat.drafts.failure = StorageRejectedError("no such draft")
    await chat.tell("I don't know")
    chat.drafts.failure = None
    await chat.tell("Starbucks 15.50")


async def usage(chat: Chat) -> None:
    """What the models used is asked for; a limit for the day is used up."""
    await chat.tell("/usage", "lunch", "/usage")
    chat.understanding.used_up = Budget.PERSON
    await chat.tell("12.30", "Starbucks 15.50", "grab 12")


SCRIPTS: tuple[Script, ...] = (
    words,
    questions,
    photos,
    cancels,
    outage,
    long,
    personal,
    media,
    turns,
    encrypted,
    usage,
)


async def record(folder: Path, names: Sequence[str] = ()) -> None:
    """Plays the scripts of these names on the real server; without names, each of them.

    The history of every run is written.
    """
    async with real_temporal_server() as server:
        for script in SCRIPTS:
            if names and script.__name__ not in names:
                continue
            limits = Limits(max_events=60, max_history=6) if script is long else Limits()
            chat = Chat(server, limits, "en_MY")
            if script is encrypted:
                chat.client = await _with_keys(server)
            async with chat.open():
                await script(chat)
                for number, run_id in enumerate(await chat.runs(), 1):
                    handle = server.client.get_workflow_handle(chat.id, run_id=run_id)
                    history = await handle.fetch_history()
                    path = folder / f"{script.__name__}-{number}.json"
                    await asyncio.to_thread(path.write_text, _tidy(history.to_json()))
                await _record_erasures(folder, chat)


async def _with_keys(server: WorkflowEnvironment) -> Client:
    """As a deployment with PAYLOAD_KEYS connects; the key is made up, the tests have it, too."""
    address = server.client.service_client.config.target_host
    return await connect(embedded(address), ClientExtras(codec=codec(NEW)))


async def _record_erasures(folder: Path, chat: Chat) -> None:
    """The workflows that the conversation started and left: their last words name them."""
    last_words = [r.id for r in chat.channel.shown if r.topic == ConversationTopic.ERASED]
    for number, reply_id in enumerate(last_words, 1):
        handle = chat.client.get_workflow_handle(reply_id.rpartition("/")[0])
        await handle.result()
        history = await handle.fetch_history()
        path = folder / f"erasure-{number}.json"
        await asyncio.to_thread(path.write_text, _tidy(history.to_json()))


def _tidy(history: str) -> str:
    """Without the name and the paths of the machine that recorded it."""

    def clean(value: object) -> object:
        if isinstance(value, dict):
            kept = {k: v for k, v in value.items() if k != "stackTrace"}
            return {k: "worker" if k == "identity" else clean(v) for k, v in kept.items()}
        return [clean(v) for v in value] if isinstance(value, list) else value

    return json.dumps(clean(json.loads(history)), indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    asyncio.run(record(Path(sys.argv[1]) if len(sys.argv) > 1 else HISTORIES, sys.argv[2:]))
