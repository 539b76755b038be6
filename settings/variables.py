"""All variables there are, for files of operators that name some of them."""

import os

from dotenv import dotenv_values


def variables() -> dict[str, str]:
    """Of the environment and of a ``.env`` file in the current folder; the environment wins."""
    written = dotenv_values(".env", interpolate=False)
    return {name: value for name, value in written.items() if value is not None} | dict(os.environ)
