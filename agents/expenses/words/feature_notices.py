"""What features tell with a card."""

from agents.expenses.features import FEATURES
from agents.expenses.shown import FeatureNotice
from bot.texts.formats import Formats


def notice_lines(notices: tuple[FeatureNotice, ...], formats: Formats) -> tuple[str, ...]:
    """A line each; none of a feature that is not there (any more)."""
    words = FEATURES.by_feature("words")
    known = (notice for notice in notices if notice.feature in words)
    return tuple(words[each.feature].notice_line(each.content, formats) for each in known)
