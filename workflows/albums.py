"""Several tasks from one message: what they say is shown together, their questions come last.

Only data: who is in an album, who still works, who asks, and what was kept back. The board acts on
what ``close`` gives.
"""

from dataclasses import dataclass, field

from domain.conversation import FilesRead, TaskRecord
from domain.replies import Choice, Content, File


@dataclass(frozen=True)
class KeptBack:
    """What one task said, with its buttons."""

    record: TaskRecord
    content: Content
    choices: tuple[Choice, ...]
    files: tuple[File, ...] = ()


@dataclass
class Album:
    """The open tasks of one album, what was kept back so far, and who has a question."""

    agent: str
    of_files: bool = False
    members: set[str] = field(default_factory=set)
    gathering: set[str] = field(default_factory=set)
    """The messages' groups of which more parts may come."""
    working: set[str] = field(default_factory=set)
    asking: set[str] = field(default_factory=set)
    kept_back: list[KeptBack] = field(default_factory=list)


class Albums:
    """Keeps back what tasks say until each task of their message has said it, asked or ended."""

    def __init__(self) -> None:
        self._albums: dict[str, Album] = {}

    def open_files(
        self, group: str, agent: str, task_ids: list[str], *, gathering: bool = False
    ) -> None:
        """Announces tasks of files, to be shown with those of other files that still work;
        ``gathering``: more may come until ``gathered``.
        """
        others = (a for a in self._albums.values() if a.of_files and a.agent == agent)
        if group not in self._albums:
            self._albums[group] = next(others, Album(agent, of_files=True))
        self.open(group, agent, task_ids)
        if gathering:
            self._albums[group].gathering.add(group)

    def open(self, group: str, agent: str, task_ids: list[str]) -> None:
        """Announces tasks, or further tasks, of one message."""
        album = self._albums.setdefault(group, Album(agent))
        album.working.update(task_ids)
        album.members.update(task_ids)

    def gathered(self, group: str) -> None:
        """Notes that nothing more is expected: the summary waits only for the tasks."""
        if group in self._albums:
            self._albums[group].gathering.discard(group)

    @property
    def files_read(self) -> FilesRead | None:
        """How far the files are that are shown together; None while there are not several."""
        albums = {id(album): album for album in self._albums.values() if album.of_files}.values()
        of = sum(len(album.members) for album in albums)
        read = of - sum(len(album.working) for album in albums)
        return FilesRead(read=read, of=of) if of > 1 else None

    def gathering(self, record: TaskRecord) -> bool:
        """Whether a task belongs to an album that is not complete yet."""
        album = self._of(record)
        return album is not None and record.group in album.gathering

    def keep_back(self, kept: KeptBack) -> bool:
        """Takes what a task says for the summary; False when it should be said at once."""
        album = self._of(kept.record)
        if album is None:
            return False
        album.kept_back.append(kept)
        return True

    def holds_question(self, record: TaskRecord) -> bool:
        """Whether a task must not ask yet."""
        album = self._of(record)
        return album is not None and bool(album.gathering or album.working)

    def asks(self, record: TaskRecord) -> None:
        """Notes that a task has a question."""
        album = self._of(record)
        if album is not None:
            album.working.discard(record.task_id)
            album.asking.add(record.task_id)

    def ended(self, record: TaskRecord) -> None:
        album = self._of(record)
        if album is not None:
            album.working.discard(record.task_id)
            album.asking.discard(record.task_id)

    def close(self, group: str | None, *, at_once: bool = False) -> Album | None:
        """Forgets the album, and returns it, when nothing of it is waited for any more."""
        album = self._albums.get(group or "")
        if album is None or ((album.working or album.gathering) and not at_once):
            return None
        self._albums = {g: other for g, other in self._albums.items() if other is not album}
        album.kept_back.sort(key=lambda kept: kept.record.number)
        return album

    def groups(self) -> list[str]:
        """Albums that are still open."""
        return list(self._albums)

    def _of(self, record: TaskRecord) -> Album | None:
        """Returns the album that a task is shown with; a part that came too late is not in it."""
        album = self._albums.get(record.group or "")
        return album if album is not None and record.task_id in album.members else None
