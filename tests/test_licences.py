"""What is shipped may be shipped: every package has a licence, none of it the GPL."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).parents[1]
THIRD_PARTY = (ROOT / "THIRD_PARTY.md").read_text(encoding="utf-8")
LOCKED = sorted(
    set(re.findall(r"^([\w.-]+)==", (ROOT / "requirements.lock").read_text(), re.MULTILINE))
)
GPL = re.compile(r"(?<![AL])GPL|(?<!Lesser )General Public License")
GPL_LIBRARIES = ("x264", "x265", "xvid", "libpostproc")
"""Names of shared libraries that are under the GPL and that wheels have been seen to bundle."""


def test_each_package_that_is_shipped_is_listed_with_a_licence_and_has_nothing_under_the_gpl() -> (
    None
):
    for name in LOCKED:
        assert re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", THIRD_PARTY), name
        try:
            package = distribution(name)
        except PackageNotFoundError:
            continue  # for another system
        about = package.metadata
        told = [*(about.get_all("License-Expression") or ()), *(about.get_all("License") or ())]
        told += [each for each in about.get_all("Classifier") or () if each.startswith("License")]
        assert any(told), f"{name} has no licence: nobody may hand it on"
        assert not any(GPL.search(each) for each in told), name
        files = [file.name for file in package.files or ()]
        assert [file for file in files if any(each in file for each in GPL_LIBRARIES)] == [], name


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
