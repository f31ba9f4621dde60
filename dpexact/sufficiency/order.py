"""is_sufficient: whether a mechanism is another one followed by a random map, with evidence and its certificates."""
# ruff: noqa: D102 - the methods of evidence are those of `Shown`, which describes them

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dpexact.certificates.certificate import Certificate, label_json, weights_json, within_limits
from dpexact.certificates.encoding import Encoder
from dpexact.errors import (
    CertificateError,
    IncompatibleFieldsError,
    MechanismError,
    ParameterError,
    SignChangesError,
    TooLargeError,
    need,
)
from dpexact.linear_programs.outcome import cleared_sums
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact
from dpexact.numbers.generators import Field, Free
from dpexact.numbers.notebook import shown
from dpexact.privacy.claim import mechanism_at
from dpexact.privacy.verdict import Proved, Refuted, Undecided
from dpexact.privacy.verify import point_of_sign, points_of
from dpexact.sufficiency.echelon import ZERO
from dpexact.sufficiency.rays import Column, Rays, rays_of, require_same_inputs
from dpexact.sufficiency.search import Kernel, by_elimination, scores, search, tidy

Weights = Callable[[Mechanism, Encoder], dict[str, Any]]


@dataclass(frozen=True)
class PostProcessing:
    """The claim that `target` is `source` followed by a random map."""

    target: Mechanism
    source: Mechanism


@dataclass(frozen=True)
class RandomMap:
    """Shows that m1 is m2 followed by `kernel`, whose inputs are the outputs of m2, `m2.postprocess(kernel) == m1`."""

    kernel: Mechanism

    def said(self, _: PostProcessing) -> str:
        return f"it is the other one followed by {self.kernel!r}"

    def table(self, _: PostProcessing) -> tuple[str, list[list[str]]]:
        rows = [["", *map(repr, self.kernel.outputs)]]
        rows += [[repr(i), *map(shown, row)] for i, row in zip(self.kernel.inputs, self.kernel.rows(), strict=True)]
        return ": m1 is m2 followed by this mechanism", rows

    def certificate(self, claim: PostProcessing) -> Certificate:
        """Make one of the kind `post-processing`. Raises CertificateError for a free E."""
        return post_processing_certificate(claim.target, claim.source, self.kernel)


@dataclass(frozen=True)
class DecisionProblem:
    """Shows that m1 is not m2 followed by any random map, since in this decision problem it scores more than m2 can.

    `utility` {(output of m1, input): value} is the gain of the action (an output of m1) at that input.
    `score` is the sum of utility times probability over the outputs and inputs of m1. `best` is the sum, over the
    outputs of m2, of the score of the best action there, and no post-processing of m2 scores more. score > best.
    """

    utility: Mapping[tuple[Label, Label], Exact] = field(repr=False)
    score: Exact
    best: Exact

    def said(self, _: PostProcessing) -> str:
        return f"in one decision problem it scores {self.score}, and the other at most {self.best}"

    def table(self, _: PostProcessing) -> tuple[str, list[list[str]]]:
        rows = [["score of m1", shown(self.score)], ["best score of m2", shown(self.best)]]
        return ": in one decision problem m1 scores more than m2 can", rows

    def certificate(self, claim: PostProcessing) -> Certificate:
        """Make one of the kind `not-post-processing`."""
        m1, m2 = claim.target, claim.source
        encoder = numbers_encoder(m1.fields | m2.fields | {value.field for value in self.utility.values()})
        _, sums = cleared_sums(encoder, [self.utility[o, i] for i in m1.inputs for o in m1.outputs])
        rows = _in_rows(sums, len(m1.outputs))
        return _shorter("not-post-processing", m1, m2, encoder, lambda _: {"utility": rows})


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

    The answer is exact.
    Raises ParameterError for different inputs, MechanismError for rows that do not sum to 1, IncompatibleFieldsError
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
    free = [domain for domain in for_.fields | m2.fields if isinstance(domain, Free)]
    return _for_all(claim, free) if free else _decided(claim, claim, None)


