"""The page of a program, with its exact distribution for every input, drawn next to the intended one."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dpexact.mechanisms.graph import NO_PAIR
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.floats import ulp
from dpexact.numbers.typography import counted, excerpt, value_excerpt
from dpexact.privacy.verdict import Proved, Refuted, Undecided, contribution_text
from dpexact.privacy.verdict import Verdict as PrivacyVerdict
from dpexact.programs.distribution import ByOutput, Distribution, Explored, is_error, outcomes_of
from dpexact.programs.meant import OTHERS, Gap, Meant, size
from dpexact.report.decimals import decimal_nearest, decimal_to
from dpexact.report.drawing import Mark, chart, round_numbers
from dpexact.report.page import Column, Page, page_html
from dpexact.report.row import Cell, Detail, Glossary, Plot, Row, Tone, Verdict

SHOWN = 60  # outputs of an input that are listed
GRID = Exact.of_rational(2) ** -52  # two steps of the doubles that random() gives
LONGEST_FRACTION = 400
LISTED = 12  # outputs of an input with decimals at first sight, though all are in the picture
ERROR_STEPS = 12  # steps of the integers on an axis. Exceptions have steps of their own beyond
MOST_NAMED, LONGEST_NAME = 8, 10  # outputs that are named on an axis if they are not integers, and their letters
AS_MEANT: dict[bool | None, tuple[str, Tone]] = {
    True: (", and as meant", "good"),
    False: (", and not as meant", "bad"),
    None: ("; undecided whether as meant", "open"),
}
TONES: dict[str, Tone] = {"Proved": "good", "Refuted": "bad", "Undecided": "open"}

GLOSSARY = Glossary.of_room("dpexact.programs")


@dataclass(frozen=True)
class Promise:
    """A question about privacy, as it was typed, and the answer."""

    verdict: PrivacyVerdict
    tight: Exact | Enclosure | None
    epsilon: str | None
    delta: str

    @property
    def needed(self) -> str:
        """Say in one sentence which delta is needed and which one was claimed."""
        E = self.verdict.claim.exp_epsilon
        at = f"epsilon {self.epsilon}" if self.epsilon is not None else f"E = {value_excerpt(str(E))[1:-1]}"
        if isinstance(self.tight, Exact):
            least = most = self.tight
        elif self.tight is not None:
            least, most = exact(max(self.tight.lower, 0)), exact(min(self.tight.upper, 1))
        elif isinstance(self.verdict, Refuted):
            parts = self.verdict.counterexample.by_contribution(self.verdict.concrete)
            least = most = exact(sum(part for _, part in parts))
        else:
            return f"You claimed delta {self.delta} at {at}."
        if isinstance(self.verdict, Refuted):
            return f"At {at} this needs delta {decimal_to('down', least, 3)}; you claimed {self.delta}."
        bound = "" if least == most else "at most "
        return f"At {at} this needs delta {bound}{decimal_to('up', most, 3)}; you claimed {self.delta}."

    @property
    def event(self) -> str:
        """Return the event that shows the refutation, the largest contribution first."""
        if not isinstance(self.verdict, Refuted):
            return ""
        parts = self.verdict.counterexample.by_contribution(self.verdict.concrete)
        first, second = (value_excerpt(name) for name in self.verdict.counterexample.pair)
        names = ", ".join(value_excerpt(output) for output, _ in parts[:MOST_NAMED])
        more = f" and {counted(len(parts) - MOST_NAMED, 'more')[:-1]}" if len(parts) > MOST_NAMED else ""
        mostly = contribution_text(parts, value_excerpt)
        return f"The inputs {first} and {second} are told apart by the output{'s' * (len(parts) > 1)} {names}{more}" + (
            f": {mostly}." if mostly else "."
        )


def program_html(name: str, explored: Explored, promise: Promise, meant: Meant | None, again: str, version: str) -> str:
    """Return the page as HTML."""
    rows = tuple(
        _row(name, label, distribution, None if meant is None else meant.rows[label])
        for label, distribution in explored.distributions.items()
    )
    gap = () if meant is None else (Column("largest gap", numbers=True),)
    assumptions = explored.assumptions or ("none: everything is counted in the arithmetic that runs",)
    page = Page(
        f"What {name} samples from",
        (GLOSSARY.answered, f"Assumptions: {'; '.join(assumptions)}."),
        f"{counted(len(rows), 'input')}",
        "input",
        "program",
        (Column("outputs", numbers=True), *gap, Column("unfinished", numbers=True)),
        GLOSSARY.verdicts,
        rows,
        GLOSSARY.words,
        (again,),
        answer=_answer(promise, meant),
        in_full=(Detail(type(promise.verdict).__name__, promise.verdict.sentence),),
    )
    return page_html(page, version)


def _answer(promise: Promise, meant: Meant | None) -> Verdict:
    """Return whether the promise is kept and, if that was the question, whether the program is as meant."""
    verdict = promise.verdict
    name = type(verdict).__name__
    tone, sentences = TONES[name], [promise.needed, promise.event]
    if isinstance(verdict, Undecided):
        sentences = [f"{verdict.reason}."]
    if isinstance(verdict, Proved) and verdict.vacuous:
        name, tone, sentences = "Nothing was claimed", "open", [f"{NO_PAIR}."]
    if meant is not None:
        words, worse = AS_MEANT[meant.matches]
        name = f"{name}{words}"
        tone = min(tone, worse, key=("bad", "open", "good").index)
        sentences.append(f"As meant: {meant.said(value_excerpt)}.")
    return Verdict(name, tone, " ".join(filter(None, sentences)))


def _row(name: str, label: object, distribution: Distribution, gaps: Sequence[Gap] | None) -> Row:
    """Return the likeliest outputs with decimals or, if they are compared, the outputs with the largest gaps first."""
    known, unfinished = outcomes_of(distribution), distribution.unfinished
    likeliest = sorted(known, key=known.__getitem__, reverse=True)
    lines = [(output, _short(known[output])) for output in likeliest]
    verdict, remark, rings = "counted" if unfinished == 0 else "unfinished", "", ""
    gap: list[Cell] = []
    drawn, plots, others = [("true", "exact", known)], [], list[Detail]()
    if gaps is not None:
        named = [row for row in gaps if row.output is not OTHERS]
        drawn.append(("printed", "meant", ByOutput((row.output, _value(row.meant)) for row in named)))
        rings = " and those that are meant (rings)"
        verdict = _compared(gaps)
        gap, far = _largest_gap(gaps)
        remark = far if verdict == "off" else ""
        off = ByOutput((row.output, _ulps_off(row)) for row in named)
        meant = ((row, f"meant {_short(_value(row.meant))}, off by {_short(off[row.output])} ulp") for row in named)
        lines = [(row.output, f"{_short(row.known)}; {text}") for row, text in meant]
        others = _others(gaps)
        heading = f"Gaps of {name} for the input {label}"
        caption = "How far each probability is from the one that is meant, in units in the last place."
        plots = [_plot([("true", "exact - meant", off)], "ulp", heading, caption)] if any(off.values()) else []
    heading = f"Exact probabilities of {name} for the input {label}"
    lines.sort(key=lambda line: not is_error(line[0]))  # exceptions are always seen
    details = [Detail(value_excerpt(output), text) for output, text in lines[:LISTED]]
    exactly = ((o, f"{excerpt(str(known[o]), LONGEST_FRACTION)} = {_short(known[o])}") for o in likeliest[:SHOWN])
    folded = [Detail(value_excerpt(output), text) for output, text in exactly]
    return Row(
        str(label),
        name,
        name,
        (Cell(str(len(known)), key=len(known)), *gap, Cell(_short(unfinished), key=unfinished.enclosure(64)[0])),
        verdict,
        remark=remark,
        attention=verdict == "off",
        opened=True,
        details=(*details, *others, *_more(len(lines) - LISTED, "")),
        folded=(*folded, *_more(len(known) - SHOWN, " less likely")),
        plots=(_plot(drawn, "probability", heading, f"The exact probabilities{rings}."), *plots) if known else (),
    )


def _largest_gap(gaps: Sequence[Gap]) -> tuple[list[Cell], str]:
    """Return the cell of the output with the largest gap, and a remark on it."""
    worst = max(gaps, key=lambda row: row.order)
    apart = worst.most if worst.least == 0 else worst.least
    at_most = "at most " if worst.least == 0 < worst.most else ""
    where = f"{_short(abs(_ulps_off(worst)))} ulp at {value_excerpt(worst.output)}"
    remark = f"P({value_excerpt(worst.output)}) is off by {_short(apart)}"
    return [Cell(f"{at_most}{_short(apart)}", where, key=size(apart))], remark


def _others(gaps: Sequence[Gap]) -> list[Detail]:
    return [
        Detail(repr(OTHERS), f"{_short(row.known)}; meant {_short(row.meant)} or less")
        for row in gaps
        if row.output is OTHERS and row.known != 0 and isinstance(row.meant, Exact)
    ]


def _compared(gaps: Sequence[Gap]) -> str:
    if all(row.most == 0 for row in gaps):
        return "as intended"
    if any(row.least > GRID for row in gaps):
        return "off"
    return "up to rounding" if all(row.most <= GRID for row in gaps) else "unfinished"


def _value(meant: Exact | Enclosure) -> Exact:
    return meant if isinstance(meant, Exact) else exact((meant.lower + meant.upper) / 2)


def _ulps_off(row: Gap) -> Exact:
    """Return the distance of a probability from the intended one, in units in the last place of a double there."""
    meant = _value(row.meant)
    return (row.known - meant) / ulp(meant if meant > 0 else row.known)


def _more(number: int, words: str) -> list[Detail]:
    """Return a line for the outputs that are not listed, if there are any."""
    return [Detail("and", f"{counted(number, 'output')}{words}")] if number > 0 else []


def _axis(outputs: Iterable[Any]) -> tuple[Mapping[Any, int], str]:
    """Return the places of the outputs in order, and the title of the axis.

    Integers have the places of their values, and exceptions among them come after the last. All else is numbered.
    """
    order = list(outputs)
    integers = sorted(output for output in order if type(output) is int)
    errors = [output for output in order if is_error(output)]
    if integers and len(integers) + len(errors) == len(order):
        step = max(1, (integers[-1] - integers[0]) // ERROR_STEPS)
        beyond = ((output, integers[-1] + (n + 2) * step) for n, output in enumerate(errors))
        return ByOutput([*((output, output) for output in integers), *beyond]), "output"
    places = ByOutput((output, n) for n, output in enumerate(order))
    return places, "output" if len(order) <= MOST_NAMED else "number of the output"


def _ticks(axis: Mapping[Any, int]) -> list[tuple[float, str]]:
    """Return the names of few outputs on the axis, and of exceptions among integers, or none if round numbers do."""
    near = [(x, output) for output, x in axis.items() if abs(x) < 2**53]
    named = [(x, output) for x, output in near if len(axis) <= MOST_NAMED or type(output) is not int]
    integers = [x for x, output in near if type(output) is int]
    ticks = [(float(x), excerpt(str(o[1] if is_error(o) else o), LONGEST_NAME)) for x, o in named]
    if len(axis) <= MOST_NAMED:
        return ticks
    if not integers or not named or not all(is_error(output) for _, output in named):
        return []
    return [(x, f"{x:g}") for x in round_numbers(min(integers), max(integers))] + ticks


def _plot(rows: Sequence[tuple[str, str, Mapping[Any, Exact]]], unit: str, heading: str, caption: str) -> Plot:
    """Draw rows of numbers in the order of the outputs, each with a style and a name.

    The first point of a row has its name, and the exact ones have stems.
    """
    axis, title = _axis(ByOutput((output, None) for _, _, row in rows for output in row))
    marks = []
    for style, name, row in rows:
        places = [(float(x), float(row[o])) for o, x in axis.items() if o in row and abs(x) < 2**53]
        marks += [Mark(style, "" if n else name, *place, stem=style == "true") for n, place in enumerate(places)]
    positive = [mark.y for mark in marks if mark.y > 0]
    wide = unit == "probability" and bool(positive) and min(positive) * 1e3 < max(positive)
    return Plot(chart([], marks, title, unit, heading, logarithmic=wide, x_ticks=_ticks(axis)), caption)


def _short(number: Exact) -> str:
    return "0" if number == 0 else decimal_nearest(number, 4) or str(math.nan)
