"""The topics of replies: what Steward can say. Each channel words every one of them.

The comment behind a topic lists the parts of ``Reply`` that it fills besides ``id`` and ``topic``.
"""

from enum import StrEnum


class TransactionTopic(StrEnum):
    """Said by the receipt agent. ``cards[0]`` is always the expense that it is about."""

    SAVED = "transaction.saved"
    """cards, choices edit/undo; changes = where the person's words overrule the photo;
    facts ``late`` = "1" when the save had to wait for the database."""
    ALBUM_SAVED = "transaction.album_saved"
    """cards (several); facts ``photos`` = how many were sent, ``asking`` = how many still ask."""
    NOTED = "transaction.noted"
    """cards (several): what there are questions about that must wait; facts ``first`` = "1" when
    the first of them follows now, ``later`` = "1" when others go before."""
    CORRECTED = "transaction.corrected"
    """cards, changes (before → after), choices undo."""
    UNCHANGED = "transaction.unchanged"
    """cards: a correction that changes nothing."""
    DELETED = "transaction.deleted"
    """cards, choices restore: undo of a save."""
    REVERTED = "transaction.reverted"
    """cards, changes, choices undo: undo of a correction, or of such an undo."""
    RESTORED = "transaction.restored"
    """cards, choices undo"""
    NOTHING_TO_UNDO = "transaction.nothing_to_undo"
    """no cards"""
    NOT_FOUND = "transaction.not_found"
    """no cards: the row is gone or is not this person's."""
    ASK_AMOUNT = "transaction.ask_amount"
    """cards (what is known so far), question_id; facts ``problem`` (a ``Problem``), ``value`` (the
    refused value), ``attempt`` from "1", ``noted`` = "1" when the answer changed something else,
    ``which`` = "1" when the text must say which receipt it is about, ``several`` = how many
    receipts the photo shows, when it is more than one (the first was read); choices: suggested
    amounts with labels (unsure or ambiguous), and drop/keep from the third attempt."""
    ASK_MERCHANT = "transaction.ask_merchant"
    """as ASK_AMOUNT"""
    ASK_DATE = "transaction.ask_date"
    """as ASK_AMOUNT"""
    ASK_CATEGORY = "transaction.ask_category"
    """as ASK_AMOUNT; choices: at most five categories with labels"""
    ASK_BETTER_IMAGE = "transaction.ask_better_image"
    """as ASK_AMOUNT; with tips; facts ``reason`` when the reading itself failed"""
    ASK_DUPLICATE = "transaction.ask_duplicate"
    """cards = (the new one, the saved one), question_id, facts ``saved_at`` (ISO date), choices
    save_anyway/drop"""
    ASK_EDIT = "transaction.ask_edit"
    """cards, question_id: "what should I change?"; facts ``field``, ``problem`` and ``value`` of a
    correction that could not be made"""
    STORAGE_DOWN = "transaction.storage_down"
    """cards: told once, it will be saved when the database is back"""
    NOT_SAVED = "transaction.not_saved"
    """cards, facts ``reason`` (user text), choices retry: refused by the database, kept as draft"""
    KEPT = "transaction.kept"
    """cards, choices resume: kept as a draft on the person's wish or for want of an answer"""
    EXPIRED = "transaction.expired"
    """cards (all drafts), choices resume one per card (label = merchant or amount)"""
    DROPPED = "transaction.dropped"
    """cards: what was dropped and not saved"""
    UNREADABLE = "transaction.unreadable"
    """facts ``reason`` (user text): the file cannot be read; how to go on"""
    PROVENANCE = "transaction.provenance"
    """cards; facts ``field``: answer to "why 9.00?" from the card's provenance"""


