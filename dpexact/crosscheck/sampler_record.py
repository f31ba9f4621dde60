"""Results of samplers as text, as the tables of docs/samplers.md, and as the record, with which they are compared.

`samplers.toml` has the record.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from dataclasses import asdict
from importlib import resources
from typing import Any

from dpexact.crosscheck.samplers import FOUND, Sampler, SamplerResult
from dpexact.crosscheck.withheld import withheld_table
from dpexact.report.text import filled, markdown_table

FORMAT = "dpexact-samplers/1"
MEANS = {
    "kept": "kept exactly",
    "bounded": "kept but for what is not known",
    "grid": "kept up to the grid of doubles",
    "broken": "broken",
    "reading": "broken, if the promise is read so",
    "undecided": "undecided",
    "raises": "always raises",
}


def recorded() -> dict[str, SamplerResult]:
    """Return the results on record, by their ids, with the withheld ones if they are at hand."""
    rows = [row for content in _record() for row in content["sampler"]]
    lists = ("raises", "pair", "assumes")
    return {row["id"]: SamplerResult(**row | {key: tuple(row.get(key, ())) for key in lists}) for row in rows}


def withheld_count() -> int:
    """Return how many samplers are left out, which only a checkout has."""
    published, *more = _record()
    return int(published.get("withheld", 0)) - sum(len(content["sampler"]) for content in more)


def _record() -> list[dict[str, Any]]:
    """Return the record as it is published, and the withheld one if it is at hand."""
    texts = [resources.files("dpexact.crosscheck").joinpath("samplers.toml").read_text(encoding="utf-8")]
    path = withheld_table("samplers")
    texts += [] if path is None else [path.read_text(encoding="utf-8")]
    return [tomllib.loads(text) for text in texts]


def record_text(results: Iterable[SamplerResult], beside: str, withheld: int = 0) -> str:
    """Write results as the record, with how many are withheld."""
    parts = [
        "# What the shipped samplers draw from; `dpexact crosscheck --samplers` asks again. docs/samplers.md",
        f"format = {_toml(FORMAT)}",
        f"beside = {_toml(beside)}",
        *([f"withheld = {withheld}"] if withheld else []),
    ]
    for result in results:
        cells = {key: value for key, value in asdict(result).items() if key != "error" and value not in ("", ())}
        parts += ["", "[[sampler]]", *(f"{key} = {_toml(value)}" for key, value in cells.items())]
    return "\n".join([*parts, ""])


def as_recorded(result: SamplerResult, row: SamplerResult | None) -> bool:
    """Decide whether a result is as on record, with the digits only if a promise is broken."""
    if row is None or result.verdict != row.verdict or result.pair != row.pair:
        return False
    return result.verdict not in FOUND or result.delta == row.delta


def _toml(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def samplers_text(pairs: Iterable[tuple[Sampler, SamplerResult]], width: int = 80) -> str:
    """Write a paragraph for each sampler."""
    lines = []
    for sampler, result in pairs:
        lines.append(filled(f"{sampler.id}: {said(sampler, result)}", width, rest="    "))
        if result.verdict in FOUND:
            known = f"known, {sampler.known}" if sampler.known else "no report found"
            promised = f"Promised: {sampler.promise.rstrip('.')}."
            behind = f"Finding: {sampler.finding} {promised} Its author may answer: {sampler.defence} ({known})."
            behind += f" As of {as_of(sampler, result)}."
            lines.append(filled(behind, width, first="    ", rest="    "))
    return "\n".join(lines)


def as_of(sampler: Sampler, result: SamplerResult) -> str:
    """Return the release that was run, and the commit of the repository that was compared."""
    return "; ".join(filter(None, (f"release {result.version}", sampler.head)))


def said(sampler: Sampler, result: SamplerResult) -> str:
    """Say a result in a sentence."""
    if result.verdict == "missing":
        return f"not installed; {result.error}"
    if sampler.law is not None:
        found = f"{result.delta} from the law that is meant, in total variation"
    else:
        beyond = "" if sampler.delta == "0" else f", promised {sampler.delta}"
        found = f"least delta {result.delta} at epsilon {sampler.epsilon}{beyond}"
    if result.verdict in ("grid", *FOUND) and result.pair:
        found += (
            f"; {{{result.event}}} has {result.first} for {result.pair[0]} and {result.second} for {result.pair[1]}"
        )
    rest = "" if result.unfinished == "0" else f"; {result.unfinished} of the mass is not known"
    assumed = f"; {', '.join(result.assumes)} of the platform taken as monotone" if result.assumes else ""
    return f"{MEANS[result.verdict]}: {found}{rest}{assumed}"


def samplers_markdown(pairs: Iterable[tuple[Sampler, SamplerResult]]) -> str:
    """Write the table of docs/samplers.md."""
    header = ("library", "sampler", "promise", "outputs", "unknown mass", "least delta", "verdict", "pair and event")
    rows = []
    for sampler, result in pairs:
        promise = "its law" if sampler.law is not None else f"epsilon {sampler.epsilon}"
        promise += "" if sampler.delta == "0" else f", delta {sampler.delta[:9]}"
        shown = ""
        if result.verdict in ("grid", *FOUND) and result.pair:
            shown = f"{result.pair[0]} against {result.pair[1]}: {result.event}: {result.first} against {result.second}"
        assumed = f" (by {', '.join(result.assumes)})" if result.assumes else ""
        library = f"{sampler.library} {result.version}"
        cells = (library, sampler.name, promise, str(result.outputs), result.unfinished, result.delta)
        rows.append((*cells, result.verdict + assumed, shown))
    return "\n".join(markdown_table(header, rows))


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
