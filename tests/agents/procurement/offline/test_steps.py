"""Turns by rules: which calls they make, what they make of results, and how they end."""

import json
from datetime import date

import pytest
from pydantic import JsonValue

from agents.procurement.last_shown import ShownLast
from agents.procurement.replies import (
    AskDelivery,
    AskHowMany,
    CartIsEmpty,
    LineNotThere,
    NothingMore,
    Telling,
    WhichLine,
)
from agents.procurement.rules_ending import Remark, RulesEnding
from agents.procurement.tools import SearchCatalog
from domain.messages import CallRequest
from domain.tools import Heard, Round, ToolCall, ToolError, ToolResult, ToolStatus
from domain.understanding import TaskPhase
from tests.agents.procurement.offline.shop import (
    CONTEXTS,
    RULES,
    TODAY,
    Context,
    Shop,
    carried_out,
    ending_of,
    shown,
    to_step,
    turn,
)

NONE, LIST, CART, ASKING = (CONTEXTS[name] for name in ("none", "list", "cart", "asking"))
HDMI = SearchCatalog(query="hdmi cable")
OUT = ToolError(code="out_of_stock", message="none left")


def names(text: str, context: Context = NONE) -> list[str]:
    return [call.name for call in turn(text, context).calls]


def test_what_was_wished_when_choices_were_offered_counts_for_the_chosen_one() -> None:
    step = to_step("the second", LIST, Shop())
    known = shown(LIST).model_copy(update={"quantity": 3}).model_dump(mode="json")
    (call,) = RULES.step(step.model_copy(update={"known": known})).calls
    assert '"quantity":3' in call.arguments


CABLES = Context(("CAB-1", "CAB-2", "CAB-5"))


@pytest.mark.parametrize(
    ("text", "item_id"),
    [
        ("the 2 metre one", "CAB-2"),
        ("5m", "CAB-5"),
        ("the two metre cable", "CAB-2"),
        ("the one metre cable", "CAB-1"),
        ("the one-metre one", "CAB-1"),
        ("yang satu meter", "CAB-1"),
    ],
)
def test_a_measure_picks_from_the_list_and_is_no_quantity(text: str, item_id: str) -> None:
    known = shown(CABLES).model_copy(update={"quantity": 4, "asked": HDMI})
    (call,) = _calls(text, CABLES, known)
    assert json.loads(call.arguments) == {"item_id": item_id, "quantity": 4}


@pytest.mark.parametrize("text", ["3 then", "make it 3 then", "make it 3"])
def test_another_quantity_is_of_what_was_changed_last(text: str) -> None:
    known = shown(CART).model_copy(update={"changed": "PAP-A4"})
    (call,) = _calls(text, CART, known)
    assert json.loads(call.arguments) == {"item_id": "PAP-A4", "quantity": 3}


def test_another_quantity_is_of_what_was_just_offered() -> None:
    known = shown(CABLES).model_copy(update={"quantity": 4, "asked": HDMI})
    shop = Shop(CART.cart)
    step = to_step("3 then", CABLES, shop).model_copy(
        update={"known": known.model_dump(mode="json")}
    )
    made = carried_out(RULES.step(step), shop, 1)
    assert ending_of(RULES.step(step.model_copy(update={"rounds": (made,)}))).to_choose == {
        "r1/c1": 3
    }


def _calls(text: str, context: Context, known: ShownLast) -> tuple[CallRequest, ...]:
    step = to_step(text, context, Shop(context.cart))
    return RULES.step(step.model_copy(update={"known": known.model_dump(mode="json")})).calls


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("remove the first", {"PAP-A4": 5, "KOPI-1": 1}),
        ("remove the second item", {"PEN-10": 2, "KOPI-1": 1}),
        ("remove the last one", {"PEN-10": 2, "PAP-A4": 5}),
    ],
)
def test_a_line_is_removed_by_its_place(text: str, left: dict[str, int]) -> None:
    assert turn(text, CART).shop.cart == left


def test_a_place_is_that_of_the_list_where_the_cart_has_no_such_line() -> None:
    context = Context(LIST.items, (("PEN-31", 1),))
    assert turn("remove the third", context).shop.cart == {}
    assert turn("remove the first", LIST).remarks == (CartIsEmpty(),)


def test_reads_and_writes_of_one_message_are_in_one_round_and_end_together() -> None:
    made = turn("two of the first and some pens", LIST)
    assert [call.call_id for call in made.calls] == ["r1/c1", "r1/c2"]
    assert made.ending.to_choose == {"r1/c2": 1}
    assert made.remarks == ()


def test_an_order_waits_for_what_is_added_and_is_dropped_where_that_is_still_to_be_chosen() -> None:
    assert names("the first one, 5. and order it for friday", LIST) == ["add_to_cart", "checkout"]
    assert "checkout" not in names("get some paper and order it", LIST)


def test_a_supplier_that_nothing_has_is_searched_as_a_word() -> None:
    made = turn("find coffee from Bukit", NONE)
    assert len(made.calls) == 2
    assert made.ending.lookups == ("r1/c1",)


def test_a_line_of_the_cart_is_found_by_what_the_catalog_calls_it() -> None:
    assert turn("buang kertas", CART).shop.cart == {"PEN-10": 2, "KOPI-1": 1}
    assert turn("remove the stapler", CART).remarks == (LineNotThere(asked_for="stapler"),)


