"""Colours of the two looks. To what they stand on text has a contrast of 4.5, shapes of 3."""

from dataclasses import dataclass

from agents.expenses.features.reports.pictures.sheet import Tone
from agents.expenses.features.reports.report import Look


@dataclass(frozen=True)
class Palette:
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


PALETTES = {
    Look.LIGHT: Palette(
        ground="#F3F4F6",
        card="#FFFFFF",
        text="#111827",
        muted="#4B5563",
        accent="#2563EB",
        quiet="#6D9BF5",
        track="#E5E7EB",
        tones={Tone.PLAIN: "#111827", Tone.GOOD: "#067647", Tone.BAD: "#B42318"},
        series=(
            "#EA580C", "#15803D", "#2563EB", "#B45309", "#DB2777", "#0D9488", "#DC2626", "#7C3AED",
            "#0284C7", "#A16207", "#4F46E5", "#0E7490", "#C026D3", "#E11D48", "#475569", "#6B7280",
        ),
    ),
    Look.DARK: Palette(
        ground="#0B0F14",
        card="#171C24",
        text="#F3F4F6",
        muted="#A3ABB8",
        accent="#60A5FA",
        quiet="#3F76BE",
        track="#2B323D",
        tones={Tone.PLAIN: "#F3F4F6", Tone.GOOD: "#6CE9A6", Tone.BAD: "#FDA29B"},
        series=(
            "#FB923C", "#4ADE80", "#60A5FA", "#FBBF24", "#F472B6", "#2DD4BF", "#F87171", "#A78BFA",
            "#38BDF8", "#FACC15", "#818CF8", "#22D3EE", "#E879F9", "#FB7185", "#94A3B8", "#9CA3AF",
        ),
    ),
}  # fmt: skip
