"""Certificates that a composition of laws of noise keeps delta at E, or that it does not, by functions of the kernel.

A refutation has groups of the cells that the certificate of an upper bound has. The cell with the largest mass is a
group of its own at the corner. Groups below and above it are made upwards. Each has a place with a larger ratio than
its first cell, and takes of the next cells until its masses have this ratio. Outcomes that are not listed by rising
ratio are groups of their own, at the places below their ratios. The masses are the integers of the kernel, and the
kernel's function computes the delta that the groups refute.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain, pairwise
from typing import Any

from flint import fmpq

from dpexact.certificates.certificate import Certificate, within_limits
from dpexact.certificates.encoding import Encoder, hexadecimal, rational
from dpexact.composition.plan import Plan
from dpexact.composition.written import FACTORS, Law
from dpexact.errors import ParameterError, TooLargeError, UndecidedError
from dpexact.kernel.bracket import times
from dpexact.kernel.budget import Budget, Rejected
from dpexact.kernel.composition import decode_grid, proved_delta, refuted_delta
from dpexact.kernel.composition_grid import Grid
from dpexact.kernel.field import decode_field
from dpexact.kernel.noise import GUARD, bracket, fixed
from dpexact.kernel.noise_laws import LAWS, SHARES, decode_run, mixture, pieces_of
from dpexact.numbers.epsilon import exp_of_epsilon
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import excerpt, value_excerpt

ROOM = Fraction(1, 1 << 12)  # of delta, for a checker that rounds in another way
DIGITS = 7  # of the delta that is certified
EPSILON_DIGITS = 6
STEPS = (Fraction(0), *(Fraction(1, 1 << n) for n in (10, 8, 7, 6, 3)))  # shares of an epsilon beyond it
SMALLEST = Fraction(1, 1 << 6)  # epsilon of which a share is taken
FINER = (1, 4, 16)  # times as many places for a delta that is nearly the least one
GREATEST = 10**300  # E. All likelihood ratios of a lattice are smaller
WHOLE = 1 << SHARES
RELATIVE = 60  # bits of a ratio to which both checkers agree
SLACK = 8  # units of a mass that roundings of a group may lose
MORE = 30.0  # of the exponent of the omitted mass, so that both checkers enclose a normalizer alike
Masses = tuple[int, int]
Groups = list[tuple[int | None, int, int]]  # a place, the last cell, and the part of it
Placed = Callable[[int], int]


def certificate_of(laws: Sequence[tuple[Law, int]], factor: Exact | float, finer: int = 1) -> Certificate:
    """Certify that the laws, run so many times, keep a delta at E, with so many times as many places.

    Raises ParameterError for an infinite E or irrational parameters, TooLargeError.
    """
    statement, plan = stated("composition", laws, factor)
    proved, evidence = computed(proved_delta, statement, replace(plan, finer=finer).evidence)
    if proved > 1:
        message = "no delta up to 1 is proved by masses that are rounded up"
        raise TooLargeError(message, place="certificate", remedy="every mechanism keeps delta 1")
    delta = Exact.of_rational(min(proved * (1 + ROOM), Fraction(1))).decimal(DIGITS, "up")
    return Certificate(statement | {"delta": rational(Fraction(delta))}, evidence)


def computed(
    function: Callable[..., tuple[Any, int]], statement: dict[str, Any], made: Callable[[], dict[str, Any]]
) -> tuple[Fraction, dict[str, Any]]:
    """Return the delta that a function of the kernel finds, and the evidence for it. Raises TooLargeError."""
    try:
        field, evidence = decode_field(statement["generators"], Budget()), made()
        mass, bits = function(statement["laws"], field.quotient(statement["exp_epsilon"]), evidence, field)
    except Rejected as error:
        raise TooLargeError(f"this composition is too much for a checker: {error}", place="certificate") from None
    return Fraction(int(mass), 1 << bits), evidence


def stated(kind: str, laws: Sequence[tuple[Law, int]], factor: Exact | float) -> tuple[dict[str, Any], Plan]:
    """Return a statement with a delta of 1, and the plan of its evidence. Raises the errors of `certificate_of`."""
    if not isinstance(factor, Exact):
        raise ParameterError("infinity", place="certificate", expected="a finite E")
    laws = [(law.form or law, count) for law, count in laws]
    for law, _ in laws:
        if law.name not in LAWS:
            known = f"laws that a checker knows: {', '.join(LAWS)}"
            raise ParameterError(law.name, place="certificate", expected=known)
    values = [value for law, _ in laws for _, value in law.parameters]
    numbers = chain(*(value if isinstance(value, tuple) else (value,) for value in values))
    encoder = Encoder.of({factor.field} | {number.field for number in numbers})
    if factor >= GREATEST:
        expected = f"expected E below {GREATEST}, as the lattice of a checker reaches"
        raise TooLargeError(expected, place="certificate", remedy="name a smaller E")
    statement = {
        "kind": kind,
        "generators": encoder.generators(),
        "laws": [{"law": law.name, "count": hexadecimal(count), **_parameters(law, encoder)} for law, count in laws],
        "exp_epsilon": encoder.quotient(factor),
        "delta": ["1", "1"],
    }
    within_limits(Certificate(statement, {}))
    return statement, Plan(tuple(laws), math.log(float(factor)))


def certificate_at(laws: Sequence[tuple[Law, int]], factor: Exact | float, allowed: Exact) -> Certificate:
    """Certify that the laws keep this delta at E, with more places if the lattice is too coarse for it.

    Raises the errors of `certificate_of`, and TooLargeError if it is not proved by masses that are rounded up.
    """
    made = _keeping(allowed, (certificate_of(laws, factor, finer) for finer in FINER))
    if made is None:
        raise TooLargeError("this delta is not proved by masses that are rounded up", place="certificate")
    return made


def certificate_for_delta(laws: Sequence[tuple[Law, int]], least: Fraction, allowed: Exact) -> Certificate:
    """Certify that the laws keep a delta, at the sufficient epsilon `least` rounded up to six digits.

    If the delta that a certificate proves there is larger than this one, the epsilon is a little larger.

    Raises the errors of `certificate_of`, and TooLargeError if no epsilon near it is proved to be enough.
    """
    several = (least + more * max(least, SMALLEST) for more in (STEPS if allowed > 0 else STEPS[:1]))
    texts = [Exact.of_rational(epsilon).decimal(EPSILON_DIGITS, "up") for epsilon in several]
    made = _keeping(allowed, (certificate_of(laws, exp_of_epsilon(text)) for text in texts))
    if made is None:
        message = f"no epsilon up to {texts[-1]} is proved to be enough for delta = {excerpt(str(allowed))}"
        remedy = "give a larger delta, or an epsilon"
        raise TooLargeError(f"{message} by masses that are rounded up", place="certificate", remedy=remedy)
    return made


def _keeping(allowed: Exact, several: Iterable[Certificate]) -> Certificate | None:
    """Return the first one that proves this delta, which it states if it is rational."""
    for made in several:
        if Fraction(*(int(part, 16) for part in made.statement["delta"])) <= allowed:
            delta = rational(allowed.as_fraction()) if allowed.is_rational() else made.statement["delta"]
            return Certificate({**made.statement, "delta": delta}, made.evidence)
    return None


def _parameters(law: Law, encoder: Encoder) -> dict[str, Any]:
    """Write the parameters. All are rational except the base and the probabilities of finite laws."""
    texts: dict[str, Any] = {}
    for key, value in law.parameters:
        if key in ("p", "q"):
            texts[{"p": "first", "q": "second"}[key]] = [encoder.quotient(x) for x in value]
        elif key in FACTORS:
            texts[key] = encoder.quotient(value)
        else:
            texts[key] = [_rational(key, x) for x in value] if isinstance(value, tuple) else _rational(key, value)
    return texts


def _rational(key: str, value: Exact) -> list[str]:
    if not value.is_rational():
        raise ParameterError(
            value_excerpt(value), place="certificate", expected=f"a rational {key}", remedy="round it to the safe side"
        )
    return rational(value.as_fraction())


def refutation_of(laws: Sequence[tuple[Law, int]], factor: Exact | float, delta: Exact, *, added: bool) -> Certificate:
    """Certify that the laws, run so many times, do not keep delta at E, in one direction.

    Raises the errors of `certificate_of`, and UndecidedError if the groups do not refute it.
    """
    statement, plan = stated("composition-refuted", laws, factor)
    encoder = Encoder.of({delta.field, *([factor.field] if isinstance(factor, Exact) else [])})
    statement["delta"] = encoder.quotient(delta)
    excess = Fraction(0)
    for finer in FINER:
        finest = replace(plan, finer=finer, more=MORE, side=-1 if added else 1)
        excess, evidence = computed(refuted_delta, statement, partial(_evidence, statement, finest, added=added))
        if delta < Exact.of_rational(excess):
            return Certificate(statement, evidence)
    message = "the groups of cells do not refute this delta"
    raise UndecidedError(message, lower=excess, upper=Fraction(1), remedy="name a smaller delta")


def _evidence(statement: dict[str, Any], plan: Plan, *, added: bool) -> dict[str, Any]:
    field = decode_field(statement["generators"], Budget())
    grid = decode_grid(plan.lattice(), field, up=False)
    laws, corners = [], 0.0
    for place, (law, cells) in enumerate(zip(statement["laws"], plan.cells, strict=True)):
        part = cells.evidence()
        size = len(part.pop("places"))
        run = decode_run(law, {**part, "groups": [], "corner": ["1", "1"]}, "groups", {"corner"})
        masses = [(mixture(piece, run.rate), piece.second) for piece in pieces_of(run, size, field, grid.bits)]
        chosen = [(b, a) for a, b in reversed(masses)] if added else masses
        coarser = grid.coarser(cells.level, "0", "0")
        pairs = [(int(a.least), int(b.most)) for a, b in chosen]
        if run.form.evidence == {"least", "greatest"}:  # each checker encloses what lies beyond them in its own way
            pairs[0] = pairs[-1] = (0, 1)
        corner, groups = _grouped(pairs, coarser, plan.width(cells.level), alone=not run.form.evidence)
        listed = [[None if i is None else hexadecimal(i), cell, hexadecimal(share)] for i, cell, share in groups]
        part |= {"groups": listed, "corner": rational(corner)}
        if plan.last:
            part["levels"] = plan.levels(place, math.log(corner))
        laws.append(part)
        corners += run.runs * math.log(corner)
    return plan.lattice(corners) | {"direction": "add" if added else "remove", "laws": laws}


def _grouped(cells: list[Masses], grid: Grid, width: float, *, alone: bool) -> tuple[Fraction, Groups]:
    """Return the corner, and the groups. Cells may each be one alone, and are if their ratios fall somewhere."""
    finite = [k for k, (a, b) in enumerate(cells) if a > SLACK and b > 0]
    if not finite:
        return Fraction(1), [(None, k, WHOLE) for k in range(len(cells))]
    mode = max(finite, key=lambda k: cells[k][0])
    a, b = cells[mode]
    size, start = grid.bits + GUARD, round((math.log(a) - math.log(b)) / width)
    top = (a - SLACK << 2 * GUARD + size) // (b * int(fixed(grid.ratio(start), size).most))
    corner = Fraction(top - (top >> min(grid.bits, RELATIVE)), 1 << 2 * GUARD)
    shift = math.log(corner)
    base = bracket(fmpq(corner.numerator, corner.denominator), size)

    def ratio(place: int) -> int:
        high = int(fixed(times(grid.ratio(place), base, size), size).most)
        return high + (high >> min(grid.bits, RELATIVE)) + 1

    def place_of(k: int) -> int:
        a, b = (max(1, mass) for mass in cells[k])
        return math.floor((math.log(a) - math.log(b) - shift) / width)

    if alone and any(x > y for x, y in pairwise(place_of(k) for k, cell in enumerate(cells) if any(cell))):
        listed = (start if k == mode else _below(cell, place_of(k), ratio, size) for k, cell in enumerate(cells))
        return corner, [(place, k, WHOLE) for k, place in enumerate(listed)]
    first, last = finite[0], finite[-1]
    below, above = (_upwards(cells, *ends, place_of, ratio, size) for ends in ((first, mode - 1), (mode + 1, last)))
    groups = [*([(None, first - 1, WHOLE)] if first else []), *below, (start, mode, WHOLE), *above]
    return corner, [*groups, *((None, k, WHOLE) for k in range(last + 1, len(cells)))]


def _upwards(cells: list[Masses], first: int, last: int, place_of: Placed, ratio: Placed, size: int) -> Groups:
    """Make groups of cells below a ratio, from the first up to the last, with enough of those above to compensate."""
    groups: Groups = []
    k, used = first, 0
    while k <= last:
        if not all(cells[k]):  # the ratio is 0 or infinite, and that of a later cell may not be
            groups.append((None, k, WHOLE))
            k, used = k + 1, 0
            continue
        place = place_of(k) + 1
        bound = ratio(place)
        balance, i, share = -(SLACK << size) - SLACK * bound, k, used
        closed = False
        while i <= last and not closed:
            worth, left = (cells[i][0] << size) - bound * cells[i][1], WHOLE - share
            needed = -(balance * WHOLE // worth) if worth > 0 else left + 1
            if balance >= 0 or needed <= left:
                share, closed = share + max(0, needed), True
            else:
                balance, i, share = balance + worth * left // WHOLE, i + 1, 0
        if not closed:
            return [*groups, *((_below(cells[n], place_of(n), ratio, size), n, WHOLE) for n in range(k, last + 1))]
        if (i, share) == (k, used):
            continue
        groups.append((place, i, share) if share else (place, i - 1, WHOLE))
        k, used = (i + 1, 0) if share == WHOLE else (i, share)
    return groups


def _below(cell: Masses, place: int, ratio: Placed, size: int) -> int | None:
    """Return the place of a cell by itself, or None if it is too small for one."""
    near = (place, place - 1) if cell[0] > SLACK and cell[1] else ()
    return next((n for n in near if (cell[0] - SLACK << size) >= ratio(n) * (cell[1] + SLACK)), None)
