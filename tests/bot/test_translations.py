"""Every language says everything, with the same values in it, and its examples work."""

import ast as python
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, FluentSerializer, ast
from fluent.syntax.visitor import Visitor
from structlog.testing import capture_logs

import agents
import bot
from adapters.media.sniffing import FileRefusal
from agents.expenses.categories import (
    CATEGORIES,
    INCOME_CATEGORIES,
    MAX_CATEGORY_LENGTH,
    known_category,
)
from agents.expenses.meaning import Kind
from agents.expenses.offline import OfflineEngine
from agents.expenses.replies import AskCategory, NotSaved, Saved, Spending
from agents.expenses.words.names import category_name, payment_name
from agents.registry import part
from bot import handover
from bot.texts.cards import all_texts, command_description
from bot.texts.catalogue import (
    LANGUAGES,
    PLATFORM_FOLDER,
    Catalogue,
    catalogue_for,
    catalogue_of,
    folders_of,
    sources_in,
    sources_of,
)
from bot.texts.reasons import reason, reason_of
from bot.texts.wording import worded
from domain import errors
from domain.commands import Command, command_in
from domain.errors import AppError, SpeechUnavailableError, UnwordableReplyError
from domain.preferences import LANGUAGES as SPOKEN
from domain.replies import Content
from domain.topics import CONTENTS, Empty, PressAction
from domain.understanding import ActKind, Person, Said, TaskPhase, TaskView, UnderstandRequest
from tests.bot.samples import CARD, EXPENSE_TOPICS, NOW, choice, formats, insight, reply

LOCALES = {"en": "en_MY", "ms": "ms_MY", "de": "de_DE", "es": "es_ES", "fr": "fr_FR"}
ALL_TOPICS = [*(content.topic for content in CONTENTS), *EXPENSE_TOPICS]
FOLDERS = [PLATFORM_FOLDER, *(each for slug in agents.SLUGS for each in folders_of(slug))]
EVERY_TOPIC = [*ALL_TOPICS, *(topic for texts in all_texts() for topic in texts.words)]
CODE = [
    Path(bot.__file__).parent,
    *(Path(str(part(slug, "words").__file__)).parent for slug in agents.SLUGS),
]
OTHERS = [language for language in LANGUAGES if language != "en"]


