"""Articles from files: all or none, every fault by file and line, unsafe links left out; and what
none of them answers.
"""

import json
from pathlib import Path

import pytest

from agents.support.activity_calls import SaveTicketRequest
from agents.support.knowledge.files import RefusedArticlesError
from agents.support.store.tickets import PostgresTickets
from agents.support.tickets import KbResult, Node, TicketStatus
from tests.agents.support.knowledge.conftest import SAMPLES, Office
from tests.agents.support.store.conftest import ME, a_request, an_event, tickets

__all__ = ["tickets"]

GOOD = """---
id: kb_900
title: How to feed the parrot
category: general
questions: ["What does the parrot eat?"]
---
Seeds in the morning, [fruit](https://example.org/fruit) in the evening.
"""


def _write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name.replace('__', '.')}.md").write_text(text, "utf-8")
    return folder


@pytest.mark.shows("support 19")
async def test_what_an_import_would_do_is_said_and_done_once(
    tmp_path: Path, office: Office
) -> None:
    _write(tmp_path, kb_900=GOOD, kb_900__de=GOOD.replace("How to feed the parrot", "Papageien"))

    tried = await office.kb("import", str(tmp_path), "--dry-run")
    first = await office.kb("import", str(tmp_path))
    again = await office.kb("import", str(tmp_path))
    _write(tmp_path, kb_900=GOOD.replace("Seeds", "Nuts"))
    (tmp_path / "kb_900.de.md").unlink()
    later = await office.kb("import", str(tmp_path))

    assert "would be imported: 2 new" in tried.output
    assert "imported: 2 new" in first.output
    assert "0 new, 0 changed, 2 as they were, 0 retired" in again.output
    assert "changed: kb_900.en\nretired: kb_900.de" in later.output
    shown = await office.kb("show", "kb_900")
    assert "Nuts in the morning" in shown.output
    assert "Papageien" not in shown.output


@pytest.mark.shows("support 19", "support bad input (3)")
async def test_one_fault_refuses_everything_by_file_and_line(
    tmp_path: Path, office: Office
) -> None:
    await office.kb("import", str(_write(tmp_path, kb_900=GOOD)))
    _write(
        tmp_path,
        kb_901="---\nid: kb_901\ntitle: [never closed\n---\ntext\n",
        kb_902="---\ntitle: A title\ncategory: sports\n---\ntext\n",
        kb_903=GOOD,
        kb_904=GOOD.replace("kb_900", "kb_904").replace("general", "[1, 2]"),
        kb_905=GOOD.replace("kb_900", "kb_905") + "x" * 70_000,
        kb_907=GOOD.replace("title:", f"deep: {'[' * 10_000}\ntitle:"),
    )
    (tmp_path / "kb_906.md").symlink_to(tmp_path / "kb_900.md")

    refused = await office.kb("import", str(tmp_path))

    assert isinstance(refused.exception, RefusedArticlesError)
    told = {str(each).split(": ", 1)[0]: each.reason for each in refused.exception.refused}
    assert set(told) == {
        "kb_901.md:3", "kb_902.md:3", "kb_903.md:1", "kb_904.md:4", "kb_905.md:1", "kb_906.md:1",
        "kb_907.md:2",
    }  # fmt: skip
    assert "bad YAML" in told["kb_901.md:3"]
    assert "unknown category" in told["kb_902.md:3"]
    assert "also in kb_900.md" in told["kb_903.md:1"]
    assert "64 kB" in told["kb_905.md:1"]
    assert "symbolic link" in told["kb_906.md:1"]
    assert "kb_904.md:4: " in refused.output
    assert "kb_904" not in (await office.kb("list")).output


@pytest.mark.shows("support 19", "support bad input (3)")
async def test_unsafe_links_are_left_out_and_named_and_the_rest_is_imported(
    tmp_path: Path, office: Office
) -> None:
    odd = """Read [the guide](java\tscript:go), [the disk](file:///etc/passwd) and
[the page](https://example.org/page). <ftp://example.org/x> or [mail](mailto:a@example.org)
[jav[a](vbscript:x)](javajavascript:script:x)
"""
    _write(tmp_path, kb_900=GOOD, kb_901=GOOD.replace("kb_900", "kb_901\nlink: app://me") + odd)

    imported = await office.kb("import", str(tmp_path))

    assert "2 articles imported" in imported.output
    named = [line.split(": ")[0] for line in imported.output.splitlines() if "left out" in line]
    assert named == [f"kb_901.md:{line}" for line in (3, 9, 9, 10, 11, 11)]
    shown = (await office.kb("show", "kb_901")).output
    assert "Read the guide, the disk and\n[the page](https://example.org/page)." in shown
    assert "[mail](mailto:a@example.org)" in shown
    for unsafe in ("script:", "file:", "ftp:", "app:"):
        assert unsafe not in shown, shown


