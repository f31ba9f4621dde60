"""Tell an audit as a page of HTML that needs nothing else, with pictures of its rows.

The pictures show the printed number beside the exact one, the privacy profile and the trade-off curve. Nothing is
guaranteed for them, since they are drawn from floats near the exact values.
"""

import math
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from dpexact.audit import sentences
from dpexact.audit.auditor import Audit
from dpexact.audit.formats import headline, number_fields, row_json, told
from dpexact.audit.paper import bundled_tables, installed_papers
from dpexact.audit.printed import RIGHT, parse_printed, span_of_meaning
from dpexact.audit.quantity import Number, Quantity
from dpexact.audit.row import FAILED, AuditRow
from dpexact.audit.sentences import GLOSSARY
from dpexact.audit.settled import outward
from dpexact.errors import DocumentError, DPExactError
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import exp_of_epsilon
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import counted
from dpexact.privacy.divergence import tradeoff_curve
from dpexact.privacy.picture import curve
from dpexact.privacy.worst_case import worst_case
from dpexact.report.drawing import Mark, Series, chart, number_line
from dpexact.report.page import Column, Page
from dpexact.report.row import Attachment, Cell, Detail, Plot, Row, present

MOST_NAMED = 8  # rows that the first sentence names
LONGEST = 2000  # characters of an exact number
COLUMNS = (Column("printed", numbers=True), Column("true value", numbers=True), Column("how far off"))
LIMIT = 3000  # rows on a page
MOST_CURVES = 60  # rows with a picture for which the quantity is computed again at many places
POINTS = 24  # of a curve for which the quantity is computed again
FAR, DIGITS = 10**15, 20  # units; what is farther away is drawn there
LARGEST = 400  # outcomes of two distributions that are drawn
ENDS = {0: (0.0, 0.0), 1: (0.0, 0.5), 2: (0.5, 0.5), 3: (0.5, 1.0)}  # of the four kinds of cells


def _mistake_details(error: DPExactError) -> Iterator[Detail]:
    """Yield the parts of an error, or the whole message if it is without parts."""
    if not isinstance(error, DocumentError) or not error.expected:
        yield Detail("what is wrong", str(error), code="\n" in str(error))  # a caret stands below its place
        return
    yield Detail("where", error.place)
    yield Detail("what was expected", error.expected)
    yield Detail("what came", error.came)
    yield Detail("what to do", error.remedy)


def row_entry(row: AuditRow, quantity: Quantity | None = None, *, curve: bool = False) -> Row:
    """Return a row, or its error, with all that a page shows.

    With `curve` it has pictures for which its quantity is computed again.
    """
    base = replace(told(row), data=row_json(row))
    if row.error is not None:
        return replace(
            base,
            cells=tuple(Cell("", missing=True) for _ in COLUMNS),
            remark=getattr(row.error, "inside", ""),
            opened=True,
            details=tuple(_mistake_details(row.error)),
        )
    certificate = pair_certificate(row, quantity) if curve else None
    first = f"{row.outcome}: {row.claim.printed} printed, truly {sentences.true_value(row)}"
    rest = [part for part in (sentences.print_text(row), _remark(row)) if part]
    return replace(
        base,
        cells=(*base.cells, _off_cell(row)),
        remark="; ".join(rest),
        look="" if row.judgement.verdict in RIGHT else "; ".join([first, *rest]),
        details=present(_details(row, quantity)),
        plots=(*number_line_plot(row), *(curves(row, quantity) if curve and quantity is not None else ())),
        attachments=() if certificate is None else (certificate,),
    )


def _remark(row: AuditRow) -> str:
    recorded = "" if row.as_expected or row.claim.expected is None else f"recorded as {row.claim.expected}"
    verdict = row.judgement.verdict if row.outcome != row.judgement.verdict else ""
    small = sentences.WEIGHTS_SAID["small"] if row.judgement.weight == "small" else ""
    return "; ".join(filter(None, (verdict, small, recorded, "no privacy bound" if row.caution else "")))


