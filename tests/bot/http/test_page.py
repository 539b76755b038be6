"""The page in Debian's Chromium, on the real server and its real log."""

import asyncio
import json
import re
import shutil
import wave
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from aiohttp import web
from playwright.async_api import Browser, FilePayload, Page, Route, async_playwright, expect

from adapters.postgres.stores import Stores
from agents import SLUGS
from bot.buttons import Ends
from bot.consent import NOT_ASKED, Consent, ConsentText
from bot.handover import TemporalUnreachableError
from bot.http import page as page_module
from bot.http.clients import Doors
from bot.http.consent import ConsentRoutes
from bot.http.contract import BlockView, ChoiceView, FileView, HungUp, PanelView, ReplyView
from bot.http.page import Page as Served
from bot.http.routes import HttpParts
from bot.http.voice.routes import routes as voice_routes
from bot.texts.cards import command_menu
from bot.texts.catalogue import catalogue_of
from domain.channel_events import Event, EventKind
from domain.conversation import FilesRead
from domain.messages import MediaKind, Message
from tests.bot.http.house import MESSAGE, OPEN, House, Talk, house
from tests.bot.http.voice_fakes import Ear, Mouth, voice_beside
from tests.paper import drawn, encoded

CHROMIUM = shutil.which("chromium")
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"),
]
PATIENCE = 90_000
"""Milliseconds: a machine that does much else."""

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium is installed here")


@dataclass
class Desk(Talk):
    """Answers with ``replies``; a text without some gets one back that repeats it."""

    replies: dict[str, list[ReplyView]] = field(default_factory=dict)
    ear: Ear = field(default_factory=Ear)
    mouth: Mouth = field(default_factory=Mouth)

    async def _answer(self, chat_id: str, message: Message) -> None:
        await self.let.wait()
        said = message.press.value if message.press else message.text
        plain = [ReplyView(id="r", text=f"you said {said}")]
        replies = self.replies.get(said, plain)
        self.questions = tuple(each.question for each in replies if each.question)
        for at, reply in enumerate(replies):
            own = reply.model_copy(update={"id": f"{message.id}/{at}"})
            await self.stores.channel_events.add(chat_id, EventKind.REPLY, own.id, own)
        self.busy.discard(message.id)

    async def close(self) -> None:
        """It goes on while the server is away; ``desk`` ends it."""


SESSION = re.compile(r"/sessions/[^/]+$")


def repeated(*texts: str) -> list[str]:
    """The lines of what was said, each with its answer."""
    return [line for text in texts for line in (f"You: {text}", f"Steward: you said {text}")]


@dataclass
class Visit:
    """Somebody who looks at the page of a house."""

    page: Page
    http: House
    desk: Desk
    complaints: list[str]

    async def say(self, text: str) -> None:
        await self.page.get_by_label("Write a message").fill(text)
        await self.page.keyboard.press("Enter")

    async def lines(self, *expected: str) -> None:
        """Waits until exactly these lines stand in the log."""
        said = self.page.locator("#log > .said > p:first-child")
        await expect(said).to_have_text(list(expected))

    async def answered(self) -> None:
        """Waits until the last word is Steward's, and nothing more is to come."""
        said = self.page.locator("#log > .mine, #log > .theirs")
        await expect(said.last).to_have_class(re.compile("theirs"))
        await expect(self.page.get_by_text("Sending…")).to_have_count(0)
        await expect(self.page.locator("#typing")).to_be_hidden()


