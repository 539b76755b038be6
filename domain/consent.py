"""A person's consent to what is kept of them."""

from domain.messages import Frozen


class ConsentGiven(Frozen):
    """``text`` is the whole text that was agreed to, in ``language``; ``how`` is ``button``,
    ``word``, ``key`` or ``program``.
    """

    user_id: str
    version: str
    text: str
    language: str
    channel: str
    how: str
