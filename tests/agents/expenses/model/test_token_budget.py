"""Questions about expenses stay within the budget for tokens."""

from adapters.model.openai.budget import PICTURE
from agents.expenses.reading import Reading
from tests.adapters.model.openai.test_token_budget import LONG_AGO, sent_tokens
from tests.adapters.model.questions import PERSON
from tests.agents.expenses.model.asked import AskedAboutExpenses
from tests.agents.expenses.model.questions import to_categorize, to_decide
from tests.agents.expenses.model.test_read_receipts import picture
from tests.agents.expenses.payloads import categorized, decided, receipt
from tests.model_server import ScriptedModelServer

ROLL = tuple(f"{n:03d} SOMETHING BOUGHT {n}.50" for n in range(150))
READ = Reading(sha256="0" * 64, engine="ocr", confidence=0.2, lines=ROLL)


async def test_of_a_long_receipt_the_lines_in_the_middle_are_left_out(
    engine: AskedAboutExpenses, server: ScriptedModelServer
) -> None:
    server.answer("ReceiptAnswer", receipt())
    endless = ROLL * 4
    await engine.read_lines(READ.model_copy(update={"lines": endless}), PERSON)
    lines = server.requests[0].data["lines"]
    assert isinstance(lines, list)
    assert 120 < len(lines) < 250
    half = len(lines) // 2
    assert tuple(lines[:half]) == endless[:half]
    assert tuple(lines[-half:]) == endless[-half:]


async def test_a_picture_counts_as_input(
    engine: AskedAboutExpenses, server: ScriptedModelServer
) -> None:
    server.answer("ReceiptAnswer", receipt())
    await engine.read_image(picture(), READ, PERSON)
    assert 3_000 - 100 < sent_tokens(server) + PICTURE <= 3_000


async def test_every_question_fits_the_budget(
    engine: AskedAboutExpenses, server: ScriptedModelServer
) -> None:
    server.answer("CategorizeAnswer", categorized("Other"))
    server.answer("DecideAnswer", decided("request_amount"))
    await engine.categorize(to_categorize().model_copy(update={"lines": ROLL}))
    await engine.decide(to_decide().model_copy(update={"history": LONG_AGO}))
    for nth, request in enumerate(server.requests):
        wanted = request.body["max_tokens"]
        assert isinstance(wanted, int)
        assert sent_tokens(server, nth) <= 3_000
        assert sent_tokens(server, nth) + wanted <= 4_000
