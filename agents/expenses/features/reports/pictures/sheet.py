"""What a picture shows, worded: the painter places it and reads none of it."""

from dataclasses import dataclass
from enum import StrEnum


class Tone(StrEnum):
    PLAIN = "plain"
    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True)
class Figure:
    label: str
    value: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True)
class MoneyLine:
    """A name and its money; ``note`` stands beside the name, smaller."""

    name: str
    value: str
    note: str = ""


@dataclass(frozen=True)
class ShareBar:
    """A part of the whole: ``fraction`` of it, from 0 to 1. ``colour`` counts the palette."""

    name: str
    value: str
    percent: str
    fraction: float
    colour: int


@dataclass(frozen=True)
class Column:
    """``fraction`` of the tallest, from 0 to 1."""

    label: str
    fraction: float


@dataclass(frozen=True)
class Chart:
    """``peak`` is written above the tallest column; at most every ``step``th is labelled."""

    title: str
    note: str
    columns: tuple[Column, ...]
    peak: str
    step: int = 1


@dataclass(frozen=True)
class Sheet:
    """From top to bottom; a part that is empty is left out."""

    heading: str
    period: str
    total: str
    counted: str
    change: str = ""
    tone: Tone = Tone.PLAIN
    flow: tuple[Figure, ...] = ()
    categories_title: str = ""
    categories: tuple[ShareBar, ...] = ()
    chart: Chart | None = None
    shops_title: str = ""
    shops: tuple[MoneyLine, ...] = ()
    currencies_title: str = ""
    currencies: tuple[MoneyLine, ...] = ()
    currencies_note: str = ""
    nameless: str = ""
    """Stands for a name of which the font has no letter."""

    @property
    def worded(self) -> str:
        """All that is in the person's language: no names that they gave."""
        told = [self.heading, self.period, self.total, self.counted, self.change]
        told += [f"{each.label} {each.value}" for each in self.flow]
        told += [f"{each.value} {each.percent}" for each in self.categories]
        told += [each.value for each in self.shops]
        told += [f"{each.name} {each.value} {each.note}" for each in self.currencies]
        if self.chart is not None:
            told += [self.chart.note, self.chart.peak, *(each.label for each in self.chart.columns)]
        return " ".join([*told, self.currencies_note])
