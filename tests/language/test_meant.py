"""What a message is for: the table of judgements and the examples that it is fitted to."""

import json
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from agents.packages import PACKAGES
from agents.registry import tools_of
from benchmarks.meaning import examples, usual_words
from language.meant import is_usual, likeliest_of, meant_by

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted([*ROOT.glob("agents/**/examples.jsonl"), ROOT / "language" / "examples.jsonl"])
MONEY = {"income", "refund", "transfer", "shared"}
SAID = {"talk", "answer", "yes", "no", "help", "cancel", "undo", "restore", *MONEY}
FEWEST = 40
LANGUAGES = {"en", "ms", "de", "es", "fr", "nl"}


def rows_of(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("wie viel habe ich im September für Essen ausgegeben?", "summarise_spending"),
        ("combien j'ai dépensé le mois dernier", "summarise_spending"),
        ("wer schuldet mir denn noch Geld", "show_debts"),
        ("the tap in the bathroom keeps dripping, can someone come", "service_calls"),
        ("do you have red staplers, and add two to my cart", "procurement"),
        ("I can't log in to my account any more", "support"),
        ("set me a limit of 200 a month for clothes", "set_budget"),
        ("what a lovely morning, isn't it", "talk"),
    ],
)
def test_a_message_is_judged_by_others_like_it(text: str, label: str) -> None:
    judged = meant_by(text)
    assert judged.is_for(label), judged


def test_of_some_labels_the_likeliest_is_told() -> None:
    labels = ("support", "service_calls", "no label")
    assert likeliest_of("the tap drips", labels) == "service_calls"
    assert likeliest_of("I can't log in", labels) == "support"
    assert likeliest_of("I can't log in", ("no label",)) is None


@pytest.mark.parametrize(
    "text", ["", " ", "🙂", "12", "\u202e", "x" * 5000, "\ud800 x", "?!?!" * 400]
)
def test_any_text_has_a_judgement(text: str) -> None:
    assert 0 < meant_by(text).chance <= 1


def test_digits_are_all_alike() -> None:
    assert meant_by("set food to 300") == meant_by("set food to 950")


def test_a_word_is_usual_where_several_used_it() -> None:
    assert is_usual("Spent", "summarise_spending")
    assert not is_usual("zeppelin", "summarise_spending")
    assert not is_usual("spent", "no such label")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: str(path.parent.relative_to(ROOT)))
def test_examples_stand_beside_what_they_are_for(path: Path) -> None:
    """Each label has forty and more, of the languages that people write."""
    languages: dict[str, set[str]] = defaultdict(set)
    count: Counter[str] = Counter()
    for row in rows_of(path):
        assert set(row) == {"text", "meant", "lang", "by"}
        languages[row["meant"]].add(row["lang"])
        count[row["meant"]] += 1
    known = {*tools_of(PACKAGES), *PACKAGES, *SAID}
    for label, number in count.items():
        assert label in known
        assert number >= FEWEST
        assert languages[label] >= LANGUAGES


def test_the_table_is_that_of_the_examples() -> None:
    """What is found fast is compared: the labels, and the words that are usual for each."""
    head = json.loads((ROOT / "language" / "meant.json").read_text(encoding="utf-8"))
    found = examples()
    usual = usual_words(found)
    for label in {one.meant for one in found}:
        assert label in head["labels"]
        assert usual[label] == head["words"].get(label, [])


def test_no_message_is_an_example_of_two() -> None:
    count = Counter(row["text"].casefold() for path in EXAMPLES for row in rows_of(path))
    assert [text for text, number in count.items() if number > 1] == []