class Places(Visitor):
    """The names of the values that a message needs."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        self.names.add(node.id.name)


@cache
def messages(language: str) -> dict[str, ast.Message]:
    return messages_in("".join(f"{source}\n" for source in sources_of(language).values()))


def messages_in(source: str) -> dict[str, ast.Message]:
    body = FluentParser().parse(source).body
    return {entry.id.name: entry for entry in body if isinstance(entry, ast.Message)}


def places(message: ast.Message) -> set[str]:
    visitor = Places()
    visitor.visit(message)
    return visitor.names


def text(of: Content, language: str) -> str:
    return worded(reply(of), formats(LOCALES[language])).text()


def test_there_is_a_catalogue_for_every_language_that_a_person_can_choose() -> None:
    assert set(LANGUAGES) == set(SPOKEN)
    assert {catalogue_for(locale).language for locale in SPOKEN.values()} == set(SPOKEN)


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_same_keys_in_the_same_files_as_english(language: str) -> None:
    for folder in FOLDERS:
        english, theirs = sources_in(folder, "en"), sources_in(folder, language)
        assert set(theirs) == set(english) != set()
        for file in english:
            assert messages_in(theirs[file]).keys() == messages_in(english[file]).keys()


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_keeps_the_places_commands_and_emojis_of_its_english_message(
    language: str,
) -> None:
    english, theirs = messages("en"), messages(language)
    assert [key for key in english if places(english[key]) != places(theirs[key])] == []
    translated = sources(theirs)
    for key, text in sources(english).items():
        commands = re.findall(r"(?<!\w)/[a-z]+", text)
        assert set(commands) <= set(re.findall(r"(?<!\w)/[a-z]+", translated[key])), key
        emojis = [c for c in text if unicodedata.category(c) == "So"]
        assert emojis == [c for c in translated[key] if unicodedata.category(c) == "So"], key


def test_only_an_agents_own_texts_speak_of_its_business() -> None:
    words = re.compile(
        r"expense|receipt|merchant|categor|ledger|spend|spent|transaction", re.IGNORECASE
    )
    platform = Catalogue.of("en", sources_in(PLATFORM_FOLDER, "en"))
    texts = sources(messages("en"))
    own = {key: said for key, said in texts.items() if platform.has(key)}
    assert own
    assert [key for key, said in own.items() if words.search(said)] == []


def sources(of: dict[str, ast.Message]) -> dict[str, str]:
    """The text of each message as it stands in its file; of a counted one, its last form."""
    serialized = {key: FluentSerializer().serialize_entry(entry) for key, entry in of.items()}
    return {
        key: re.split(r"\[\w+\]", text.partition("=")[2])[-1].strip()
        for key, text in serialized.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_button_and_command_has_words_in_every_language(language: str) -> None:
    choices = [choice(action) for action in PressAction]
    catalogue = catalogue_of(language)
    with capture_logs() as logs:
        buttons = worded(reply(Empty(), choices=choices), formats(LOCALES[language])).buttons
        for channel in ("telegram", "terminal"):
            for command in (*Command, "history"):
                assert command_description(channel, command, catalogue), command
    assert len(buttons) == len(PressAction)
    assert all(button.label for button in buttons)
    assert logs == []


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["0 expenses", "1 expense", "2 expenses"]),
        ("de", ["0 Ausgaben", "1 Ausgabe", "2 Ausgaben"]),
        ("ms", ["0 perbelanjaan", "1 perbelanjaan", "2 perbelanjaan"]),
    ],
)
def test_a_number_takes_the_plural_form_of_its_language(language: str, expected: list[str]) -> None:
    counted = [catalogue_of(language).count("expenses.spending.expenses", n) for n in range(3)]
    assert counted == expected


GERMAN_SPENDING = [
    "Diese Woche: 120,40\u00a0MYR (5 Ausgaben) und 30,00\u00a0$ (1 Ausgabe)",
    "🍔 Essen & Trinken: 80,40\u00a0MYR",
]


@pytest.mark.parametrize(
    ("content", "language", "expected"),
    [
        (Saved(card=CARD), "en", ["RM15.50", "Food & Drink", "today", "Cash"]),
        (Saved(card=CARD), "ms", ["RM15.50", "Makanan & Minuman", "hari ini", "Tunai"]),
        (Saved(card=CARD), "de", ["15,50\u00a0MYR", "Essen & Trinken", "heute", "Bar"]),
        (Spending(insight=insight()), "de", GERMAN_SPENDING),
        (Spending(insight=insight()), "ms", ["Minggu ini: RM120.40 (5 perbelanjaan)"]),
    ],
)
def test_a_reply_is_written_the_way_of_its_language(
    content: Content, language: str, expected: list[str]
) -> None:
    said = text(content, language)
    assert [part for part in expected if part not in said] == []


# Names that are data


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_category_is_understood_by_the_name_that_it_is_shown_with(language: str) -> None:
    catalogue = catalogue_of(language)
    names = [category_name(category, catalogue) for category in CATEGORIES]
    assert [known_category(name) for name in names] == list(CATEGORIES)
    assert all(len(name) <= MAX_CATEGORY_LENGTH for name in names)
    assert language != "en" or names == list(CATEGORIES)
    assert category_name("Pets", catalogue) == "Pets"
    assert payment_name("GrabPay", catalogue) == "GrabPay"


def test_a_suggested_category_is_shown_translated_and_pressed_as_stored() -> None:
    offered = (choice(PressAction.ANSWER, label="Groceries", value="Groceries"),)
    asked = reply(AskCategory(card=CARD), choices=offered)
    button = worded(asked, formats("ms_MY")).buttons[0]
    assert (button.label, button.press.value) == ("Barang Dapur", "Groceries")


# Reasons


def codes() -> Iterator[type[AppError]]:
    """But for failures to speak at all: there is nobody to read their words."""
    unspoken = {"recipient.gone", "delivery.failed"}
    for kind in (*vars(errors).values(), *vars(handover).values()):
        if isinstance(kind, type) and issubclass(kind, AppError) and kind.code not in unspoken:
            yield kind


def test_every_error_is_told_in_every_language() -> None:
    for kind in codes():
        reasons = {reason(catalogue_of(language), kind.code, "") for language in LANGUAGES}
        assert len(reasons - {""}) == len(LANGUAGES), kind
        assert reason(catalogue_of("en"), kind.code, "") == kind.user_text


UNHEARD = (
    *("english_only", "unclear", "too_long", "undecodable"),
    *("no_recording", "too_much", "used_up"),
)


def test_what_a_file_or_a_recording_is_refused_for_has_its_own_words() -> None:
    refusals: list[AppError] = [refusal.error() for refusal in FileRefusal]
    refusals += [SpeechUnavailableError("no", user_text="Told.", why=why) for why in UNHEARD]
    for error in refusals:
        reasons = {reason_of(catalogue_of(language), error) for language in LANGUAGES}
        general = {reason(catalogue_of(language), type(error).code, "") for language in LANGUAGES}
        assert len(reasons - general - {"Told."}) == len(LANGUAGES), error
    assert [reason_of(catalogue_of("en"), each.error()) for each in FileRefusal] == [*FileRefusal]


def test_an_error_without_words_is_told_as_it_is() -> None:
    for code in ("something.new", ""):
        assert reason(catalogue_of("de"), code, "It is torn.") == "It is torn."
    refused = NotSaved(card=CARD, reason="I could not save that.", code="storage.rejected")
    assert "Das konnte ich nicht speichern" in text(refused, "de")
    assert "could not" not in text(refused, "de")


# Gaps


def test_a_message_that_is_not_translated_is_said_in_english_and_noted() -> None:
    english = Catalogue.of("en", {"a.ftl": "hi = Hi { $name }"})
    german = Catalogue.of("de", {"a.ftl": "bye = Tschüss"}, english)
    with capture_logs() as logs:
        assert german.text("hi", name="Ana") == "Hi Ana"
    assert [(entry["event"], entry["key"]) for entry in logs] == [("texts.untranslated", "hi")]


@pytest.mark.parametrize(
    "files",
    [
        {"a.ftl": "ok = fine\nhi = Hi {\n"},
        {"a.ftl": "hi = a\nhi = b\n"},
        {"a.ftl": "ok = fine\nhi = { $n ->\n [one] a\n}\n"},
        {"a.ftl": "hi = Hi", "b.ftl": "hi = Hello"},
    ],
)
def test_an_unreadable_or_doubled_message_is_refused(files: dict[str, str]) -> None:
    with pytest.raises(UnwordableReplyError):
        Catalogue.of("en", files)


def test_a_value_of_any_length_has_its_place() -> None:
    long = "lunch with everybody " * 200
    assert long in catalogue_of("de").text("conversation.heard", text=long)


def spoken(message: ast.Message) -> str:
    """All forms of a message as people read them, with each value as its name."""
    parts: list[str] = []

    class Texts(Visitor):
        def visit_TextElement(self, node: ast.TextElement) -> None:  # noqa: N802
            parts.append(node.value)

        def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
            parts.append(f"${node.id.name}")

    Texts().visit(message)
    return "".join(parts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_quotes_with_its_own_marks(language: str) -> None:
    marks = {"de": "„([^„“]+)“", "fr": "« ([^«»]+) »"}.get(language, "“([^“”]+)”")
    texts = {key: re.sub(marks, "", spoken(each)) for key, each in messages(language).items()}
    del texts["http-error-conversation_id_required"]  # quotes a line of a file as it must stand
    assert {key: text for key, text in texts.items() if re.search('["“”„«»]', text)} == {}


def test_french_never_ends_a_line_before_a_mark_that_stands_apart() -> None:
    words = catalogue_of("fr")
    assert words.text("quoted", text="12,50") == "«\u202f12,50\u202f»"
    assert words.text("expenses.ask.amount").endswith("combien\u202f?")


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_of_another_language_names_a_category_in_english(language: str) -> None:
    catalogue = catalogue_of(language)
    stored = {name for name in (*CATEGORIES, *INCOME_CATEGORIES) if len(name) > len("Other")}
    english = {name for name in stored if category_name(name, catalogue) != name}
    names = re.compile(rf"(?<!/)\b(?:{'|'.join(map(re.escape, english))})\b", re.IGNORECASE)
    texts = {key: spoken(each) for key, each in messages(language).items()}
    assert {key: text for key, text in texts.items() if names.search(text)} == {}


def test_a_locale_without_a_catalogue_is_served_in_english() -> None:
    assert {catalogue_for(locale).language for locale in ("nl_NL", "zz", "", "en-GB")} == {"en"}
    assert catalogue_for("DE-at").language == "de"


# Keys and code


WORDING = frozenset({"text", "first", "count", "has", "tell", "words", "_fail", "_tell", "_note"})
"""Functions whose arguments may be keys."""

GROUPS = frozenset({"telegram", "terminal", "intake", "status", "expenses"})
"""First parts of keys that are nothing but keys where they are returned or given a name."""


NO_KEYS = frozenset({"code", "BUTTONS"})
"""What is given values with dots that name other things: errors, actions."""


@cache
def nodes() -> list[python.AST]:
    """All of the files that name keys."""
    files = [file for folder in CODE for file in folder.rglob("*.py")]
    return [
        node
        for file in files
        for node in python.walk(python.parse(file.read_text(encoding="utf-8")))
    ]


def expressions() -> Iterator[tuple[python.expr, bool]]:
    """What calls, returns and assignments name; and whether it is surely the key of a message."""
    for node in nodes():
        if isinstance(node, python.Call) and isinstance(node.func, python.Attribute):
            yield from ((arg, True) for arg in node.args if node.func.attr in WORDING)
        elif isinstance(node, python.Return | python.Assign) and node.value is not None:
            code = isinstance(node, python.Assign) and python.unparse(node.targets[0]) in NO_KEYS
            yield from () if code else ((node.value, False),)


def keys_in_code() -> Iterator[tuple[str, bool]]:
    """Each key in the bot's code, and whether it is whole or only how a built one begins."""
    for expression, sure in expressions():
        for found in python.walk(expression):
            whole = not isinstance(found, python.JoinedStr)
            part = found.values[0] if isinstance(found, python.JoinedStr) else found
            if isinstance(part, python.Constant) and isinstance(part.value, str):
                group, dot, _ = part.value.partition(".")
                if dot and (sure or group in GROUPS) and re.fullmatch(r"[a-z_. ]+", part.value):
                    yield part.value, whole
            if not whole:
                break


