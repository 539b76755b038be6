"""The reliability diagram: what was said against what came true, for each field."""

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

SIDE, GAP, TOP = 300, 60, 70
BINS = 8
MIN_POINTS = 8
"""Values that a point of the diagram stands for at least."""
BEFORE, AFTER, LINE = (214, 120, 60), (30, 100, 190), (190, 190, 190)
Judged = tuple[float, float, bool]
"""Probability, the rules' own confidence, whether it was right."""


def draw(fields: dict[str, list[Judged]], file: Path) -> None:
    """One square a field; on the diagonal, what is said is what comes true."""
    image = Image.new("RGB", (len(fields) * (SIDE + GAP) + GAP, SIDE + TOP + GAP), "white")
    brush = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=15)
    for number, (name, judged) in enumerate(fields.items()):
        left = GAP + number * (SIDE + GAP)
        brush.rectangle((left, TOP, left + SIDE, TOP + SIDE), outline=LINE)
        brush.line((left, TOP + SIDE, left + SIDE, TOP), fill=LINE)
        brush.text((left, TOP - 24), name.replace("_", " "), fill="black", font=font)
        for share in (0.0, 0.5, 1.0):
            mark = f"{share:.1f}"
            brush.text((left - 26, TOP + SIDE * (1 - share) - 8), mark, fill="gray", font=font)
            brush.text((left + SIDE * share - 8, TOP + SIDE + 6), mark, fill="gray", font=font)
        _points(brush, (left, TOP), [(raw, right) for _, raw, right in judged], BEFORE)
        _points(brush, (left, TOP), [(p, right) for p, _, right in judged], AFTER)
    brush.text((GAP, 12), "said (across), came true (up):", fill="black", font=font)
    brush.text((GAP + 230, 12), "rules alone", fill=BEFORE, font=font)
    brush.text((GAP + 330, 12), "calibrated, cross-validated", fill=AFTER, font=font)
    file.parent.mkdir(parents=True, exist_ok=True)
    image.save(file, optimize=True)


def _points(
    brush: ImageDraw.ImageDraw,
    corner: tuple[int, int],
    pairs: list[tuple[float, bool]],
    colour: tuple[int, int, int],
) -> None:
    before: tuple[float, float] | None = None
    for k in range(BINS):
        inside = [p for p in pairs if k / BINS <= p[0] < (k + 1) / BINS + (k == BINS - 1)]
        if len(inside) < MIN_POINTS:
            continue
        said = sum(s for s, _ in inside) / len(inside)
        true = sum(right for _, right in inside) / len(inside)
        at = (corner[0] + SIDE * said, corner[1] + SIDE * (1 - true))
        if before:
            brush.line((*before, *at), fill=colour, width=2)
        radius = 3 + min(len(inside), 400) ** 0.5 / 4
        box = (at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius)
        brush.ellipse(box, fill=colour)
        before = at