def _off_cell(row: AuditRow) -> Cell:
    judgement = row.judgement
    small = f"{judgement.side} side" if judgement.side in ("safe", "unsafe") else ""
    off, slack = judgement.units_off, judgement.slack
    if off:
        return Cell(f"{counted(off, 'unit')} too {judgement.printed_is}", small, off)
    if slack is not None:
        return Cell("attained" if slack == "1" else sentences.slack_text(slack), small, 0)
    if judgement.verdict in RIGHT:
        rounded = judgement.printed_is in ("high", "low") and bool(small)
        return Cell("-", f"right, and rounded to the {small}" if rounded else small, 0)
    too = {"high": "too high", "low": "too low"}  # a fraction has no unit, infinity is too far away
    return Cell(too.get(str(judgement.printed_is), "not settled"), small, missing=True)


def _details(row: AuditRow, quantity: Quantity | None) -> Iterator[Detail]:
    claim = row.claim
    yield Detail("where it is printed", f"{claim.source}, in the table {sentences.table_name(row.table)}")
    yield Detail("what is printed", f"{claim.printed} ({GLOSSARY.said['meanings'][claim.meaning]})")
    arguments = ", ".join(f"{name} = {text}" for name, text in claim.parameters.items())
    yield Detail("what was computed", f"{claim.quantity}({arguments})", code=True)
    if quantity is not None:
        yield Detail("defined in", quantity.reference)
        yield Detail("assuming", quantity.assumptions)
    yield from _number_details(row)
    yield Detail("how far off", sentences.apart_text(row))
    yield Detail("weight", sentences.weight_text(row))
    yield Detail("tolerance of the source", claim.tolerance)
    yield Detail("reason", claim.reason)
    yield Detail("would be right", row.judgement.print or "", code=True)
    yield Detail("on the safe side", row.judgement.print_safe or "", code=True)
    yield Detail("caution", sentences.zero_text(row))
    yield Detail("caution", row.caution)
    yield Detail("remark", row.remark)
    yield Detail("on which side", sentences.side_sentence(row, loose=quantity is not None and quantity.loose))
    yield Detail("roundings that give it", ", ".join(row.judgement.fits))
    yield Detail("recorded verdict", "" if claim.expected is None else f"{claim.expected}, by {claim.expected_by}")
    yield Detail("note", claim.note)
    yield Detail("evidence for", "; ".join(f"{name}: {verdict}" for name, verdict in claim.establishes.items()))


def _number_details(row: AuditRow) -> Iterator[Detail]:
    more = "{}... ({} characters, all of them in the JSON)"
    fields = {
        name: text if len(text) <= LONGEST else more.format(text[:LONGEST], len(text))
        for name, text in number_fields(row.shown, row.digits).items()
    }
    if "exact" in fields:
        yield Detail("the true number, exactly", fields["exact"], code=True)
    elif "lower" in fields:
        yield Detail("it lies between", f"{fields['lower']}\n{fields['upper']}", code=True)
    else:
        yield Detail("the true number", "could not be enclosed")
    if "decimal" in fields and fields["decimal"] != fields.get("exact"):
        yield Detail("to 20 digits, rounded", fields["decimal"], code=True)


def audit_page(audit: Audit, quantities: Mapping[str, Quantity] | None = None, options: Sequence[str] = ()) -> Page:
    """Return the audit as a page. `quantities` by name give the definition of each number, and draw the curves of some.

    `options` are words of the command line without which the tables do not give these answers, as --quantities.
    """
    known = {} if quantities is None else quantities
    every = sentences.by_part(audit.entries)
    named = [(row, known.get(row.claim.quantity)) for row in every[:LIMIT] if row.error is None]
    curved = [row for row, quantity in named if quantity and (quantity.pair or quantity.profile_over)]
    drawn = {id(row) for row in curved[:MOST_CURVES]}
    return Page(
        title="Printed numbers against exact computation",
        asked=(_asked(audit), GLOSSARY.answered),
        summary=_summary(audit),
        name_title="claim",
        group_title="Table",
        columns=COLUMNS,
        verdicts=GLOSSARY.verdicts,
        entries=tuple(row_entry(row, known.get(row.claim.quantity), curve=id(row) in drawn) for row in every[:LIMIT]),
        words=GLOSSARY.words,
        again=tuple(_again(audit, options)),
        counts=Counter(str(row.outcome) for row in audit.entries),
        left_out=_left_out(every[LIMIT:]),
    )


