"""A call in memory, by rules alone: the real engine on the shipped graph, on Monday 23 November
2026, 12:00 in New York.

A message is all that is said in a turn. ``hours`` are a pause, ``down`` and ``up`` a tool. An
operator "takes" a slot by its beginning, or "knows" Mary by her number.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from agents.service_calls.call.tools_later import call_once_more
from agents.service_calls.trial import LATER
from tests.agents.service_calls.plays import ZONE, Play
from tests.scenarios.play import Picture, Screen, Step


class ServiceCallStage:
    def __init__(self) -> None:
        self._play = Play()
        self._screens: list[Screen] = []

    async def say(self, text: str, reply_to: Screen | None) -> None:
        assert not self._play.trial.over, "nobody is on the line"
        del reply_to
        text_of_turn = await self._play.says(text)
        labels = tuple(choice.label for choice in self._play.trial.desk.choices)
        self._screens.append(Screen(text_of_turn, labels, None))

    async def send(self, pictures: Sequence[Picture]) -> None:
        raise ValueError(f"a call takes no photos: {pictures}")

    async def press(self, screen: Screen, label: str) -> str | None:
        raise ValueError(f"nothing is pressed in a call by rules: {label} on {screen.text}")

    def screens(self) -> Sequence[Screen]:
        return self._screens

    async def settle(self) -> None:
        """What is said is answered at once."""

    async def hear(self) -> None:
        """What is said has arrived."""

    async def rows(self) -> Sequence[Mapping[str, object]]:
        """One row: the fields of the call, what the business has of it, and how it ended."""
        business, trial = self._play.tools, self._play.trial
        every = business.tasks.values()
        tasks = [task for task in every if task["status"] != "cancelled"]
        return [
            {
                **self._play.state.context,
                "tasks": [task["service_catalog"] for task in tasks],
                "cancelled": [task["service_catalog"] for task in every if task not in tasks],
                "priorities": [task["priority"] for task in tasks],
                "task_names": ", ".join(str(task["name"]) for task in tasks),
                "last_priority": tasks[-1]["priority"] if tasks else None,
                "last_description": str(tasks[-1]["description"]) if tasks else None,
                "descriptions": "\n".join(str(task["description"]) for task in tasks),
                "task_customers": sorted({str(task["customer_id"]) for task in tasks}),
                "bookings": [_local(each["from_ts"]) for each in business.bookings.values()],
                "customers": [each["phone"] for each in business.customers.values()],
                "customer_names": [each["name"] for each in business.customers.values()],
                "booked_until": self._play.booked_until and _local(self._play.booked_until),
                "looked_for_times": self._play.calls_of("person_calendar_free"),
                "earlier": [change.before for change in self._play.state.audit if change.before],
                "questions": sum(screen.text.count("?") for screen in self._screens[-1:]),
                "hung_up": len(business.hung_up),
                "path": self._play.path,
                "visits": {name: visit.times for name, visit in self._play.state.visits.items()},
                "over": trial.over,
                "outcome": trial.outcome.value,
            }
        ]

    async def drafts(self) -> Sequence[str]:
        return ()

    async def happen(self, step: Step) -> None:
        match step:
            case Step(hours=float()):
                await self.say(LATER, None)
            case Step(down=str(tool)):
                self._play.tools.failing.add(tool)
            case Step(up=str(tool)):
                self._play.tools.failing.remove(tool)
                assert await call_once_more(self._play.trial.call)
            case Step(operator=str(act)) if act.startswith("takes "):
                self._play.tools.taken.add(act.removeprefix("takes "))
            case Step(operator=str(act)) if act.startswith("knows "):
                number = act.removeprefix("knows ")
                mary = {"customer_id": "cust-9", "phone": number, "name": "Mary"}
                self._play.tools.customers["cust-9"] = dict(mary)
            case _:
                raise ValueError(f"not in a call: {step}")


def _local(stamp: object) -> str:
    return f"{datetime.fromisoformat(str(stamp)).astimezone(ZoneInfo(ZONE)):%a %d %b %H:%M}"
