"""When a conversation has been silent for too long."""

from datetime import datetime

from temporalio import workflow

from workflows.session import Session


class Expiry:
    """One timer for a day, not one a message: when it fires it looks at the last message."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._fired = False

    def at(self) -> datetime | None:
        """When the conversation expires if nothing more is heard; UTC."""
        heard = self._session.state.last_heard
        return heard + self._session.limits.expiration if heard else None

    def due(self) -> bool:
        at = self.at()
        return self._fired and at is not None and workflow.now() >= at

    async def watch(self) -> None:
        """Keeps ``due`` in step for as long as the conversation lives."""
        while True:
            at = self.at()
            if at is None:
                await workflow.wait_condition(lambda: self.at() is not None)
                continue
            rest = at - workflow.now()
            self._fired = rest.total_seconds() <= 0
            if self._fired:
                await workflow.wait_condition(lambda: not self.due())
            else:
                await workflow.sleep(rest)
