"""The person's own: preferences, what the models used for them, having all of it erased."""

import asyncio

from temporalio import workflow

from domain.conversation import LastCall
from domain.conversation_tools import SET_PREFERENCE as SETS_PREFERENCE
from domain.conversation_tools import PreferenceSetting
from domain.messages import ButtonPress, CallRequest
from domain.preferences import BeforeErasing, EraseRequest, PreferenceField, PreferenceRequest
from domain.replies import Choice
from domain.topics import (
    AskErase,
    AskPreference,
    EraseKept,
    Erasing,
    Preference,
    PressAction,
    StaleButton,
    Usage,
)
from domain.usage import UsageRequest
from workflows.activity_calls import (
    LOOK_BEFORE_ERASING,
    REPORT_USAGE,
    SET_PREFERENCE,
    ActivityFailed,
)
from workflows.chat import Chat, ChatPart


class OwnData(ChatPart):
    """What a person settles about themselves."""

    def __init__(self, chat: Chat) -> None:
        super().__init__(chat)
        self._one_preference_at_a_time = asyncio.Lock()

    def press(self, press: ButtonPress) -> None:
        """Applies a button under one of the answers to the commands about preferences and data."""
        if press.action == PressAction.PREFER:
            # Its button names the value, so it never goes stale; only a forged one names no field.
            if press.subject in set(PreferenceField):
                self.prefer(PreferenceField(press.subject), press.value)
            else:
                self._outbox.say(StaleButton())
        else:
            self._press_erase(press)

    def prefer(self, field: PreferenceField, value: str) -> None:
        """Sets what ``value`` names; asks, when it is empty or names nothing."""
        self._handlers.start(self._set_preference(field, value))

    def put_back(self, wanted: CallRequest) -> None:
        """Sets a preference to what it was before the last change."""
        setting = PreferenceSetting.model_validate_json(wanted.arguments)
        self.prefer(setting.field, setting.value)

    async def _set_preference(self, field: PreferenceField, value: str) -> None:
        # Each answer is the whole person: an earlier one must not undo what a later one set.
        async with self._one_preference_at_a_time:
            request = PreferenceRequest(person=self._session.person, field=field, value=value)
            outcome = await self._session.caller.run(
                SET_PREFERENCE, request, f"set the {field.value}"
            )
            before = field.of(self._session.person)
            self._session.adopt(outcome.person, outcome.zone)
        if not outcome.accepted:
            self._ask_preference(field, value)
            return
        after = field.of(outcome.person)
        self._session.state.offered_preferences.append(field)
        words_change = field is PreferenceField.LANGUAGE and after != before
        tasks = tuple(run.shown() for run in self._board.in_chat) if words_change else ()
        self._outbox.say(
            Preference(field=field, before=before, after=after, tasks=tasks),
            [_offer_value(field, before)] if after != before else [],
        )
        if after != before:
            back = PreferenceSetting(field=field, value=before).model_dump_json()
            wanted = CallRequest(name=SETS_PREFERENCE.name, arguments=back)
            self._session.state.last_call = LastCall(agent="", taken_back_by=(wanted,))
            self._session.state.last_deleted_task = ""
        if outcome.likely_zone:
            self.offer(PreferenceField.TIMEZONE, outcome.likely_zone)

    def offer(self, field: PreferenceField, value: str) -> None:
        """Offers a value that seems to be the person's, once; never on the telephone."""
        state, current = self._session.state, field.of(self._session.person)
        if field in state.offered_preferences or state.spoken:
            return
        state.offered_preferences.append(field)
        choices = [_offer_value(field, each) for each in (value, current)]
        self._outbox.say(AskPreference(field=field, current=current, offered=value), choices)

    def _ask_preference(self, field: PreferenceField, refused: str) -> None:
        choices = [_offer_value(field, value) for value in field.offered(self._session.person)]
        current = field.of(self._session.person)
        self._outbox.say(AskPreference(field=field, current=current, refused=refused), choices)

    async def usage(self) -> None:
        request = UsageRequest(user_id=self._session.person.user_id)
        usage = await self._session.caller.run(REPORT_USAGE, request, "add up what the models used")
        self._outbox.say(Usage(usage=usage))

    def before_erasing(self) -> None:
        if self._session.limits.erases_elsewhere:
            self._handlers.start(self._look_before_erasing())
        else:
            self._ask_erase(BeforeErasing())

    async def _look_before_erasing(self) -> None:
        """Puts the question with what is still to come; without it, where that cannot be known."""
        request = EraseRequest(
            user_id=self._session.person.user_id, conversation_id=self._session.conversation_id
        )
        try:
            found = await self._session.caller.run(
                LOOK_BEFORE_ERASING, request, "look for what is still to come"
            )
        except ActivityFailed as failure:
            workflow.logger.warning("erasure.not_looked", extra={"code": failure.code})
            found = BeforeErasing()
        self._ask_erase(found)

    def _ask_erase(self, found: BeforeErasing) -> None:
        """Puts the question; buttons of an earlier one go stale."""
        subject = f"erase:{workflow.uuid4()}"
        self._session.state.erase_question = subject
        choices = [
            Choice(press=ButtonPress(action=action, subject=subject))
            for action in (PressAction.ERASE, PressAction.KEEP_DATA)
        ]
        self._outbox.say(AskErase(still_to_come=found.still_to_come), choices)

    def _press_erase(self, press: ButtonPress) -> None:
        """Applies a button of the question that was put last, once; no other one counts."""
        question, state = press.subject, self._session.state
        if not question or question != state.erase_question:
            self._outbox.say(StaleButton())
            return
        state.erase_question = ""
        state.erasing = press.action == PressAction.ERASE
        self._outbox.say(Erasing() if state.erasing else EraseKept())


def _offer_value(field: PreferenceField, value: str) -> Choice:
    """Makes a button that sets a value."""
    press = ButtonPress(action=PressAction.PREFER, subject=field.value, value=value)
    return Choice(press=press, label=value)
