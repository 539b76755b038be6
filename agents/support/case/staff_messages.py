"""The messages that staff write: held for a moment, sent to the customer, edited, undone; notes."""

from agents.support import buttons, staff_posts
from agents.support.case.effects import ActOnIncident, SendWords, Show, Tell
from agents.support.case.staff_card import SHOWN_MARK
from agents.support.case.ticket_case import MOST_MESSAGES, StaffWords, TicketCase, WordsStatus
from agents.support.case.transition import Moved, Transition
from agents.support.naming import message_key
from agents.support.replies import HumanWords
from agents.support.staff_posts import StaffAction
from agents.support.tickets import Ticketed
from domain.replies import File, Notice, NoticeShown
from domain.staff import SAY, StaffAct, StaffPost

NOTE_MARK = "//"
FAILED_MARK = "⚠️"


def keep_words(  # noqa: PLR0913 - the parts of a message
    move: Transition,
    act: StaffAct,
    text: str,
    status: WordsStatus,
    *,
    as_written: bool = False,
    to_incident: bool = False,
) -> StaffWords:
    words = StaffWords(
        id=act.id,
        ref=act.ref if act.action == SAY else "",
        by=act.by,
        at=act.at,
        text=text,
        attachment=act.attachment,
        status=status,
        send_at=act.at + move.case.settings.send_delay,
        to_incident=to_incident,
        as_written=as_written,
    )
    move.case.staff = (*move.case.staff, words)[-MOST_MESSAGES:]
    return words


def hold(
    move: Transition,
    act: StaffAct,
    text: str,
    *,
    as_written: bool = False,
    to_incident: bool = False,
) -> None:
    """The message may be undone until it is sent."""
    held = WordsStatus.HELD
    words = keep_words(move, act, text, held, as_written=as_written, to_incident=to_incident)
    delay = words.send_at - words.at
    if not delay:
        send(move, words)
        return
    seconds = max(round(delay.total_seconds()), 1)
    content = staff_posts.Held(author=act.by.name, text=text, seconds=seconds)
    undo = (staff_posts.button(StaffAction.UNDO, move.case.id, act.id),)
    move.show(staff_posts.held(act.id), content, undo)


def change_words(move: Transition, words: StaffWords, **changes: object) -> StaffWords:
    new = words.model_copy(update=changes)
    move.case.staff = tuple(new if each.id == words.id else each for each in move.case.staff)
    return new


def send(move: Transition, words: StaffWords) -> None:
    """It goes out: the customer has an answer."""
    case = move.case
    change_words(move, words, status=WordsStatus.GOING)
    case.silent_since = None
    if case.first_at is None:
        case.first_at = move.at
        move.show_card()
    move.do(SendWords(message=words.id, revision=words.revision))
    if words.to_incident and case.incident:
        act = StaffAct(
            id=words.id, by=words.by, at=words.at, action=StaffAction.REPLY, text=words.text
        )
        move.do(ActOnIncident(incident=case.incident, act=act))
    event = f"{case.id}/answered/{words.id}"
    move.record("answered", words.by.id, event_id=event, message=words.row, who="staff")


def send_held(move: Transition) -> None:
    for words in move.case.staff:
        if words.status is WordsStatus.HELD:
            send(move, words)


def add_note(move: Transition, act: StaffAct, text: str, *, stranger: bool) -> None:
    """For colleagues only. ``stranger``: a colleague has the ticket."""
    case, words = move.case, keep_words(move, act, text, WordsStatus.NOTE)
    if stranger or act.action != SAY:
        taking = staff_posts.buttons(case.id, (StaffAction.TAKE_OVER,)) if stranger else ()
        holder = case.holder if stranger else ""
        content = staff_posts.Note(author=act.by.name, text=text, assignee=holder)
        move.show(staff_posts.done(act.id), content, taking)
    move.record("note", act.by.id, message=words.row, who="note")