@pytest.mark.shows("support 19")
async def test_a_csv_is_the_same_as_markdown(tmp_path: Path, office: Office) -> None:
    table = tmp_path / "articles.csv"
    table.write_text(
        "id,title,category,language,questions,tags,plans,auto,expires,body\n"
        'p_1,Parrots,general,en,What do they eat? | How often?,birds,pro,false,2031-01-31,"Seeds,\n'
        'twice a day."\n'
        "p_2,Cats,sports,en,,,,,,Milk\n",
        "utf-8",
    )
    refused = await office.kb("import", str(table))
    table.write_text(table.read_text("utf-8").replace("sports", "general"), "utf-8")
    imported = await office.kb("import", str(table))

    assert isinstance(refused.exception, RefusedArticlesError)
    assert str(refused.exception.refused[0]).startswith("articles.csv:4: unknown category")
    assert "2 articles imported" in imported.output
    shown = (await office.kb("show", "p_1")).output
    assert "questions: What do they eat?, How often?" in shown
    assert "auto: False" in shown
    assert "twice a day." in shown


@pytest.mark.shows("support 38")
async def test_a_file_of_questions_is_answered_line_by_line(tmp_path: Path, office: Office) -> None:
    await office.kb("import", str(SAMPLES))
    asked = [
        {"id": "1", "query": "how do I reset my password"},
        {"id": "2", "query": "how do I reset my password", "exclude": ["kb_011"]},
        {"id": "3", "query": "Wie schließe ich mein Konto?"},
        {"id": "4", "query": "can I pay in cowrie shells?"},
        {"id": "5", "query": "how do I reset my password", "category": "billing"},
        {"id": "6", "query": "is there a dicsount code"},
    ]
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(f"{json.dumps(each)}\n" for each in asked), "utf-8")

    done = await office.kb("search", "--in", str(source), "--out", str(target), "--top", "10")

    assert done.exit_code == 0, done.output
    told = {row["id"]: row for row in map(json.loads, target.read_text("utf-8").splitlines())}
    first = {name: row["results"][0]["id"] for name, row in told.items()}
    assert (first["1"], first["3"], first["6"]) == ("kb_011", "kb_003", "kb_016")
    assert told["1"]["answerable"]
    assert told["3"]["answerable"]
    assert not told["2"]["answerable"]
    assert not told["4"]["answerable"]
    assert not told["6"]["answerable"]  # it has expired
    assert "kb_011" not in {each["id"] for each in told["2"]["results"]}
    assert {each["id"] for each in told["5"]["results"]} <= {
        "kb_001", "kb_002", "kb_004", "kb_005", "kb_006", "kb_016",
    }  # fmt: skip
    scores = [each["score"] for each in told["1"]["results"]]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) == 10


def _asked(n: int, text: str, *, sure: bool, node: Node = Node.GENERAL) -> SaveTicketRequest:
    request = a_request("", ME, n=n, status=TicketStatus.SOLVED, text=text)
    found = (KbResult(id="kb_001", title="Refunds", score=0.7, sure=sure),)
    state = request.state.model_copy(update={"kb_results": found, "current_agent": node})
    ticket = state.ticket.model_copy(update={"customer_id": "CUST-001"})
    return request.model_copy(update={"state": state.model_copy(update={"ticket": ticket})})


async def test_gaps_are_what_nothing_sure_was_found_for_or_what_did_not_help(
    tickets: PostgresTickets, office: Office
) -> None:
    unknown = _asked(1, "Can I pay in cowrie shells?", sure=False)
    again = _asked(2, "paying with cowrie shells", sure=False)
    known = _asked(3, "How do I get a refund?", sure=True)
    unhelped = _asked(4, "Is there a dark theme?", sure=True)
    handed = _asked(5, "I want my lawyer to talk to a person", sure=False, node=Node.ESCALATE)
    for each in (unknown, again, known, unhelped, handed):
        await tickets.save(each)
    press = an_event(unhelped, "not_helpful", 5, helpful=False, articles=("kb_001",))
    await tickets.note(press)

    told = await office.kb("gaps", "--json")
    later = await office.kb("gaps", "--since", "2190-01-01")

    assert told.exit_code == 0, told.output
    gaps = [json.loads(line) for line in told.output.splitlines()]
    assert [(gap["count"], set(gap["questions"])) for gap in gaps] == [
        (2, {"Can I pay in cowrie shells?", "paying with cowrie shells"}),
        (1, {"Is there a dark theme?"}),
    ]
    assert gaps[1]["tickets"] == [f"CUST-001:{unhelped.state.ticket.ticket_id}"]
    assert "every question had an answer" in later.output
