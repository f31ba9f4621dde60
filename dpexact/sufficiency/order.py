"""is_sufficient: whether a mechanism is another one followed by a random map."""

from __future__ import annotations

from collections.abc import Sequence

from dpexact.errors import (
    IncompatibleFieldsError,
    MechanismError,
    ParameterError,
    SignChangesError,
    TooLargeError,
    need,
)
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact
from dpexact.numbers.generators import Free
from dpexact.privacy.claim import mechanism_at
from dpexact.privacy.for_all import points_of, sometimes_negative
from dpexact.privacy.verdict import Proved, Refuted, Undecided
from dpexact.sufficiency.echelon import ZERO
from dpexact.sufficiency.rays import Column, Rays, rays_of, require_same_inputs
from dpexact.sufficiency.search import Kernel, Unique, Utility, by_elimination, scores, search, tidy
from dpexact.sufficiency.verdict import DecisionProblem, PostProcessing, RandomMap

Sufficient = Proved[PostProcessing, RandomMap]
NotSufficient = Refuted[PostProcessing, DecisionProblem]
Order = Sufficient | NotSufficient | Undecided[PostProcessing]


def is_sufficient(m2: Mechanism, *, for_: Mechanism) -> Order:
    """Decide whether m2 is sufficient for m1 = `for_`: m1 = A m2, A column-stochastic, is m2 followed by a random map.

    Proved with `.kernel`, the mechanism A, or Refuted with `.utility`, a decision problem in which m1 scores more than
    every post-processing of m2. A claim with a free E is Proved for all E of its interval, or Refuted at a concrete
    one. It is Undecided if the columns of m2 are dependent for every E and no E that was tried refutes it.

    Outputs with proportional columns are merged first. If the columns of m2 are then independent, linear algebra
    finds the only A there can be, and otherwise a linear program decides.

    Guarantee: exact.
    Raises: ParameterError for different inputs, MechanismError for rows that do not sum to 1, IncompatibleFieldsError
    and TooLargeError if numbers cannot be computed with.
    Reference: Kifer and Lin, Definition 3.1.2, and Blackwell, Equivalent comparisons of experiments.

    >>> truth = Mechanism.from_rows([0, 1], [0, 1], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> noisy = Mechanism.from_rows([0, 1], [0, 1], [["5/8", "3/8"], ["3/8", "5/8"]])
    >>> is_sufficient(truth, for_=noisy).kernel.rows()[0]
    (exact('3/4'), exact('1/4'))
    >>> is_sufficient(noisy, for_=truth).utility
    {(0, 0): exact('0'), (0, 1): exact('0'), (1, 0): exact('-1'), (1, 1): exact('1')}
    """
    need.instance(m2, Mechanism, "m2")
    need.instance(for_, Mechanism, "for_")
    require_same_inputs(for_, m2)
    claim = PostProcessing(for_, m2)
    free = [field for field in for_.fields | m2.fields if isinstance(field, Free)]
    return _for_all(claim, free) if free else _decided(claim, claim, None)


def _columns(claim: PostProcessing) -> tuple[Rays, Rays, list[Column], list[Column]]:
    """Return the rays of source and target, and their columns over the inputs of the target."""
    source, target = rays_of(claim.source), rays_of(claim.target)
    places = [claim.source.input_place(label) for label in claim.target.inputs]
    listed = [tuple(ray.column[i] for i in places) for ray in source.rays]
    return source, target, listed, [ray.column for ray in target.rays]


def _decided(claim: PostProcessing, concrete: PostProcessing, point: Exact | None) -> Sufficient | NotSufficient:
    """Decide a claim about numbers."""
    source, target, sources, targets = _columns(concrete)
    answer = search(sources, targets)
    if isinstance(answer, Kernel):
        return Proved(claim, RandomMap(_kernel(concrete, source, target, answer.rows)))
    return _refuted(claim, concrete, target, answer, (sources, targets), point)


def _refuted(
    claim: PostProcessing,
    concrete: PostProcessing,
    target: Rays,
    answer: Utility,
    columns: tuple[Sequence[Column], Sequence[Column]],
    point: Exact | None,
) -> NotSufficient:
    """Spell out the utility for the outputs, all of a ray alike."""
    rows, place = tidy(answer.rows, *columns), target.place()
    inputs = concrete.target.inputs
    utility = {(o, i): rows[place[o]][n] for o in concrete.target.outputs for n, i in enumerate(inputs)}
    own, best = scores(rows, *columns)
    return Refuted(claim, DecisionProblem(utility, own, best), concrete, point)


def _kernel(claim: PostProcessing, source: Rays, target: Rays, rows: Sequence[Sequence[Exact]]) -> Mechanism:
    """Return the map between rays as one between outputs, of which each gets its share of the mass of its ray."""
    place, share = target.place(), {o: value for ray in target.rays for o, value in ray.shares.items()}
    spread = [[row[place[o]] * share[o] if o in share else ZERO for o in claim.target.outputs] for row in rows]
    ray = source.place()
    return Mechanism.from_rows(
        claim.source.outputs, claim.target.outputs, [spread[ray[q]] for q in claim.source.outputs]
    )


def _for_all(claim: PostProcessing, free: Sequence[Free]) -> Order:
    """Decide a claim with a free E by linear algebra over the functions of E, or refute it at some E."""
    if len(free) > 1:
        raise ParameterError(f"{' and '.join(map(str, free))}", place="is_sufficient", expected="one free E")
    reason = "the columns of the source are dependent for every E; ask at one E (.substitute)"
    points = list(points_of(free[0]))
    try:
        source, target, sources, targets = _columns(claim)
        algebra = by_elimination(sources, targets)
        if isinstance(algebra, Unique):
            entry = next((p for row in algebra.rows for value in row for p in sometimes_negative(free[0], value)), None)
            if entry is None:
                return Proved(claim, RandomMap(_kernel(claim, source, target, algebra.rows)))
            points = [entry, *points]
    except (SignChangesError, IncompatibleFieldsError, TooLargeError, MechanismError) as error:
        reason = str(error)
    for point in points:
        try:
            verdict = _decided(claim, _at(claim, point), point)
        except (MechanismError, ZeroDivisionError):  # no mechanism at this E
            continue
        if isinstance(verdict, Refuted):
            return verdict
    return Undecided(claim, f"{reason} (it holds at E = {', '.join(map(str, points))})")


def _at(claim: PostProcessing, point: Exact) -> PostProcessing:
    """Return the claim at one E."""
    return PostProcessing(mechanism_at(claim.target, point), mechanism_at(claim.source, point))
