"""What an answer in a model's words must not say."""

import pytest

from agents.support.knowledge.answer_check import check
from agents.support.tickets import Citation


def _cited(passage: str, language: str = "en", **more: str) -> Citation:
    return Citation(id="a1", title=more.pop("title", "Refunds"), language=language,
                    passage=passage, **more)  # fmt: skip


REFUND = _cited(
    "A yearly plan is refunded in full within 14 days of the payment; a monthly plan is not."
    " The money arrives on the same card 5 to 10 days after we have agreed. Use code KITE-9 at"
    " https://kitebox.example/refund or write to billing@kitebox.example. The fee is RM1,500.00"
    " until 31 January 2027."
)


def _why(answer: str, source: Citation = REFUND) -> str:
    return check(answer, (source.id,), (source,))


@pytest.mark.shows("support 21")
@pytest.mark.parametrize(
    ("reason", "answer"),
    [
        ("", "A yearly plan is refunded within 14 days of the payment. A monthly plan is not."),
        ("", "The money arrives on your card after 5 to 10 days."),
        ("", "The fee is RM 1500 until 31 January 2027; the code is KITE-9."),
        ("", "Write to billing@kitebox.example, or use https://kitebox.example/refund."),
        ("figure", "A yearly plan is refunded within 30 days of the payment."),
        ("figure", "The money arrives on your card after three days."),
        ("figure", "A yearly plan is refunded within 14 hours of the payment."),
        ("figure", "The fee is RM1,50 until January."),
        ("figure", "The fee is RM1,500 until 31 March 2027."),
        ("code", "Use code KITE-8 for the fee."),
        ("link", "The refund is at https://kitebox.example.evil.test/refund."),
        ("link", "The refund is at kitebox-refund.com."),
        ("link", "Write to refunds@kitebox.example."),
        ("negation", "A yearly plan is not refunded within 14 days of the payment."),
        ("negation", "A yearly plan is never refunded."),
        ("claim", "I have refunded the payment of your yearly plan."),
        ("claim", "Your yearly plan was cancelled and the payment has been refunded in full."),
        ("unsupported", "Our office in Lisbon happily welcomes visitors with yearly plans."),
        ("empty", "  "),
    ],
)
def test_an_answer_says_only_what_its_passages_say(reason: str, answer: str) -> None:
    assert _why(answer) == reason


@pytest.mark.shows("support 20")
def test_only_offered_articles_can_be_cited() -> None:
    assert check("A yearly plan is refunded.", ("a1", "a2"), (REFUND,)) == "not_offered"
    assert check("A yearly plan is refunded.", (), (REFUND,)) == "uncited"
    other = REFUND.model_copy(update={"id": "a2", "passage": "Parrots eat seeds 3 times a day."})
    assert check("Parrots eat seeds 3 times a day.", ("a1",), (REFUND, other)) == "figure"


@pytest.mark.shows("support 21")
@pytest.mark.parametrize(
    ("language", "passage", "good", "bad"),
    [
        ("de", "Das Geld wird innerhalb von fünf Tagen erstattet. Gebühren von 1.250,50 € bleiben.",
         "Das Geld wird innerhalb von 5 Tagen erstattet, Gebühren von 1250,50 Euro bleiben.",
         {"figure": "Das Geld wird innerhalb von drei Tagen erstattet.",
          "negation": "Das Geld wird nicht erstattet.",
          "claim": "Ich habe das Geld innerhalb von fünf Tagen erstattet."}),
        ("ms", "Wang dipulangkan dalam masa 5 hari ke kad yang sama.",
         "Wang dipulangkan ke kad dalam masa lima hari.",
         {"figure": "Wang dipulangkan dalam masa 5 minggu.",
          "negation": "Wang tidak dipulangkan ke kad.",
          "claim": "Kami telah memulangkan wang ke kad."}),
        ("es", "El dinero se devuelve a la tarjeta en 10 días. El plan mensual no se devuelve.",
         "El dinero se devuelve a la tarjeta en diez días.",
         {"figure": "El dinero se devuelve en 13 días.",
          "negation": "El plan mensual se devuelve.",
          "claim": "Hemos devuelto el dinero a la tarjeta."}),
        ("fr", "L'argent est remboursé sous 10 jours sur la même carte.",
         "L'argent est remboursé sur la carte sous dix jours.",
         {"figure": "L'argent est remboursé sous 10 mois.",
          "negation": "L'argent n'est pas remboursé sur la carte.",
          "claim": "J'ai remboursé l'argent sur la carte."}),
        ("pt", "O dinheiro é devolvido em 10 dias no mesmo cartão.",
         "O dinheiro é devolvido no cartão em dez dias.",
         {"figure": "O dinheiro é devolvido em 12 dias.",
          "negation": "O dinheiro não é devolvido no cartão.",
          "claim": "O dinheiro foi devolvido no cartão."}),
    ],
)  # fmt: skip
def test_the_same_holds_in_other_languages(
    language: str, passage: str, good: str, bad: dict[str, str]
) -> None:
    source = _cited(passage, language, title="")
    assert _why(good, source) == ""
    assert {reason: _why(answer, source) for reason, answer in bad.items()} == {
        reason: reason for reason in bad
    }