def edit(move: Transition, act: StaffAct) -> str:
    """What came of it, as of ``ActAnswered``. A message that was sent is sent again, as an edit."""
    own = [w for w in move.case.staff if w.ref and w.ref == act.ref and w.by.id == act.by.id]
    if not own:
        return "unknown"
    words, text = own[-1], act.text.strip()
    if words.status is WordsStatus.UNDONE or text == words.text:
        return "already"
    row = Ticketed(id=act.id, text=text, at=act.at, attachment=act.attachment)
    if words.status is WordsStatus.NOTE:
        text = text.removeprefix(NOTE_MARK).strip()
        change_words(move, words, text=text)
        row = row.model_copy(update={"text": text})
        move.record("note_edited", act.by.id, message=row, who="note")
    elif not text and words.attachment is None:
        return "empty"
    elif words.status is WordsStatus.HELD:
        delay = words.send_at - words.at
        change_words(move, words, text=text, at=act.at, send_at=act.at + delay)
    else:
        revision = words.revision + 1
        change_words(move, words, text=text, revision=revision, status=WordsStatus.GOING)
        move.do(SendWords(message=words.id, revision=revision))
        move.record("answer_edited", act.by.id, message=row, who="staff")
    return "done"


def undo(move: Transition, act: StaffAct) -> str:
    """What came of it, as of ``ActAnswered``."""
    own = [w for w in move.case.staff if w.by.id == act.by.id and w.status is not WordsStatus.NOTE]
    meant = [w for w in own if act.value in ("", w.id)]
    if not meant:
        return "unknown"
    words = meant[-1]
    if words.status is WordsStatus.UNDONE:
        return "already"
    if words.status is not WordsStatus.HELD:
        return "too_late"
    change_words(move, words, status=WordsStatus.UNDONE)
    _show_end(move, words, "undone")
    move.record("undone", act.by.id)
    return "done"


def human_words(
    case: TicketCase, words: StaffWords, text: str, *, original: str = "", edited: bool = False
) -> HumanWords:
    """A colleague's message as the customer reads it."""
    return HumanWords(
        card=case.card,
        text=text,
        signature=case.settings.signature,
        author=words.by.name,
        original=original,
        edited=edited,
    )


def pass_on(
    case: TicketCase,
    effect: SendWords,
    *,
    translated: str = "",
    file: File | None = None,
    reason: str = "",
) -> Moved:
    """A colleague's message may go out; ``translated`` where it was. With a file that could not be
    had it does not.
    """
    words = case.staff_words(effect.message)
    if words is None or words.revision != effect.revision:
        return Moved(case)
    move = Transition(case, effect.message, words.send_at)
    if words.attachment is not None and file is None:
        change_words(move, words, status=WordsStatus.FAILED, reason=reason)
        _show_end(move, words, "failed", reason=reason)
        return move.finish()
    words = change_words(move, words, translated=translated, file=file, reason=reason)
    original = message_key(words.id) if translated else ""
    content = human_words(
        case,
        words,
        translated or words.text,
        original=words.text if translated else "",
        edited=words.revision > 0,
    )
    notice = Notice(
        id=case.notice_of(words.id, words.revision),
        topic=content.topic,
        content=content.model_dump(mode="json"),
        task_id=case.start.card.task_id or None,
        choices=tuple(buttons.below_human_words(case.start.ticket_id, original)),
        files=(file,) if file is not None else (),
        reports_to=case.id,
        replaces=case.notice_of(words.id) if words.revision else "",
    )
    move.do(Tell(notice=notice))
    return move.finish()


def mark_shown(case: TicketCase, told: NoticeShown) -> Moved:
    """A message of a colleague stands in the customer's chat, or cannot be shown there."""
    words = next(
        (w for w in case.staff if case.notice_of(w.id, w.revision) == told.notice_id), None
    )
    if words is None or words.status is not WordsStatus.GOING:
        return Moved(case)
    move = Transition(case, told.notice_id, told.at or words.send_at)
    status = WordsStatus.SHOWN if told.shown else WordsStatus.FAILED
    words = change_words(move, words, status=status)
    what = "sent" if told.shown else "failed"
    _show_end(move, words, what, gone=told.gone, reason=words.reason)
    kind = "delivered" if told.shown else "not_delivered"
    move.record(kind, "clock", message=words.row, who="staff")
    return move.finish()


def _show_end(
    move: Transition, words: StaffWords, what: str, *, gone: bool = False, reason: str = ""
) -> None:
    """What became of it. Marks the colleague's own message, too, where the channel has it."""
    if words.ref and what != "undone":
        post = StaffPost(
            case=move.case.id,
            post=f"mark/{words.id}",
            topic=staff_posts.WordsSent.topic,
            marks=SHOWN_MARK if what == "sent" else FAILED_MARK,
            ref=words.ref,
        )
        move.do(Show(post=post))
    content = staff_posts.WordsSent(
        author=words.by.name,
        what=what,
        text=words.text,
        translated=words.translated,
        gone=gone,
        reason=reason,
    )
    move.show(staff_posts.held(words.id), content)
