"""What concerns the person and not an expense: their preferences, their privacy, their data."""

from domain.messages import ButtonPress, Command, Message, value_of
from domain.preferences import PreferenceField
from domain.topics import ConversationTopic, PressAction
from domain.usage import UsageRequest
from workflows.calls import run_activity
from workflows.erasure import Erasing
from workflows.errands import Errands
from workflows.options import REPORT_USAGE
from workflows.outbox import Outbox
from workflows.preferences import Preferences
from workflows.session import Session


class Personal:
    """``/currency``, ``/language``, ``/timezone``, ``/usage``, ``/privacy``, ``/deletemydata``."""

    def __init__(self, session: Session, outbox: Outbox, errands: Errands) -> None:
        self._session = session
        self._outbox = outbox
        self._errands = errands
        self._preferences = Preferences(session, outbox, errands)
        self.erasing = Erasing(session, outbox)

    def obey(self, message: Message, command: Command) -> None:
        match command:
            case Command.CURRENCY:
                self._preferences.set(PreferenceField.CURRENCY, value_of(message.text))
            case Command.LANGUAGE:
                self._preferences.set(PreferenceField.LANGUAGE, value_of(message.text))
            case Command.TIMEZONE:
                self._preferences.set(PreferenceField.TIMEZONE, value_of(message.text))
            case Command.USAGE:
                self._errands.start(self._usage())
            case Command.PRIVACY:
                self._privacy()
            case Command.DELETE_MY_DATA:
                self.erasing.ask()

    def press(self, press: ButtonPress) -> None:
        """A button under one of the answers to these commands."""
        if press.action == PressAction.PREFER:
            self._preferences.press(press)
        else:
            self.erasing.press(press)

    async def _usage(self) -> None:
        request = UsageRequest(user_id=self._session.person.user_id)
        usage = await run_activity(
            self._session, REPORT_USAGE, request, "add up what the models used"
        )
        self._outbox.say(ConversationTopic.USAGE, facts=usage.facts())

    def _privacy(self) -> None:
        days = self._session.limits.retention_days
        facts = {} if days is None else {"retention_days": str(days)}
        self._outbox.say(ConversationTopic.PRIVACY, facts=facts)
