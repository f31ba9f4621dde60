"""Lines to paste that show a result without dpexact: the library's call, the truth by mpmath, their difference."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dpexact.crosscheck.judging import Judgement
    from dpexact.crosscheck.library import Answer, Library
    from dpexact.crosscheck.probe import Probe
    from dpexact.crosscheck.table import Case


def reproduction(
    library: Library, probe: Probe, case: Case, answer: Answer | None, claimed: float | None, judgement: Judgement
) -> str:
    """The lines; without an answer they ask the question only."""
    version = library.version()
    pinned = library.distribution if version is None else f"{library.distribution}=={version}"
    lines = [f"# pip install '{pinned}' mpmath", probe.asked(case.arguments)]
    if answer is None or answer.output is None or claimed is None:
        return "\n".join([*lines, "print(output)"])
    value = f"float('{claimed}')" if claimed != claimed or abs(claimed) == float("inf") else repr(claimed)  # noqa: PLR0124
    lines += [
        f"print(repr(float(output)))  # {answer.output!r}",
        "from mpmath import *",
        "mp.dps = 60",
        probe.repeated(case.arguments),
        f"claimed = {'float(output)' if not probe.claim else value}",
        f"print(nstr(truth, 20))  # {judgement.truth}",
    ]
    if "infinit" not in judgement.difference:
        lines.append(f"print(nstr(claimed - truth, 3))  # {judgement.difference}: {_side(judgement)}")
    return "\n".join(lines)


def _side(judgement: Judgement) -> str:
    if judgement.side == "neither":
        return judgement.outcome
    return f"the {judgement.side} side"
