"""What is said to the rows of a table is read in five languages, and nothing else is."""

import pytest

from agents.expenses.details import RowsAction, RowsWish
from agents.expenses.offline.import_answers import (
    asks_to_import,
    currency_in,
    named_rows_in,
    rows_wish_in,
)


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("leave out 3 and 7", RowsWish(leave_out=(3, 7))),
        ("Leave 3 out please", RowsWish(leave_out=(3,))),
        ("without rows 2, 4 and 6-8", RowsWish(leave_out=(2, 4, 6, 7, 8))),
        ("ohne 3 und 7", RowsWish(leave_out=(3, 7))),
        ("lass Zeile 3 weg", RowsWish(leave_out=(3,))),
        ("tinggalkan 3 dan 7", RowsWish(leave_out=(3, 7))),
        ("sin 3 y 7", RowsWish(leave_out=(3, 7))),
        ("sans la 3 et la 7", RowsWish(leave_out=(3, 7))),
        ("take 3 again", RowsWish(take=(3,))),
        ("only import 1 to 3 and 7", RowsWish(only=(1, 2, 3, 7))),
        ("nur 1 bis 3", RowsWish(only=(1, 2, 3))),
        ("hanya 2 dan 4", RowsWish(only=(2, 4))),
        ("solo la 2", RowsWish(only=(2,))),
        ("seulement la 2 et la 4", RowsWish(only=(2, 4))),
        ("nimm 3 doch wieder", RowsWish(take=(3,))),
        ("keep row 9 after all", RowsWish(take=(9,))),
        ("quita la fila 2", RowsWish(leave_out=(2,))),
        ("show rows 20 to 40", RowsWish(first=20, last=40)),
        ("show row 12", RowsWish(first=12, last=12)),
        ("zeig mir die Zeilen 20 bis 40", RowsWish(first=20, last=40)),
        ("tunjuk baris 20 hingga 40", RowsWish(first=20, last=40)),
        ("muestra las filas 20 a 40", RowsWish(first=20, last=40)),
        ("montre les lignes 20 à 40", RowsWish(first=20, last=40)),
        ("show all rows", RowsWish(first=1)),
        ("zeig alle", RowsWish(first=1)),
        ("3 and 7", RowsWish(these=(3, 7))),
        ("row 3 and row 7", RowsWish(these=(3, 7))),
        ("Zeile 3, 5 und 7 bitte", RowsWish(these=(3, 5, 7))),
        ("both of them", RowsWish(all_of_them=True)),
    ],
)
def test_rows_that_are_named_are_understood(text: str, wish: RowsWish) -> None:
    assert rows_wish_in(text) == wish


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("leave out the Netflix one", ("netflix",)),
        ("without the cash withdrawals", ("cash withdrawals",)),
        ("lass Netflix weg", ("netflix",)),
        ("ohne Rewe und Netflix", ("rewe", "netflix")),
        ("tanpa Netflix", ("netflix",)),
        ("sin las compras de Zara", ("zara",)),
        ("sans les retraits", ("retraits",)),
        ("leave out everything from Amazon", ("amazon",)),
        ("leave the Netflix one out", ("netflix",)),
        ("everything except groceries", ("groceries",)),
        ("ohne Netflix und die beiden Starbucks", ("netflix", "starbucks")),
        ("Aldi auch nicht", ("aldi",)),
        ("la nómina tampoco", ("nómina",)),
        ("deja Mercadona fuera", ("mercadona",)),
        ("Netflix non plus", ("netflix",)),
        ("Netflix juga tak nak", ("netflix",)),
    ],
)
def test_rows_are_called_by_what_they_are(text: str, names: tuple[str, ...]) -> None:
    wish = named_rows_in(text)
    assert wish is not None
    assert (wish.names, wish.action) == (names, RowsAction.LEAVE_OUT)


@pytest.mark.parametrize(
    "text",
    [
        "the amount of row 3 is 20",
        "en la fila 3 son 20",
        "not now",
        "yes",
        "leave it",
        "skip",
        "drop it",
        "nicht jetzt",
        "lunch 12 without drinks",
        "coffee without sugar",
    ],
)
def test_other_words_call_no_rows(text: str) -> None:
    assert named_rows_in(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "lunch 12 without drinks",
        "leave out everything from Amazon",
        "leave out 7 to 3",
        "show me what I spent",
        "not now",
        "yes",
        "leave it",
        "just import them",
        "only expenses",
    ],
)
def test_other_words_name_no_rows(text: str) -> None:
    assert rows_wish_in(text) is None


@pytest.mark.parametrize(
    "text", ["put ALDI back in", "keep Aldi", "Aldi doch", "deja Aldi", "Aldi quand même"]
)
def test_rows_are_kept_after_all_by_what_they_are(text: str) -> None:
    wish = named_rows_in(text)
    assert wish is not None
    assert (wish.names, wish.action) == (("aldi",), RowsAction.TAKE)


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("import", True),
        ("import them all please", True),
        ("übernehmen", True),
        ("importar", True),
        ("enregistre tout", True),
        ("ja, importieren", True),
        ("sí, importa", True),
        ("looks good, import it", True),
        ("yes import them all", True),
        ("yes please import them", True),
        ("si, importa", True),
        ("import them, yes", True),
        ("ok alles importieren", True),
        ("ya, simpan semuanya", True),
        ("oui, enregistre tout", True),
        ("ok, they import", False),
        ("ok they import", False),
        ("yes, it's all in the file to import", False),
        ("right, can you save them", False),
        ("yes", False),
        ("import the good ones", False),
        ("import the first one", False),
        ("import only Netflix", False),
        ("don't import them", False),
        ("no importar", False),
        ("no guardar", False),
        ("no quiero importar", False),
        ("no import", False),
        ("I want no import", False),
        ("them", False),
    ],
)
def test_the_order_to_import_is_a_yes(text: str, *, asks: bool) -> None:
    assert asks_to_import(text) is asks


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("in USD", "USD"),
        ("use USD for all of them", None),
        ("use USD", "USD"),
        ("all in pounds", "GBP"),
        ("semua dalam SGD", "SGD"),
        ("it's euros", "EUR"),
        ("die Beträge sind in CHF", "CHF"),
        ("no", None),
    ],
)
def test_a_currency_alone_is_that_of_all_amounts(text: str, code: str | None) -> None:
    found = currency_in(text, "MYR")
    assert (found and found.currency) == code
