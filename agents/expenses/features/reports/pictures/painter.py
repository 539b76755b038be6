"""Lays a sheet out for a phone: a wide total, then cards below each other."""

import math
from collections.abc import Sequence

from agents.expenses.features.reports.pictures.brush import Brush, Weight, drawable
from agents.expenses.features.reports.pictures.looks import PALETTES, Palette
from agents.expenses.features.reports.pictures.sheet import (
    Chart,
    Figure,
    MoneyLine,
    ShareBar,
    Sheet,
)
from agents.expenses.features.reports.report import Look

WIDTH = 1_080
"""Pixels: three for each point of a phone's screen."""

_TALLEST = 4_000
_EDGE, _PAD, _GAP = 40, 48, 24
_LEFT, _RIGHT = _EDGE + _PAD, WIDTH - _EDGE - _PAD
_ROOM = _RIGHT - _LEFT
_CORNER = 40
_SMALL, _BODY, _TITLE, _PERIOD, _TOTAL = 32, 38, 38, 44, 108
_LEAST_TOTAL, _LEAST_FIGURE = 56, 26
_SHARE_ROW, _LINE_ROW, _CHART = 96, 72, 210
_BAR, _HEAD = 14, 10
_BETWEEN = 24
"""Between a name and its money, at the least."""


def painted(sheet: Sheet, look: Look) -> bytes:
    """A PNG, ``WIDTH`` wide and as high as what it shows. The same sheet makes the same bytes."""
    return _Painter(sheet, PALETTES[look]).painted()


