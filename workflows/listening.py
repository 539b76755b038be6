"""Voice notes: heard by an activity, shown to the person, then understood like typed words."""

from collections.abc import Sequence

from domain.errors import NothingHeardError, SpeechUnavailableError
from domain.history import Speaker
from domain.messages import MAX_TEXT_LENGTH, Attachment, Message
from domain.preferences import TranscribeRequest
from domain.topics import ConversationTopic
from workflows.calls import run_interruptible
from workflows.errands import Errands
from workflows.failures import ActivityFailed
from workflows.options import TRANSCRIBE
from workflows.outbox import Outbox
from workflows.router import Router
from workflows.session import Session

VOICE = "voice"
"""``what`` of an UNSUPPORTED reply about a voice note."""


class Listening:
    """A voice note keeps its place among the texts; what was said after it waits for it."""

    def __init__(self, session: Session, outbox: Outbox, router: Router, errands: Errands) -> None:
        self._session = session
        self._outbox = outbox
        self._router = router
        self._errands = errands

    def listen(self, message: Message, recordings: Sequence[Attachment]) -> None:
        """Starts to listen. With a caption, which goes first, the words have an id of their own."""
        captioned = bool(message.text.strip())
        for number, recording in enumerate(recordings, start=1):
            apart = captioned or number > 1
            spoken = message.model_copy(
                update={
                    "id": f"{message.id}/{number}" if apart else message.id,
                    "ref": "" if apart else message.ref,
                    "text": "",
                    "attachments": (),
                }
            )
            self._router.expect(spoken)
            self._errands.start(self._hear(spoken, recording), digression=False)

    async def _hear(self, spoken: Message, recording: Attachment) -> None:
        request = TranscribeRequest(
            user_id=self._session.person.user_id,
            sha256=recording.sha256,
            locale=self._session.person.locale,
        )
        try:
            heard = await run_interruptible(
                self._session,
                TRANSCRIBE,
                request,
                "listen to the voice note",
                lambda: not self._router.expects(spoken.id),
            )
        except ActivityFailed as failure:
            self._not_heard(spoken, failure)
            return
        if heard is None or not self._router.expects(spoken.id):
            return  # cancelled meanwhile
        self._outbox.note_degraded(heard)
        text = heard.text.strip()[:MAX_TEXT_LENGTH]
        if not text:
            nothing = NothingHeardError("no words in it")
            self._not_heard(spoken, ActivityFailed(nothing.code, nothing.user_text))
            return
        self._outbox.say(ConversationTopic.HEARD, facts={"text": text})
        self._session.state.history.append(Speaker.PERSON, text, spoken.sent_at)
        self._router.heard(spoken.id, text)

    def _not_heard(self, spoken: Message, failure: ActivityFailed) -> None:
        if not self._router.expects(spoken.id):
            return  # cancelled meanwhile
        self._router.withdraw(spoken.id)
        if failure.code.startswith((SpeechUnavailableError.code, NothingHeardError.code)):
            facts = {"what": VOICE, **failure.facts}
            self._outbox.say(ConversationTopic.UNSUPPORTED, facts=facts)
        else:
            self._outbox.say(ConversationTopic.FAILED, facts=failure.facts)
