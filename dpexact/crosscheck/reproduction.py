"""Lines to paste that show the library's answer, the truth by mpmath and their difference without dpexact."""

from __future__ import annotations

from decimal import Decimal

from dpexact.crosscheck.judging import Judgement
from dpexact.crosscheck.library import Answer, Library
from dpexact.crosscheck.probes import Probe
from dpexact.crosscheck.table import Case

TRUTH_DIGITS = 20  # as many as a judgement has
GAP_DIGITS = 3


def reproduction(
    library: Library, probe: Probe, case: Case, answer: Answer | None, claimed: float | None, judgement: Judgement
) -> str:
    """Return the lines, which only ask the question if there was no answer."""
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
        f"print(nstr(truth, {TRUTH_DIGITS}))  # {as_nstr(judgement.shown.truth, TRUTH_DIGITS)}",
    ]
    if not isinstance(judgement.difference, float) and not isinstance(judgement.truth, float):
        printed = as_nstr(judgement.shown.difference, GAP_DIGITS)
        lines.append(f"print(nstr(claimed - truth, {GAP_DIGITS}))  # {printed}: {_side(judgement)}")
    if judgement.delta is not None:
        lines += [
            f"delta = {probe.delta_repeated(case.arguments)}  # that is needed at the claimed epsilon",
            f"print(nstr(delta, {TRUTH_DIGITS}))  # {as_nstr(judgement.shown.delta, TRUTH_DIGITS)}",
        ]
    return "\n".join(lines)


def _side(judgement: Judgement) -> str:
    if judgement.side == "neither":
        return judgement.outcome
    return f"the {judgement.side} side"


def as_nstr(text: str, digits: int) -> str:
    """Return a decimal as mpmath's nstr(number, digits) prints it, and any other text as it is."""
    if text == "inf":
        return "+inf"
    try:
        sign, figures, power = Decimal(text).as_tuple()
    except ArithmeticError:  # no decimal: two bounds, or nothing
        return text
    shown = "".join(map(str, figures)).lstrip("0")
    if not shown or not isinstance(power, int):
        return "0.0"
    exponent = len(shown) - 1 + power
    whole = 1
    if min(-(digits // 3), -5) < exponent < digits:
        shown = "0" * max(-exponent, 0) + shown.ljust(exponent + 1, "0")
        whole, exponent = max(exponent, 0) + 1, 0
    point = f"{shown[:whole]}.{shown[whole:].rstrip('0') or '0'}"
    return f"{'-' if sign else ''}{point}{f'e{exponent:+d}' if exponent else ''}"
