"""A chat with the support agent at the level of workflows, on a real database.

``staff`` is like "Mia claims" or "Mia replies: It is done."; ``hold``, ``release``, ``down`` and
``up`` are about an activity of this agent, by its name. ``hours`` make what is closed older.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress

from asyncpg import Record
from temporalio.service import RPCError

from agents.support.staff_posts import StaffAction
from tests.agents.support.workflow.chat import BEN, MIA, SupportChat
from tests.local.waiting import eventually
from tests.scenarios.chats import ChatStage
from tests.scenarios.play import Screen, Step

STAFF = {"Mia": MIA, "Ben": BEN}
ACTS = {
    "claims": StaffAction.CLAIM,
    "gives back": StaffAction.BACK,
    "closes": StaffAction.CLOSE,
    "replies": StaffAction.REPLY,
}
OLDER = """
    UPDATE support_tickets SET closed_at = closed_at - $2 * interval '1 hour',
        reopen_until = reopen_until - $2 * interval '1 hour' WHERE user_id = $1
"""


class SupportStage(ChatStage[SupportChat]):
    def __init__(self, chat: SupportChat) -> None:
        super().__init__(chat)
        chat.agrees = False

    async def say(self, text: str, reply_to: Screen | None) -> None:
        await super().say(text, reply_to)
        for held in self.chat.held.values():
            await held.begun.wait()

    async def hear(self) -> None:
        async def is_there() -> bool:
            return self.sent[-1] in (await self.chat.status()).handled

        await eventually(is_there)

    async def rows(self) -> Sequence[Mapping[str, object]]:
        """The tickets, oldest first, each with what is kept of it."""
        tickets = await self.chat.tickets()
        numbers = {ticket["ticket_id"]: ticket["number"] for ticket in tickets}
        return [await self._row(ticket, numbers) for ticket in tickets]

    async def _row(self, ticket: Record, numbers: Mapping[str, int]) -> Mapping[str, object]:
        chat, name = self.chat, ticket["ticket_id"]
        runs = await chat.runs_of(name)
        result = (runs[-1]["triage_result"] or {}) if runs else {}
        people_know = None
        with suppress(RPCError):  # people never got it
            people_know = await chat.said_in(name)
        ratings = await chat.rows("SELECT score, comment FROM support_ratings", name, "at")
        helped = await chat.rows("SELECT article, helpful FROM kb_feedback", name, "at")
        return {
            **ticket,
            "linked_to": numbers.get(ticket["linked_to"]),
            "is_due": ticket["first_due"] is not None,
            "words": await chat.customers_words(name),
            "people_know": people_know,
            "runs": len(runs),
            "nodes": runs[-1]["nodes"] if runs else [],
            "timed": sorted(runs[-1]["durations"]) if runs else [],
            "articles": [each["id"] for each in runs[-1]["kb_results"]] if runs else [],
            "sentiment": result.get("extracted_info", {}).get("sentiment"),
            "issue": result.get("extracted_info", {}).get("issue_type"),
            "ratings": [[row["score"], row["comment"]] for row in ratings],
            "helped": [[row["article"], row["helpful"]] for row in helped],
        }

    async def happen(self, step: Step) -> str | None:
        chat = self.chat
        match step:
            case Step(staff=str(act)):
                return await self._staff(act)
            case Step(hold=str(activity)):
                await self.settle()
                chat.hold(activity)
            case Step(release=str(activity)):
                chat.held.pop(activity).release.set()
            case Step(down=str(activity)):
                await self.settle()
                chat.failing.add(activity)
            case Step(up=str(activity)):
                chat.failing.remove(activity)
            case Step(hours=float(hours)):
                await self.settle()
                await chat.execute(OLDER, chat.user_id, hours)
            case _:
                raise ValueError(f"not in a chat with support: {step}")
        return None

    async def _staff(self, act: str) -> str:
        found = re.fullmatch(r"(\w+) ([\w ]+?)(?:: (.+))?", act)
        assert found is not None, act
        by, verb, text = found.groups()
        answer = await self.chat.staff(ACTS[verb], by=STAFF[by], text=text or "")
        assert isinstance(answer.content, dict)
        return str(answer.content["what"])
