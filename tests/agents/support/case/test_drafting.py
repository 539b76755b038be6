"""An article is drafted from what staff answered, once that solved it; staff are asked once."""

from datetime import timedelta

import pytest

from agents.support.staff_posts import StaffAction
from tests.agents.support.case.office import MIA, Office

SEND = timedelta(seconds=6)


async def answer(office: Office, text: str = "Hi Joe,\nthe second charge goes back.") -> None:
    await office.open("My name is Joe. Charged twice for INV-4711")
    await office.claim()
    await office.says(MIA, text)
    await office.skip(SEND)


@pytest.mark.shows("support 23")
@pytest.mark.parametrize("by_customer", [True, False], ids=["solved", "closed"])
async def test_who_solved_what_no_article_answers_is_offered_a_draft_once(
    office: Office, *, by_customer: bool
) -> None:
    await answer(office)
    assert not office.posted("draft_offered")
    if by_customer:
        await office.customer(kind="solved")
    else:
        await office.act(MIA, StaffAction.CLOSE)
    await office.until(lambda: office.posted("draft_offered"))
    (offered,) = office.posted("draft_offered")
    assert [choice.press.action for choice in offered.choices] == [StaffAction.DRAFT]
    office.room.clear()
    await office.act(MIA, StaffAction.REOPEN)
    await office.act(MIA, StaffAction.CLOSE)
    await office.until(lambda: office.posted("changed", what="closed"))
    await office.settled()
    assert not office.posted("draft_offered")


@pytest.mark.shows("support 23")
async def test_a_draft_has_the_question_and_the_answers_and_names_nobody(office: Office) -> None:
    await answer(office)
    assert await office.act(MIA, StaffAction.DRAFT) == "draft_open"
    await office.says(MIA, "// ask finance", "m2")
    await office.act(MIA, StaffAction.CLOSE)
    assert await office.act(MIA, StaffAction.DRAFT) == "done"
    await office.until(lambda: office.posted("draft", text="The second charge goes back."))
    (shown,) = office.posted("draft")
    assert isinstance(shown.content, dict)
    assert shown.content["title"] == "My name is [name]. Charged twice for [number]"
    assert [event.kind for event in office.events.values()].count("drafted") == 1


async def test_a_draft_that_takes_long_holds_nothing_up(office: Office) -> None:
    await answer(office)
    await office.act(MIA, StaffAction.CLOSE)
    office.may_draft.clear()
    await office.act(MIA, StaffAction.DRAFT)
    await office.until(lambda: office.attempts["draft_article"])
    await office.act(MIA, StaffAction.REOPEN)
    await office.until(lambda: "reopened" in {event.kind for event in office.events.values()})
    assert not office.drafted
    office.may_draft.set()
    await office.until(lambda: office.posted("draft"))


async def test_what_nobody_answered_is_no_article(office: Office) -> None:
    await office.open()
    await office.act(MIA, StaffAction.CLOSE)
    assert await office.act(MIA, StaffAction.DRAFT) == "draft_nothing"
    await office.settled()
    assert not office.posted("draft_offered")
    assert not office.drafted
