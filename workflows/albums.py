"""Several expenses from one message: their cards are shown together, questions come last."""

from domain.conversation import TaskRecord
from domain.replies import Card, Choice, Reply
from domain.topics import TransactionTopic
from workflows.floor import Floor
from workflows.outbox import Outbox


class Album:
    """The open tasks of one album, the cards kept back so far, and who has a question."""

    def __init__(self) -> None:
        self.members: set[str] = set()
        self.gathering = False
        """More parts of it may come."""
        self.working: set[str] = set()
        self.asking: set[str] = set()
        self.kept_back: list[Reply] = []


class Albums:
    """Keeps back "saved" replies of an album until each of its tasks has saved, asked or ended."""

    def __init__(self, outbox: Outbox, floor: Floor) -> None:
        self._outbox = outbox
        self._floor = floor
        self._albums: dict[str, Album] = {}

    def open(self, group: str, task_ids: list[str]) -> None:
        """Announces the tasks that one message opened."""
        album = Album()
        album.working = set(task_ids)
        album.members = set(task_ids)
        self._albums[group] = album

    def gather(self, group: str, task_ids: list[str]) -> None:
        """Announces tasks of an album of which more may come; ``gathered`` tells when not."""
        album = self._albums.setdefault(group, Album())
        album.gathering = True
        album.working.update(task_ids)
        album.members.update(task_ids)

    def gathered(self, group: str) -> None:
        """Nothing more is expected: the summary waits only for the tasks."""
        album = self._albums.get(group)
        if album is not None:
            album.gathering = False
            self._close_if_done(group, album)

    def gathering(self, record: TaskRecord) -> bool:
        """Whether a task belongs to an album that is not complete yet."""
        album = self._of(record)
        return album is not None and album.gathering

    def _of(self, record: TaskRecord) -> Album | None:
        """The album that a task is shown with; a part that came too late is not in it."""
        album = self._albums.get(record.group or "")
        return album if album is not None and record.task_id in album.members else None

    def hold(self, record: TaskRecord, reply: Reply) -> bool:
        """Takes a "saved" reply for the summary; False when it should be said at once."""
        album = self._of(record)
        if album is None or reply.topic != TransactionTopic.SAVED:
            return False
        album.kept_back.append(reply)
        return True

    def holds_question(self, record: TaskRecord) -> bool:
        """Whether a task must not ask yet."""
        album = self._of(record)
        return album is not None and (album.gathering or bool(album.working))

    def wants_to_ask(self, record: TaskRecord) -> None:
        """Notes that a task has a question."""
        album = self._of(record)
        if album is not None:
            album.working.discard(record.task_id)
            album.asking.add(record.task_id)
            self._close_if_done(record.group or "", album)

    def ended(self, record: TaskRecord) -> None:
        album = self._of(record)
        if album is not None:
            album.working.discard(record.task_id)
            album.asking.discard(record.task_id)
            self._close_if_done(record.group or "", album)

    def _close_if_done(self, group: str, album: Album) -> None:
        if album.working or album.gathering:
            return
        self._albums.pop(group, None)
        album.kept_back.sort(key=lambda reply: reply.cards[0].number)
        # While tasks are being stopped, the others of an album may be stopped next.
        asking = set() if self._floor.is_held else album.asking
        if album.kept_back:
            several = len(album.kept_back) > 1 or asking
            said = self._summary(album, len(asking)) if several else album.kept_back[0]
            self._outbox.repeat(said)
            self._floor.interjected()
            self._floor.announce(asking, by_summary=True)
        elif len(asking) > 1 and self._floor.holder is None:
            self._floor.announce(asking, by_summary=False)

    def _summary(self, album: Album, asking: int) -> Reply:
        cards: list[Card] = [card for reply in album.kept_back for card in reply.cards]
        choices: list[Choice] = [
            choice.model_copy(update={"label": f"#{reply.cards[0].number}"})
            for reply in album.kept_back
            for choice in reply.choices
        ]
        return Reply(
            id="",
            topic=TransactionTopic.ALBUM_SAVED,
            task_id=album.kept_back[0].task_id if len(album.kept_back) == 1 else None,
            cards=tuple(cards),
            changes=tuple(change for reply in album.kept_back for change in reply.changes),
            choices=tuple(choices),
            facts={"photos": str(len(album.members)), "asking": str(asking)},
        )
