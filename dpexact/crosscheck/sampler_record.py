"""The record of the samplers, which `samplers.toml` has, and the comparison of a result with it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import asdict
from importlib import resources
from typing import Any

from dpexact.crosscheck.samplers import FOUND, SamplerResult
from dpexact.crosscheck.withheld import withheld_table

FORMAT = "dpexact-samplers/1"


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
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, int):
        return str(value)
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'
