"""What an act carries for a call."""

from agents.contract import Details


class CallDetails(Details):
    """``words``: the customer's own, as they said them."""

    words: str = ""
