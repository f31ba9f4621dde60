"""docs/crosscheck.md and dev/crosscheck.md say what the tables of crosscheck have: counts, cases, quotations."""

import re
from collections import Counter
from pathlib import Path

from dpexact.crosscheck.library import LIBRARIES, Finding, shipped_table
from tests.values import present

ROOT = Path(__file__).parents[2]
PAGE = "".join((ROOT / folder / "crosscheck.md").read_text(encoding="utf-8") for folder in ("docs", "dev"))
TABLES = {library.name: shipped_table(library) for library in LIBRARIES}
CASES = {(name, case.id): case for name, table in TABLES.items() for case in table.cases}


def test_the_page_counts_what_the_tables_have() -> None:
    first = {key: case.seen[0].rpartition(": ")[2] for key, case in CASES.items()}  # as the first machine judged
    counts = Counter(first.values())
    material: dict[bool, list[Finding]] = {True: [], False: []}
    for (library, name), judgement in first.items():
        if judgement in {"unsafe, material", "wrong, material"}:
            finding = present(TABLES[library].finding(CASES[library, name].probe))
            material[finding.usable].append(finding)
    usable = set(material[True])
    reported = sum("/commit/" not in finding.known for finding in usable)
    withheld = [table.withheld for table in TABLES.values() if table.withheld]  # one finding of each library
    safe = counts["safe, material"] + counts["safe, small"]
    flat = " ".join(PAGE.split())
    for said in (
        f"{len(CASES)} questions, of some 9000 that were searched; {sum(withheld)} more are withheld",
        f"The answers to {counts['agrees']} agree with the truth but for their last digits",
        f"{safe} err on the safe side, {counts['refused']} are refused",
        (
            f"**{len(usable) + len(withheld)} findings are materially wrong at inputs that someone could use.** "
            f"{len(withheld)} of them, with {sum(withheld)} answers, are withheld until the maintainers have answered; "
            f"{len(material[True])} answers show the others."
        ),
        f"{reported} of the other findings were reported before",
        f"Another {len(material[False])} answers are materially wrong where hardly anyone will ask",
        f"{counts['unsafe, small']} err on the unsafe side by less than 0.1 %",
        f"{counts['raises']} questions end in a crash",
    ):
        assert said in flat


def test_the_page_has_each_case_on_its_side_of_use() -> None:
    """The first table has cases that someone could use, the second the others."""
    usable, beyond = PAGE.partition("And at inputs beyond use:")[::2]
    for text, expected in ((usable.partition("## The material ones")[2], True), (beyond, False)):
        found = re.findall(r"^\| (\w+) \| `(\S+:\S+)` \|.*\| (.+) \|$", text, re.MULTILINE)
        assert len(found) > 10
        for library, name, reported in found:
            finding = present(TABLES[library].finding(CASES[library, name].probe))
            assert finding.usable is expected
            assert (finding.known or "new") == (reported.partition("(")[2].rstrip(")") or reported)


def test_the_page_quotes_every_promise() -> None:
    for name, table in TABLES.items():
        for finding in table.findings:
            quoted = "; ".join(f"`` {text} ``" for text in finding.promise)
            assert f"| {name} | {', '.join(f'`{probe}`' for probe in finding.probes)} | {quoted} |" in PAGE


def test_the_page_names_cases_that_are_there() -> None:
    named = set(re.findall(r"dpexact crosscheck (\w+) --case (\S+)", PAGE))
    named |= set(re.findall(r"^\| (\w+) \| `(\S+)` \|", PAGE.partition("## What is promised")[0], re.MULTILINE))
    assert len(named) >= 40
    assert named <= set(CASES)
