"""Photos for the scenarios: small, and no two of them alike, so that none was read before."""

from itertools import count

from PIL import ImageFilter

from tests.paper import drawn, encoded

_numbers = count(1)


def paper(*rows: str) -> bytes:
    """A photo of these lines and a number that makes it another photo each time."""
    return encoded(drawn((*rows, f"Receipt No: TG-{next(_numbers):05d}")), "JPEG", quality=90)


def kopi(total: str = "24.80", paid: str = "CASH") -> bytes:
    """A receipt on which everything can be read."""
    return paper(
        "KOPI PAGI ENTERPRISE",
        "12 Jalan Merbau, 50480 Kuala Lumpur",
        "Date: 14/03/2026 08:42",
        f"Mee Goreng | {total}",
        f"TOTAL | RM {total}",
        f"{paid} | {total}",
    )


def blurred() -> bytes:
    """A photo on which hardly anything can be read."""
    rows = ("KOPI PAGI ENTERPRISE", "TOTAL | RM 24.80", f"No {next(_numbers):05d}")
    return encoded(drawn(rows).filter(ImageFilter.GaussianBlur(12)), "JPEG", quality=60)
