"""What a typed label presses, and what a press leaves of the buttons that stand beside it."""

import re
from collections.abc import Iterable
from enum import StrEnum

from bot.texts.cards import all_texts
from bot.texts.speech import Button
from domain.topics import PressAction
from language.yes_no import confirms, denies, words_beside_answer


class Ends(StrEnum):
    """Which buttons of a message are of no use once one of them was pressed."""

    ALL = "all"
    """It settled a question."""
    SAME = "same"
    """It can be taken once; those about the same subject end with it."""
    NONE = "none"


_ANSWERING = frozenset(
    {
        PressAction.ANSWER,
        PressAction.DROP,
        PressAction.KEEP,
        PressAction.PREFER,
        PressAction.ERASE,
        PressAction.KEEP_DATA,
        PressAction.AGREE,
        PressAction.DECLINE,
        PressAction.YES,
        PressAction.NO,
        PressAction.ENTER,
        PressAction.LEAVE,
        *(button.action for texts in all_texts() for button in texts.buttons if button.settles),
    }
)
_SAID = {
    PressAction.ERASE: "yes",
    PressAction.KEEP_DATA: "no",
    PressAction.AGREE: "yes",
    PressAction.DECLINE: "no",
    **{b.action: b.word for texts in all_texts() for b in texts.buttons if b.word},
}
"""The bare word that presses a button. What tasks ask needs none: its words are understood."""
_STEM, _ENDING = 4, 2
"""Letters that the forms of a word have in common at least, and behind them at most."""
_ONCE = frozenset({PressAction.UNDO, PressAction.RESTORE, PressAction.RESUME, PressAction.RETRY})


def ends(action: str) -> Ends:
    if action in _ANSWERING:
        return Ends.ALL
    return Ends.SAME if action in _ONCE else Ends.NONE


def name_of_button(label: str) -> str:
    """Returns a label, or typed words, as they are compared: without case and a final full stop."""
    return label.strip().rstrip(".!").casefold()


def button_named(words: str, buttons: Iterable[Button]) -> Button | None:
    """Returns the button whose label these words are, or that a bare yes or no presses; a yes or a
    no may stand beside words of that button's label, in whatever form ("yes, join", "sí, borra
    todo" for “Borrar todo”).
    """
    wanted, shown = name_of_button(words), tuple(buttons)
    named = next((b for b in shown if name_of_button(b.label) == wanted), None)
    if named is not None or not (confirms(words) or denies(words)):
        return named
    word = "yes" if confirms(words) else "no"
    pressed = next((b for b in shown if _SAID.get(b.press.action) == word), None)
    if pressed is None:
        return None
    label = _words_in(pressed.label)
    beside = _words_in(words_beside_answer(words))
    return pressed if all(any(_is_form(word, own) for own in label) for word in beside) else None


def _words_in(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _is_form(word: str, other: str) -> bool:
    """Whether two words are one in two forms ("borra", "borrar"): not "borrador"."""
    shared = max(_STEM, max(len(word), len(other)) - _ENDING)
    return word[:shared] == other[:shared]
