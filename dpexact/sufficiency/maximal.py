"""Whether a private mechanism can be made to say more at the same privacy, and how it is split into tighter outputs.

An output is split by Appendix E of Kifer and Lin. `sharpen` is the shortest way to a maximal mechanism.
"""
# ruff: noqa: D102 - the methods of evidence are those of `Shown`, which describes them

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from dpexact.certificates.certificate import Certificate, privacy_statement, within_limits
from dpexact.errors import ParameterError, TooLargeError, UndecidedError
from dpexact.errors.need import MISSING
from dpexact.mechanisms.graph import NeighborGraph, components
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import Exact
from dpexact.numbers.notebook import shown
from dpexact.numbers.typography import value_excerpt
from dpexact.privacy.claim import PrivacyClaim, claim_at
from dpexact.privacy.verdict import Proved, Refuted
from dpexact.privacy.verify import points_of
from dpexact.sufficiency.order import numbers_encoder, post_processing_certificate
from dpexact.sufficiency.rays import Column, rays_of
from dpexact.sufficiency.row_graphs import Bounds

MOST = 1 << 14  # outputs of a mechanism that is split to the end


def split_output(
    mechanism: Mechanism,
    neighbors: NeighborGraph,
    exp_epsilon: object = None,
    output: object = MISSING,
    delta: object = 0,
    *,
    epsilon: object = None,
) -> Mechanism:
    """Replace the output o by (o, 1) and (o, 2). Merged they give the mechanism back, which says less than they do.

    The inputs with P(o | i) > 0 fall into parts that exhausted tight pairs connect. (o, 1) is a multiple of P(o | .)
    with the part of the first input multiplied besides, until an exhausted pair out of it becomes tight, or of that
    part alone if none does. (o, 2) is the rest. The multiple is the largest one for which the mechanism stays private.
    If delta = 0 that is Appendix E, by its rho_1 and rho_2, if they exist.

    The answer is exact.
    Raises ParameterError if there is nothing to split, and as `is_maximally_sufficient`.
    Reference: Kifer and Lin, Appendix E, (3) to (5). The parts, and delta > 0, are ours.
    """
    bounds = Bounds.of_private(mechanism, neighbors, one_factor(exp_epsilon, epsilon), delta)
    place = mechanism.output_place(output)
    halves = split_column(bounds, mechanism.column_stochastic()[place])
    if halves is None:
        name = value_excerpt(mechanism.outputs[place])
        raise ParameterError(f"output {name}: tight pairs connect all its inputs, so there is nothing to split")
    return _replaced(mechanism, place, halves)


def printed_split_output(
    mechanism: Mechanism, neighbors: NeighborGraph, exp_epsilon: object, output: object
) -> Mechanism:
    """Return the construction of Appendix E as it is printed, on the components of the row graph of all inputs.

    Raises ParameterError if (3) or (4) is the maximum of an empty set or the row graph is connected, and as
    `split_output`.
    """
    bounds = Bounds.of_private(mechanism, neighbors, exp_epsilon)
    place = mechanism.output_place(output)
    column = mechanism.column_stochastic()[place]
    first = components(range(bounds.size), bounds.tight(column))[0]
    if len(first) == bounds.size:
        raise ParameterError(
            f"output {value_excerpt(output)}: its row graph is connected, so Appendix E does not split it"
        )
    if all((i in first) == (j in first) for i, j in bounds.pairs):
        raise ParameterError(
            "rho_1 of equation (3): no pair of the relation leads from C_1 to C_2, so it is the maximum of an empty set"
        )
    return _replaced(mechanism, place, bounds.halves(column, bounds.raised(column, first)))


def _replaced(mechanism: Mechanism, place: int, halves: tuple[Column, Column]) -> Mechanism:
    name, columns = mechanism.outputs[place], list(mechanism.column_stochastic())
    outputs: list[Label] = list(mechanism.outputs)
    outputs[place : place + 1] = [(name, 1), (name, 2)]
    columns[place : place + 1] = halves
    return Mechanism.from_rows(mechanism.inputs, outputs, zip(*columns, strict=True))


def split_column(bounds: Bounds, column: Column) -> tuple[Column, Column] | None:
    """Return the columns of (o, 1) and (o, 2), or None if tight pairs connect the inputs of the column."""
    parts = bounds.parts(column)
    return None if len(parts) < 2 else bounds.halves(column, bounds.raised(column, parts[0]))