def voice_like(path: Path) -> Path:
    """What the microphone hears again and again, so that a slow machine may miss it: one loud vowel
    between silences.
    """
    rate = 48_000
    at = np.arange(int(1.2 * rate)) / rate
    vowel = sum(np.sin(2 * np.pi * 140 * n * at) / n for n in range(1, 12))
    loud = vowel * (0.6 + 0.4 * np.sin(2 * np.pi * 4 * at)) * 9_000
    samples = np.concatenate([np.zeros(rate // 2), loud, np.zeros(45 * rate)])
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(samples.astype("<i2").tobytes())
    return path


@pytest.fixture(scope="module")
async def browser(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Browser]:
    said = voice_like(tmp_path_factory.mktemp("microphone") / "said.wav")
    flags = [*FLAGS, f"--use-file-for-fake-audio-capture={said}"]
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        expect.set_options(timeout=PATIENCE)
        yield chromium
        await chromium.close()


@pytest.fixture
async def desk(stores: Stores) -> AsyncIterator[Desk]:
    talk = Desk(stores)
    yield talk
    await Talk.close(talk)


def opened(
    desk: Desk,
    port: int | None = None,
    doors: Doors = OPEN,
    per_minute: int = 1000,
    *,
    consent: Consent = NOT_ASKED,
) -> AbstractAsyncContextManager[House]:
    def further(parts: HttpParts) -> list[web.RouteDef]:
        voice = voice_beside(parts, desk.ear, desk.mouth)
        own = [*voice_routes(voice), *ConsentRoutes(parts).routes()]
        return [*Served(parts.clients, voice=True).routes(), *own]

    return house(
        desk.stores,
        doors,
        talk=desk,
        port=port,
        further=further,
        per_minute=per_minute,
        consent=consent,
    )


@asynccontextmanager
async def visiting(  # noqa: PLR0917 - a browser and what it is like
    browser: Browser,
    http: House,
    desk: Desk,
    width: int = 1000,
    locale: str = "en-US",
    scheme: Literal["light", "dark"] = "light",
) -> AsyncIterator[Visit]:
    context = await browser.new_context(
        viewport={"width": width, "height": 700},
        permissions=["microphone"],
        locale=locale,
        color_scheme=scheme,
    )
    context.set_default_timeout(PATIENCE)
    page = await context.new_page()
    visit = Visit(page, http, desk, [])

    def complain(kind: str, text: str) -> None:
        # A piece of sound may meet a socket that the server is just closing.
        if kind in ("error", "warning") and "CLOSING or CLOSED" not in text:
            visit.complaints.append(text)

    page.on("pageerror", lambda error: visit.complaints.append(str(error)))
    page.on("console", lambda told: complain(told.type, told.text))
    await page.goto(http.origin)
    try:
        yield visit
    finally:
        await context.close()


@pytest.fixture
async def visit(browser: Browser, desk: Desk) -> AsyncIterator[Visit]:
    async with opened(desk) as http, visiting(browser, http, desk) as one:
        yield one


def offer(*labels: str) -> list[ReplyView]:
    choices = tuple(
        ChoiceView(label=a, action="answer", subject="t", value=a, ends=Ends.ALL) for a in labels
    )
    return [ReplyView(id="r", text="Which one?", choices=choices)]


def products(*names: str) -> ReplyView:
    """Cards, each with a button that puts one into the cart."""
    cards = tuple(
        BlockView(
            number=number,
            title=name,
            amount="RM14.90 / box",
            lines=("40 in stock",),
            choices=(press_of(f"1 × {name}", "Add", "add", name),),
        )
        for number, name in enumerate(names, 1)
    )
    heading = BlockView(text="🔎 pens, 1 to 2 of 7:")
    return ReplyView(id="r", text="a wall of text", blocks=(heading, *cards))


def cart(*names: str) -> ReplyView:
    panel = PanelView(
        key="shop",
        title="Your cart",
        summary=f"{len(names)} items · RM24.10",
        cards=tuple(
            BlockView(
                title=name, amount="RM12.05", choices=(press_of(f"2 × {name}", "+", "set", name),)
            )
            for name in names
        ),
        total="Total RM24.10",
        choices=(press_of("Order", "", "order", ""),),
    )
    return ReplyView(id="r", text="Put in.", panel=panel)


def press_of(label: str, short: str, action: str, value: str) -> ChoiceView:
    return ChoiceView(label=label, short=short, action=action, subject="", value=value)


async def tab_to(page: Page, name: str) -> None:
    """By keyboard alone, from wherever it is."""
    wanted = page.get_by_role("button", name=name, exact=True)
    while not await wanted.evaluate("each => each === document.activeElement"):
        await page.keyboard.press("Shift+Tab")
    assert await wanted.evaluate("each => getComputedStyle(each).outlineStyle") == "solid"


def session_of(message: Message) -> str:
    return message.id.split(":")[1]


@pytest.mark.shows("http 16")
async def test_one_can_chat_and_press_buttons_by_keyboard_alone(visit: Visit) -> None:
    visit.desk.replies["pens"] = offer("Blue", "Red")
    keys = visit.page.keyboard
    await keys.type("pens")
    await keys.press("Shift+Enter")
    await keys.press("Backspace")
    await keys.press("Enter")
    red = visit.page.get_by_role("button", name="Red")
    await expect(red).to_be_visible()
    while not await red.evaluate("button => button === document.activeElement"):
        await keys.press("Shift+Tab")
    await keys.press("Enter")
    await visit.lines("You: pens", "Steward: Which one?", *repeated("Red"))
    await expect(red).to_be_disabled()
    await expect(visit.page.get_by_role("button", name="Blue")).to_be_hidden()
    await expect(visit.page.get_by_label("Write a message")).to_be_focused()
    (_, pressed) = visit.desk.sent
    assert pressed.press is not None
    assert (pressed.press.action, pressed.press.subject) == ("answer", "t")
    await expect(visit.page.get_by_role("log")).to_have_attribute("aria-live", "polite")


@pytest.mark.shows("http 16")
async def test_words_are_text_and_of_a_cards_buttons_only_those_of_no_use_are_off(
    visit: Visit,
) -> None:
    nasty = "<img src=x onerror=alert(1)><script>alert(2)</script>&amp;"
    link = FileView(name=nasty, mime_type="x", url="javascript:alert(3)")
    own = FileView(name=nasty, mime_type="x", url="/api/v1/report")
    choices = offer(nasty)[0].choices
    visit.desk.replies[nasty] = [
        ReplyView(id="r", text=nasty, choices=choices, files=(link, own)),
    ]
    await visit.say(nasty)
    await visit.lines(f"You: {nasty}", f"Steward: {nasty}")
    await expect(visit.page.get_by_role("button", name=nasty)).to_be_visible()
    await expect(visit.page.get_by_role("log").get_by_role("link")).to_have_text([nasty])
    assert await visit.page.locator("#log img, #log script").count() == 0
    assert visit.complaints == []  # nor did anything foreign, or of the page itself, need to load
    kinds = (("Edit", "a", Ends.NONE), ("Undo", "a", Ends.SAME), ("Other", "b", Ends.SAME))
    several = tuple(
        ChoiceView(label=label, action="x", subject=subject, value=label, ends=ends)
        for label, subject, ends in kinds
    )
    named = "Saved: evil.\u2060example"  # what keeps a name from being a link is not copied
    visit.desk.replies["lunch"] = [ReplyView(id="r", text=named, choices=several)]
    await visit.say("lunch")
    await visit.answered()
    assert "\u2060" not in (await visit.page.get_by_role("log").text_content() or "")
    edit, undo, other = (visit.page.get_by_role("button", name=kind[0]) for kind in kinds)
    await edit.click()
    await visit.answered()
    await expect(edit).to_be_enabled()
    await undo.click()
    for _ in range(2):
        await expect(edit).to_be_hidden()
        await expect(undo).to_be_disabled()
        await expect(other).to_be_enabled()
        await visit.page.reload()


async def test_an_example_is_said_as_often_as_it_is_pressed(visit: Visit) -> None:
    example = visit.page.get_by_role("button", name="lunch 12.50")
    for number in (1, 2):
        await example.click()
        await visit.answered()
        await visit.lines(*repeated(*["lunch 12.50"] * number))
    await expect(example).to_be_enabled()


async def test_the_example_of_a_receipt_lets_one_choose_files(visit: Visit) -> None:
    example = visit.page.get_by_role("button", name="🧾 A receipt")
    async with visit.page.expect_file_chooser() as choosing:
        await example.click()
    photo = FilePayload(name="a.png", mimeType="image/png", buffer=encoded(drawn(), "PNG"))
    await (await choosing.value).set_files([photo])
    await expect(visit.page.locator("#attached li")).to_have_count(1)
    assert visit.desk.sent == []


async def test_a_language_that_is_chosen_is_the_chats_as_well(visit: Visit) -> None:
    page = visit.page
    for chosen in ("ms", "en"):
        await page.locator("#language").select_option(chosen)
        await expect(page.locator("html")).to_have_attribute("lang", chosen)
        await page.wait_for_load_state()  # before its script runs, a choice is not heard
    await visit.say("hello")
    await visit.answered()
    await page.locator("#language").select_option("de")
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    await expect(page.locator("#log > .theirs").last).to_contain_text("you said /language de")
    assert [message.text for message in visit.desk.sent] == ["hello", "/language de"]


async def test_after_a_press_by_keyboard_one_can_write_on_any_device(visit: Visit) -> None:
    page, desk = visit.page, visit.desk
    desk.replies["tea"] = offer("Green", "Black")
    await page.add_init_script("window.matchMedia = () => ({ matches: false });")
    await page.reload()
    await visit.say("tea")
    await visit.answered()
    await page.get_by_role("button", name="Green").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_label("Write a message")).to_be_focused()


async def test_the_end_of_a_call_that_a_reply_tells_is_told_once(visit: Visit) -> None:
    await visit.say("one")
    await visit.answered()
    session = session_of(visit.desk.sent[0])
    events = visit.desk.stores.channel_events
    for reason in ("completed", "silence"):
        ended = HungUp(call_id=reason, reason=reason)
        await events.add(session, EventKind.HANGUP, f"{reason}/hangup", ended)
    await expect(visit.page.locator(".event")).to_have_text(
        ["The call ended because nothing was said for a while."]
    )


@pytest.mark.shows("http 16")
async def test_a_reload_at_any_moment_loses_and_repeats_nothing(visit: Visit) -> None:
    page = visit.page
    visit.desk.replies["pens"] = offer("Blue", "Red")
    await visit.say("pens")
    await page.get_by_role("button", name="Blue").click()
    await visit.answered()
    visit.desk.let.clear()
    await visit.say("slow")
    await expect(page.locator("#typing")).to_be_visible()
    await page.get_by_label("Write a message").fill("a draft")
    await page.reload()
    before = ("You: pens", "Steward: Which one?", *repeated("Blue"))
    await visit.lines(*before, "You: slow")
    await expect(page.locator("#typing")).to_be_visible()
    await expect(page.get_by_role("button", name="Blue")).to_be_disabled()
    await expect(page.get_by_role("button", name="Red")).to_be_hidden()
    await expect(page.get_by_label("Write a message")).to_have_value("a draft")
    visit.desk.let.set()
    await visit.lines(*before, *repeated("slow"))
    await expect(page.locator("#typing")).to_be_hidden()
    await page.reload()
    before = (*before, *repeated("slow"))
    await visit.lines(*before)

    taken = asyncio.Event()

    async def lose(route: Route) -> None:
        await route.fetch()
        if taken.is_set():
            await route.abort()
        taken.set()  # the first one is never answered: the page is left before

    await page.route(f"**{MESSAGE}", lose, times=2)
    await visit.say("the first")
    await taken.wait()
    await page.reload()
    await visit.lines(*before, *repeated("the first"))
    await visit.say("the second")
    await visit.answered()
    await visit.lines(*before, *repeated("the first", "the second"))
    assert [message.text for message in visit.desk.sent[-2:]] == ["the first", "the second"]


@pytest.mark.shows("http 16")
async def test_a_restart_of_the_server_loses_and_repeats_nothing(
    browser: Browser, desk: Desk
) -> None:
    async with AsyncExitStack() as left:
        async with opened(desk) as http:
            visit = await left.enter_async_context(visiting(browser, http, desk))
            await visit.say("before")
            await visit.answered()
            desk.let.clear()
            await visit.say("meanwhile")
            await expect(visit.page.locator("#typing")).to_be_visible()
            port = http.server.port
        await visit.say("while it was away")
        await expect(visit.page.get_by_text("Not sent yet")).to_be_visible()
        await expect(visit.page.get_by_text("No connection")).to_be_visible()
        desk.let.set()
        await asyncio.wait(desk._answering)  # it is said while nobody shows it
        async with opened(desk, port):
            await visit.lines(*repeated("before", "meanwhile", "while it was away"))
            await visit.answered()
            await expect(visit.page.get_by_text("No connection")).to_be_hidden()


async def test_a_page_that_nobody_looks_at_or_that_nobody_takes_from_catches_up(
    visit: Visit,
) -> None:
    page, log = visit.page, visit.desk.stores.channel_events
    await page.clock.install()
    async with page.expect_response(re.compile("/events")):  # it listens
        await visit.say("one")
    await visit.lines(*repeated("one"))
    look = """hidden => {
        Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    async with page.expect_event("requestfailed", lambda request: "/events" in request.url):
        await page.evaluate(look, True)  # noqa: FBT003 - the argument of a script
        await page.clock.fast_forward(31_000)
    (message,) = visit.desk.sent
    late = ReplyView(id="late", text="later")
    await log.add(session_of(message), EventKind.REPLY, late.id, late)
    await page.evaluate(look, False)  # noqa: FBT003 - as above
    await visit.lines(*repeated("one"), "Steward: later")
    await visit.say("two")
    await page.clock.run_for(5_000)
    await expect(page.locator("#log > .said")).to_have_count(5)
    # What nobody can take is sent once somebody can.
    visit.desk.down = TemporalUnreachableError("away")
    await visit.say("three")
    await visit.say("four")
    await expect(page.get_by_text("Not sent yet")).to_be_visible()
    visit.desk.down = None
    await page.clock.fast_forward(6_000)  # what the server asked for
    await expect(page.locator("#log > .theirs")).to_have_count(5)
    words = ["one", "two", "three", "four"]
    said = page.locator("#log > .mine > p:first-child")
    await expect(said).to_have_text([f"You: {word}" for word in words])
    assert [message.text for message in visit.desk.sent] == words


async def test_photos_can_be_taken_back_and_what_is_refused_can_be_changed(visit: Visit) -> None:
    page, photo = visit.page, encoded(drawn(), "PNG")
    await page.set_input_files(
        "#files",
        [
            FilePayload(name=name, mimeType="image/png", buffer=photo)
            for name in ("no.png", "receipt.png")
        ],
    )
    await page.get_by_role("button", name="Remove: no.png").click()
    await visit.say("lunch")
    await visit.answered()
    (message,) = visit.desk.sent
    assert [(each.kind, each.size) for each in message.attachments] == [
        (MediaKind.IMAGE, len(photo))
    ]
    await expect(page.get_by_role("img", name="receipt.png")).to_be_visible()
    await page.reload()
    await expect(page.get_by_text("📷 Photo")).to_be_visible()
    await page.get_by_role("button", name="New chat").click()
    await visit.say("x" * 5000)
    await expect(page.get_by_text("Not sent.")).to_be_visible()
    await page.get_by_role("button", name="Change and send again").click()
    await expect(page.get_by_label("Write a message")).to_have_value("x" * 5000)
    await visit.say("shorter")
    await visit.lines(*repeated("shorter"))


async def test_thirty_photos_go_at_once_and_one_more_is_told_before_they_are_sent(
    visit: Visit,
) -> None:
    page, photo = visit.page, encoded(drawn(), "PNG")
    photos = [
        FilePayload(name=f"{at}.png", mimeType="image/png", buffer=photo + bytes(at))
        for at in range(31)
    ]
    await page.set_input_files("#files", photos)
    await expect(page.get_by_role("alert")).to_have_text("😕 At most 30 files at a time, please.")
    await expect(page.locator("#attached li")).to_have_count(30)
    await expect(page.get_by_role("button", name="Send", exact=True)).to_be_in_viewport()
    await visit.say("march")
    await visit.answered()
    (message,) = visit.desk.sent
    assert len(message.attachments) == 30


async def test_what_waits_stands_in_the_order_written_with_its_reason(
    browser: Browser, desk: Desk
) -> None:
    async with opened(desk, per_minute=2) as http, visiting(browser, http, desk) as visit:
        for text in ("one", "two"):
            await visit.say(text)
            await visit.answered()
        for text in ("three", "four"):
            await visit.say(text)
        await expect(visit.page.get_by_text("At most 2 messages a minute")).to_have_count(1)
        await visit.lines(*repeated("one", "two"), "You: three", "You: four")


async def test_while_photos_are_read_it_says_how_many_are(visit: Visit) -> None:
    page, desk = visit.page, visit.desk
    await page.clock.install()
    desk.let.clear()
    desk.files_read = FilesRead(read=12, of=30)
    photo = FilePayload(name="a.png", mimeType="image/png", buffer=encoded(drawn(), "PNG"))
    await page.set_input_files("#files", [photo])
    await visit.say("lunch")
    await expect(page.locator("#typing")).to_contain_text(re.compile(r"Working on it…|12 of 30"))
    await page.clock.run_for(3_000)  # a busy machine may have let so much pass already
    await expect(page.locator("#typing")).to_contain_text("12 of 30 read")
    desk.let.set()
    await visit.answered()


async def test_a_question_that_comes_while_the_page_looks_keeps_its_buttons(visit: Visit) -> None:
    """The page looks how many photos are read; what the server answered before the question came
    doesn't know of it.
    """
    page, desk = visit.page, visit.desk
    (asked,) = offer("Blue", "Red")
    desk.replies["pens"] = [asked.model_copy(update={"question": "q1"})]
    looked, shown = asyncio.Event(), asyncio.Event()

    async def answer_late(route: Route) -> None:
        response = await route.fetch()
        looked.set()
        await shown.wait()
        await route.fulfill(response=response)

    await visit.say("hello")
    await visit.lines(*repeated("hello"))
    await page.clock.install()
    desk.let.clear()
    photo = FilePayload(name="a.png", mimeType="image/png", buffer=encoded(drawn(), "PNG"))
    await page.set_input_files("#files", [photo])
    await visit.say("pens")
    await expect(page.locator("#typing")).to_contain_text("Working on it…")
    await page.route(SESSION, answer_late)
    await page.clock.run_for(3_000)
    await looked.wait()
    desk.let.set()
    await expect(page.get_by_role("button", name="Blue")).to_be_visible()
    async with page.expect_response(SESSION) as answer:
        shown.set()
    await (await answer.value).finished()
    await visit.answered()  # of what it answered no file is left to be read
    await expect(page.get_by_role("button", name="Blue")).to_be_visible()


async def test_a_reply_stands_where_the_one_stood_that_it_replaces(visit: Visit) -> None:
    await visit.say("one")
    await visit.lines(*repeated("one"))
    await visit.say("two")
    await visit.lines(*repeated("one", "two"))
    (one, _) = visit.desk.sent
    session = session_of(one)
    better = ReplyView(id="better", text="one, corrected", replaces=f"{one.id}/0")
    await visit.desk.stores.channel_events.add(session, EventKind.REPLY, better.id, better)
    after = ("You: one", "Steward: one, corrected", *repeated("two"))
    await visit.lines(*after)
    await visit.page.reload()
    await visit.lines(*after)


async def test_only_a_reply_that_can_be_rated_asks_whether_it_was_helpful(visit: Visit) -> None:
    page, log = visit.page, visit.desk.stores.channel_events
    visit.desk.replies["help"] = [ReplyView(id="r", text="It is sent back.", rateable=True)]
    await visit.say("help")
    await visit.say("more")
    await visit.answered()
    await expect(page.get_by_text("Was this helpful?")).to_have_count(1)
    await page.get_by_role("button", name="Yes, it was helpful").click()
    for _ in range(2):
        await expect(page.get_by_text("Thank you!")).to_be_visible()
        await expect(page.get_by_text("Was this helpful?")).to_have_count(0)
        await page.reload()
    asked, _ = visit.desk.sent
    kept = await log.read(session_of(asked), 0, 9, kinds=frozenset({EventKind.FEEDBACK}))
    assert [each.payload for each in kept] == [{"rating": "up", "reply_id": f"{asked.id}/0"}]


async def test_whoever_knows_the_code_comes_in(browser: Browser, desk: Desk) -> None:
    doors = Doors(page_code="open sesame")
    async with opened(desk, doors=doors) as http, visiting(browser, http, desk) as visit:
        await visit.say("let me in")
        code = visit.page.get_by_label("Please enter the code")
        await code.fill("wrong")
        await code.press("Enter")
        await expect(visit.page.get_by_text("not the code")).to_be_visible()
        await code.fill("open sesame")
        await code.press("Enter")
        await visit.lines(*repeated("let me in"))
        await expect(code).to_be_hidden()


@pytest.mark.shows("http 16")
async def test_whoever_follows_another_sites_link_is_still_themselves_while_they_have_their_cookie(
    visit: Visit,
) -> None:
    await visit.say("hello")
    await visit.lines(*repeated("hello"))
    link = f'<a href="{visit.http.origin}/">chat</a>'
    # Of another host, so that the browser sends no strict cookie along.
    elsewhere = "http://elsewhere.test/"

    async def served(route: Route) -> None:
        await route.fulfill(body=link, content_type="text/html")

    await visit.page.route(elsewhere, served)
    await visit.page.goto(elsewhere)
    await visit.page.get_by_role("link", name="chat").click()
    await visit.lines(*repeated("hello"))
    await visit.say("again")
    await visit.lines(*repeated("hello", "again"))
    assert len({session_of(message) for message in visit.desk.sent}) == 1
    # Without the cookie the conversation is gone, and the next message begins anew.
    await visit.page.context.clear_cookies()
    await visit.page.reload()
    await expect(visit.page.get_by_text("no longer here")).to_be_visible()
    await visit.say("anew")
    await visit.lines(*repeated("anew"))
    # So it is behind the last words of an erasure.
    stores, (*_, message) = visit.desk.stores, visit.desk.sent
    farewell = ReplyView(id="bye", text="All is deleted.").model_dump(mode="json")
    await stores.erasure.erase(message.sender_id)
    told = Event(kind=EventKind.REPLY, key="bye", payload=farewell)
    await stores.channel_events.tell(session_of(message), told)
    await visit.lines(*repeated("anew"), "Steward: All is deleted.")
    await expect(visit.page.get_by_text("This conversation is no longer here")).to_be_visible()
    await visit.say("two")
    await visit.answered()
    await visit.page.reload()
    await visit.lines(*repeated("two"))


CUT_OFF = """[...document.querySelectorAll('body *')].filter(each => {
    const box = each.getBoundingClientRect();
    return box.width > 1 && (box.right > innerWidth + 0.5 || box.left < -0.5);
}).map(each => each.outerHTML.slice(0, 80))"""


@pytest.mark.shows("http 16")
async def test_on_a_small_phone_nothing_is_cut_off_in_any_language(
    browser: Browser, desk: Desk
) -> None:
    desk.replies["x"] = [
        ReplyView(id="r", text="w" * 300, choices=offer("long label " * 12, "x" * 60)[0].choices)
    ]
    async with opened(desk) as http, visiting(browser, http, desk, 360, locale="de-AT") as visit:
        page = visit.page

        async def all_fits(write: str) -> None:
            await page.get_by_label(write).fill("x")
            await page.keyboard.press("Enter")
            await visit.answered()
            await expect(page.locator(".choices button")).not_to_have_count(0)
            assert await page.evaluate(CUT_OFF) == []
            assert await page.evaluate("document.documentElement.scrollHeight") == 700

        await all_fits("Nachricht schreiben")
        await page.locator("#language").select_option("ms")
        await expect(page.locator("html")).to_have_attribute("lang", "ms")
        await all_fits("Tulis mesej")


@pytest.mark.shows("http 17")
async def test_a_call_is_heard_answered_aloud_and_hung_up(visit: Visit) -> None:
    page, desk = visit.page, visit.desk
    sent: list[dict[str, object]] = []

    def note(frame: str | bytes) -> None:
        if isinstance(frame, str):
            sent.append(json.loads(frame))

    page.on("websocket", lambda socket: socket.on("framesent", note))
    desk.ear.words.append("one tea please")
    await page.get_by_role("button", name="Call").click()
    await expect(page.get_by_text("Steward is speaking")).to_be_visible()
    await visit.lines("You: 🎤 one tea please", "Steward: you said one tea please")
    await expect(page.get_by_text("I'm listening")).to_be_visible()
    assert 0.8 < desk.ear.sounds[0].seconds < 3
    assert [frame["type"] for frame in sent] == ["start", "mark"]
    await page.get_by_role("button", name="Keypad").click()
    await page.keyboard.type("42#")
    await visit.lines(
        *("You: 🎤 one tea please", "Steward: you said one tea please"),
        *repeated("42"),
    )
    await page.get_by_role("button", name="Hang up").click()
    await expect(page.get_by_text("You hung up.")).to_be_visible()
    await expect(page.get_by_role("button", name="Call")).to_be_visible()
    assert desk.sent[0].spoken
    assert visit.complaints == []


@pytest.mark.shows("http 17")
async def test_a_call_goes_on_after_a_restart_of_the_server(browser: Browser, desk: Desk) -> None:
    desk.ear.words += ["one tea please", "one tea please"]
    async with AsyncExitStack() as left:
        async with opened(desk) as http:
            visit = await left.enter_async_context(visiting(browser, http, desk))
            await visit.page.get_by_role("button", name="Call").click()
            await expect(visit.page.get_by_text("I'm listening")).to_be_visible()
            port = http.server.port
        await expect(visit.page.get_by_text("Calling again")).to_be_visible()
        async with opened(desk, port):
            await expect(visit.page.get_by_text("I'm listening")).to_be_visible()
            await visit.page.get_by_role("button", name="Hang up").click()
            await expect(visit.page.get_by_role("button", name="Call")).to_be_visible()


@pytest.mark.shows("http 17")
async def test_a_recording_is_a_message_whose_answer_is_played_and_without_one_people_type(
    visit: Visit,
) -> None:
    page = visit.page
    visit.desk.ear.words.append("lunch twelve")
    await page.evaluate(
        """() => {
            const begin = AudioBufferSourceNode.prototype.start;
            AudioBufferSourceNode.prototype.start = function (...when) {
                document.body.dataset.played = this.buffer.duration;
                return begin.apply(this, when);
            };
        }"""
    )
    await page.get_by_role("button", name="Speak").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("Recording.")).to_be_visible()
    await page.keyboard.press("Enter")
    await visit.lines("You: 🎤 lunch twelve", "Steward: you said lunch twelve")
    await expect(page.locator("body")).to_have_attribute("data-played", re.compile(r"\d"))
    await page.reload()
    await visit.lines("You: 🎤 lunch twelve", "Steward: you said lunch twelve")
    # Without a microphone one is told so, and can type.
    await page.evaluate(
        """() => {
            navigator.mediaDevices.getUserMedia =
                async () => { throw new DOMException("no", "NotAllowedError"); };
        }"""
    )
    for name in ("Call", "Speak"):
        await page.get_by_role("button", name=name).click()
        await expect(page.get_by_role("alert")).to_contain_text("The microphone is not allowed")
    await visit.say("then I type")
    await visit.answered()
    assert visit.desk.sent[-1].text == "then I type"


@pytest.mark.shows("http 16")
async def test_products_are_cards_and_the_cart_stays_beside_the_chat(
    browser: Browser, desk: Desk
) -> None:
    desk.replies["pens"] = [products("Gel pen", "Marker")]
    desk.replies["Gel pen"] = [cart("Gel pen", "Ruler")]
    desk.replies["Ruler"] = [cart("Ruler")]
    desk.replies["none"] = [cart()]
    async with opened(desk) as http, visiting(browser, http, desk, 360) as visit:
        page, bar = visit.page, visit.page.locator("#panel-bar")
        await visit.say("pens")
        await visit.answered()
        await expect(page.locator("#log .card .title")).to_have_text(["#1 Gel pen", "#2 Marker"])
        await expect(page.get_by_text("a wall of text")).to_have_count(0)
        await expect(page.locator("#panel")).to_be_hidden()
        await tab_to(page, "Add: 1 × Gel pen")
        await page.keyboard.press("Enter")
        await expect(bar).to_have_text("2 items · RM24.10")
        await expect(page.get_by_role("button", name="Order")).to_be_hidden()
        await tab_to(page, "2 items · RM24.10")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("button", name="Order")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("button", name="Order")).to_be_hidden()
        await expect(bar).to_be_focused()
        # It is the person's: a new chat keeps it, and an older one changes nothing.
        await page.get_by_role("button", name="New chat").click()
        await visit.lines()
        await expect(bar).to_be_visible()
        await visit.page.set_viewport_size({"width": 1280, "height": 700})
        await expect(bar).to_be_hidden()
        beside = await page.locator("#panel").bounding_box()
        chat = await page.locator("main").bounding_box()
        assert beside is not None
        assert chat is not None
        assert beside["x"] >= chat["x"] + chat["width"]
        await page.get_by_role("button", name="+: 2 × Ruler").click()
        await visit.lines("You: 2 × Ruler", "Steward: Put in.")
        await expect(page.locator("#panel-cards .title")).to_have_text(["Ruler"])
        await page.get_by_role("button", name="Earlier chats").click()
        await page.locator("#chats-list button").last.click()
        await expect(page.locator("#log .mine")).to_have_count(2)
        await expect(page.locator("#panel-cards .title")).to_have_text(["Ruler"])
        await visit.say("none")
        await expect(page.locator("#panel")).to_be_hidden()
        presses = [message.press.action for message in desk.sent if message.press]
        assert presses == ["add", "set"]
        assert visit.complaints == []


@pytest.mark.shows("household 3")
async def test_a_link_says_the_command_that_it_carries_once_and_leaves_no_trace(
    visit: Visit,
) -> None:
    page = visit.page
    await page.goto(f"{visit.http.origin}/#household_ABCDEFGHJK")  # to a page that is open
    await visit.lines("You: /household ABCDEFGHJK", "Steward: you said /household ABCDEFGHJK")
    assert page.url == f"{visit.http.origin}/"
    await page.reload()
    await expect(page.locator("#log .mine")).to_have_count(1)
    await page.goto("about:blank")
    await page.goto(f"{visit.http.origin}/#household_BCDEFGHJKL")
    await expect(page.locator("#log .mine")).to_have_count(2)
    assert page.url == f"{visit.http.origin}/"


@pytest.mark.parametrize("carried", ["household_leave", "deletemydata", "undo_ABCDEFGHJK", "hello"])
async def test_a_strangers_link_says_nothing_else(visit: Visit, carried: str) -> None:
    await visit.page.goto(f"{visit.http.origin}/#{carried}")
    await visit.page.wait_for_function("!location.hash")
    await visit.say("mine")
    await visit.lines("You: mine", "Steward: you said mine")


async def test_a_slash_lists_the_commands_of_telegrams_menu(visit: Visit) -> None:
    page, keys = visit.page, visit.page.keyboard
    options = page.locator("#commands [role=option]")
    await keys.type("/")
    menu = command_menu(SLUGS, catalogue_of("en"))
    await expect(options).to_have_text([f"/{name} {what}" for name, what in menu])
    await keys.type("h")
    fitting = [name for name, _ in menu if name.startswith("h")]
    await expect(options).to_have_count(len(fitting))
    await keys.press("Escape")
    await expect(options).to_have_count(0)
    await keys.type("i")
    await keys.press("Backspace")
    await keys.press("ArrowDown")
    second = page.locator("#commands [aria-selected=true]")
    await expect(second).to_contain_text(f"/{fitting[1]} ")
    await keys.press("Enter")
    await visit.lines(*repeated(f"/{fitting[1]}"))
    await keys.type("/expo")
    await keys.press("Tab")
    await expect(page.get_by_label("Write a message")).to_have_value("/export ")
    await page.get_by_label("Write a message").fill("/und")
    await options.click()  # as by touch
    await visit.lines(*repeated(f"/{fitting[1]}", "/undo"))


async def test_earlier_chats_are_found_read_and_gone_on_with_and_have_their_times(
    visit: Visit,
) -> None:
    page, keys = visit.page, visit.page.keyboard
    await page.get_by_role("button", name="Earlier chats").click()
    await expect(page.get_by_text("No earlier chats yet.")).to_be_visible()
    await keys.press("Escape")
    await visit.say("one")
    await visit.answered()
    await page.get_by_role("button", name="New chat").click()
    await visit.say("two")
    await visit.answered()
    # What one says in a row has one time, at its end.
    await visit.say("three")
    await visit.answered()
    await expect(page.locator(".day")).to_have_text(["today"])
    await expect(page.locator("#log time:visible")).to_have_count(4)
    (first, *_) = visit.desk.sent
    for late in ("late", "later"):
        again = ReplyView(id=late, text=late)
        log = visit.desk.stores.channel_events
        await log.add(session_of(visit.desk.sent[-1]), EventKind.REPLY, again.id, again)
    await visit.lines(*repeated("two", "three"), "Steward: late", "Steward: later")
    await expect(page.locator("#log time:visible")).to_have_count(4)
    await tab_to(page, "Earlier chats")
    await keys.press("Enter")
    chats = page.locator("#chats-list button")
    await expect(chats.locator("b")).to_have_text(["two", "one"])
    await expect(chats.last.locator("time")).to_have_text(re.compile(r"today · \d+:\d\d"))
    await keys.press("Tab")
    await keys.press("Tab")
    await keys.press("Enter")
    await visit.lines(*repeated("one"))
    await visit.say("more")
    await visit.lines(*repeated("one", "more"))
    assert session_of(visit.desk.sent[-1]) == session_of(first)
    await page.clock.set_fixed_time(datetime.now(UTC) + timedelta(days=1))
    await page.reload()
    await visit.lines(*repeated("one", "more"))
    await expect(page.locator(".day")).to_have_text(["yesterday"])


async def test_hours_are_written_as_in_replies_wherever_the_browser_is_from(
    browser: Browser, desk: Desk
) -> None:
    async with opened(desk) as http, visiting(browser, http, desk, locale="en-GB") as visit:
        await visit.say("one")
        await visit.lines(*repeated("one"))
        time = visit.page.locator("#log time").first
        await expect(time).to_have_text(re.compile(r"^\d+:\d\d\s[ap]m$"))


async def test_many_buttons_fold_and_those_of_an_answered_question_go(visit: Visit) -> None:
    page = visit.page
    many = offer(*(f"Kind {number}" for number in range(9)))[0]
    visit.desk.replies["kinds"] = [many.model_copy(update={"question": "q1"})]
    await visit.say("kinds")
    await expect(page.get_by_role("button", name="Kind 4")).to_be_visible()
    await expect(page.get_by_role("button", name="Kind 5")).to_be_hidden()
    await page.get_by_role("button", name="More …").click()
    await expect(page.get_by_role("button", name="Kind 5")).to_be_focused()
    await expect(page.get_by_role("button", name="Kind 8")).to_be_visible()
    await visit.say("kind seven")  # in words
    await visit.lines("You: kinds", "Steward: Which one?", *repeated("kind seven"))
    for _ in range(2):
        await expect(page.locator("#log button:visible")).to_have_count(0)
        await page.reload()
        await visit.lines("You: kinds", "Steward: Which one?", *repeated("kind seven"))


async def test_a_new_chat_begins_in_the_text_box_on_any_device(visit: Visit) -> None:
    """On a phone as well, where a press elsewhere brings up no keyboard."""
    await visit.page.add_init_script(
        "const asked = matchMedia.bind(window);"
        "window.matchMedia = (query) => query.includes('pointer: fine')"
        " ? { matches: false } : asked(query);"
    )
    await visit.page.reload()
    await visit.page.get_by_role("button", name="New chat").click()
    await expect(visit.page.get_by_label("Write a message")).to_be_focused()


CONTRAST = """() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const rgb = (paint) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = paint;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const light = (color) => color.slice(0, 3).map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
    const behind = (element) => {
        for (let each = element; each; each = each.parentElement) {
            const color = rgb(getComputedStyle(each).backgroundColor);
            if (color[3] === 255) return color;
        }
        return [255, 255, 255, 255];
    };
    const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3
        && node.data.trim());
    return [...document.body.querySelectorAll("*")].filter((element) => hasText(element)
        && element.checkVisibility() && !element.closest(".heard, option, noscript"))
        .map((element) => {
            const two = [light(rgb(getComputedStyle(element).color)), light(behind(element))];
            const ratio = (Math.max(...two) + 0.05) / (Math.min(...two) + 0.05);
            return [ratio, element.outerHTML.slice(0, 90)];
        }).filter(([ratio]) => ratio < 4.5);
}"""


@pytest.mark.shows("http 16")
async def test_all_fits_and_can_be_read_on_phones_and_screens_in_light_and_dark(
    browser: Browser, desk: Desk
) -> None:
    long = "Gel pen blue, retractable, refillable, 0.7 mm, box of twelve " * 2
    shown = cart(long, "Ruler").model_copy(
        update={"rateable": True, "choices": offer(long)[0].choices}
    )
    desk.replies["pens"] = [products(long, "Marker", "x" * 80), shown]
    looks: tuple[tuple[int, Literal["light", "dark"]], ...] = ((360, "light"), (1280, "dark"))
    async with opened(desk) as http:
        for width, scheme in looks:
            async with visiting(browser, http, desk, width, scheme=scheme) as visit:
                page = visit.page
                await visit.say("pens")
                await visit.answered()
                await page.get_by_role("button", name=long.strip()).last.click()
                await visit.answered()
                if width < 900:
                    await page.locator("#panel-bar").click()
                await page.get_by_label("Write a message").fill("/")
                for look in ("#commands", "#chats"):
                    if look == "#chats":
                        await page.get_by_role("button", name="Earlier chats").click()
                    await expect(page.locator(look)).to_be_visible()
                    assert await page.evaluate(CONTRAST) == []
                    assert await page.evaluate(CUT_OFF) == []
                    assert await page.evaluate("document.documentElement.scrollWidth") == width


def test_the_script_asks_for_texts_that_it_is_given() -> None:
    folder = Path(page_module.__file__).parent
    script = "".join(each.read_text(encoding="utf-8") for each in folder.glob("*.js"))
    assert "innerHTML" not in script
    asked = set(re.findall(r"\bwords\.([a-z_]+)", script))
    endings = {f"ended_{reason}" for reason in ("silence", "caller", "limit", "operator")}
    whole = {"declined", "files_read", "too_large_together", "too_many_files"}
    assert asked | endings == {*page_module._IN_THE_SCRIPT, *whole}


@pytest.mark.shows("safety 36")
async def test_the_page_asks_before_anything_is_kept_and_goes_on_with_what_was_typed(
    browser: Browser, desk: Desk
) -> None:
    consent = Consent(desk.stores.consents, ConsentText("v1", {"en": "May I keep it?"}, 30))
    async with opened(desk, consent=consent) as http, visiting(browser, http, desk, 360) as visit:
        page = visit.page
        await visit.say("/privacy")
        await expect(page.locator("#log > .theirs")).to_contain_text("/deletemydata")
        await visit.say("lunch 12")
        await expect(page.locator("#consent")).to_have_text(
            re.compile(r"May I keep it\?\s+I agree\s+No, thanks")
        )
        await page.get_by_role("button", name="No, thanks").click()
        await expect(page.locator("#log > .refused")).to_contain_text("I kept nothing")
        await expect(page.locator("#consent")).to_be_hidden()
        assert desk.sent == []
        await visit.say("coffee 3")
        await page.get_by_role("button", name="I agree").click()
        await expect(page.locator("#log > .theirs").last).to_have_text(re.compile("coffee 3"))
        assert [message.text for message in desk.sent] == ["coffee 3"]
