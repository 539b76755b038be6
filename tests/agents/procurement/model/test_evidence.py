"""A model's words about shopping are dropped where no result supports them; and what tools cost."""

from datetime import UTC, date, datetime

import pytest

from adapters.model.openai.rounds import definition_tokens
from adapters.model.openai.tokens import load_tokenizer
from agents.procurement.buttons import cart_as_text
from agents.procurement.model.evidence import checked_step, objection_to_step
from agents.procurement.tools import TOOLS
from domain.history import Entry, Speaker
from domain.tools import Heard, Round, Step, StepRequest, ToolError, spec_of
from domain.understanding import Person
from tests.agents.procurement.samples import (
    GEL,
    NO_PENS,
    PENS,
    SENT,
    TASK,
    TWO_PENS,
    call,
    came_of,
    cart,
    line,
)

FOUND = came_of(call("search_catalog"), PENS)
ADDED = came_of(call("add_to_cart", 2), TWO_PENS)
REMOVED = came_of(call("set_quantity", 2), NO_PENS)
SENT_IT = came_of(call("checkout", 2), SENT)
REFUSED = came_of(call("add_to_cart", 2), ToolError(code="out_of_stock", message="Only 1 left."))
CART = cart_as_text(cart(line(GEL, 2)))


def asked(*rounds: Round, context: str = "", said: str = "find blue pens") -> StepRequest:
    return StepRequest(
        person=Person(user_id="test:ali"),
        agent="procurement",
        task_id=TASK,
        today=date(2026, 11, 23),
        context=context,
        said=(Heard(text=said),),
        rounds=rounds,
    )


def kept(say: str, *rounds: Round, context: str = "", said: str = "find blue pens") -> str:
    return checked_step(asked(*rounds, context=context, said=said), Step(say=say)).say


def test_what_the_person_named_before_and_how_far_it_is_may_be_said() -> None:
    limit = Entry(speaker=Speaker.PERSON, text="at most 25", at=datetime(2026, 11, 23, tzinfo=UTC))
    request = asked(ADDED, context=CART)
    say = "Together that is RM4.80 over your RM25."
    assert not checked_step(request, Step(say=say)).say
    kept_whole = request.model_copy(update={"history": (limit,)})
    assert checked_step(kept_whole, Step(say=say)).say == say


@pytest.mark.shows("shop 49–50")
@pytest.mark.parametrize(
    ("say", "rounds", "context"),
    [
        ("The gel pens are the cheaper ones, at RM14.90. Which would you like?", (FOUND,), ""),
        ("Both are in stock; the first is cheaper by the box.", (FOUND,), ""),
        ("I added two boxes for you, RM29.80 in all.", (FOUND, ADDED), ""),
        ("Your cart has 2 boxes of the gel pen, RM29.80.", (), CART),
        ("Ich habe 2 Packungen in den Warenkorb gelegt.", (FOUND, ADDED), ""),
        ("Saya sudah tambah dua kotak ke dalam troli anda.", (FOUND, ADDED), ""),
        ("I have removed the pens from it.", (REMOVED,), CART),
        ("PR-7 was sent, for delivery on 27 November.", (SENT_IT,), ""),
        ("I could not find a unicorn. Shall I look for something else?", (FOUND,), ""),
        ("Your cart is empty.", (), ""),
        ("I found one set of markers, at RM14.90.", (FOUND,), ""),
        ("The gel pens (PEN-102, RM14.90) come by the box.", (FOUND,), ""),
        ("Two would be RM29.80.", (FOUND,), ""),
        ("There are no pens in your cart.", (), ""),
        ("Shall I put one in the cart?", (FOUND,), ""),
        ("I can put two in your cart if you like.", (FOUND,), ""),
        ("Five boxes would be RM74.50, 5 × RM14.90.", (FOUND,), ""),
        ("2 gel pens and 3 of the ballpoints come to RM85.30.", (FOUND,), ""),
        ("Nothing was ordered yet; once it is sent, it cannot be changed here.", (FOUND,), CART),
        ("Set of 12, completely washable; the done deal for a school.", (FOUND,), ""),
        ("这款中性笔更便宜，要我放进购物车吗？", (FOUND,), ""),
        ("Más barato es el bolígrafo de gel. ¿Quiere que añada una caja?", (FOUND,), ""),
        ("Le stylo gel est moins cher. Voulez-vous que j'en ajoute une boîte ?", (FOUND,), ""),
        ("De gelpen is goedkoper; ik kan er een voor u bestellen.", (FOUND,), ""),
        ("Гелевая ручка дешевле. Добавить одну коробку?", (FOUND,), ""),
        ("ปากกาเจลราคาถูกกว่า ต้องการกี่กล่อง", (FOUND,), ""),
    ],
)
def test_words_that_results_support_are_kept(
    say: str, rounds: tuple[Round, ...], context: str
) -> None:
    assert kept(say, *rounds, context=context) == say


@pytest.mark.shows("shop 49–50")
@pytest.mark.parametrize(
    ("say", "rounds", "context"),
    [
        ("The gel pens cost RM12.90 a box.", (FOUND,), ""),
        ("That makes RM 149 in all.", (FOUND,), ""),
        ("Ordered!", (FOUND,), CART),
        ("Done, it is on its way.", (FOUND, ADDED), ""),
        ("I added two boxes to your cart.", (FOUND,), ""),
        ("I added two boxes to your cart.", (FOUND, REFUSED), ""),
        ("I added a dozen boxes for you.", (FOUND, ADDED), ""),
        ("I added 5x of them for you.", (FOUND, ADDED), ""),
        ("I have removed the pens.", (ADDED,), CART),
        ("2 gel pens and 3 of the ballpoints come to RM85.40.", (FOUND,), ""),
        ("The pens are already in your cart.", (FOUND,), ""),
        ("Your cart is empty.", (), CART),
        ("PR-9 has been sent.", (SENT_IT,), ""),
        ("Ich habe es für Sie bestellt.", (FOUND,), CART),
        ("Pesanan anda telah dihantar.", (FOUND,), CART),
        ("J'ai ajouté deux boîtes au panier et passé la commande.", (FOUND,), ""),
        ("Ik heb twee dozen aan uw mandje toegevoegd.", (FOUND,), ""),
        ("已经为您下单了，谢谢您的惠顾。", (FOUND,), ""),
        ("Pedido enviado con éxito a la oficina.", (FOUND, ADDED), CART),
    ],
)
def test_words_that_nothing_supports_are_dropped(
    say: str, rounds: tuple[Round, ...], context: str
) -> None:
    assert not kept(say, *rounds, context=context)


def test_what_the_person_said_may_be_repeated() -> None:
    assert kept("Nothing under RM20 fits, sorry. Shall I look higher?", said="pens under 20")
    assert not kept("Nothing under RM30 fits, sorry.", said="pens under 20")


@pytest.mark.shows("shop 49–50")
def test_a_claim_is_objected_to_once_and_then_goes_alone() -> None:
    request, say = asked(FOUND), "The gel pens are cheaper. I have ordered them. Do you need ink?"
    assert "ordered" in objection_to_step(request, Step(say=say))
    assert checked_step(request, Step(say=say)).say == (
        "The gel pens are cheaper. Do you need ink?"
    )
    assert objection_to_step(request, Step(say="The gel pens are cheaper.")) == ""


@pytest.mark.shows("shop 40–43")
async def test_the_definitions_of_all_tools_leave_room_for_the_conversation() -> None:
    await load_tokenizer()
    assert definition_tokens([spec_of(tool) for tool in TOOLS]) <= 750
