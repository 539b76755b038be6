"""When a message is dealt with, for channels that wait for it."""

from domain.conversation import ConversationState, ConversationStatus


def settled(status: ConversationStatus | None, message_ids: frozenset[str]) -> bool:
    """Whether the messages are dealt with and everything said about them was shown.

    None means that no conversation runs: it ended after saying what it had to say.
    """
    if status is None:
        return True
    return (
        message_ids <= frozenset(status.handled)
        and status.state is not ConversationState.WORKING
        and status.replies_pending == 0
    )
