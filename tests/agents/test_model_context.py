"""What a model is given of all agents together leaves room for what was said and what goes on."""

from adapters.model.fragment import Fragments
from adapters.model.openai.budget import TokenBudget, fit
from adapters.model.openai.structure import schema_text
from adapters.model.openai.tokens import tokens_in
from adapters.model.understanding import agents_entered, to_understand
from adapters.model.which_agent import Rules
from agents import SLUGS
from agents.registry import part
from bot.texts.cards import all_texts
from settings import Settings
from tests.adapters.model.questions import to_understand as asked
from tests.agents.lent import lend_nothing

LIMIT = Settings.model_fields["model_context_tokens"].default


def fragments() -> Fragments:
    """Of every agent, as a worker has them."""
    lent = lend_nothing()
    bound = {slug: part(slug, "bind").bind(lent).fragment for slug in SLUGS}
    return {slug: fragment for slug, fragment in bound.items() if fragment is not None}


def test_forms_and_pages_leave_room_for_history_and_tasks() -> None:
    cards = tuple(part(slug, "card").CARD for slug in SLUGS)
    request = asked("hi").model_copy(update={"agents": cards, "history": (), "tasks": ()})
    every = fragments()
    at_home = {
        slug: fragment for slug, fragment in every.items() if slug in agents_entered(request)
    }
    question = to_understand(request, at_home, Rules({}), others=every)
    schema = schema_text(question.form.schema)
    assert tokens_in(schema) <= 3_600, "what can be called"
    assert tokens_in(question.instructions) <= 2_600, "the platform's page and the agents'"
    fitted = fit(question, schema, TokenBudget(LIMIT, LIMIT + 1_500, 1_500))
    pages = {slug: tokens_in(fragment.page) for slug, fragment in every.items()}
    assert LIMIT - fitted.input_tokens >= 4_000, f"history and tasks; pages of agents: {pages}"


def test_a_yes_or_no_in_words_presses_what_a_bare_one_presses() -> None:
    bare = {
        button.action: button.word == "yes"
        for texts in all_texts()
        for button in texts.buttons
        if button.word
    }
    assert {a: yes for each in fragments().values() for a, yes in each.answers.items()} == bare
