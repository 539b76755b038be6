"""Colours of the two looks. They are data (``looks.toml``)."""

import tomllib
from importlib.resources import files

from agents.expenses.features.reports.pictures.sheet import Tone
from agents.expenses.features.reports.report import Look
from domain.messages import Frozen


class Palette(Frozen):
    ground: str
    card: str
    text: str
    muted: str
    accent: str
    quiet: str
    """Of columns that are not the tallest."""
    track: str
    tones: dict[Tone, str]
    series: tuple[str, ...]


_TABLE = files(__package__).joinpath("looks.toml").read_text(encoding="utf-8")
PALETTES = {
    Look(name): Palette.model_validate(colours) for name, colours in tomllib.loads(_TABLE).items()
}
