"""Pictures of a row of an audit, and its certificate.

They show the printed number beside the exact one, the privacy profile and the trade-off curve.

Nothing is guaranteed for the pictures, which are drawn from floats near the exact values.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from dpexact.audit.printed import parse_printed, span_of_meaning
from dpexact.audit.quantity import Number, Quantity
from dpexact.audit.row import AuditRow
from dpexact.audit.sentences import true_value
from dpexact.errors import DPExactError
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import exp_of_epsilon
from dpexact.numbers.exact import Exact, exact
from dpexact.privacy.divergence import privacy_profile, tradeoff_curve
from dpexact.privacy.worst_case import worst_case
from dpexact.report.drawing import Mark, Series, chart, number_line
from dpexact.report.row import Attachment, Plot

POINTS = 24  # of a curve for which the quantity is computed again
BETWEEN = 12  # points of a profile between two knots: it is straight in E, not in epsilon
FAR = 10**15  # units; what is farther away is drawn there
LARGEST = 400  # outcomes of two distributions that are drawn
ENDS = {0: (0.0, 0.0), 1: (0.0, 0.5), 2: (0.5, 0.5), 3: (0.5, 1.0)}  # of the four kinds of cells


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
    true_text = "infinite" if isinstance(number, float) else true_value(row)
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
    bits = 16 + max(0, unit.denominator.bit_length() - unit.numerator.bit_length() + 1)
    if isinstance(number, Exact):
        middle = number.enclosure(bits)[0]
    else:
        refined = number if number.is_costly else number.refine(bits)
        middle = (refined.lower + refined.upper) / 2
    apart = (middle - printed) / unit
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
    profile = privacy_profile(*_mechanism(first, second))
    knots = [math.log(float(knot)) for knot in profile.knots]
    marks = _marks(row)
    end = max(1.0, 1.25 * max([knots[-1], *(mark.x for mark in marks if math.isfinite(mark.x))]))
    stops = [*knots, end]
    places = [a + (b - a) * n / BETWEEN for a, b in pairwise(stops) for n in range(BETWEEN)] + [end]
    factors = (exact(Fraction(math.exp(x)).limit_denominator(10**9)) if x else 1 for x in places)
    points = tuple((x, float(profile(factor))) for x, factor in zip(places, factors, strict=True))
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