def _again(audit: Audit, options: Sequence[str]) -> Iterator[str]:
    """Yield the commands that audit these tables, those shipped with dpexact by their names and the others as files."""
    names = {str(path): name for name, path in bundled_tables(installed_papers()).items()}
    tables = list(dict.fromkeys(row.table for row in audit.entries))
    every = set(names) <= set(tables)
    shipped = [names[table] for table in tables if table in names and not every]
    files = [Path(table) for table in tables if table not in names]
    others = [str(file.name if file.is_absolute() else file) for file in files]
    words = [*shipped, *others]
    if every:
        yield " ".join(("dpexact audit", *(() if words else map(shlex.quote, options))))
    if words:
        yield f"dpexact audit {' '.join(map(shlex.quote, (*words, *options)))}"


def _asked(audit: Audit) -> str:
    tables = list(dict.fromkeys(sentences.table_name(row.table) for row in audit.entries))
    many = f"{len(tables)} tables" if len(tables) > 1 else f"the table {', '.join(tables)}"
    number = counted(len(audit.entries), "number")
    where = f"{number} that documents print, listed in {many} with the place where each stands"
    return f"What was asked: {where} and with what the text around it says: that it is rounded, a bound, or exact."


def _summary(audit: Audit) -> str:
    """Say how many numbers are wrong, of those with a recorded verdict how many differ from it, and how many fail."""
    recorded = [row for row in audit.rows if row.claim.expected is not None]
    different = sum(not row.as_expected for row in recorded)
    differ = "differs" if different < 2 else "differ"
    compared = f"Of {counted(len(recorded), 'recorded verdict')} {different or 'none'} {differ}."
    parts = [headline(audit, MOST_NAMED), compared if recorded else ""]
    parts += [f"{counted(len(audit.failed), 'row')} of {len(audit.entries)} {FAILED}."] if audit.failed else []
    return " ".join(filter(None, parts)) or f"{counted(len(audit.entries), 'row')}."


def _left_out(rows: Sequence[AuditRow]) -> str:
    """Return a sentence on the rows that are not shown, or "" if there are none."""
    parts = Counter(map(sentences.part_of, rows))
    missing = ", ".join(f'{count} under "{sentences.PARTS[part]}"' for part, count in parts.items())
    more = "The command prints every row with --format json."
    return f"To keep this page small, rows are left out: {missing}. {more}" if rows else ""


