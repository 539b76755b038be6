"""What the conversation says about a call of a tool that is no feature's."""

from agents.contract import CallReply
from agents.expenses import replies
from agents.expenses.call_replies import replies_of
from agents.expenses.questions import button
from agents.expenses.spending import Insight
from agents.expenses.tools import (
    EXPLAIN_WORDS,
    SUMMARISE_SPENDING,
    UNDO_LATEST,
    ExpensesTakenBack,
    LatestCards,
    LatestExpenses,
    WordsToExplain,
)
from domain.tools import ToolCall
from domain.topics import NothingToUndo, PressAction

MAX_RESTORE_BUTTONS = 6
"""Below rows that were taken back together; of more, each is brought back by its number."""


def reply_with_figures(_call: ToolCall, insight: Insight) -> CallReply:
    return CallReply(replies.Spending(insight=insight))


def explain_words(call: ToolCall, latest: LatestCards) -> CallReply:
    asked = WordsToExplain.model_validate_json(call.arguments)
    if asked.hint is None:
        assert asked.notice is not None  # noqa: S101 - checked with the arguments
        return CallReply(replies.NoExpense(notice=asked.notice))
    if latest.theirs is not None:
        return CallReply(replies.NotYours(card=latest.theirs))
    heard = "" if latest.are_named else asked.name
    return CallReply(replies.Hinted(hint=asked.hint, heard=heard, cards=latest.cards))


def list_taken_back(call: ToolCall, done: ExpensesTakenBack) -> CallReply:
    wanted, gone = LatestExpenses.model_validate_json(call.arguments).count, done.cards
    removed = tuple(card.task_id for card in gone)
    choices = [button(PressAction.RESTORE, task_id) for task_id in removed]
    if not gone:
        return CallReply(NothingToUndo())
    if len(gone) == wanted == 1:
        return CallReply(replies.Deleted(card=gone[0]), choices, removed=removed)
    numbered = [
        choice.model_copy(update={"label": f"#{card.number}"})
        for choice, card in zip(choices, gone, strict=True)
    ]
    return CallReply(
        replies.DeletedTogether(cards=gone, wanted=wanted),
        numbered if len(numbered) <= MAX_RESTORE_BUTTONS else [],
        removed=removed,
    )


REPLIES = {
    **replies_of([SUMMARISE_SPENDING], reply_with_figures),
    **replies_of([EXPLAIN_WORDS], explain_words),
    **replies_of([UNDO_LATEST], list_taken_back),
}
