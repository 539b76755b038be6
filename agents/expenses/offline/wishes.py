"""Calls of features, and wishes that are carried out by their own words: a report, a rate."""

from collections.abc import Callable

from agents.expenses.features import modules
from agents.expenses.meaning import Kind, Meaning
from agents.expenses.offline.history import history_asked
from agents.expenses.offline.scene import Scene

_WISHES: tuple[tuple[Kind, str, Callable[[Scene], bool]], ...] = (
    (
        Kind.HISTORY,
        "asks for what was saved before",
        lambda scene: history_asked(scene.text, scene.person, scene.today),
    ),
)


def wish_in(scene: Scene) -> Meaning | None:
    """The wish that the whole text is; to a question one word is rather its answer. None below a
    picture.
    """
    if scene.said.caption or (scene.asked is not None and len(scene.text.split()) == 1):
        return None
    for feature in modules("recognise"):
        call = feature.call_in(scene)
        if call is not None:
            act = scene.act(Kind.CALL, f"asks for {call.name}")
            return act.model_copy(update={"call": call})
    for kind, reason, asks in _WISHES:
        if asks(scene):
            return scene.act(kind, reason).model_copy(update={"heard": scene.text})
    return None
