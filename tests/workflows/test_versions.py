"""Any order of deployment is safe: what crosses a process ignores what it does not know.

Every pydantic model below ``PACKAGES`` counts as a wire model, but for arguments of tools: a
language model writes those, and what they do not know is refused.
``wire_contract.json`` holds the fields that each had when it was first recorded; a field that is
not in it is new, and must have a default. Record models anew before their first release:
``python -m tests.workflows.test_versions``.
"""

import importlib
import json
import pkgutil
import types
import typing
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from pathlib import Path

import pytest
from pydantic import BaseModel
from pydantic.fields import FieldInfo
from temporalio.contrib.pydantic import pydantic_data_converter

from domain.activity_calls import MAIN_QUEUE
from domain.commands import Command
from domain.conversation import ConversationStart
from domain.tools import Arguments
from domain.topics import Help, Status
from tests.toy.chat import ToyChat

PACKAGES = ("domain", "agents")
"""Where the models stand that cross a process or are stored; a folder that is not there is left
out."""

ONE_KEY = frozenset({"Argument", "Rule"})
"""Names of models of which exactly one field is set."""

WORKFLOW, SIGNAL = "conversation", "receive"

NEWER = "a_field_of_tomorrow"
NEWS = {"said": ["anything"], "count": 3}

ROOT = Path(__file__).parents[2]
CONTRACT = Path(__file__).parent / "wire_contract.json"

Json = dict[str, object]


def _walked(package: str) -> list[types.ModuleType]:
    if not (ROOT / package).is_dir():
        return []
    root = importlib.import_module(package)
    names = [found.name for found in pkgutil.walk_packages(root.__path__, f"{package}.")]
    # An agent's adapters need SDKs; what crosses a process is in its pure files. A server speaks to
    # others, and files of people are read strictly.
    skipped = {
        "settings",
        "store",
        "model",
        "offline",
        "reader",
        "words",
        "bind",
        "activities",
        "migrations",
        "files",
        "policy",
        "server",
        "play",
    }
    return [root, *(importlib.import_module(n) for n in names if skipped.isdisjoint(n.split(".")))]


def _wire_models() -> list[type[BaseModel]]:
    found = {
        f"{thing.__module__}.{thing.__qualname__}": thing
        for package in PACKAGES
        for module in _walked(package)
        for thing in vars(module).values()
        if isinstance(thing, type)
        and issubclass(thing, BaseModel)
        and thing.__module__ == module.__name__
        and not issubclass(thing, Arguments)
        and not thing.__pydantic_generic_metadata__["parameters"]
    }
    return [found[name] for name in sorted(found)]


def _name(model: type[BaseModel]) -> str:
    """Two agents may have models of one name."""
    return f"{model.__module__}.{model.__qualname__}"


MODELS = _wire_models()

_PLAIN: dict[object, object] = {
    str: "MYR",  # also a currency; a name like any other
    int: 1,
    float: 0.5,
    bool: True,
    Decimal: Decimal("12.50"),
    date: date(2026, 1, 5),
    datetime: datetime(2026, 1, 5, 12, tzinfo=UTC),
    time: time(12),
    timedelta: timedelta(seconds=5),
    None: None,
    type(None): None,
    object: "anything",
    typing.Any: "anything",
}


def sample(model: type[BaseModel], *, full: bool) -> BaseModel:
    """An instance with its required fields, or with each of them."""
    fields = list(model.model_fields.items())
    if model.__name__ in ONE_KEY:
        fields, full = fields[:1], True
    values = {
        name: _pattern(field) or _value(field.annotation, full=full)
        for name, field in fields
        if full or field.is_required()
    }
    return model.model_validate(values)


def _pattern(field: FieldInfo) -> str | None:
    """The one form that is asked for in so many words: a hash."""
    patterns = [getattr(part, "pattern", None) for part in field.metadata]
    return "0" * 64 if any(patterns) else None


def _value(annotation: object, *, full: bool) -> object:
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return sample(annotation, full=False)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return next(iter(annotation))
    makers: dict[object, Callable[[], object]] = {
        typing.Annotated: lambda: _value(arguments[0], full=full),
        typing.Literal: lambda: arguments[0],
        typing.Union: lambda: _value(arguments[0], full=full),
        types.UnionType: lambda: _value(arguments[0], full=full),
        tuple: lambda: [_value(a, full=full) for a in _members(arguments)],
        list: lambda: [_value(arguments[0], full=full)],
        frozenset: lambda: [_value(arguments[0], full=full)],
        set: lambda: {_value(arguments[0], full=full)},
        dict: lambda: {_value(arguments[0], full=full): _value(arguments[1], full=full)},
    }
    return makers[origin]() if origin in makers else "anything"