class _Painter:
    def __init__(self, sheet: Sheet, palette: Palette) -> None:
        self._sheet = sheet
        self._palette = palette
        self._brush = Brush(WIDTH, _TALLEST, palette.ground)
        self._put = self._brush.text
        self._y = 0

    def painted(self) -> bytes:
        sheet = self._sheet
        self._header()
        if sheet.flow:
            self._flow(sheet.flow)
        if sheet.chart is not None:
            self._chart(sheet.chart)
        if sheet.categories:
            self._shares(sheet.categories_title, sheet.categories)
        if sheet.shops:
            self._lines(sheet.shops_title, sheet.shops)
        if sheet.currencies:
            self._lines(sheet.currencies_title, sheet.currencies, sheet.currencies_note)
        return self._brush.png(self._y + _EDGE - _GAP)

    def _header(self) -> None:
        sheet, look = self._sheet, self._palette
        room = WIDTH - 2 * _EDGE - 16
        left = _EDGE + 8
        self._put((left, 88), sheet.heading, _BODY, Weight.MEDIUM, look.muted)
        counted = self._brush.width(sheet.counted, _BODY, Weight.MEDIUM)
        heading = self._brush.width(sheet.heading, _BODY, Weight.MEDIUM)
        if heading + counted + _BETWEEN <= room:
            at = WIDTH - _EDGE - 8, 88
            self._put(at, sheet.counted, _BODY, Weight.MEDIUM, look.muted, anchor="rs")
        period = self._brush.shrunk(sheet.period, _PERIOD, Weight.BOLD, room, _SMALL)
        self._put((left, 148), sheet.period, period, Weight.BOLD, look.text)
        size = self._brush.shrunk(sheet.total, _TOTAL, Weight.HEAVY, room, _LEAST_TOTAL)
        total = self._brush.fitted(sheet.total, size, Weight.HEAVY, room)
        self._put((left - 4, 272), total, size, Weight.HEAVY, look.text)
        self._y = 292
        if sheet.change:
            tone = look.tones[sheet.tone]
            size = self._brush.shrunk(sheet.change, _BODY, Weight.MEDIUM, room, _LEAST_FIGURE)
            self._put((left, 334), sheet.change, size, Weight.MEDIUM, tone)
            self._y = 334
        self._y += 40

    def _card(self, height: int, title: str = "", note: str = "") -> int:
        """Draws a card for contents of this height; where they begin."""
        brush, look, top = self._brush, self._palette, self._y
        head = 72 if title else 0
        bottom = top + _PAD - 8 + head + height + _PAD - 10
        brush.rounded((_EDGE, top, WIDTH - _EDGE, bottom), _CORNER, look.card)
        self._y = bottom + _GAP
        if title:
            base = top + _PAD + 28
            taken = brush.width(title, _TITLE, Weight.BOLD) + _BETWEEN
            self._put((_LEFT, base), title, _TITLE, Weight.BOLD, look.text)
            if note:
                size = brush.shrunk(note, _SMALL, Weight.REGULAR, _ROOM - taken, _LEAST_FIGURE)
                note = brush.fitted(note, size, Weight.REGULAR, _ROOM - taken)
                self._put((_RIGHT, base), note, size, Weight.REGULAR, look.muted, anchor="rs")
        return top + _PAD - 8 + head

    def _flow(self, figures: Sequence[Figure]) -> None:
        top, look = self._card(92), self._palette
        room = _ROOM / len(figures)
        widest = max(figures, key=lambda each: self._brush.width(each.value, 46, Weight.BOLD))
        size = self._brush.shrunk(widest.value, 46, Weight.BOLD, room - 20, _LEAST_FIGURE)
        for number, figure in enumerate(figures):
            left = _LEFT + number * room
            label = self._brush.fitted(figure.label, _SMALL, Weight.REGULAR, room - 16)
            value = self._brush.fitted(figure.value, size, Weight.BOLD, room - 16)
            self._put((left, top + 30), label, _SMALL, Weight.REGULAR, look.muted)
            self._put((left, top + 88), value, size, Weight.BOLD, look.tones[figure.tone])

    def _chart(self, chart: Chart) -> None:
        top = self._card(_CHART + 96, chart.title, chart.note)
        brush, look = self._brush, self._palette
        base = top + 44 + _CHART
        slot = _ROOM / len(chart.columns)
        width = max(min(slot * 0.66, 88), 4)
        tallest = max(range(len(chart.columns)), key=lambda at: chart.columns[at].fraction)
        brush.plain((_LEFT, base, _RIGHT, base + 3), look.track)
        for number, column in enumerate(chart.columns):
            middle = _LEFT + (number + 0.5) * slot
            height = max(round(column.fraction * _CHART), 8 if column.fraction else 0)
            colour = look.accent if number == tallest else look.quiet
            box = middle - width / 2, base - height, middle + width / 2, base
            brush.rounded(box, min(_HEAD, width / 2), colour)
            if height > _HEAD:  # a foot that stands on the line
                brush.plain((round(box[0]), base - _HEAD, round(box[2]), base), colour)
        self._peak(chart.peak, _LEFT + (tallest + 0.5) * slot, base - _CHART - 18)
        self._labels(chart, slot, base + 48)

    def _peak(self, text: str, middle: float, y: float) -> None:
        half = self._brush.width(text, _SMALL, Weight.BOLD) / 2
        middle = min(max(middle, _LEFT + half), _RIGHT - half)
        self._put((middle, y), text, _SMALL, Weight.BOLD, self._palette.text, anchor="ms")

    def _labels(self, chart: Chart, slot: float, y: float) -> None:
        """Under every so manyth column, so that none touches the next."""
        widest = max(
            self._brush.width(each.label, _SMALL, Weight.REGULAR) for each in chart.columns
        )
        wanted = math.ceil((widest + 20) / slot)
        every = math.ceil(wanted / chart.step) * chart.step
        taken = 0.0
        for number in range(0, len(chart.columns), every):
            label = chart.columns[number].label
            half = self._brush.width(label, _SMALL, Weight.REGULAR) / 2
            middle = min(max(_LEFT + (number + 0.5) * slot, _LEFT + half), _RIGHT - half)
            if middle - half >= taken:
                colour = self._palette.muted
                self._put((middle, y), label, _SMALL, Weight.REGULAR, colour, anchor="ms")
                taken = middle + half + _BETWEEN / 2

    def _shares(self, title: str, shares: Sequence[ShareBar]) -> None:
        top = self._card(_SHARE_ROW * len(shares) - 24, title)
        brush, look = self._brush, self._palette
        for number, share in enumerate(shares):
            base = top + number * _SHARE_ROW + 32
            self._named(base, share.name, share.value, share.percent)
            bar = base + 24
            colour = look.series[share.colour % len(look.series)]
            brush.rounded((_LEFT, bar, _RIGHT, bar + _BAR), _BAR / 2, look.track)
            filled = max(_ROOM * share.fraction, _BAR)
            brush.rounded((_LEFT, bar, _LEFT + filled, bar + _BAR), _BAR / 2, colour)

    def _lines(self, title: str, lines: Sequence[MoneyLine], note: str = "") -> None:
        notes = self._wrapped(note)
        below = len(notes) * 46 + 12 if notes else 0
        top = self._card(_LINE_ROW * len(lines) - 22 + below, title)
        for number, line in enumerate(lines):
            base = top + number * _LINE_ROW + 34
            if number:
                edge = base - 50
                self._brush.plain((_LEFT, edge, _RIGHT, edge + 2), self._palette.track)
            self._named(base, line.name, line.value, line.note)
        base = top + _LINE_ROW * len(lines) + 24
        for number, text in enumerate(notes):
            at = _LEFT, base + number * 46
            self._put(at, text, _SMALL, Weight.REGULAR, self._palette.muted)

    def _wrapped(self, text: str) -> list[str]:
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self._brush.width(longer, _SMALL, Weight.REGULAR) <= _ROOM:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def _named(self, base: float, name: str, value: str, note: str = "") -> None:
        """The money has its room first, then the note, and the name what is left."""
        brush, look = self._brush, self._palette
        size = brush.shrunk(value, _BODY, Weight.BOLD, _ROOM * 0.62, _LEAST_FIGURE)
        self._put((_RIGHT, base), value, size, Weight.BOLD, look.text, anchor="rs")
        room = _ROOM - brush.width(value, size, Weight.BOLD) - _BETWEEN
        noted = brush.width(note, _SMALL, Weight.REGULAR) + 16 if note else 0
        shown = drawable(name) or self._sheet.nameless
        shown = brush.fitted(shown, _BODY, Weight.MEDIUM, room - noted)
        self._put((_LEFT, base), shown, _BODY, Weight.MEDIUM, look.text)
        if note:
            at = _LEFT + brush.width(shown, _BODY, Weight.MEDIUM) + 16, base
            self._put(at, note, _SMALL, Weight.REGULAR, look.muted)
