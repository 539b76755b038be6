"""A task while it is going on."""

import asyncio
from dataclasses import dataclass

from pydantic import BaseModel

from domain.conversation import TaskRecord
from domain.injection import Injected
from domain.understanding import Act, TaskPhase, TaskView
from workflows import metrics
from workflows.agents.contract import Agent, Outcome
from workflows.desk import Desk


@dataclass
class TaskRun:
    """A task that is going on: its agent, its desk, and the coroutine that runs it."""

    record: TaskRecord
    agent: Agent[BaseModel]
    desk: Desk
    coroutine: asyncio.Task[None] | None = None
    started: bool = False
    """A coroutine that is cancelled before its first step would never clean up after itself."""
    stopped_as: str = ""
    """How it ends when it is stopped from outside."""
    reopened: bool = False
    """It was finished before and only corrects its row."""

    @property
    def waiting(self) -> bool:
        """Whether it waits for the person and has nothing to take in."""
        return self.desk.asking and not self.desk.has_injected

    def hear(self, act: Act, evidence: str) -> None:
        """Hands the task something that was understood; ``evidence`` is the person's own words."""
        question = self.record.question
        asked = question.kind if question is not None and question.said else None
        self.desk.inject(Injected(act=act, question=asked, text=evidence))

    def count(self, outcome: Outcome) -> None:
        """Counts a finished task, unless it was one before: a correction is no second receipt."""
        saved = self.agent.view().phase is TaskPhase.SAVED
        ended = Outcome.SAVED.value if saved else self.stopped_as or outcome.value
        if not self.reopened:
            metrics.task_ended(self.record.agent, ended, self.record.questions_asked)

    def view(self) -> TaskView:
        phase = TaskPhase.WAITING if self.waiting else self.agent.view().phase
        question = self.record.question
        labels = (c.label for c in question.reply.choices) if question else ()
        return self.agent.view().model_copy(
            update={
                "phase": phase,
                "activity": self.desk.doing,
                "question": self.desk.question,
                "choices": tuple(label for label in labels if label),
            }
        )