@dataclass(frozen=True)
class Sharpened:
    """A maximally sufficient mechanism, and the map by which it gives the original, mechanism.postprocess(kernel)."""

    original: Mechanism = field(repr=False)
    neighbors: NeighborGraph = field(repr=False)
    exp_epsilon: Exact
    delta: Exact
    mechanism: Mechanism
    kernel: Mechanism = field(repr=False)
    splits: int

    def certificates(self) -> tuple[Certificate, Certificate]:
        """Certify that the original is the mechanism followed by the kernel, and the mechanism maximally sufficient."""
        return (
            post_processing_certificate(self.original, self.mechanism, self.kernel),
            Connected().certificate(Maximality(self.mechanism, self.neighbors, self.exp_epsilon, self.delta)),
        )


def sharpen(
    mechanism: Mechanism,
    neighbors: NeighborGraph,
    exp_epsilon: object = None,
    delta: object = 0,
    *,
    epsilon: object = None,
) -> Sharpened:
    """Find a maximally sufficient mechanism that this one post-processes, by few outputs for each output.

    From a column that can be split, raising one part after another gives one that cannot, and as much of that is taken
    away as the bounds allow. Either the rest has fewer parts then, or one more pair is exhausted, which stays so. So
    there are at most n steps for each output (n inputs), and one for each pair with some room, of which delta = 0 has
    none. Proportional columns are merged. A mechanism that is maximal already is given back, merged.

    The answer is exact. Raises ParameterError, as `is_maximally_sufficient`, and SignChangesError for most free E.
    """
    bounds = Bounds.of_private(mechanism, neighbors, one_factor(exp_epsilon, epsilon), delta)
    pieces: dict[Label, list[Column]] = {}
    for output, column in _columns(mechanism):
        pieces[output], rest = [], column
        while any(rest):
            edge = rest
            while len(parts := bounds.parts(edge)) > 1:
                edge = bounds.raised(edge, parts[0])
            taken, left = bounds.halves(rest, edge)
            bounds, rest = bounds.after_split(rest, (taken, left)), left
            pieces[output].append(taken)
    return _gathered(mechanism, neighbors, bounds, pieces)


def split_to_the_end(mechanism: Mechanism, neighbors: NeighborGraph, exp_epsilon: object) -> Sharpened:
    """Repeat Appendix E until no output can be split, into 2^(k-1) columns at most for a column with k parts.

    The answer is exact. Raises the errors of `sharpen`, and TooLargeError for more than 2^14 outputs.
    """
    bounds = Bounds.of_private(mechanism, neighbors, exp_epsilon)
    pieces: dict[Label, list[Column]] = {}
    for output, column in _columns(mechanism):
        rest, done = [column], []
        while rest:
            halves = split_column(bounds, rest[-1])
            if halves is None:
                done.append(rest.pop())
            else:
                rest[-1:] = halves
            if len(rest) + len(done) > MOST:
                message = f"output {value_excerpt(output)} splits into over {MOST} outputs"
                raise TooLargeError(message, remedy="use `sharpen`, which needs few")
        pieces[output] = done
    return _gathered(mechanism, neighbors, bounds, pieces)


def _columns(mechanism: Mechanism) -> Iterator[tuple[Label, Column]]:
    for output, column in zip(mechanism.outputs, mechanism.column_stochastic(), strict=True):
        if any(column):
            yield output, column


def _gathered(
    mechanism: Mechanism, neighbors: NeighborGraph, bounds: Bounds, pieces: Mapping[Label, Sequence[Column]]
) -> Sharpened:
    """Merge pieces on one ray, and keep track of which outputs they came from."""
    origins: dict[Label, Label] = dict(enumerate(o for o, columns in pieces.items() for _ in columns))
    columns = [column for listed in pieces.values() for column in listed]
    fine = Mechanism.from_rows(mechanism.inputs, origins, zip(*columns, strict=True))
    rays = rays_of(fine).rays
    untouched = len(rays) == len(columns) == len(pieces)
    names: list[Label] = [*pieces] if untouched else [*range(1, len(rays) + 1)]
    merged = Mechanism.from_rows(mechanism.inputs, names, zip(*(ray.column for ray in rays), strict=True))
    kernel = [
        [exact_sum(share for n, share in ray.shares.items() if origins[n] == o) for o in mechanism.outputs]
        for ray in rays
    ]
    back = Mechanism.from_rows(names, mechanism.outputs, kernel)
    return Sharpened(mechanism, neighbors, bounds.factor, bounds.delta, merged, back, len(columns) - len(pieces))


@dataclass(frozen=True)
class Maximality:
    """The claim that every private mechanism that is sufficient for this one is also equivalent to it."""

    mechanism: Mechanism
    neighbors: NeighborGraph = field(repr=False)
    exp_epsilon: Exact
    delta: Exact

    def rows(self) -> list[list[str]]:
        """Return E, and delta unless it is 0."""
        return [["E", shown(self.exp_epsilon)], *([["delta", shown(self.delta)]] if self.delta else [])]

    def certified(self, kind: str, evidence: dict[str, object]) -> Certificate:
        """Make a certificate about the mechanism. Raises CertificateError for a free E."""
        numbers_encoder(self.mechanism.fields | {self.exp_epsilon.field, self.delta.field})
        pairs = self.neighbors.ordered_pairs()
        statement = privacy_statement(kind, self.mechanism, pairs, self.exp_epsilon, self.delta)
        return within_limits(Certificate(statement, evidence))


