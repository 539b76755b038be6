"""Who is in a household: on a real database, one at a time and all at once."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, TypeVar

import pytest
from pydantic import BaseModel

from adapters.postgres.stores import Stores
from agents.expenses.features.household import activities, store
from agents.expenses.features.household.tools import (
    HouseholdProblem,
    InvitationCode,
    InvitationFound,
    Joined,
    OwnName,
)
from agents.expenses.parts import PersonCall
from agents.expenses.store.household import members_of
from domain.errors import ToolRefusedError
from domain.tools import Arguments, NoArguments, RunToolRequest, ToolCall
from domain.understanding import Person
from tests.adapters.postgres.requests import ANN, BOB, CHAT
from tests.agents.expenses.store.requests import Book

CARL = "terminal:carl"
WRONG = "ZZZZZZZZZZ"

Result = TypeVar("Result", bound=BaseModel)


async def do(
    book: Book,
    user_id: str,
    carry_out: Callable[[PersonCall[Any]], Awaitable[Result]],
    asked: Arguments | None = None,
) -> Result:
    """Carries out a call of this person in a transaction of its own."""
    asked = asked or NoArguments()
    request = RunToolRequest(
        person=Person(user_id=user_id),
        conversation_id=CHAT,
        task_id="",
        agent="expenses",
        call=ToolCall(call_id=f"{user_id}/1", name="any", arguments=asked.model_dump_json()),
    )
    async with book.database.transaction() as connection:
        return await carry_out(PersonCall(connection, request, asked))


async def invited(book: Book, user_id: str = ANN) -> InvitationCode:
    return InvitationCode(code=(await do(book, user_id, activities.invite_to_household)).code)


async def join(book: Book, user_id: str, code: InvitationCode) -> Joined:
    return await do(book, user_id, activities.join_household, code)


async def members(book: Book, user_id: str) -> list[str]:
    async with book.database.connection() as connection:
        return [member.user_id for member in await members_of(connection, user_id)]


async def test_an_invitation_lets_one_person_in_once(book: Book) -> None:
    code = await invited(book)
    found = await do(book, BOB, activities.find_invitation, code)
    assert (found.problem, await members(book, BOB)) == (None, []), "looking lets nobody in"
    assert (await join(book, BOB, code)).problem is None
    assert await members(book, ANN) == await members(book, BOB) == [ANN, BOB]
    assert (await join(book, CARL, code)).problem is HouseholdProblem.NO_CODE
    assert await members(book, CARL) == []


async def test_a_code_is_read_as_it_is_typed(book: Book) -> None:
    code = await invited(book)
    typed = InvitationCode(code=f" {code.code.lower()} ")
    assert (await join(book, BOB, typed)).problem is None


async def test_a_guesser_learns_nothing_and_is_stopped(book: Book) -> None:
    """Wrong, used, taken back and too old are told alike, and a right code no more after five."""
    used, old, back = await invited(book), await invited(book), InvitationCode(code=WRONG)
    await join(book, CARL, used)
    async with book.database.connection() as connection:
        await connection.execute(
            "UPDATE household_invitations SET expires_at = now() WHERE code_sha256 = $1",
            store.hash_of(old.code),
        )
    for code in (used, old, back):
        found = await do(book, BOB, activities.find_invitation, code)
        assert found == InvitationFound(problem=HouseholdProblem.NO_CODE)
    right = await invited(book)
    for _ in range(2):
        assert (await join(book, BOB, back)).problem is HouseholdProblem.NO_CODE
    assert (await join(book, BOB, right)).problem is HouseholdProblem.TOO_MANY_TRIES
    assert await members(book, BOB) == []
    async with book.database.connection() as connection:
        await connection.execute(
            "UPDATE household_tries SET tried_at = tried_at - $1::interval", store.TRIES_WITHIN
        )
    assert (await join(book, BOB, right)).problem is None


async def test_an_invitation_ends_after_seven_days_and_when_it_is_taken_back(book: Book) -> None:
    made = await do(book, ANN, activities.invite_to_household)
    async with book.database.connection() as connection:
        now = await connection.fetchval("SELECT now()")
    assert timedelta(days=6, hours=23) < made.expires_at - now <= timedelta(days=7)
    assert (await do(book, ANN, activities.withdraw_invitations)).count == 1
    joined = await join(book, BOB, InvitationCode(code=made.code))
    assert joined.problem is HouseholdProblem.NO_CODE
    assert (await do(book, ANN, activities.withdraw_invitations)).count == 0


async def test_no_code_stands_in_the_table(stores: Stores, book: Book) -> None:
    code = await invited(book)
    async with book.database.connection() as connection:
        row = await connection.fetchrow("SELECT * FROM household_invitations")
    assert row is not None
    assert code.code not in [str(value) for value in row.values()]
    shown = await stores.export.of_person(ANN)
    assert row["code_sha256"] not in str(shown)


async def test_who_is_in_a_household_joins_no_other_one(book: Book) -> None:
    await join(book, BOB, await invited(book))
    others = await invited(book, CARL)
    assert (await join(book, BOB, others)).problem is HouseholdProblem.IN_ONE
    wrong = await do(book, BOB, activities.find_invitation, InvitationCode(code=WRONG))
    assert wrong.problem is HouseholdProblem.IN_ONE
    assert (await join(book, ANN, others)).problem is HouseholdProblem.IN_ONE


async def test_only_the_longest_member_invites_and_hands_that_over_by_leaving(book: Book) -> None:
    await join(book, BOB, await invited(book))
    await join(book, CARL, await invited(book))
    unused = await invited(book)
    with pytest.raises(ToolRefusedError):
        await invited(book, BOB)
    left = await do(book, ANN, activities.leave_household)
    assert [member.own for member in left.members] == [True, False, False]
    assert await members(book, BOB) == [BOB, CARL]
    assert await members(book, ANN) == []
    assert (await join(book, ANN, unused)).problem is HouseholdProblem.NO_CODE
    assert (await join(book, ANN, await invited(book, BOB))).problem is None
    assert await members(book, ANN) == [BOB, CARL, ANN], "whoever comes back is the newest"


@pytest.mark.shows("household 4")
async def test_erasing_a_person_takes_membership_and_invitations(
    stores: Stores, book: Book
) -> None:
    await stores.users.person(Person(user_id=ANN))
    await join(book, BOB, await invited(book))
    unused = await invited(book)
    await stores.erasure.erase(ANN)
    assert await members(book, BOB) == [BOB]
    assert (await join(book, CARL, unused)).problem is HouseholdProblem.NO_CODE
    assert (await join(book, CARL, await invited(book, BOB))).problem is None


async def test_a_name_is_one_line_and_only_of_a_member(book: Book) -> None:
    with pytest.raises(ToolRefusedError):
        await do(book, ANN, activities.name_in_household, OwnName(name="Ann"))
    await invited(book)
    shown = await do(book, ANN, activities.name_in_household, OwnName(name=" Ann\nMay "))
    assert [member.name for member in shown.members] == ["Ann May"]
    with pytest.raises(ToolRefusedError):
        await do(book, ANN, activities.name_in_household, OwnName(name="\n"))


async def test_of_two_who_use_a_code_at_once_one_is_let_in(book: Book) -> None:
    code = await invited(book)
    done = await asyncio.gather(join(book, BOB, code), join(book, CARL, code))
    assert sorted(each.problem is None for each in done) == [False, True]
    assert len(await members(book, ANN)) == 2


async def test_joining_twice_at_once_joins_once(book: Book) -> None:
    one, other = await invited(book), await invited(book)
    done = await asyncio.gather(join(book, BOB, one), join(book, BOB, other))
    assert sorted(str(each.problem) for each in done) == ["None", "in_one"]
    assert await members(book, ANN) == [ANN, BOB]
    assert (await join(book, CARL, one)).problem != (await join(book, CARL, other)).problem


async def test_two_invitations_at_once_make_one_household(book: Book) -> None:
    one, other = await asyncio.gather(invited(book), invited(book))
    await asyncio.gather(join(book, BOB, one), join(book, CARL, other))
    assert sorted(await members(book, ANN)) == sorted([ANN, BOB, CARL])


async def test_whoever_joins_while_the_inviter_leaves_is_in_or_is_told(book: Book) -> None:
    code = await invited(book)
    joined, _ = await asyncio.gather(
        join(book, BOB, code), do(book, ANN, activities.leave_household)
    )
    assert (joined.problem is None) == (await members(book, BOB) == [BOB])
    assert await members(book, ANN) == []


async def test_open_invitations_and_members_are_limited(book: Book) -> None:
    codes = [await invited(book) for _ in range(store.MAX_OPEN)]
    with pytest.raises(ToolRefusedError):
        await invited(book)
    async with book.database.connection() as connection:
        await connection.execute(
            "INSERT INTO household_members (user_id, household_id)"
            " SELECT 'filler:' || n, household_id FROM household_members, generate_series(2, $1) n",
            store.MAX_MEMBERS - 1,
        )
    done = await asyncio.gather(join(book, BOB, codes[0]), join(book, CARL, codes[1]))
    assert sorted(str(each.problem) for each in done) == ["None", "full"]
