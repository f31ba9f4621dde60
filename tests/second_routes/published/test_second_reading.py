"""Every row with a repository, its parameters read a second time; and a slip of transcription would be seen.

The record is compared with the tables; the sources themselves are read by `second_reading` only.
"""

import json
from collections import Counter
from typing import Any

import pytest

from tests.second_routes.printed import rows
from tests.second_routes.published.second_reading import RECORD, TABLES, asked, place, status

ROWS = {(table.stem, row["id"]): row for table in TABLES for row in rows(table)}
READ: dict[str, dict[str, Any]] = json.loads(RECORD.read_text(encoding="utf-8"))
READINGS_WITH_OTHER_PARAMETERS = {
    ("google_research_federated", "gboard-portuguese-brazil-least-rho"),
    ("dp_sgd", "jax-imagenet-eps8"),  # the same as the next
    ("jax_privacy", "imagenet-nf-resnet-50-eps8"),  # of all 1281167 examples, where the configuration names a split
}


def said(table: str, row: dict[str, Any]) -> str:
    return status(row, READ[table][row["id"]])


def test_every_row_is_on_record_and_none_differs() -> None:
    assert {(table, name) for table, entries in READ.items() for name in entries} == set(ROWS)
    differing = {key for key, row in ROWS.items() if said(key[0], row) == "differs"}
    assert differing == READINGS_WITH_OTHER_PARAMETERS
    assert all(ROWS[key]["reading"] for key in differing)


def test_the_page_counts_what_was_read() -> None:
    counts = Counter(said(table, row) for (table, _), row in ROWS.items())
    cited = sum(place(row["source"]) is not None for row in ROWS.values())
    page = " ".join((RECORD.parents[3] / "docs/findings.md").read_text(encoding="utf-8").split())
    assert f"of {len(ROWS)} rows {cited} cite a line or a page of a file in a repository" in page
    assert f"every parameter of {counts['parameters']} rows" in page
    assert f"the numerals of {counts['numbers']} more" in page
    assert f"{counts['unread']} are unread" in page
    assert f"{counts['differs']} differ on purpose" in page


def test_the_page_says_how_each_material_row_was_read() -> None:
    material = [key for key, row in ROWS.items() if row.get("reason") and not row.get("reading")]
    counts = Counter(said(key[0], ROWS[key]) for key in material)
    page = " ".join((RECORD.parents[3] / "docs/findings.md").read_text(encoding="utf-8").split())
    named, around, unread = counts["parameters"], counts["numbers"], counts["unread"]
    assert (
        f"Of the {len(material)} material rows {named} were read under the names of their parameters, {around} have"
        in page
    )
    assert f"and {unread} are known from an excerpt" in page
    assert set(counts) == {"parameters", "numbers", "unread"}


def test_the_page_says_why_a_row_is_unread() -> None:
    page = " ".join((RECORD.parents[3] / "docs/findings.md").read_text(encoding="utf-8").split())
    unread = Counter(table for (table, _), row in ROWS.items() if said(table, row) == "unread")
    assert unread == {
        "deployments_registry": 59,
        "attribution_reporting": 11,
        "binomial_mechanism": 14,
        "cross_media_measurement": 14,
        "dp_sgd": 10,
        "classical_gaussian": 6,
        "jax_privacy": 2,
        "wikimedia": 3,
        "census_2020": 1,
    }
    for table, count in unread.items():
        assert f"| `{table}` | {count} |" in page.partition("| unread | rows |")[2].partition("Of the 33")[0], table


def test_only_parameters_and_digests_are_kept() -> None:
    for entries in READ.values():
        for entry in entries.values():
            assert set(entry) <= {"commit", "line", "read", "around"}
            assert len(entry.get("line", "")) in (0, 16)
            texts = [text for reading in entry.get("read", ()) for text in reading.values()] + entry.get("around", [])
            assert all(len(text) < 90 for text in texts)


def test_the_slip_that_was_made_would_have_been_seen() -> None:
    """`go-gaussian-quantile-4` had the probability of the next case."""
    row = ROWS["google_differential_privacy", "go-gaussian-quantile-4"]
    following = ROWS["google_differential_privacy", "go-gaussian-quantile-5"]["parameters"]["p"]
    assert said("google_differential_privacy", row) == "parameters"
    slip = {**row, "parameters": {**row["parameters"], "p": following}}
    assert said("google_differential_privacy", slip) == "differs"


@pytest.mark.parametrize(
    "table", sorted(table for table in READ if any("read" in entry for entry in READ[table].values()))
)
def test_a_parameter_that_is_changed_is_seen(table: str) -> None:
    """In every row whose parameters were read, each parameter by a thousandth."""
    own = [row for (name, _), row in ROWS.items() if name == table and said(name, row) == "parameters"]
    for row in own:
        for name, text in asked(row).items():
            if name == "relation" or text in ("0", "0.0"):
                continue
            other = {**row, "parameters": {**row["parameters"], name: f"({text})*1001/1000"}}
            assert said(table, other) == "differs", (row["id"], name)