def test_every_key_that_a_call_names_has_words() -> None:
    keys = set(keys_in_code())
    named = {key for key, whole in keys if whole}
    begun = {key.replace(".", "-") for key, whole in keys if not whole}
    assert len(named) > 50
    assert {key for key in named if not catalogue_of("en").has(key)} == set()
    known = messages("en")
    assert begun
    assert {part for part in begun if not any(key.startswith(part) for key in known)} == set()


def test_no_message_is_one_that_nothing_says() -> None:
    # Some keys of an agent are made by the platform, behind its slug (``bot.texts.cards``).
    made = (
        "about",
        "also",
        "brief",
        "enter",
        "examples",
        "invite",
        "help",
        "privacy",
        "description",
        "short_description",
    )
    beginnings_made = (
        *("command.", "button.", "field.", "doing.", "waits.", "erased.", "howto."),
        "staff.button.",  # the staff's chat's
    )
    whole = {*EVERY_TOPIC, *(f"{slug}.{name}" for slug in agents.SLUGS for name in made)}
    whole |= {f"{slug}.type_your_own" for slug in agents.SLUGS}
    begun = {f"{topic}." for topic in EVERY_TOPIC}
    begun |= {f"{slug}.{name}" for slug in agents.SLUGS for name in beginnings_made}
    for node in nodes():
        if isinstance(node, python.Constant) and isinstance(node.value, str):
            whole.add(node.value)
        elif isinstance(node, python.JoinedStr) and isinstance(node.values[0], python.Constant):
            begun.add(str(node.values[0].value))
    said = {key.replace(".", "-") for key in whole}
    beginnings = tuple(key.replace(".", "-") for key in begun if "." in key)
    messages_of_code = {key for key in messages("en") if key in said or key.startswith(beginnings)}
    assert set(messages("en")) - messages_of_code == set()


