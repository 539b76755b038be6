"""Setting the currency, the language and the time zone from within the conversation."""

import asyncio

from domain.messages import ButtonPress
from domain.preferences import PreferenceField, PreferenceRequest
from domain.replies import Choice
from domain.topics import ConversationTopic, PressAction
from workflows.calls import run_activity
from workflows.errands import Errands
from workflows.options import SET_PREFERENCE
from workflows.outbox import Outbox
from workflows.session import Session


class Preferences:
    """What was set counts at once: the answer is already in the new language."""

    def __init__(self, session: Session, outbox: Outbox, errands: Errands) -> None:
        self._session = session
        self._outbox = outbox
        self._errands = errands
        self._one_at_a_time = asyncio.Lock()

    def press(self, press: ButtonPress) -> None:
        """Its button names the value, so it never goes stale; only a forged one names no field."""
        if press.subject in set(PreferenceField):
            self.set(PreferenceField(press.subject), press.value)
        else:
            self._outbox.say(ConversationTopic.STALE_BUTTON)

    def set(self, field: PreferenceField, value: str) -> None:
        """Sets what ``value`` names; asks, when it is empty or names nothing."""
        self._errands.start(self._set(field, value))

    async def _set(self, field: PreferenceField, value: str) -> None:
        request = PreferenceRequest(person=self._session.person, field=field, value=value)
        # Each answer is the whole person: an earlier one must not undo what a later one set.
        async with self._one_at_a_time:
            outcome = await run_activity(
                self._session, SET_PREFERENCE, request, f"set the {field.value}"
            )
            before = field.of(self._session.person)
            self._session.adopt(outcome.person)
        if not outcome.accepted:
            self._ask(field, value)
            return
        facts = {"field": field.value, "before": before, "after": field.of(outcome.person)}
        self._outbox.say(ConversationTopic.PREFERENCE, facts=facts)

    def _ask(self, field: PreferenceField, refused: str) -> None:
        facts = {"field": field.value, "current": field.of(self._session.person)}
        if refused:
            facts["refused"] = refused
        choices = [
            Choice(
                press=ButtonPress(action=PressAction.PREFER, subject=field.value, value=value),
                label=value,
            )
            for value in field.offered(self._session.person)
        ]
        self._outbox.say(ConversationTopic.ASK_PREFERENCE, facts=facts, choices=choices)
