"""Write the table and the findings of docs/samplers.md from the record: python dev/make_samplers.py."""

from __future__ import annotations

from pathlib import Path

from dpexact.crosscheck.sampler_programs import SAMPLERS
from dpexact.crosscheck.samplers import findings_markdown, recorded, samplers_markdown

PAGE = Path(__file__).parent.parent / "docs" / "samplers.md"
BEGIN, END = "<!-- made by dev/make_samplers.py -->", "<!-- end -->"


def page(text: str) -> str:
    """Return the page with what is on record between the marks."""
    known = recorded()
    pairs = [(sampler, known[sampler.id]) for sampler in SAMPLERS]
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    made = f"{findings_markdown(pairs)}\n\n## Every sampler\n\n{samplers_markdown(pairs)}"
    return f"{before}{BEGIN}\n\n{made}\n\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