@pytest.mark.parametrize(
    ("word", "command"),
    [
        ("Abbrechen", Command.CANCEL),
        ("Hilfe!", Command.HELP),
        ("rückgängig", Command.UNDO),
        ("Lösche alle meine Daten!", Command.DELETE_MY_DATA),
        ("delete my data export", None),
        ("Please delete my data", Command.DELETE_MY_DATA),
        ("could you please erase all my data?", Command.DELETE_MY_DATA),
        ("Delete my data, please.", Command.DELETE_MY_DATA),
        ("Lösche bitte meine Daten", Command.DELETE_MY_DATA),
        ("Kannst du alle meine Daten löschen?", Command.DELETE_MY_DATA),
        ("tolong padam data saya", Command.DELETE_MY_DATA),
        ("¿Puedes borrar mis datos, por favor?", Command.DELETE_MY_DATA),
        ("Pouvez-vous supprimer mes données, s’il vous plaît ?", Command.DELETE_MY_DATA),
        ("please delete my data plan expense", None),
        ("please", None),
        ("could you please cancel the taxi", None),
        ("batal", Command.CANCEL),
        ("bantuan", Command.HELP),
        ("Tarik balik.", Command.UNDO),
        ("ich brauche Hilfe beim Umzug", None),
        ("bil yang ditarik balik", None),
    ],
)
def test_a_command_is_known_by_its_word_in_the_persons_language(
    word: str, command: Command | None
) -> None:
    assert command_in(word) == command