def _columns(claim: PostProcessing) -> tuple[Rays, Rays, list[Column], list[Column]]:
    """Return the rays of source and target, and their columns over the inputs of the target."""
    source, target = rays_of(claim.source), rays_of(claim.target)
    places = [claim.source.input_place(label) for label in claim.target.inputs]
    listed = [tuple(ray.column[i] for i in places) for ray in source.rays]
    return source, target, listed, [ray.column for ray in target.rays]


def _decided(claim: PostProcessing, concrete: PostProcessing, point: Exact | None) -> Sufficient | NotSufficient:
    source, target, sources, targets = _columns(concrete)
    answer = search(sources, targets)
    if isinstance(answer, Kernel):
        return Proved(claim, RandomMap(_kernel(concrete, source, target, answer.rows)))
    rows, place = tidy(answer.rows, sources, targets), target.place()  # all outputs of a ray earn alike
    inputs = concrete.target.inputs
    utility = {(o, i): rows[place[o]][n] for o in concrete.target.outputs for n, i in enumerate(inputs)}
    own, best = scores(rows, sources, targets)
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
        if isinstance(algebra, Kernel):
            negative = (point_of_sign(free[0], value, -1) for row in algebra.rows for value in row)
            if (point := next((point for point in negative if point is not None), None)) is None:
                return Proved(claim, RandomMap(_kernel(claim, source, target, algebra.rows)))
            points = [Exact.of_rational(point), *points]
    except (SignChangesError, IncompatibleFieldsError, TooLargeError, MechanismError) as error:
        reason = str(error)
    for at in points:
        try:
            concrete = PostProcessing(mechanism_at(claim.target, at), mechanism_at(claim.source, at))
            verdict = _decided(claim, concrete, at)
        except (MechanismError, ZeroDivisionError):  # no mechanism at this E
            continue
        if isinstance(verdict, Refuted):
            return verdict
    return Undecided(claim, f"{reason} (it holds at E = {', '.join(map(str, points))})")


def post_processing_certificate(m1: Mechanism, m2: Mechanism, kernel: Mechanism) -> Certificate:
    """Certify that m1 is m2 followed by the kernel, from the outputs of m2 to those of m1, in their order."""
    encoder = numbers_encoder(m1.fields | m2.fields | kernel.fields)
    return _shorter("post-processing", m1, m2, encoder, lambda weights: {"kernel": weights(kernel, encoder)})


def _shorter(
    kind: str, m1: Mechanism, m2: Mechanism, encoder: Encoder, evidence: Callable[[Weights], dict[str, Any]]
) -> Certificate:
    """Write one denominator for all probabilities of a mechanism, or one for each if that is shorter."""
    rows = [m2.rows()[m2.input_place(label)] for label in m1.inputs]
    source = type(m2).from_rows(m1.inputs, m2.outputs, rows) if m1.inputs != m2.inputs else m2
    inputs, outputs, between = ([*map(label_json, labels)] for labels in (m1.inputs, m1.outputs, m2.outputs))
    statement = {"kind": kind, "generators": encoder.generators(), "inputs": inputs, "outputs": outputs}
    both = []
    for weights in (_over_one, weights_json):
        middle = {"outputs": between, "weights": weights(source, encoder)}
        both.append(Certificate(statement | {"weights": weights(m1, encoder), "source": middle}, evidence(weights)))
    return within_limits(min(both, key=lambda made: len(made.to_json())))


def _over_one(mechanism: Mechanism, encoder: Encoder) -> dict[str, Any]:
    if mechanism.is_rational:
        return weights_json(mechanism, encoder)
    values = [Exact.of_rational(1), *(value for row in mechanism.rows() for value in row)]
    below, *sums = cleared_sums(encoder, values)[1]
    return {"denominator": below, "rows": _in_rows(sums, len(mechanism.outputs))}


def _in_rows(values: Sequence[Any], width: int) -> list[Sequence[Any]]:
    return [values[n : n + width] for n in range(0, len(values), width)]


def numbers_encoder(fields: Iterable[Field]) -> Encoder:
    """Return the encoder of the fields. Raises CertificateError for a free E, of which these kinds do not speak."""
    encoder = Encoder.of(fields)
    if isinstance(encoder.field, Free):
        place, remedy = "a certificate of the sufficiency order", "put a number in its place"
        raise CertificateError("a free E", place=place, expected="numbers", remedy=remedy, check="generators")
    return encoder
