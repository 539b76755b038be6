"""The first `make` of a checkout: it installs, and says that it goes on."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PIP = """#!/bin/sh
case "$*" in *requirements.lock*)
    n=0; while [ $n -lt 45 ]; do n=$((n + 1)); echo "Collecting package-$n==1.0 (from -r x)"; done
    echo "Installing collected packages: all"
    exit {code};;
esac
"""


def made(folder: Path, code: int) -> subprocess.CompletedProcess[str]:
    """Installs with a pip that downloads nothing and ends with this code."""
    (folder / ".venv" / "bin").mkdir(parents=True)
    for name in ("Makefile", "requirements.lock", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    (folder / ".venv" / ".made").touch()
    python = folder / ".venv" / "bin" / "python"
    python.write_text(PIP.format(code=code))
    python.chmod(0o700)
    make = ["make", "--no-print-directory", "--assume-old=.venv/.made", ".venv/.run"]
    return subprocess.run(make, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")
class TestInstalling:
    def test_it_says_that_it_goes_on(self, tmp_path: Path) -> None:
        ended = made(tmp_path, code=0)
        assert ended.returncode == 0, ended.stderr
        begun, *signs, last = ended.stderr.splitlines()
        assert "installing" in begun
        assert [sign.split()[0] for sign in signs] == ["20", "40"]
        assert "in place" in last
        assert (tmp_path / ".venv" / ".run").exists()

    def test_what_cannot_be_installed_fails(self, tmp_path: Path) -> None:
        assert made(tmp_path, code=1).returncode != 0
        assert not (tmp_path / ".venv" / ".run").exists()