# Examples


QUOTED = {"de": "„([^„“]+)“", "fr": "«\u202f([^«»]+)\u202f»"}
"""What stands in a language's quotation marks, where it has others than English."""


def quoted(language: str, *keys: str, **values: str) -> list[str]:
    words, marks = catalogue_of(language), QUOTED.get(language, "“([^“”]+)”")
    return [each for key in keys for each in re.findall(marks, words.text(key, **values))]


def person(language: str) -> Person:
    currency = "EUR" if language == "de" else "MYR"
    return Person(user_id="p", locale=LOCALES[language], currency=currency)


def kind_of(text: str, language: str, *tasks: TaskView) -> Kind:
    """What the rules take it for."""
    said = Said(message_id="m1", text=text, sent_at=NOW)
    request = UnderstandRequest(person=person(language), said=(said,), tasks=tasks)
    act = OfflineEngine().understand(request)[0]
    if act.kind is not ActKind.OPEN:
        return Kind(act.kind)
    return Kind.CALL if act.call is not None else Kind.EXPENSE


EXAMPLES = (
    "expenses.history_shown.none",
    "expenses.unreadable.instead",
    "expenses.ask.better_image.example",
    "expenses.description",
    "error.speech.unavailable",
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_given_as_an_example_is_understood_without_a_model(language: str) -> None:
    saved = TaskView(task_id="t", agent="expenses", phase=TaskPhase.DONE)
    expense, correction, question = quoted(language, "expenses.help")
    assert kind_of(question, language) == Kind.CALL
    for example in (expense, *quoted(language, *EXAMPLES)):
        assert kind_of(example, language) == Kind.EXPENSE, example
    for example in (correction, *quoted(language, "expenses.ask.edit.example")):
        assert kind_of(example, language, saved) == Kind.DETAIL, example


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_with_the_number_of_an_expense_is_understood_as_it_is_promised(
    language: str,
) -> None:
    promised = {
        Kind.DETAIL: ("conversation.which_one.edit", "expenses.hint.change"),
        Kind.UNDO: ("conversation.which_one.undo",),
    }
    task = TaskView(task_id="t3", agent="expenses", phase=TaskPhase.DONE, number=3)
    for kind, keys in promised.items():
        examples = quoted(language, *keys, number="3")
        assert examples
        assert {kind_of(example, language, task) for example in examples} == {kind}, examples
    commands = {
        Command.UNDO: quoted(language, "expenses.hint.take_back", number="3")[:1],
        Command.RESTORE: quoted(language, "conversation.which_one.restore", number="3")
        + quoted(language, "expenses.deleted_together.restore", number="3"),
        Command.RESUME: quoted(language, "conversation.which_one.resume", number="3"),
    }
    for command, examples in commands.items():
        assert examples
        assert {command_in(example) for example in examples} == {command}, examples


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_on_buttons_that_undo_and_go_on_may_be_typed(language: str) -> None:
    for command in (Command.UNDO, Command.RESTORE, Command.RESUME):
        assert command_in(catalogue_of(language).text(f"button.{command}")) == command
