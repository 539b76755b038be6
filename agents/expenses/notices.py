"""What a feature tells with an expense that was saved or changed."""

from pydantic import JsonValue

from domain.messages import Frozen


class FeatureNotice(Frozen):
    """The feature itself words it (``words.notice_line``)."""

    feature: str
    content: JsonValue
