"""What is done with a message when it is taken in: the first look, before it is understood."""

from domain.conversation import ConversationStatus
from domain.history import Speaker
from domain.messages import Command, MediaKind, Message
from domain.topics import ConversationTopic
from workflows.commands import Commands
from workflows.dispatch import Dispatcher
from workflows.edits import Edits
from workflows.errands import Errands
from workflows.listening import Listening
from workflows.outbox import Outbox
from workflows.router import Router
from workflows.session import Session

_TAKING_AWAY = frozenset({Command.CANCEL, Command.UNDO})


class Intake:
    """Hands each part of a message to who deals with it."""

    def __init__(  # noqa: PLR0913 - a message may concern any part of the conversation
        self,
        session: Session,
        outbox: Outbox,
        router: Router,
        *,
        dispatcher: Dispatcher,
        commands: Commands,
        edits: Edits,
        errands: Errands,
    ) -> None:
        self._session = session
        self._outbox = outbox
        self._router = router
        self._dispatcher = dispatcher
        self._commands = commands
        self._edits = edits
        self._errands = errands
        self._listening = Listening(session, outbox, router, errands)

    def take(self, message: Message, status: ConversationStatus) -> None:
        """Takes a message; ``status`` is the state that it found."""
        self._session.turns.take_up(message)
        state = self._session.state
        state.turns += 1
        self._outbox.heard(message)
        shown = message.text or ("📎" if message.attachments or message.unusable else "🔘")
        state.history.append(Speaker.PERSON, shown, message.sent_at)
        new = self._edited(message) if message.edits else message
        if new is None:
            return
        state.sent.note(new.ref, new.text)
        if new.command is not None:
            self._commands.obey(new, new.command, status)
        elif new.press is not None:
            self._dispatcher.press(new, new.press)
        else:
            self._content(new)

    def _content(self, message: Message) -> None:
        spoken = [a for a in message.attachments if a.kind is MediaKind.AUDIO]
        if message.unusable is not None:
            facts = {"what": message.unusable.value}
            self._outbox.say(ConversationTopic.UNSUPPORTED, facts=facts)
        if len(spoken) < len(message.attachments):
            self._router.part()
            self._dispatcher.photos(
                message, lambda task: self._router.captions.update({message.id: task})
            )
        if message.text.strip():
            self._router.pending.append(message)
        elif not message.attachments and message.unusable is None:
            self._outbox.say(ConversationTopic.EMPTY)
        if spoken:
            self._listening.listen(message, spoken)

    def _edited(self, message: Message) -> Message | None:
        """What of an edit is to be taken like a new message; None when it is dealt with.

        Only its words count: files that come with an edit are those of the original.
        """
        edit = message.model_copy(update={"attachments": (), "unusable": None})
        known = self._session.state.sent.of(edit.edits)
        if known is not None and known.says(edit.text):
            return None
        self._session.state.sent.note(edit.edits if known else "", edit.text)
        original = self._router.original_of(edit.edits)
        takes_away = edit.command in _TAKING_AWAY
        if original is not None:
            return self._replaced(original, edit)
        if known is not None and not known.told:
            new = edit.model_copy(update={"edits": "", "ref": edit.ref or edit.edits})
            return new if edit.text.strip() else None
        if edit.command is not None and not takes_away:
            return edit
        if takes_away and known is not None:
            self._edits.take_away(known.told)
        elif takes_away:
            self._edits.say_unknown()
        elif edit.text.strip():
            self._router.pending.append(edit)
        return None

    def _replaced(self, original: Message, edit: Message) -> Message | None:
        """The original is not understood yet: what it said does not count any more."""
        if edit.command is None and edit.text.strip():
            self._router.replace(original, edit)
            return None
        self._router.withdraw(original.id)
        if edit.command in _TAKING_AWAY:
            dropped = self._errands.cancel([], [original], "person", "")
            self._errands.start(dropped, digression=False)
            return None
        return edit if edit.command is not None else None
