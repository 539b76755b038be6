"""Asks a process of this container how it is: ``probe.py http://127.0.0.1:8082/health/ready``.

Exit code 0 for an answer below 400. The image has no curl, and this needs no package.
"""

import sys
from urllib.error import URLError
from urllib.request import urlopen

_SECONDS = 4.0  # below the timeout of the health check, so that the reason is seen


def main(address: str) -> int:
    if not address.startswith("http://"):
        sys.stderr.write(f"{address} is no http address\n")
        return 2
    try:
        with urlopen(address, timeout=_SECONDS):  # noqa: S310 - http only, see above
            return 0
    except (URLError, OSError) as error:
        sys.stderr.write(f"{address}: {error}\n")
        return 1


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
