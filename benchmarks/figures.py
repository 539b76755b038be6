"""A table of measured figures, printed as they come; some have a limit that must hold."""

import argparse
import asyncio
import statistics
import sys
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field

from wiring.logs import configure_logs

_NAME_WIDTH = 44
_FIGURE_WIDTH = 30


@dataclass
class Figures:
    """``exceeded`` names the figures that broke their limit."""

    exceeded: list[str] = field(default_factory=list)

    def note(self, what: str, figure: str, verdict: str = "") -> None:
        """A figure to read."""
        line = f"{what:<{_NAME_WIDTH}} {figure:<{_FIGURE_WIDTH}} {verdict}"
        print(line.rstrip(), flush=True)

    def hold(self, what: str, figure: float, limit: float) -> None:
        """A figure that must not be above its limit."""
        good = figure <= limit
        self.note(what, f"{figure:.2f}", f"≤ {limit:g}{'' if good else '  EXCEEDED'}")
        if not good:
            self.exceeded.append(what)

    def require(self, what: str, figure: str, *, so: bool) -> None:
        """A figure that is right or wrong."""
        self.note(what, figure, "ok" if so else "WRONG")
        if not so:
            self.exceeded.append(what)

    def times(self, what: str, seconds: Sequence[float]) -> None:
        """Median and 95th percentile, in milliseconds."""
        middle, high = statistics.median(seconds) * 1000, p95(seconds) * 1000
        digits = 0 if middle >= 10 else 1  # noqa: PLR2004 - from here on tenths say nothing
        self.note(what, f"median {middle:.{digits}f} ms, p95 {high:.{digits}f} ms")


def p95(seconds: Sequence[float]) -> float:
    """The 95th percentile by rank."""
    return sorted(seconds)[max(0, round(len(seconds) * 0.95) - 1)]


def make_parser(about: str | None) -> argparse.ArgumentParser:
    """Describes a command by the first line of its module."""
    return argparse.ArgumentParser(description=(about or "").partition("\n")[0])


def run(
    parser: argparse.ArgumentParser, measure: Callable[..., Coroutine[None, None, Figures]]
) -> None:
    """Measures with the arguments of the command, and exits with 1 where a limit is exceeded."""
    configure_logs("WARNING")
    figures = asyncio.run(measure(**vars(parser.parse_args())))
    if figures.exceeded:
        sys.exit(f"beyond the limit: {', '.join(figures.exceeded)}")
