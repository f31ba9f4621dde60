"""Write numbers.tex, the counts that paper.tex names: `python paper/counts.py`."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from dpexact import __version__
from dpexact.audit.paper import published_tables
from dpexact.crosscheck.library import LIBRARIES, shipped_table
from dpexact.crosscheck.sampler_programs import SAMPLERS
from dpexact.papers.catalogue import OURS

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
DISCLOSURE = ROOT / "disclosure"
SIGN = "\\_"
NAMES = {
    "count_queries": "count queries",
    "axioms": "axioms",
    "rainbow": "rainbow",
    "gradual_release": "gradual release",
}


def numbers() -> dict[str, int | str]:
    """Return each count by the name of its macro."""
    rows = [row for path in published_tables() for row in tomllib.loads(path.read_text(encoding="utf-8"))["claim"]]
    statements = json.loads((ROOT / "proofs" / "rocq" / "statements.json").read_text(encoding="utf-8"))
    ledgers = [paper.ledger for paper in OURS if paper.ledger is not None]
    claims = [claim for path in ledgers for claim in tomllib.loads(path.read_text(encoding="utf-8"))["claim"]]
    record = tomllib.loads((ROOT / "dpexact" / "crosscheck" / "samplers.toml").read_text(encoding="utf-8"))
    return {
        "Version": __version__,
        "PublishedRows": len(rows),
        "PublishedTables": len(published_tables()),
        "PublishedWrong": sum("reason" in row and not row.get("reading") for row in rows),
        "LedgerRows": len(claims),
        "Theorems": len(statements["theorems"]),
        "Certificates": len(list((ROOT / "proofs" / "certificates").rglob("*.json"))),
        "CrosscheckCases": sum(len(shipped_table(library).cases) for library in LIBRARIES),
        "Samplers": len(SAMPLERS),
        "SamplersWithheld": record["withheld"],
        "UpstreamPages": len(pages()),
        "UpstreamWithheld": len(embargoed()),
    }


def ledger_table() -> str:
    """Return the verdicts on each paper, from the table that `dpexact ledger --format markdown` writes."""
    page = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
    rows = []
    for paper in OURS:
        line = next(line for line in page.splitlines() if line.startswith(f"| {paper.title} |"))
        rows.append(" & ".join([NAMES[paper.name], *(cell.strip() for cell in line.split("|")[2:9])]))
    return " \\\\ ".join(rows) + " \\\\"


def upstream_table() -> str:
    """Return the titles of the findings that are not under embargo, in their order."""
    held = embargoed()
    shown = [page for page in pages() if page.stem not in held]
    titles = [page.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ") for page in shown]
    return " ".join(f"{title.replace('_', SIGN)} \\\\" for title in titles)


def pages() -> list[Path]:
    """Return the pages of findings, in their order."""
    paths = [path for path in DISCLOSURE.glob("*.md") if path.stem != "README"]
    return sorted(paths, key=lambda path: int(path.stem) if path.stem.isdigit() else len(paths))


def embargoed() -> set[str]:
    """Return the pages whose maintainers have not answered yet."""
    return {row["id"] for row in tomllib.loads((DISCLOSURE / "embargo.toml").read_text(encoding="utf-8"))["finding"]}


def text() -> str:
    """Return what numbers.tex has to be."""
    macros = numbers() | {"LedgerTable": ledger_table(), "UpstreamTable": upstream_table()}
    lines = [f"\\newcommand{{\\{name}}}{{{value}}}" for name, value in macros.items()]
    return "\n".join(["% Written by paper/counts.py.", *lines, ""])


if __name__ == "__main__":
    (HERE / "numbers.tex").write_text(text(), encoding="utf-8")