def test_lines_that_fit_alike_are_asked_about() -> None:
    context = Context(cart=(("PAP-A4", 1), ("PAP-A3", 1)))
    (asked,) = turn("remove the paper", context).remarks
    assert isinstance(asked, WhichLine)
    assert (asked.item_ids, asked.quantity) == (("PAP-A4", "PAP-A3"), 0)


def test_what_rules_asked_last_is_answered() -> None:
    assert _cart_after(AskHowMany(said="1.5", asked_for="kopi"), "2")["KOPI-1"] == 3
    lowered = AskHowMany(said="x", asked_for="coffee", lowest=0)
    assert _cart_after(lowered, "make it 4")["KOPI-1"] == 4
    which = WhichLine(item_ids=("PEN-10", "PAP-A4"), names=("Gel pen", "Copy paper"), quantity=0)
    assert _cart_after(which, "the second") == {"PEN-10": 2, "KOPI-1": 1}
    assert _cart_after(AskDelivery(said="31 November"), "next friday then") == {}


def _cart_after(asked: Telling, text: str) -> dict[str, int]:
    known = shown(CART).model_copy(update={"ended": Remark.of(asked)}).model_dump(mode="json")
    shop, made = Shop(CART.cart), list[Round]()
    while True:
        step = to_step(text, CART, shop, made).model_copy(update={"known": known})
        answer = RULES.step(step)
        if not answer.calls:
            return shop.cart
        made.append(carried_out(answer, shop, len(made)))


def test_more_goes_on_behind_what_was_shown_and_ends_with_the_list() -> None:
    (call,) = turn("more", LIST).calls
    assert SearchCatalog.model_validate_json(call.arguments).offset == 5
    known = shown(LIST).model_copy(update={"total": 3}).model_dump(mode="json")
    step = to_step("more", LIST, Shop()).model_copy(update={"known": known})
    assert ending_of(RULES.step(step)).remarks == (Remark.of(NothingMore()),)


def test_at_the_question_a_change_is_asked_about_again_with_what_was_agreed_before() -> None:
    calls = turn("only 3 papers and leave it at the desk", ASKING).calls
    assert [call.name for call in calls] == ["set_quantity", "checkout"]
    assert '"2026-03-20"' in calls[1].arguments
    assert "desk" in calls[1].arguments


def test_a_no_ends_the_turn() -> None:
    step = to_step("checkout", CART, Shop(CART.cart))
    call = ToolCall(call_id="c", name="checkout")
    no = Round(calls=(call,), results=(ToolResult(call_id="c", status=ToolStatus.NOT_EXECUTED),))
    answer = RULES.step(step.model_copy(update={"rounds": (no,)}))
    assert (ending_of(answer).remarks, answer.calls) == ((), ())


def test_a_correction_on_the_way_replaces_the_search() -> None:
    context = Context(phase=TaskPhase.WORKING)
    made = turn("I meant black ones", context)
    assert [call.arguments for call in made.calls] == ['{"query":"black pens"}']


@pytest.mark.parametrize("status", [ToolStatus.FAILED, ToolStatus.NOT_EXECUTED, ToolStatus.UNKNOWN])
def test_what_did_not_succeed_is_never_told_as_done(status: ToolStatus) -> None:
    step = to_step("add the first", LIST, Shop())
    call = ToolCall(call_id="c", name="add_to_cart")
    failed = Round(calls=(call,), results=(ToolResult(call_id="c", status=status, error=OUT),))
    answer = RULES.step(step.model_copy(update={"rounds": (failed,)}))
    assert (ending_of(answer), answer.calls) == (RulesEnding(), ())


def test_a_turn_that_a_model_began_is_finished_without_another_write() -> None:
    shop = Shop(CART.cart)
    call = ToolCall(call_id="m", name="add_to_cart", arguments='{"item_id":"PEN-22"}')
    made = Round(calls=(call,), results=(shop.run(call),))
    answer = RULES.step(to_step("remove the paper", CART, shop, [made]))
    assert (ending_of(answer), answer.calls) == (RulesEnding(), ())
    answer = RULES.step(to_step("add the first", CART, shop, [made]))
    assert (ending_of(answer), answer.calls) == (RulesEnding(), ())


def test_in_a_closing_round_nothing_is_called() -> None:
    answer = RULES.step(to_step("find pens", NONE, Shop(), closing=True))
    assert (ending_of(answer), answer.calls) == (RulesEnding(), ())


def test_words_that_arrive_during_a_turn_are_taken_in_behind_its_results() -> None:
    shop = Shop()
    first = RULES.step(to_step("find blue pens", NONE, shop))
    made = carried_out(first, shop, 1)
    heard = made.model_copy(update={"heard": (Heard(text="and find paper"),)})
    (call,) = RULES.step(to_step("find blue pens", NONE, shop, [heard])).calls
    assert "paper" in call.arguments


def test_without_a_day_nothing_is_sent_for_one() -> None:
    step = to_step("checkout for friday", CART, Shop(CART.cart))
    assert '"2026-03-13"' in RULES.step(step).calls[0].arguments
    unknown = RULES.step(step.model_copy(update={"today": None}))
    assert ending_of(unknown).remarks == (Remark.of(AskDelivery(said="for friday")),)
    assert unknown.calls == ()
    assert date(2026, 3, 12) == TODAY


def test_a_foreign_known_and_any_words_are_borne() -> None:
    strange: list[JsonValue] = [{"items": "x"}, [], None, {"ended": {"topic": "nothing.known"}}]
    for known in strange:
        step = to_step("the second of \ue0001\ue001 (((", NONE, Shop())
        assert RULES.step(step.model_copy(update={"known": known})).engine == "rules"
