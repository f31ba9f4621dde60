"""`dpexact sharpen`: a maximally sufficient mechanism of which that of a document is a post-processing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dpexact.certificates import load_mechanism, save_mechanism
from dpexact.certificates.mechanism_document import document_of
from dpexact.certificates.writing import check_target, write_text
from dpexact.cli.options import (
    Format,
    Level,
    Neighbors,
    exp_epsilon_option,
    label_text,
    nothing_claimed,
    print_json,
    print_text,
    size_text,
)
from dpexact.cli.outcome import HOLDS, UNDECIDED, long_work
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.report.decimals import number_json, number_text
from dpexact.sufficiency import sharpen
from dpexact.sufficiency.splitting import Sharpened

MOST = 12  # outputs that are listed in text


def run(
    file: str, level: Level, out: str | None, certificate: str | None, form: Format, neighbors: Neighbors | None = None
) -> int:
    """Sharpen, print, write the mechanism and both certificates if they are wanted; return the exit status."""
    factor = exp_epsilon_option(level)
    targets = [] if certificate is None else [certificate, maximal_name(certificate)]
    for option, target in [*(("--certificate", target) for target in targets), *([("--out", out)] if out else [])]:
        check_target(option, target, [file, *(other for other in (*targets, out) if other and other is not target)])
    with long_work(f"reading {file}"):
        mechanism, relation = load_mechanism(file, neighbors)
    with long_work(f"sharpening {size_text(mechanism, relation)}"):
        found = sharpen(mechanism, relation, factor)
    written = []
    if out is not None:
        save_mechanism(out, found.mechanism, relation)
        written.append(f"{out}: the mechanism")
    if targets:
        with long_work("building the certificates"):
            texts = [built.to_json() for built in found.certificates()]
        for target, text in zip(targets, texts, strict=True):
            write_text(target, text)
        written += [f"{targets[0]}: that the original is its post-processing", f"{targets[1]}: that it is maximal"]
    nothing = nothing_claimed(relation)
    remark = {} if nothing is None else {"reason": nothing}
    if form is Format.json:
        print_json({**_as_json(found), **remark})
    else:
        print_text("\n".join([*remark.values(), *_as_text(found), *(f"  written      {line}" for line in written)]))
    return UNDECIDED if relation.is_empty else HOLDS


def maximal_name(certificate: str) -> str:
    """Return the file beside OUT for the second certificate: a.json and a-maximal.json."""
    path = Path(certificate)
    return str(path.with_name(f"{path.stem}-maximal{path.suffix}"))


def _as_json(found: Sharpened) -> dict[str, Any]:
    return {
        "already_maximal": found.splits == 0,
        "exp_epsilon": number_json(found.exp_epsilon),
        "splits": found.splits,
        "mechanism": document_of(found.mechanism, found.neighbors),
        "kernel": _matrix(found.kernel),
    }


def _matrix(mechanism: Mechanism) -> dict[str, Any]:
    rows = [[str(value) for value in row] for row in mechanism.rows()]
    return {"inputs": list(mechanism.inputs), "outputs": list(mechanism.outputs), "rows": rows}


def _as_text(found: Sharpened) -> list[str]:
    first = (
        "maximal: no private mechanism says more at this E, so only outputs with proportional probabilities are merged"
        if found.splits == 0
        else "sharpened: the mechanism below is private at this E, gives the original by a random map, and says more"
    )
    return [
        first,
        f"  E            {number_text(found.exp_epsilon)}",
        f"  original     {size_text(found.original, found.neighbors)}",
        f"  outputs      {len(found.mechanism.outputs)}",
        *_listed("P(output)", found.mechanism.outputs, found.mechanism.column_stochastic()),
        *_listed("goes to", found.kernel.inputs, found.kernel.rows(), found.kernel.outputs),
    ]


def _listed(
    title: str, labels: Sequence[object], rows: Sequence[Sequence[object]], names: Sequence[object] = ()
) -> list[str]:
    """Return a line for each output: its probability at each input, or where the random map sends it."""
    lines = []
    for label, row in list(zip(labels, rows, strict=True))[:MOST]:
        parts = [str(value) for value in row]
        if names:
            parts = [f"{label_text(name)}: {part}" for name, part in zip(names, parts, strict=True) if part != "0"]
        lines.append(
            f"  {title:<12} {label_text(label)}: {', '.join(parts[:MOST])}{', ...' if len(parts) > MOST else ''}"
        )
    if len(labels) > MOST:
        lines.append(f"  {'':<12} ... {len(labels)} outputs in all; --out or --format json has them")
    return lines
