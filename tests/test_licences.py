"""What is shipped may be shipped: every package has a licence, none of it the GPL."""

import re
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
THIRD_PARTY = (ROOT / "THIRD_PARTY.md").read_text(encoding="utf-8")
LOCKED = sorted(
    set(re.findall(r"^([\w.-]+)==", (ROOT / "requirements.lock").read_text(), re.MULTILINE))
)
GPL = re.compile(r"(?<![AL])GPL|(?<!Lesser )General Public License")
GPL_LIBRARIES = ("x264", "x265", "xvid", "libpostproc")
"""Names of shared libraries that are under the GPL and that wheels have been seen to bundle."""


def installed(name: str) -> Distribution:
    try:
        return distribution(name)
    except PackageNotFoundError:
        pytest.skip(f"{name} is for another system")


@pytest.mark.parametrize("name", LOCKED)
def test_a_package_that_is_shipped_says_under_which_licence_and_it_is_not_the_gpl(
    name: str,
) -> None:
    about = installed(name).metadata
    said = [*(about.get_all("License-Expression") or ()), *(about.get_all("License") or ())]
    said += [each for each in about.get_all("Classifier") or () if each.startswith("License")]
    assert any(said), f"{name} has no licence: nobody may hand it on"
    assert not any(GPL.search(each) for each in said)


@pytest.mark.parametrize("name", LOCKED)
def test_no_wheel_that_is_shipped_bundles_a_library_under_the_gpl(name: str) -> None:
    files = [file.name for file in installed(name).files or ()]
    assert [file for file in files if any(each in file for each in GPL_LIBRARIES)] == []


@pytest.mark.parametrize("name", LOCKED)
def test_each_package_that_is_shipped_is_listed(name: str) -> None:
    assert re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", THIRD_PARTY)


def test_what_is_under_the_gpl_is_an_extra_that_says_so_and_nothing_that_is_shipped_needs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    engines = {"espeakng-loader", "piper-tts"}
    asking = {
        extra
        for extra, wanted in extras.items()
        if engines & {re.split(r"[><=;\[ ]", each)[0] for each in wanted}
    }
    assert asking == {"speech", "speech-piper"}
    assert not engines & set(LOCKED)
    voices = THIRD_PARTY.split("## Voices, under the GPL")[1]
    for each in ("speech", "speech-piper", *engines):
        assert each in voices
