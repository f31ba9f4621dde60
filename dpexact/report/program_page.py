"""The page of a program: its exact distribution for every input, drawn beside the intended one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import counted, excerpt, value_excerpt
from dpexact.programs.distribution import Distribution, Explored
from dpexact.report.decimals import decimal_nearest
from dpexact.report.page import Column, Mark, Page, Word, chart, page_html
from dpexact.report.row import Cell, Detail, Plot, Row, Tone, Verdict

SHOWN = 60  # outputs of an input that are listed
GRID = Exact.of_rational(2) ** -52  # two steps of the doubles that random() gives
FINEST = 1074  # the exponent of the least double
MOST_NAMED, LONGEST_NAME = 8, 10  # outputs that are named on an axis, where they are no integers, and their letters
TONES: dict[str, Tone] = {"Proved": "good", "Refuted": "bad", "Undecided": "open"}

VERDICTS = (
    Verdict("as intended", "good", "every output has exactly the probability that is meant"),
    Verdict("up to rounding", "plain", "no probability is further than 2^-52 from the one that is meant"),
    Verdict("off", "bad", "some probability is further than 2^-52 from the one that is meant"),
    Verdict(
        "unfinished", "open", "not all paths were followed; what is known is what is meant, up to rounding (2^-52)"
    ),
)
NOT_COMPARED = (
    Verdict("counted", "plain", "all probabilities are known; --intended compares them with those that are meant"),
    Verdict("unfinished", "open", "not all paths were followed"),
)


def ulps_off(true: Exact, meant: Exact) -> Exact:
    """Return how far a probability is from the one that is meant, in units in the last place of a double there."""
    size = meant if meant > 0 else true
    if size == 0:
        return Exact.of_rational(0)
    exponent = -FINEST
    lower = size.enclosure(64)[0]
    if lower > 0:
        numerator, denominator = lower.numerator, lower.denominator
        exponent = max(numerator.bit_length() - denominator.bit_length() - 53, -FINEST)
        if size >= Exact.of_rational(2) ** (exponent + 53):
            exponent += 1
    return (true - meant) / Exact.of_rational(2) ** exponent


def program_html(
    name: str,
    found: Explored,
    verdict: object,
    intended: Mapping[Any, Mapping[Any, Exact]] | None,
    again: str,
    version: str,
) -> str:
    """Return the page as HTML."""
    rows = tuple(
        _row(name, label, one, None if intended is None else intended[label])
        for label, one in found.distributions.items()
    )
    name_of_verdict, _, said = f"{verdict!r}"[1:-1].partition(": ")
    gap = () if intended is None else (Column("largest gap", numbers=True),)
    assumptions = found.assumptions or ("none: everything is counted in the arithmetic that runs",)
    page = Page(
        f"What {name} samples from",
        (
            "Paths of the program's draws are followed and counted exactly, rounding of its arithmetic included.",
            "That the program depends on its input and its draws alone is a premise.",
            f"Assumptions: {'; '.join(assumptions)}.",
        ),
        f"{counted(len(rows), 'input')}",
        "input",
        "program",
        (Column("outputs", numbers=True), *gap, Column("unfinished", numbers=True)),
        NOT_COMPARED if intended is None else VERDICTS,
        rows,
        (Word("ulp", "the distance between two doubles at the probability that is meant"),),
        (again,),
        answer=Verdict(name_of_verdict, TONES[name_of_verdict], said),
    )
    return page_html(page, version)


def _known(one: Distribution) -> dict[Any, Exact]:
    return {**one.probabilities, **{("raised", name): value for name, value in one.errors.items()}}


def _row(name: str, label: object, one: Distribution, meant: Mapping[Any, Exact] | None) -> Row:
    known = _known(one)
    zero = Exact.of_rational(0)
    gaps = {} if meant is None else {o: known.get(o, zero) - meant.get(o, zero) for o in {**known, **meant}}
    worst = max(gaps, key=lambda o: abs(gaps[o]), default=None)
    verdict, remark, gap = "counted" if one.unfinished == 0 else "unfinished", "", Cell("", missing=True)
    if meant is not None and worst is not None:
        size = abs(gaps[worst])
        open_ = one.unfinished > 0 and all(-one.unfinished - GRID <= value <= GRID for value in gaps.values())
        rounded = size <= GRID
        verdict = "as intended" if size == 0 else "unfinished" if open_ else "up to rounding" if rounded else "off"
        off = abs(ulps_off(known.get(worst, zero), meant.get(worst, zero)))
        gap = Cell(_short(size), f"{_short(off)} ulp at {value_excerpt(worst)}", key=size.enclosure(64)[0])
        remark = "" if verdict != "off" else f"P({value_excerpt(worst)}) is off by {_short(off)} ulp"
    plots = () if not known else (_plot(known, meant), *([] if not any(gaps.values()) else [_gaps(gaps, known, meant)]))
    return Row(
        str(label),
        name,
        name,
        (
            Cell(str(len(known)), key=len(known)),
            *(() if meant is None else (gap,)),
            Cell(_short(one.unfinished), key=one.unfinished.enclosure(64)[0]),
        ),
        verdict,
        remark=remark,
        attention=verdict == "off",
        opened=True,
        details=_details(known, meant),
        plots=plots,
    )


def _details(known: Mapping[Any, Exact], meant: Mapping[Any, Exact] | None) -> tuple[Detail, ...]:
    zero = Exact.of_rational(0)
    outputs = sorted({**known, **(meant or {})}, key=lambda o: known.get(o, zero), reverse=True)
    lines = []
    for output in outputs[:SHOWN]:
        true = known.get(output, zero)
        said = f"{value_excerpt(str(true))[1:-1]} = {_short(true)}"
        if meant is not None:
            wanted = meant.get(output, zero)
            said += f"; meant {_short(wanted)}, off by {_short(ulps_off(true, wanted))} ulp"
        lines.append(Detail(value_excerpt(output), said))
    if len(outputs) > SHOWN:
        lines.append(Detail("and", f"{len(outputs) - SHOWN} outputs that are less likely"))
    return tuple(lines)


def _axis(outputs: Iterable[Any]) -> tuple[list[Any], dict[Any, int], str]:
    """Return the outputs in order, where they stand, and what the axis is called; what are no integers is numbered."""
    order = list(outputs)
    if all(type(output) is int for output in order):
        return sorted(order), {output: output for output in order}, "output"
    named = len(order) <= MOST_NAMED
    return order, {output: n for n, output in enumerate(order)}, "output" if named else "number of the output"


def _ticks(order: list[Any], axis: Mapping[Any, int]) -> list[tuple[float, str]]:
    """Return the names of few outputs on the axis; none where round numbers do."""
    if len(order) > MOST_NAMED:
        return []
    return [(float(axis[o]), excerpt(_name(o), LONGEST_NAME)) for o in order if abs(axis[o]) < 2**53]


def _name(output: Any) -> str:
    return str(output[1] if isinstance(output, tuple) and output[:1] == ("raised",) and len(output) == 2 else output)


def _gaps(gaps: Mapping[Any, Exact], known: Mapping[Any, Exact], meant: Mapping[Any, Exact] | None) -> Plot:
    """Draw how far each probability is from the one that is meant."""
    order, axis, title = _axis(gaps)
    zero = Exact.of_rational(0)
    off = {o: ulps_off(known.get(o, zero), (meant or {}).get(o, zero)) for o in order}
    marks = _marks("true", "exact - meant", order, axis, off)
    drawn = chart([], marks, title, "ulp", "", x_ticks=_ticks(order, axis))
    return Plot(drawn, "How far each probability is from the one that is meant, in units in the last place.")


def _plot(known: Mapping[Any, Exact], meant: Mapping[Any, Exact] | None) -> Plot:
    """Draw the probabilities in the order of the outputs, which are integers or are numbered."""
    order, axis, title = _axis({**known, **(meant or {})})
    marks = _marks("true", "exact", order, axis, known)
    if meant is not None:
        marks += _marks("printed", "meant", order, axis, meant)
    positive = [mark.y for mark in marks if mark.y > 0]
    wide = bool(positive) and min(positive) * 1e3 < max(positive)
    drawn = chart([], marks, title, "probability", "", logarithmic=wide, x_ticks=_ticks(order, axis))
    return Plot(drawn, "The exact probabilities" + (" and those that are meant (rings)." if meant is not None else "."))


def _marks(style: str, name: str, order: list[Any], axis: Mapping[Any, int], row: Mapping[Any, Exact]) -> list[Mark]:
    """Return the points of a row; the first one has its name, and those that are exact have stems."""
    places = [(float(axis[o]), float(row[o])) for o in order if o in row and abs(axis[o]) < 2**53]
    return [Mark(style, "" if n else name, x, y, stem=style == "true") for n, (x, y) in enumerate(places)]


def _short(number: Exact) -> str:
    if number == 0:
        return "0"
    return decimal_nearest(number, 4) or str(math.nan)
