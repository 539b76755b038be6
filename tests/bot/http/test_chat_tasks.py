"""What chat programs ask for themselves is told from what people say, and answered in its form."""

import json

import pytest

from bot.http.chat_tasks import is_task, task_done, title_from

HISTORY = """
### Chat History:
<chat_history>
USER: Mittagessen 12,50 bei Ali, bar bezahlt
ASSISTANT: {"title": "not this", "tags": ["nor these"]}
</chat_history>"""
TITLE = f"""### Task:
Summarize this chat in a few words as a title.
### Output:
JSON format: {{ "title": "your concise title here" }}{HISTORY}"""
TAGS = f"""### Task:
Name 1-3 broad tags.
### Output:
JSON format: {{ "tags": ["tag1", "tag2"] }}{HISTORY}"""
COMPLETION = """### Task:
You complete texts. Continue the text in `<text>`. If unsure, return: `{ "text": "" }`.
<context><chat_history>USER: hello</chat_history></context>"""
LIBRECHAT = """Provide a concise, 5-word-or-less title for the conversation, using title case \
conventions. Only return the title itself.

Conversation:
User: Mittagessen 12,50 bei Ali, bar bezahlt
AI: Gespeichert."""
STRUCTURED = """Analyze this conversation and provide:
1. The detected language of the conversation
2. A concise title in the detected language (5 words or less)

User: Mittagessen 12,50 bei Ali, bar bezahlt
AI: Gespeichert."""


@pytest.mark.parametrize("asked", [TITLE, LIBRECHAT, STRUCTURED])
def test_a_title_is_made_of_the_first_words_of_the_person(asked: str) -> None:
    assert is_task(asked)
    answer = task_done(asked, ())
    assert answer is not None
    title = json.loads(answer)["title"] if asked is TITLE else answer
    assert title == "Mittagessen 12,50 bei Ali, bar bezahlt"


def test_all_else_gets_nothing_in_the_form_that_was_asked_for() -> None:
    assert json.loads(task_done(TAGS, ()) or "") == {"tags": []}
    assert json.loads(task_done(COMPLETION, ()) or "") == {"text": ""}


def test_a_task_that_is_not_known_is_not_answered_as_if_it_were() -> None:
    documents = '### Task:\nAnswer by the context.\n<context>{"title": "x"}</context>\nHow much?'
    assert is_task(documents)
    assert task_done(documents, ()) is None


@pytest.mark.parametrize(
    "said",
    [
        "lunch 12 at Ali's",
        "Task: call the bank",
        "Please provide a receipt for the conversation fee",
        "title of the conversation? I want a concise one",
        "what does '### Task:' mean",
    ],
)
def test_what_people_say_is_no_task(said: str) -> None:
    assert not is_task(said)


def test_a_title_is_short_and_ends_with_a_word() -> None:
    assert title_from("\n  Taxi to the airport, RM 80. \nand more") == "Taxi to the airport, RM 80"
    assert title_from("x" * 200) == "x" * 50
    assert title_from(" \n") == ""
