"""Write the table and the findings of docs/samplers.md from the record: python dev/make_samplers.py."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from dpexact.crosscheck.sampler_programs import SAMPLERS
from dpexact.crosscheck.samplers import FOUND, Sampler, SamplerResult, as_of, recorded, samplers_markdown
from dpexact.report.text import filled

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


def findings_markdown(pairs: Iterable[tuple[Sampler, SamplerResult]]) -> str:
    """Write the findings of docs/samplers.md, each as a paragraph."""
    parts = []
    for sampler, result in pairs:
        if result.verdict not in FOUND:
            continue
        known = f"Known: {sampler.known}." if sampler.known else "We found no report of it."
        shown = (
            f"The event {{{result.event}}} has probability {result.first} for {result.pair[0]} and {result.second} for "
            f"{result.pair[1]}: least delta {result.delta} at epsilon {sampler.epsilon}."
        )
        says = f"{sampler.library} {result.version}, `{sampler.name}`, {sampler.says}"
        promised = f"Promised: `{sampler.promise.rstrip('.')}`."
        says += " (a reading)" if sampler.reading else ""
        text = f"- **{says}.** {sampler.finding} {shown} {promised} Its author may answer: {sampler.defence}. {known}"
        text += f" As of {as_of(sampler, result)}."
        parts.append(filled(text, 120, rest="  "))
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