def number_line_plot(row: AuditRow) -> tuple[Plot, ...]:
    """Plot the printed number beside the exact one, or nothing if the true number is unknown."""
    number = row.shown
    if number is None:
        return ()
    printed = parse_printed(row.claim.printed)
    unit = printed.unit or abs(printed.value) or Fraction(1)
    true = _units(number, printed.value, unit)
    m = int(printed.value / unit)
    span = span_of_meaning(row.claim.meaning, m)
    ends = (cell if math.isinf(cell) else int(cell) // 4 + ENDS[int(cell) % 4][end] for end, cell in enumerate(span))
    lower, upper = (end - m for end in ends)
    true_text = "infinite" if isinstance(number, float) else sentences.true_value(row)
    step = "the printed number" if printed.unit is None else "one unit of the last printed digit"
    label = f"Number line: printed {row.claim.printed}, true value {true_text}. The text is {row.judgement.verdict}."
    caption = (
        f"Printed against exact: the text is right if the true number lies in the shaded band; one step is {step}."
    )
    return (Plot(number_line(true, (lower, upper), row.claim.printed, true_text, label), caption),)


def _units(number: Number, printed: Fraction, unit: Fraction) -> float:
    """Return the place of the true number, in units from the printed one."""
    if isinstance(number, float):
        return number
    lower, upper = map(Fraction, outward(number, DIGITS + len(str(abs(int(printed / unit))))))
    apart = ((lower + upper) / 2 - printed) / unit
    return float(min(max(apart, Fraction(-FAR)), Fraction(FAR)))


def curves(row: AuditRow, quantity: Quantity) -> tuple[Plot, ...]:
    """Return the profile and the trade-off curve of the distributions of the row, or its number over a parameter."""
    try:
        if quantity.pair is not None:
            first, second = quantity.pair(**row.claim.parameters)
            return () if len(first) > LARGEST else (_profile(row, first, second), _tradeoff(first, second))
        if quantity.profile_over in row.claim.parameters:
            return (_over_parameter(row, quantity),)
    except (DPExactError, OverflowError, ValueError):  # a picture that cannot be drawn is no reason to end
        pass
    return ()


def _mechanism(first: Sequence[Exact], second: Sequence[Exact]) -> tuple[Mechanism, NeighborGraph]:
    outputs = list(range(len(first)))
    graph = NeighborGraph.from_edges(["p", "q"], [("p", "q")], directed=True)
    return Mechanism.from_rows(["p", "q"], outputs, [list(first), list(second)]), graph


def _profile(row: AuditRow, first: Sequence[Exact], second: Sequence[Exact]) -> Plot:
    marks = _marks(row)
    farthest = max((mark.x for mark in marks if math.isfinite(mark.x)), default=None)
    points = curve(*_mechanism(first, second), farthest)
    label = "Privacy profile: the least delta falls as epsilon grows"
    svg = chart([Series("curve", "exact", points)], marks, "epsilon", "delta", label)
    caption = (
        "Privacy profile of the two distributions: the least delta for every epsilon. Below the curve a claim is false."
    )
    return Plot(svg, caption)


def _marks(row: AuditRow) -> list[Mark]:
    """Return the printed and the true number of a delta or an epsilon, if the other one is a parameter."""
    parameters, printed = row.claim.parameters, float(parse_printed(row.claim.printed).value)
    number = row.shown
    if number is None or isinstance(number, float):
        return []
    true = _float(number)
    if "epsilon" in parameters:
        at = math.log(_float(exp_of_epsilon(parameters["epsilon"])))
        return [Mark("true", "", at, true), Mark("printed", "printed", at, printed)]
    if "delta" in parameters:
        at = float(exact(parameters["delta"]))
        return [Mark("true", "", true, at), Mark("printed", "printed", printed, at)]
    return []


def _float(number: Exact | Enclosure) -> float:
    return float(number if isinstance(number, Exact) else number.refine(96).lower)


def _tradeoff(first: Sequence[Exact], second: Sequence[Exact]) -> Plot:
    vertices = tuple((float(alpha), float(beta)) for alpha, beta in tradeoff_curve(first, second))
    chance = Series("faint", "no information", ((0.0, 1.0), (1.0, 0.0)))
    label = "Trade-off curve: the least rate of misses for every rate of false alarms"
    axes = "false alarms (p is called q)", "misses (q is called p)"
    svg = chart([chance, Series("curve", "exact", vertices)], [], *axes, label)
    caption = (
        "Trade-off curve: the errors of the best tests that tell the two distributions apart. "
        "The closer to the dotted line, the more private."
    )
    return Plot(svg, caption)


def _over_parameter(row: AuditRow, quantity: Quantity) -> Plot:
    over, parameters = quantity.profile_over, row.claim.parameters
    at = _float(exp_of_epsilon(parameters[over]))
    middle = math.log(at)
    end = Fraction(max(2 * middle, 1.0)).limit_denominator(1000)
    points = []
    for n in range(POINTS + 1):
        x = end * n / POINTS
        number = quantity.compute(**{**parameters, over: str(x)})
        if not isinstance(number, float):
            points.append((float(x), _float(number)))
    marks = [] if row.number is None or isinstance(row.number, float) else _marks(row)
    positive = [y for _, y in points if y > 0]
    logarithmic = bool(positive) and max(positive) > 100 * min(positive)
    label = f"{quantity.name} over {over}"
    svg = chart([Series("curve", "exact", tuple(points))], marks, over, "delta", label, logarithmic=logarithmic)
    caption = (
        f"{quantity.name} for every {over}, the other parameters as in this row. Below the curve a claim is false."
    )
    return Plot(svg, caption)


def pair_certificate(row: AuditRow, quantity: Quantity | None) -> Attachment | None:
    """Return the certificate of the tight delta of two distributions at the epsilon of the row, or None without one."""
    if quantity is None or quantity.pair is None or "epsilon" not in row.claim.parameters:
        return None
    try:
        first, second = quantity.pair(**row.claim.parameters)
        if len(first) > LARGEST:
            return None
        mechanism, graph = _mechanism(first, second)
        worst = worst_case(mechanism, graph, exp_of_epsilon(row.claim.parameters["epsilon"]))
        title = "certificate of the true value"
        return Attachment("certificate.json", worst.certificate().to_json(), title, is_certificate=True)
    except DPExactError:
        return None