class ConversationTopic(StrEnum):
    """Said by the conversation itself."""

    START = "conversation.start"
    HELP = "conversation.help"
    """facts ``question`` (a ``QuestionKind``) when one is open: help about that comes first; cards
    then holds what it is about"""
    STATUS = "conversation.status"
    """cards = drafts being worked on; facts ``state`` (idle/working/waiting), per card
    ``doing.{task_id}``, ``missing.{task_id}`` (comma-separated field names), ``turn.{task_id}`` =
    "1" when it only waits until another question is answered, ``waiting_for``
    (QuestionKind), ``since`` and ``expires_at`` (ISO, UTC), ``storage_down`` = "1" """
    HISTORY = "conversation.history"
    """cards: the last saved ones, may be empty"""
    CANCELLED = "conversation.cancelled"
    """cards = what was dropped; facts ``by`` = person or operator, ``reason``"""
    CANCELLED_SAVED = "conversation.cancelled_saved"
    """cards = already saved when the cancel came; choices undo"""
    NOTHING_TO_CANCEL = "conversation.nothing_to_cancel"
    CLOSED_BY_OPERATOR = "conversation.closed_by_operator"
    """cards = drafts that were cancelled; facts ``unheard`` = "1" when a message came too late"""
    STALE_BUTTON = "conversation.stale_button"
    NO_DRAFT = "conversation.no_draft"
    """resume pressed, but the draft was resumed before or is gone"""
    RESUMED = "conversation.resumed"
    """cards"""
    DEGRADED = "conversation.degraded"
    """one notice: the model is not answering, the offline engine takes over"""
    FAILED = "conversation.failed"
    """facts ``reason`` (user text), choices retry when a task can be tried again"""
    TOO_LONG = "conversation.too_long"
    EMPTY = "conversation.empty"
    UNSUPPORTED = "conversation.unsupported"
    """facts ``what`` (a ``domain.messages.Unusable``, or ``voice``): what cannot be used; facts
    ``reason`` (user text) when there is more to say"""
    HEARD = "conversation.heard"
    """facts ``text``: what a voice note was understood to say"""
    EDIT_UNKNOWN = "conversation.edit_unknown"
    """a message was edited that no expense can be told of any more: nothing was changed"""
    PREFERENCE = "conversation.preference"
    """facts ``field`` (a ``domain.preferences.PreferenceField``), ``before``, ``after``: set"""
    ASK_PREFERENCE = "conversation.ask_preference"
    """facts ``field``, ``current``, and ``refused`` (a value that is none); choices prefer, with
    subject = the field and value = label = a code"""
    USAGE = "conversation.usage"
    """facts of ``UsageOfPerson``: ``calls_today``, ``tokens_today``, ``cost_today``; ``calls``,
    ``tokens``, ``cost`` of the last ``days``; costs in US dollars; ``unpriced`` calls of these days
    without a known price, ``token_limit`` and ``cost_limit`` for a day where there are limits,
    ``no_model`` = "1" when no model is configured, ``all_used_up`` = "1" when it is the limit for
    everybody that is used up"""
    BUDGET_USED_UP = "conversation.budget_used_up"
    """facts ``whose`` (a ``Budget``): the models are left out until midnight UTC, and Steward goes
    on by its own rules; said once a day."""
    PRIVACY = "conversation.privacy"
    """what is kept, where and for how long; facts ``retention_days`` when known"""
    ASK_ERASE = "conversation.ask_erase"
    """before everything of this person is deleted; choices erase, keep_data; subject = an id that
    goes stale when the question is put again"""
    ERASE_KEPT = "conversation.erase_kept"
    """the person decided against it"""
    ERASING = "conversation.erasing"
    """has begun; when it is done, ERASED is said"""
    ERASED = "conversation.erased"
    """facts ``transactions``, ``messages``, ``files``: how many were deleted"""
    INSIGHT = "insights.answer"
    """facts ``insight`` = a ``domain.ledger.Insight`` as JSON"""
    INSIGHT_FAILED = "insights.failed"
    GENERAL_ANSWER = "general.answer"
    """text = the model's own words"""
    GENERAL_TOPIC = "general.topic"
    """facts ``topic`` (a ``domain.understanding.Topic``): the offline engine's honest answer"""


class PressAction(StrEnum):
    """Actions of buttons. ``ButtonPress.subject`` is a question id for the first group, a task id
    for the second.
    """

    ANSWER = "answer"
    """value = the chosen value (category, amount, date, merchant)"""
    SAVE_ANYWAY = "save_anyway"
    DROP = "drop"
    KEEP = "keep"

    EDIT = "edit"
    UNDO = "undo"
    """value = the change that the card shows (``domain.ledger.UndoRequest.shown``); without one,
    whatever the last change of the row is"""
    RESTORE = "restore"
    RESUME = "resume"
    RETRY = "retry"

    PREFER = "prefer"
    """subject = a ``PreferenceField``, value = a code"""
    ERASE = "erase"
    KEEP_DATA = "keep_data"