def _members(arguments: tuple[object, ...]) -> tuple[object, ...]:
    """Of a tuple: each, or two where any number may come, since some need two."""
    return arguments[:1] * 2 if arguments[1:] == (...,) else arguments


def through_temporal(data: Json, model: type[BaseModel]) -> BaseModel:
    """As the other process reads it."""
    converter = pydantic_data_converter.payload_converter
    (decoded,) = converter.from_payloads(converter.to_payloads([data]), [model])
    assert isinstance(decoded, model)
    return decoded


def sent(instance: BaseModel) -> Json:
    """As this process writes it."""
    converter = pydantic_data_converter.payload_converter
    (payload,) = converter.to_payloads([instance])
    data: Json = json.loads(payload.data)
    return data


def test_models_were_found() -> None:
    names = {model.__name__ for model in MODELS}
    assert {"Message", "Reply", "Delivery", "ConversationStart", "Carried", "Limits"} <= names


@pytest.mark.shows("platform 11")
def test_a_field_of_a_newer_version_is_ignored() -> None:
    for model in MODELS:
        for instance in (sample(model, full=False), sample(model, full=True)):
            assert through_temporal(sent(instance), model) == instance
            assert through_temporal({**sent(instance), NEWER: NEWS}, model) == instance


@pytest.mark.shows("platform 11")
def test_an_older_version_need_not_know_what_is_new() -> None:
    recorded: dict[str, list[str]] = json.loads(CONTRACT.read_text(encoding="utf-8"))
    for model in MODELS:
        fields, name = model.model_fields, _name(model)
        known = recorded.get(name, list(fields))
        required = [name for name, field in fields.items() if field.is_required()]
        assert set(required) <= set(known), f"a new field of {name} needs a default"
        assert set(known) <= set(fields), f"an older version may need what it knows of {name}"
        data = sent(sample(model, full=True))
        kept = {*required, *([*fields][:1] if model.__name__ in ONE_KEY else ())}
        for left_out in [n for n in fields if n not in kept]:
            through_temporal({k: v for k, v in data.items() if k != left_out}, model)


@pytest.mark.real_server
class TestConversation:
    """With a bot that is newer than the worker, and a worker that is older than its history."""

    async def test_unknown_fields_at_any_depth_are_ignored(self, chat: ToyChat) -> None:
        await chat.tell("/help")
        press = {"action": "from-tomorrow", "subject": "nothing", NEWER: NEWS}
        pressed = sent(await chat._message()) | {"press": press}
        await chat.handle.signal(SIGNAL, pressed)
        message = sent(await chat._message(text="/status", command=Command.STATUS))
        await chat.handle.signal(SIGNAL, {**message, NEWER: NEWS})
        await chat.told(Status.topic)
        assert pressed["id"] in (await chat.status()).handled

    async def test_a_run_continued_by_a_newer_worker_goes_on_after_a_roll_back(
        self, chat: ToyChat
    ) -> None:
        start = ConversationStart(
            channel="test",
            chat_id=chat.chat_id,
            person=chat.person,
            reply_queue=chat.reply_queue,
        )
        message = await chat._message(text="/help", command=Command.HELP)
        await chat.client.start_workflow(
            WORKFLOW,
            _with_news(sent(start)),
            id=chat.id,
            task_queue=MAIN_QUEUE,
            start_signal=SIGNAL,
            start_signal_args=[message],
        )
        await chat.told(Help.topic)


def _with_news(value: object) -> object:
    """The same JSON with an unknown field in each object that has a fixed form."""
    if isinstance(value, dict):
        news = {NEWER: NEWS} if value and not set(value) & {"ids"} else {}
        return {**{k: _with_news(v) for k, v in value.items()}, **news}
    return [_with_news(v) for v in value] if isinstance(value, list) else value


def record() -> None:
    """Writes the fields that each model has now. Only before a first release: see above."""
    fields = {_name(model): sorted(model.model_fields) for model in MODELS}
    CONTRACT.write_text(json.dumps(fields, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    record()
