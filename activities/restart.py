"""Messages that a cancelled run did not hear go to a fresh one."""

from temporalio import activity

from activities.boundary import app_errors
from activities.ports import Restart
from domain.restart import RestartRequest


class RestartConversation:
    """Idempotent: a run drops a message that it has seen."""

    def __init__(self, restart: Restart) -> None:
        self._restart = restart

    @activity.defn
    async def restart_conversation(self, request: RestartRequest) -> None:
        """Waits, by its retries, until the cancelled run has closed."""
        with app_errors():
            await self._restart.restart(request)
