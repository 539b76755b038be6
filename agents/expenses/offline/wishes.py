"""What a message asks for that is a tool of a feature."""

from agents.expenses.features import modules
from agents.expenses.meaning import Kind, Meaning
from agents.expenses.offline.scene import Scene


def wish_in(scene: Scene) -> Meaning | None:
    """The call that the whole text asks for; to a question one word is rather its answer. None
    below a picture.
    """
    if scene.said.caption or (scene.asked is not None and len(scene.text.split()) == 1):
        return None
    for feature in modules("recognise"):
        call = feature.call_in(scene)
        if call is not None:
            act = scene.act(Kind.CALL, f"asks for {call.name}")
            return act.model_copy(update={"call": call})
    return None