@dataclass(frozen=True)
class Connected:
    """Shows that a mechanism is maximally sufficient, since tight pairs connect the inputs of each output."""

    def said(self, _: Maximality) -> str:
        return "every private mechanism with finitely many outputs that is sufficient for it is equivalent to it"

    def table(self, claim: Maximality) -> tuple[str, list[list[str]]]:
        return ": maximally sufficient", claim.rows()

    def certificate(self, claim: Maximality) -> Certificate:
        """Make one of the kind `maximally-sufficient`. Raises CertificateError for a free E."""
        return claim.certified("maximally-sufficient", {})


@dataclass(frozen=True)
class SplitOutput:
    """Shows that a private mechanism says more, `better`, in which `output` is split between `part` and the rest.

    No tight pair leads out of `part`.
    """

    output: Label
    part: tuple[Label, ...]
    claim: Maximality = field(repr=False)

    @property
    def better(self) -> Mechanism:
        """A private mechanism that is sufficient for this one, but not the other way round."""
        at = self.claim
        return split_output(at.mechanism, at.neighbors, at.exp_epsilon, self.output, at.delta)

    def said(self, _: Maximality) -> str:
        return f"the output {self.output!r} can be split at {list(self.part)!r:.200}"

    def table(self, claim: Maximality) -> tuple[str, list[list[str]]]:
        rows = [["output", repr(self.output)], ["is split at", value_excerpt(self.part)]]
        return ": not maximally sufficient", [*claim.rows(), *rows]

    def certificate(self, claim: Maximality) -> Certificate:
        """Make one of the kind `not-maximally-sufficient`."""
        places = sorted(claim.mechanism.input_place(label) for label in self.part)
        evidence = {"output": claim.mechanism.output_place(self.output), "inputs": places}
        return claim.certified("not-maximally-sufficient", evidence)


Maximal = Proved[Maximality, Connected]
NotMaximal = Refuted[Maximality, SplitOutput]


def is_maximally_sufficient(
    mechanism: Mechanism,
    neighbors: NeighborGraph,
    exp_epsilon: object = None,
    delta: object = 0,
    *,
    epsilon: object = None,
) -> Maximal | NotMaximal:
    """Decide whether every private mechanism that is sufficient for this private one is equivalent to it.

    That is so if and only if, for every output, tight pairs whose divergence is all of delta connect the inputs with
    positive probability. (With delta = 0 that is every tight pair, and if the relation is connected, it is Theorem
    3.3.2, by which the row graphs are connected.) A claim with a free E is decided for all E of the interval, or
    refuted at a concrete one.

    The answer is exact.
    Raises ParameterError for a mechanism that is not private at E with delta, an infinite E, or a relation that is
    not symmetric, MechanismError, SignChangesError if with delta > 0 a divergence depends on a free E.
    Reference: Kifer and Lin, Definition 3.1.3 and Theorem 3.3.2. docs/sufficiency.md has the proof.
    """
    factor = one_factor(exp_epsilon, epsilon)
    bounds = Bounds.of_private(mechanism, neighbors, factor, delta)
    maximality = Maximality(mechanism, neighbors, bounds.factor, bounds.delta)
    for output, column in zip(mechanism.outputs, mechanism.column_stochastic(), strict=True):
        parts = bounds.parts(column)
        if len(parts) > 1:
            claim = PrivacyClaim.of(mechanism, neighbors, factor, delta)
            if claim.free_intervals:
                return _at_some_point(claim, maximality)
            part = tuple(mechanism.inputs[i] for i in parts[0])
            return Refuted(maximality, SplitOutput(output, part, maximality))
    return Proved(maximality, Connected())


def _at_some_point(claim: PrivacyClaim, maximality: Maximality) -> Maximal | NotMaximal:
    """Refute it at a number of the interval. Pairs that are not tight for every E are tight for finitely many."""
    interval = claim.free_intervals[0]
    for point in points_of(interval):
        concrete = claim_at(claim, point)
        verdict = is_maximally_sufficient(concrete.mechanism, concrete.neighbors, concrete.exp_epsilon, concrete.delta)
        if isinstance(verdict, Refuted):
            return replace(verdict, claim=maximality, point=point)
    message = f"a free E: the mechanism is maximally sufficient at some E of {interval}, and at others not"
    raise UndecidedError(message, remedy="ask at one")
