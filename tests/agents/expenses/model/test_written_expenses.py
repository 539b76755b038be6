"""What models write about expenses, and what becomes of it."""

from datetime import date
from decimal import Decimal

import pytest

from agents.expenses.card import CARD
from agents.expenses.categories import CATEGORIES
from agents.expenses.details import Mention
from agents.expenses.meaning import CategorySource, QuestionKind
from agents.expenses.spending import InsightMeasure, InsightQuery
from domain.errors import InvalidModelOutputError
from domain.understanding import ActKind, TaskPhase, TaskView
from tests.agents.expenses.model.asked import AskedAboutExpenses
from tests.agents.expenses.model.questions import (
    details,
    to_categorize,
    to_decide,
    to_understand,
    told_in,
)
from tests.agents.expenses.payloads import act, categorized, decided, mention, query
from tests.model_server import ScriptedModelServer
from tests.model_server.payloads import understood

TASK = TaskView(
    task_id="conversation:terminal:chat-zuleika/expenses/3",
    agent="expenses",
    phase=TaskPhase.WAITING,
    question=QuestionKind.AMOUNT,
    known=details(Mention(merchant="Zus")),
)


async def test_an_expense_comes_back_in_domain_terms(
    engine: AskedAboutExpenses, server: ScriptedModelServer
) -> None:
    server.answer(
        "UnderstandAnswer",
        understood(
            act(
                "expense",
                mention("Starbucks", "15.50", currency="MYR", occurred_on="2026-03-01"),
                agent="expenses",
            )
        ),
    )
    answer = await engine.understand(to_understand("Starbucks rm15.50 yesterday"))
    assert answer.engine == "scripted:gpt-4o-mini"
    assert not answer.degraded
    (understood_act,) = answer.acts
    assert understood_act.kind is ActKind.OPEN
    assert understood_act.agent == CARD.slug
    assert understood_act.message_ids == ("terminal:chat-zuleika:1",)
    assert told_in(understood_act) == Mention(
        merchant="Starbucks",
        amount=Decimal("15.50"),
        currency="MYR",
        occurred_on=date(2026, 3, 1),
    )


async def test_a_question_about_spending_keeps_its_dates(
    engine: AskedAboutExpenses, server: ScriptedModelServer
) -> None:
    server.answer(
        "UnderstandAnswer",
        understood(act("open", call=query("list", since="2026-03-01", until="2026-03-02"))),
    )
    answer = await engine.understand(to_understand("what did I spend since yesterday?"))
    call = answer.acts[0].call
    assert call is not None
    asked = InsightQuery.model_validate_json(call.arguments)
    assert (asked.measure, asked.since, asked.until) == (
        InsightMeasure.LIST,
        date(2026, 3, 1),
        date(2026, 3, 2),
    )


async def test_ways_of_writing_nothing_are_nothing(
    engine: AskedAboutExpenses, server: ScriptedModelServer
) -> None:
    server.answer("UnderstandAnswer", understood(act("expense", mention("null", "", item="lunch"))))
    answer = await engine.understand(to_understand("lunch"))
    assert told_in(answer.acts[0]) == Mention(item="lunch")


async def test_income_comes_back_as_such_and_that_it_is_an_expense_goes_without_saying(
    engine: AskedAboutExpenses, server: ScriptedModelServer
) -> None:
    came_in = mention("Ali", "200", kind="income")
    server.answer("UnderstandAnswer", understood(act("expense", came_in, mention(item="lunch"))))
    answer = await engine.understand(to_understand("received 200 from Ali, and lunch"))
    income, lunch = map(told_in, answer.acts)
    assert (income.kind, income.merchant, income.amount) == ("income", "Ali", Decimal(200))
    assert lunch == Mention(item="lunch")


@pytest.mark.parametrize(
    "payload",
    [
        understood(act("expense", mention("Zus", "1,234.50"))),
        understood(act("expense", mention("Zus", "1e9"))),
        understood(act("expense", mention("Zus", "NaN"))),
        understood(act("expense", mention("Zus", "٥"))),
        understood(act("expense", mention("Zus", "5", currency="Galleons"))),
        understood(act("expense", mention("Zus", "5", occurred_on="2026-02-30"))),
        understood(act("open", call=query(since="yesterday"))),
        {"acts": [{**act("expense", mention("Zus", "5")), "sql": "DROP TABLE users"}]},
    ],
)
async def test_an_answer_that_does_not_fit_is_not_used_at_all(
    engine: AskedAboutExpenses, server: ScriptedModelServer, payload: dict[str, object]
) -> None:
    server.answer("UnderstandAnswer", payload)
    with pytest.raises(InvalidModelOutputError):
        await engine.understand(to_understand("Zus 5", tasks=(TASK,)))


async def test_no_id_of_a_person_chat_or_task_leaves_the_house(
    engine: AskedAboutExpenses, server: ScriptedModelServer
) -> None:
    server.answer("UnderstandAnswer", understood(act("general")))
    server.answer("DecideAnswer", decided("request_amount"))
    server.answer("CategorizeAnswer", categorized("Other"))
    await engine.understand(to_understand("Zus 5", tasks=(TASK,)))
    await engine.decide(to_decide())
    await engine.categorize(to_categorize())
    assert len(server.requests) == 3
    assert all("zuleika" not in str(request.body) for request in server.requests)


async def test_a_category_comes_with_its_source_from_a_prompt_that_has_them_all(
    engine: AskedAboutExpenses, server: ScriptedModelServer
) -> None:
    server.answer("CategorizeAnswer", categorized("Food & Drink", 0.95, ["Groceries"]))
    answer = await engine.categorize(to_categorize())
    assert (answer.category, answer.confidence) == ("Food & Drink", 0.95)
    assert answer.source is CategorySource.MODEL
    assert answer.suggestions == ("Groceries",)
    shown = server.requests[0].instructions
    assert all(f"- {category}\n" in shown for category in CATEGORIES)
    assert "Below 0.8" in shown


@pytest.mark.parametrize("confidence", [-0.1, 1.1])
async def test_a_category_with_an_impossible_confidence_is_not_used(
    engine: AskedAboutExpenses, server: ScriptedModelServer, confidence: float
) -> None:
    server.answer("CategorizeAnswer", categorized("Other", confidence))
    with pytest.raises(InvalidModelOutputError):
        await engine.categorize(to_categorize())


@pytest.mark.shows("3.1")
async def test_a_decision_sees_what_is_legal(
    engine: AskedAboutExpenses, server: ScriptedModelServer
) -> None:
    server.answer("DecideAnswer", decided("request_amount"))
    answer = await engine.decide(to_decide())
    assert answer.action == "request_amount"
    assert server.requests[0].data["legal"] == ["request_merchant", "request_amount"]
