"""The list of what was saved, in Chromium: beside the chat or in its place, by mouse and keys."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal

import pytest
from aiohttp import web
from playwright.async_api import Browser, expect

from adapters.postgres.pool import Connection
from adapters.postgres.stores import Stores
from agents.collection import Collection
from bot.buttons import Ends
from bot.http.browsing import BrowsingRoutes
from bot.http.contract import ChoiceView, ReplyView
from bot.http.page import Page as Served
from bot.http.routes import HttpParts
from bot.http.tool_calls import ToolRoutes
from bot.texts.catalogue import catalogue_of
from bot.texts.formats import Formats
from domain.collections import (
    CollectionField,
    CollectionFile,
    CollectionFilter,
    CollectionPage,
    CollectionQuery,
    CollectionRow,
    CollectionTools,
    CollectionView,
    FieldKind,
    Option,
    TableForm,
)
from domain.messages import Attachment, MediaKind, Message
from domain.tools import (
    Effect,
    ErrorCode,
    NoArguments,
    RunToolRequest,
    Tool,
    ToolError,
    ToolResult,
    ToolStatus,
    call_of,
)
from domain.understanding import Person
from tests.bot.http.house import OPEN, House, Talk, house
from tests.bot.http.test_page import CHROMIUM, Desk, Visit, browser, visiting
from tests.paper import drawn, encoded

__all__ = ["browser"]

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium is installed here")

TOOLS = CollectionTools(edit="edit", delete="delete", restore="restore", rows="ids", most_rows=10)
CALLED = {
    name: ("toy", Tool(name, "", NoArguments, ToolResult, Effect.WRITE))
    for name in ("edit", "delete", "restore")
}
COLOURS = tuple(Option(value=each, label=f"● {each}") for each in ("blue", "red"))
PHOTO = encoded(drawn(), "PNG")


@dataclass
class Thing:
    name: str
    colour: str
    price: str
    deleted: bool = False
    note: str = ""
    by: str = ""
    """Who else entered it."""


@dataclass
class Shelf:
    """What is saved, of everybody who looks."""

    things: dict[str, Thing] = field(default_factory=dict)
    sha256: str = ""
    colours: tuple[Option, ...] = COLOURS
    members: tuple[str, ...] = ()
    """With whom it is shared."""

    async def view(self, _: Connection, user_id: str, formats: Formats) -> CollectionView:
        del user_id, formats
        fields = (
            CollectionField(name="item", label="name"),
            CollectionField(name="price", label="price", kind=FieldKind.AMOUNT),
            CollectionField(
                name="colour",
                label="colour",
                kind=FieldKind.CHOICE,
                options=COLOURS,
                together=True,
            ),
            CollectionField(name="note", label="note", optional=True),
        )
        filters = (CollectionFilter(name="colour", label="colour", options=self.colours),)
        return CollectionView(
            name="things",
            title="Things",
            fields=fields,
            filters=filters,
            tools=TOOLS,
            elsewhere="Or bring a box.",
            scope=self._make_scope() if self.members else None,
        )

    def _make_scope(self) -> CollectionFilter:
        named = {"": "Mine", "ours": "Ours"} | {each: each for each in self.members}
        options = tuple(Option(value=value, label=label) for value, label in named.items())
        return CollectionFilter(name="whose", label="Whose", options=options)

    async def page(
        self, _: Connection, user_id: str, query: CollectionQuery, formats: Formats
    ) -> CollectionPage:
        del user_id, formats
        whose = query.chosen.get("whose", "")
        found = [
            (key, thing)
            for key, thing in self.things.items()
            if query.words in thing.name
            and thing.deleted is query.deleted
            and query.chosen.get("colour", thing.colour) == thing.colour
            and (not query.after or int(key) > int(query.after))
            and whose in ("ours", thing.by)
            and thing.by in ("", *self.members)
        ]
        shown = found[: query.limit]
        return CollectionPage(
            rows=tuple(self._row(key, thing, told=bool(whose)) for key, thing in shown),
            after=shown[-1][0] if len(found) > len(shown) else "",
            count=f"{len(found)} things",
            totals=(f"worth {sum(float(thing.price) for _, thing in found):.2f}",),
            notes=("since May",) if whose else (),
        )

    async def version(self, _: Connection, user_id: str) -> str:
        del user_id
        return f"{sorted(self.things.items())} {self.members}"

    async def export(
        self, _: Connection, user_id: str, query: CollectionQuery, form: TableForm, formats: Formats
    ) -> bytes:
        del user_id, formats
        return f"{form} {query.words}".encode()

    def _row(self, key: str, thing: Thing, *, told: bool) -> CollectionRow:
        file = CollectionFile(sha256=self.sha256, mime_type="image/png")
        return CollectionRow(
            id=key,
            what=thing.name,
            when="1 May 2026",
            group=f"● {thing.colour}",
            amount=f"RM{thing.price}",
            values={
                "item": thing.name,
                "price": thing.price,
                "colour": thing.colour,
                "note": thing.note,
            },
            file=file if key == "1" else None,
            by=(thing.by or "You") if told else "",
            own=not thing.by,
        )


@dataclass
class Keeper(Desk):
    """Carries calls out on the shelf; the words "paint all" do something to it, too."""

    shelf: Shelf = field(default_factory=Shelf)
    undone: list[str] = field(default_factory=list)

    async def _answer(self, chat_id: str, message: Message) -> None:
        if message.text == "paint all":
            for thing in self.shelf.things.values():
                thing.colour = "red"
        elif message.press is not None:
            self.undone.append(message.press.subject)
            for thing in self.shelf.things.values():
                thing.colour, thing.deleted = "blue", False
        elif message.call is not None:
            await self._carry_out(chat_id, message)
        await super()._answer(chat_id, message)

    async def _carry_out(self, chat_id: str, message: Message) -> None:
        assert message.call is not None
        wanted = message.call.wanted
        told: Mapping[str, str] = json.loads(wanted.arguments)
        refused = told.get("price") == "0"
        for key in () if refused else told["ids"]:
            thing = self.shelf.things[key]
            thing.name, thing.price = told.get("item", thing.name), told.get("price", thing.price)
            thing.colour = told.get("colour", thing.colour)
            thing.note = told.get("note", thing.note)
            thing.deleted = {"delete": True, "restore": False}.get(wanted.name, thing.deleted)
        undo = ChoiceView(label="Undo", action="undo", subject=message.id, ends=Ends.ALL)
        said = ReplyView(id="r", text=f"{wanted.name} {len(told['ids'])}\nmore", choices=(undo,))
        self.replies[message.text] = [said]
        request = RunToolRequest(
            person=Person(user_id=self.people[-1].user_id),
            conversation_id=chat_id,
            task_id="",
            agent="toy",
            call=call_of(f"{message.id}/1", wanted),
        )
        result = ToolResult(call_id=request.call.call_id, value={"done": True})
        if refused:
            error = ToolError(code=ErrorCode.INVALID_ARGUMENTS, message="no price")
            result = ToolResult(call_id=result.call_id, status=ToolStatus.FAILED, error=error)
        await self.stores.tool_calls.keep(request, Effect.WRITE, result)


@pytest.fixture
async def keeper(stores: Stores) -> AsyncIterator[Keeper]:
    colours = ("blue", "blue", "red")
    things = {f"{at}": Thing(f"thing {at}", colours[at % 3], f"{at}.50") for at in range(1, 8)}
    talk = Keeper(stores, shelf=Shelf(things))
    yield talk
    await Talk.close(talk)


def opened(keeper: Keeper) -> AbstractAsyncContextManager[House]:
    shelf = keeper.shelf
    things = Collection(
        name="things",
        filters=frozenset({"colour", "whose"}),
        view=shelf.view,
        page=shelf.page,
        version=shelf.version,
        export=shelf.export,
    )

    def further(parts: HttpParts) -> list[web.RouteDef]:
        own = BrowsingRoutes(parts, keeper.stores.database, (things,)).routes()
        tools = ToolRoutes(parts, CALLED, keeper.stores.tool_calls.find).routes()
        return [*Served(parts.clients, voice=False, browsing=True).routes(), *own, *tools]

    return house(keeper.stores, OPEN, talk=keeper, further=further)


@asynccontextmanager
async def looking(
    browser: Browser,
    keeper: Keeper,
    width: int = 1280,
    locale: str = "en-US",
    scheme: Literal["light", "dark"] = "light",
) -> AsyncIterator[Visit]:
    """Somebody who said hello, and opened the list by the keyboard."""
    async with (
        opened(keeper) as http,
        visiting(browser, http, keeper, width, locale, scheme) as visit,
    ):
        await visit.page.locator("#text").fill("hello")
        await visit.page.keyboard.press("Enter")
        await visit.answered()
        user_id, sha = keeper.people[-1].user_id, sha256(PHOTO).hexdigest()
        photo = Attachment(sha256=sha, kind=MediaKind.IMAGE, mime_type="image/png", size=len(PHOTO))
        await keeper.stores.users.person(keeper.people[-1])
        await keeper.stores.attachments.put(user_id, photo, PHOTO)
        keeper.shelf.sha256 = sha
        await visit.page.locator("#browse-open").focus()
        await visit.page.keyboard.press("Enter")
        await expect(visit.page.locator("#rows > li").first).to_be_visible()
        yield visit
        assert visit.complaints == []


async def names(visit: Visit, *expected: str) -> None:
    await expect(visit.page.locator("#rows .what")).to_have_text(list(expected))


async def groups(visit: Visit, *expected: str) -> None:
    await expect(visit.page.locator("#rows .group")).to_have_text([f"● {e}" for e in expected])


async def test_it_is_searched_filtered_and_told_what_it_comes_to(
    browser: Browser, keeper: Keeper
) -> None:
    async with looking(browser, keeper) as visit:
        totals = visit.page.locator("#browse-totals")
        await expect(totals).to_have_text("7 things · worth 31.50")
        await visit.page.keyboard.type("thing 3")  # it is where the keyboard is
        await names(visit, "thing 3")
        await expect(totals).to_have_text("1 things · worth 3.50")
        await visit.page.locator("#search").fill("")
        await visit.page.get_by_text("Filter", exact=True).click()
        await visit.page.get_by_label("colour").select_option("red")
        await names(visit, "thing 2", "thing 5")
        await expect(visit.page.locator("#filter-count")).to_have_text("(1)")
        for form in ("xlsx", "csv"):
            href = await visit.page.locator(f"#browse-{form}").get_attribute("href")
            assert href is not None
            assert "by.colour=red" in href
            assert "language=en" in href
            async with visit.page.expect_download() as saved:
                await visit.page.locator(f"#browse-{form}").press("Enter")
            assert (await saved.value).suggested_filename == f"things.{form}"


async def test_a_search_without_a_hit_says_so_and_all_is_a_press_away(
    browser: Browser, keeper: Keeper
) -> None:
    async with looking(browser, keeper) as visit:
        clear = visit.page.locator("#browse-clear")
        await expect(clear).to_be_hidden()
        await visit.page.get_by_label("Period").select_option("last_year")
        await visit.page.locator("#search").fill("nowhere")
        not_found = catalogue_of("en").text("http.page.browse_not_found")
        await expect(visit.page.locator("#browse-none")).to_have_text(not_found)
        await clear.press("Enter")
        await expect(visit.page.locator("#rows > li")).to_have_count(7)
        await expect(clear).to_be_hidden()
        await expect(visit.page.locator("#search")).to_be_focused()


async def test_filters_have_what_was_saved_since_the_list_was_opened(
    browser: Browser, keeper: Keeper
) -> None:
    async with looking(browser, keeper) as visit:
        keeper.shelf.colours += (Option(value="green", label="● green"),)
        await visit.page.get_by_text("Filter", exact=True).click()
        await expect(visit.page.get_by_label("colour").locator("option")).to_have_count(4)


async def test_a_row_is_edited_in_place_by_keys_alone_and_taken_back(
    browser: Browser, keeper: Keeper
) -> None:
    async with looking(browser, keeper) as visit:
        keys = visit.page.keyboard
        await keys.type("thing")
        await expect(visit.page.locator("#browse-clear")).to_be_visible()
        await visit.page.locator("#rows .row").first.focus()
        await keys.press("ArrowDown")
        await keys.press("Enter")
        await visit.page.locator('.editor [name="item"]').focus()
        await keys.press("Control+A")
        await keys.type("better thing")
        await keys.press("Tab")
        await keys.press("Control+A")
        await keys.type("1,250.75")
        await keys.press("Enter")
        await expect(visit.page.locator("#browse-said")).to_have_text("edit 1")
        await expect(visit.page.locator("#rows .what").nth(1)).to_have_text("better thing")
        assert keeper.shelf.things["2"].price == "1250.75"
        await expect(visit.page.locator("#rows .row").nth(1)).to_be_focused()
        await expect(visit.page.locator("#log > .theirs")).to_have_count(2)
        await expect(visit.page.locator("#log > .mine")).to_have_count(1)  # no words of anybody
        await keys.press("Control+Z")
        await groups(visit, *["blue"] * 7)
        await expect(visit.page.locator("#search")).to_have_value("thing")
        assert len(keeper.undone) == 1
        await visit.page.locator("#rows .row").first.press("Enter")
        await expect(visit.page.locator(".editor")).to_be_visible()
        await keys.press("Escape")
        await expect(visit.page.locator(".editor")).to_have_count(0)
        await expect(visit.page.locator("#rows .row").first).to_be_focused()
        await keys.press("Escape")
        await expect(visit.page.locator("#browse")).to_be_hidden()
        await expect(visit.page.locator("#browse-open")).to_be_focused()


async def test_an_amount_that_is_no_number_is_marked_and_stays_to_be_mended(
    browser: Browser, keeper: Keeper
) -> None:
    async with looking(browser, keeper) as visit:
        await visit.page.locator("#rows .row").first.click()
        amount = visit.page.locator('.editor [name="price"]')
        await amount.fill("twelve")
        await visit.page.locator(".editor .deeds button").first.click()
        await expect(visit.page.locator('.editor [name="price"]:invalid')).to_be_focused()
        await expect(visit.page.locator("#browse-done")).to_be_hidden()
        await amount.fill("1 250,75")
        await amount.press("Enter")
        await expect(visit.page.locator("#browse-said")).to_have_text("edit 1")


async def test_a_value_that_is_refused_can_be_typed_anew_with_the_buttons_in_sight(
    browser: Browser, keeper: Keeper
) -> None:
    async with looking(browser, keeper) as visit:
        await visit.page.set_viewport_size({"width": 1280, "height": 500})
        await visit.page.locator("#rows .row").nth(4).press("Enter")
        await visit.page.locator('.editor [name="price"]').fill("0")
        await visit.page.locator(".editor .deeds button").first.press("Enter")
        await expect(visit.page.locator("#browse-done")).to_be_visible()
        await expect(visit.page.locator('.editor [name="price"]')).to_be_focused()
        save = await visit.page.locator(".editor .deeds button").first.bounding_box()
        told = await visit.page.locator("#browse-done").bounding_box()
        assert save is not None
        assert told is not None
        assert save["y"] + save["height"] <= told["y"]


async def test_the_focus_stays_in_the_list_when_the_button_that_had_it_goes(
    browser: Browser, keeper: Keeper
) -> None:
    async with looking(browser, keeper) as visit:
        await visit.page.locator("#rows .row").first.press("Enter")
        await visit.page.locator('.editor [name="item"]').fill("better thing")
        await visit.page.locator('.editor [name="item"]').press("Enter")
        await visit.page.locator("#browse-undo button").press("Enter")
        await expect(visit.page.locator("#browse-title")).to_be_focused()


async def test_a_field_that_may_be_empty_is_emptied_in_place(
    browser: Browser, keeper: Keeper
) -> None:
    keeper.shelf.things["1"].note = "from Ann"
    async with looking(browser, keeper) as visit:
        await visit.page.locator("#rows .row").first.press("Enter")
        await visit.page.locator('.editor [name="item"]').fill("")
        await visit.page.locator('.editor [name="note"]').fill("")
        await visit.page.keyboard.press("Enter")  # refused: a name must be left
        await visit.page.locator('.editor [name="item"]').fill("thing 1")
        await visit.page.keyboard.press("Enter")
        await expect(visit.page.locator("#browse-said")).to_have_text("edit 1")
        assert keeper.shelf.things["1"].note == ""
        assert keeper.shelf.things["1"].name == "thing 1"


async def test_many_are_changed_deleted_and_restored_at_once(
    browser: Browser, keeper: Keeper
) -> None:
    async with looking(browser, keeper) as visit:
        boxes = visit.page.locator("#rows .box input")
        await boxes.nth(0).press("Space")
        await visit.page.keyboard.press("ArrowDown")
        await visit.page.keyboard.press("ArrowDown")
        await visit.page.keyboard.press("Space")
        await expect(visit.page.locator("#chosen-count")).to_have_text("2 selected")
        await visit.page.get_by_label("New colour").select_option("red")
        await visit.page.get_by_role("button", name="Change").click()
        await groups(visit, "red", "red", "red", "blue", "red", "blue", "blue")
        await expect(visit.page.locator("#chosen")).to_be_hidden()
        await visit.page.locator("#choose-all").press("Space")
        await visit.page.get_by_role("button", name="Delete").click()
        await expect(visit.page.locator("#browse-none")).to_be_visible()
        await visit.page.get_by_text("Filter", exact=True).click()
        await visit.page.get_by_label("Show what was deleted").check()
        await expect(boxes).to_have_count(7)
        await boxes.first.check()
        await visit.page.get_by_role("button", name="Restore").click()
        await expect(boxes).to_have_count(6)
        assert not keeper.shelf.things["1"].deleted


async def test_what_the_chat_does_is_seen_in_the_list(browser: Browser, keeper: Keeper) -> None:
    async with looking(browser, keeper) as visit:
        await visit.say("paint all")
        await groups(visit, *["red"] * 7)


async def test_an_editor_that_is_open_outlives_what_the_chat_does(
    browser: Browser, keeper: Keeper
) -> None:
    async with looking(browser, keeper) as visit:
        await visit.page.locator("#rows .row").nth(3).click()
        await visit.page.locator('.editor [name="item"]').fill("half ty")
        await visit.say("paint all")
        await groups(visit, *["red"] * 7)
        await expect(visit.page.locator('.editor [name="item"]')).to_have_value("half ty")


async def test_what_is_changed_elsewhere_is_seen_after_a_while_or_when_one_looks_again(
    browser: Browser, keeper: Keeper
) -> None:
    async with looking(browser, keeper) as visit:
        keeper.shelf.things["1"].name = "changed in another chat"
        await expect(visit.page.locator("#rows .what").first).to_have_text(
            "changed in another chat", timeout=15_000
        )
        keeper.shelf.things["8"] = Thing("thing 8", "red", "8.50")
        await visit.page.evaluate("dispatchEvent(new Event('focus'))")
        await expect(visit.page.locator("#rows > li")).to_have_count(8, timeout=2_000)


async def test_nothing_typed_is_lost_by_what_is_changed_elsewhere(
    browser: Browser, keeper: Keeper
) -> None:
    async with looking(browser, keeper) as visit:
        keys = visit.page.keyboard
        await visit.page.locator("#rows .row").nth(2).press("Enter")
        await visit.page.locator('.editor [name="item"]').focus()
        await keys.press("End")
        await keys.type(" and")
        keeper.shelf.things |= {
            "1": Thing("first", "red", "9"),
            "3": Thing("thing 3", "red", "7.25"),
        }
        await visit.page.evaluate("dispatchEvent(new Event('focus'))")
        await expect(visit.page.locator("#rows .what").first).to_have_text("first")
        await keys.type(" more")  # the keyboard is where it was
        await expect(visit.page.locator('.editor [name="item"]')).to_have_value("thing 3 and more")
        await expect(visit.page.locator('.editor [name="price"]')).to_have_value("7.25")
        keeper.shelf.things["3"].deleted = True
        keeper.shelf.things["1"].name = "again"
        await visit.page.evaluate("dispatchEvent(new Event('focus'))")
        await expect(visit.page.locator("#rows .what").first).to_have_text("again")
        await expect(visit.page.locator("#browse-totals")).to_contain_text("6 things")
        await expect(visit.page.locator('.editor [name="item"]')).to_have_value("thing 3 and more")
        await keys.press("Escape")
        await expect(visit.page.locator("#rows > li")).to_have_count(6)


async def test_more_rows_come_when_they_are_asked_for(browser: Browser, keeper: Keeper) -> None:
    keeper.shelf.things |= {f"{at}": Thing(f"thing {at}", "red", "1") for at in range(8, 121)}
    async with looking(browser, keeper) as visit:
        rows = visit.page.locator("#rows > li")
        await expect(rows).to_have_count(50)
        await visit.page.locator("#browse-more").press("Enter")
        await expect(rows).to_have_count(100)
        await expect(rows.nth(50).locator(".row")).to_be_focused()
        await visit.say("paint all")
        await expect(rows.first.locator(".group")).to_have_text("● red")
        await expect(rows).to_have_count(100)


async def test_where_nothing_was_saved_it_says_so_to_somebody_new(
    browser: Browser, keeper: Keeper
) -> None:
    keeper.shelf.things.clear()
    async with opened(keeper) as http, visiting(browser, http, keeper) as visit:
        await visit.page.locator("#browse-open").click()
        none = catalogue_of("en").text("http.page.browse_none")
        await expect(visit.page.locator("#browse-none")).to_have_text(f"{none} Or bring a box.")
        await visit.page.locator("#browse-close").click()
        await expect(visit.page.locator("#browse")).to_be_hidden()


async def test_back_closes_the_list_and_a_reload_keeps_it_open(
    browser: Browser, keeper: Keeper
) -> None:
    async with looking(browser, keeper, 360) as visit:
        shown = visit.page.locator("#browse")
        await visit.page.reload()
        await expect(visit.page.locator("#rows > li")).to_have_count(7)
        await visit.page.go_back()
        await expect(shown).to_be_hidden()
        await expect(visit.page.locator("main")).to_be_visible()
        await visit.page.locator("#browse-open").press("Enter")
        await expect(visit.page.locator("#rows > li")).to_have_count(7)
        await visit.page.locator("#browse-close").press("Enter")
        await expect(shown).to_be_hidden()
        await expect(visit.page.locator("#log > .mine")).to_have_count(1)  # the same page


async def test_the_picture_stands_beside_its_row(browser: Browser, keeper: Keeper) -> None:
    async with looking(browser, keeper) as visit:
        await visit.page.locator("#rows .row").first.click()
        await visit.page.locator(".picture img").scroll_into_view_if_needed()
        await visit.page.wait_for_function(
            "document.querySelector('.picture img').naturalWidth > 0"
        )
        picture = visit.page.locator(".picture img")
        before = await picture.evaluate("each => each.offsetWidth")
        await visit.page.locator(".picture button").press("Enter")
        assert await picture.evaluate("each => each.offsetWidth") > before


def share(shelf: Shelf) -> None:
    """Ben, with whom it is shared, entered the second and the eighth thing."""
    shelf.members = ("Ben",)
    shelf.things["2"].by = "Ben"
    shelf.things["8"] = Thing("thing 8", "red", "8.50", by="Ben")


@pytest.mark.shows("household 1")
async def test_it_shows_what_others_share_and_who_entered_it(
    browser: Browser, keeper: Keeper
) -> None:
    share(keeper.shelf)
    async with looking(browser, keeper) as visit:
        rows, by = visit.page.locator("#rows > li"), visit.page.locator("#rows .by")
        await expect(rows).to_have_count(6)
        await expect(by).to_have_count(0)
        await visit.page.get_by_role("radio", name="Mine").focus()
        await visit.page.keyboard.press("ArrowRight")
        await expect(rows).to_have_count(8)
        await expect(by).to_have_text(["You", "Ben", *["You"] * 5, "Ben"])
        await expect(visit.page.locator("#browse-totals")).to_have_text("8 things · worth 40.00")
        await expect(visit.page.locator("#browse-notes")).to_have_text("since May")
        await expect(visit.page.locator("#browse-clear")).to_be_hidden()
        for form in ("xlsx", "csv"):
            href = await visit.page.locator(f"#browse-{form}").get_attribute("href")
            assert "by.whose=ours" in str(href)
        await visit.page.get_by_role("radio", name="Ben").check()
        await names(visit, "thing 2", "thing 8")
        await visit.page.locator("#search").fill("8")
        await names(visit, "thing 8")
        await visit.page.locator("#browse-clear").click()
        await names(visit, "thing 2", "thing 8")
        await expect(visit.page.locator("#choosing")).to_be_hidden()


@pytest.mark.shows("household 2")
async def test_what_others_entered_is_read_and_never_changed(
    browser: Browser, keeper: Keeper
) -> None:
    share(keeper.shelf)
    async with looking(browser, keeper) as visit:
        keys = visit.page.keyboard
        await visit.page.get_by_role("radio", name="Ours").check()
        boxes = visit.page.locator("#rows .box input")
        await expect(boxes).to_have_count(6)
        await boxes.first.focus()
        await keys.press("ArrowDown")  # to a row without a box
        await expect(visit.page.locator("#rows .row").nth(1)).to_be_focused()
        await keys.press("Enter")
        editor = visit.page.locator(".editor")
        await expect(editor.locator("input:enabled, select:enabled")).to_have_count(0)
        await expect(editor.get_by_role("button")).to_have_text(["Close"])
        theirs = catalogue_of("en").text("http.page.browse_theirs", what="Ben")
        await expect(editor.locator(".theirs")).to_have_text(theirs)
        await visit.page.locator("#choose-all").check()
        await expect(visit.page.locator("#chosen-count")).to_have_text("6 selected")
        await visit.page.get_by_role("button", name="Delete").click()
        await names(visit, "thing 2", "thing 8")
        assert not keeper.shelf.things["2"].deleted


@pytest.mark.shows("household 4")
async def test_who_joins_is_seen_and_who_leaves_is_gone_with_what_they_entered(
    browser: Browser, keeper: Keeper
) -> None:
    async with looking(browser, keeper) as visit:
        scope = visit.page.get_by_role("radiogroup")
        await expect(scope).to_be_hidden()
        share(keeper.shelf)
        await visit.page.evaluate("dispatchEvent(new Event('focus'))")
        await visit.page.get_by_role("radio", name="Ours").check()
        await expect(visit.page.locator("#rows > li")).to_have_count(8)
        await visit.page.locator("#rows .row").nth(1).click()
        keeper.shelf.members = ()
        await visit.page.evaluate("dispatchEvent(new Event('focus'))")
        await expect(scope).to_be_hidden()
        await expect(visit.page.locator("#rows > li")).to_have_count(6)
        await expect(visit.page.locator(".editor")).to_have_count(0)


@pytest.mark.parametrize(
    ("width", "scheme", "language"),
    [
        (360, "light", "en"),
        (360, "dark", "de"),
        (360, "light", "fr"),
        (360, "dark", "ms"),
        (1280, "light", "es"),
        (1280, "dark", "de"),
    ],
)
async def test_it_fits_a_phone_and_a_screen_in_every_language(
    browser: Browser,
    keeper: Keeper,
    width: int,
    scheme: Literal["light", "dark"],
    language: str,
) -> None:
    keeper.shelf.things["1"].name = "A shop with a long name that nobody can remember " * 2
    share(keeper.shelf)
    keeper.shelf.members += ("Maximiliane-Alexandra", "another member")
    async with looking(browser, keeper, width, language, scheme) as visit:
        await visit.page.get_by_role("radio", name="Ours").check()
        await expect(visit.page.locator("#rows > li")).to_have_count(8)
        words = catalogue_of(language)
        for form in ("xlsx", "csv"):
            link = visit.page.locator(f"#browse-{form}")
            await expect(link).to_have_attribute("title", words.text(f"http.page.browse_{form}"))
        await expect(visit.page.locator("main")).to_be_visible(visible=width > 1000)
        await visit.page.locator("#filters summary").click()
        await visit.page.locator("#rows .box input").first.check()
        await visit.page.locator("#rows .row").first.click()
        await expect(visit.page.locator(".editor")).to_be_visible()
        for part in ("document.documentElement", "document.getElementById('browse')"):
            wide = await visit.page.evaluate(f"[{part}.scrollWidth, {part}.clientWidth]")
            assert wide[0] <= wide[1]
        small = await visit.page.evaluate(
            """[...document.querySelectorAll("#browse button, #browse select, #browse .box")]
                .filter((each) => each.offsetParent && each.offsetHeight < 32)
                .map((each) => each.outerHTML)"""
        )
        assert small == []
