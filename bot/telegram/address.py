"""Where a Telegram conversation takes place, and whose it is."""

from dataclasses import dataclass

from domain.conversation import conversation_id

CHANNEL = "telegram"


@dataclass(frozen=True)
class Address:
    """A chat, and in a group whose members keep to their own the member that it is about.

    ``chat`` is Telegram's id: a person's own for a private chat, negative for a group. Each address
    is a conversation (a workflow) of its own; a group that is shared has one, without a member.
    """

    chat: int
    member: int | None = None

    @property
    def chat_id(self) -> str:
        """The chat id of the conversation: ``123``, ``-100123`` or ``-100123.456``."""
        return str(self.chat) if self.member is None else f"{self.chat}.{self.member}"

    @property
    def conversation(self) -> str:
        return conversation_id(CHANNEL, self.chat_id)

    @property
    def owner(self) -> int:
        """Whose tasks they are: the Telegram id of the member, the person or the shared group."""
        return self.chat if self.member is None else self.member

    @property
    def user_id(self) -> str:
        """The owner as rows and files name them."""
        return f"{CHANNEL}:{self.owner}"

    @property
    def in_group(self) -> bool:
        return self.chat < 0

    @property
    def shared(self) -> bool:
        """Whether its tasks are everybody's in a group."""
        return self.in_group and self.member is None

    @classmethod
    def parsed(cls, chat_id: str) -> "Address":
        """The inverse of ``chat_id``. Raises ``ValueError`` for anything else."""
        chat, _, member = chat_id.partition(".")
        return cls(int(chat), int(member) if member else None)
