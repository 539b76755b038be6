"""Reports that come by themselves."""

from agents.contract import Errand, ErrandDesk
from agents.expenses import replies
from agents.expenses.calls import SET_DIGEST
from agents.expenses.digests import DigestRequest


def digesting(asked: str) -> Errand:
    """``asked``: the person's words, or what follows the command."""

    async def digest(desk: ErrandDesk) -> None:
        request = DigestRequest(
            person=desk.person, conversation_id=desk.conversation_id, asked=asked
        )
        arranged = await desk.call(SET_DIGEST, request, "arrange the digest")
        desk.say(replies.DigestArranged(arranged=arranged))

    return digest
