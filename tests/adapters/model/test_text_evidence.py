"""Whether words agree, for the yes that a model has read in them."""

import pytest

from adapters.model.text_evidence import confirms


@pytest.mark.parametrize(
    "text", ["yes", "go ahead", "please save it", "save it anyway?", "ja, passt"]
)
def test_words_that_agree_are_a_yes(text: str) -> None:
    assert confirms(text)


@pytest.mark.parametrize(
    "text",
    [
        "Can you please tell me about black holes?",
        "where did the great fire go?",
        "banana",
        "no, not that",
    ],
)
def test_a_polite_question_about_something_else_is_no_yes(text: str) -> None:
    assert not confirms(text)
