"""assert_private: a mechanism, also one of rounded floats, is (epsilon, delta)-private, or a counterexample is shown.

With a tolerance t the rows of floats sum to 1 up to rounding, and are not divided by their sums. A float f represents
every number from (1 - t) f to (1 + t) f. For one ordered pair (i, j) and E, the sum over the outputs of the positive
parts of p - E q is largest, over all these numbers, at p = (1 + t) f_i and q = (1 - t) f_j, and least at
p = (1 - t) f_i and q = (1 + t) f_j, since each part is monotone in both. So the two extremes are divergences of the
floats themselves:

    (1 + t) D(E (1 - t) / (1 + t))   and   (1 - t) D(E (1 + t) / (1 - t)),   D(F) = sum of (f_i - F f_j)+.

The bound holds for all these numbers if and only if the first is at most delta for every pair. If the second is above
delta for some pair, all of them break the bound. Every ordered pair counts, pairs of equal floats too, since these may
represent different numbers. No event has more than 1, so that nothing breaks a delta of 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from dpexact.errors import IncompatibleFieldsError, MechanismError, ParameterError, TooLargeError, need
from dpexact.mechanisms.graph import NO_PAIR, NeighborGraph
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.partial import PartialMechanism
from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.floats import ulp
from dpexact.numbers.typography import counted, value_excerpt
from dpexact.privacy.claim import MECHANISM_REMEDY, PrivacyClaim
from dpexact.privacy.layout import EntryRows
from dpexact.privacy.verdict import Proved, Refuted, contribution_text, levels_text
from dpexact.privacy.verify import verify
from dpexact.testing.compared import event_text, number_text, table, tolerance, ulps_number
from dpexact.testing.findings import NOT_TRUE, UNDECIDED, failure, held

NAME = "assert_private"
NOTHING_CLAIMED = f"{NAME}: nothing was claimed: {NO_PAIR}; name the neighbors of the mechanism"


def assert_private(
    mechanism: Mechanism | PartialMechanism,
    neighbors: NeighborGraph,
    *,
    epsilon: object = None,
    exp_epsilon: object = None,
    delta: object = 0,
    tolerance: object = None,
) -> None:
    """Assert that P_i(S) <= E P_j(S) + delta for every ordered neighboring pair and event S; give epsilon or E.

    For a partial mechanism (of a program) the answer holds wherever the unfinished mass lies.

    With a `tolerance`, such as "1e-12", a probability represents all numbers that are off from it by at most this share
    of it, since floats are rounded so. Nothing is divided by its sum. Then `Mechanism.from_floats(...,
    row_sums="report")` is accepted, if every row can sum to 1 within the tolerance. The assertion holds if the bound
    holds for all these numbers. It is refuted if some pair breaks it for all of them, and else undecided, which fails
    too. A probability of 0 represents 0 alone.

    The answer is exact. Raises AssertionError with pair, event, both probabilities, the gap, and lines to paste,
    ParameterError unless exactly one of epsilon and exp_epsilon is given, and for a tolerance of 1 or more,
    InexactInputError for a float in the claim, and MechanismError for anything but a mechanism, such as a list of
    rows, and for a row that cannot sum to 1 within the tolerance.
    """
    __tracebackhide__ = True
    E = one_factor(exp_epsilon, epsilon)
    if tolerance is not None:
        assert_private_within(mechanism, neighbors, E, delta, tolerance)
        return
    if not isinstance(mechanism, PartialMechanism):
        need.instance(mechanism, Mechanism, "assert_private: mechanism", MECHANISM_REMEDY, MechanismError)
    verdict = verify(mechanism, neighbors, E, delta)
    if isinstance(verdict, Proved):
        if verdict.vacuous:
            raise failure(NOTHING_CLAIMED, NOT_TRUE)
        held()
        return
    if not isinstance(verdict, Refuted):
        hint = ""
        if isinstance(mechanism, Mechanism) and mechanism.defects:
            hint = "; or give tolerance=, the share of itself by which a probability may be off"
        raise failure(f"{NAME}: undecided: {verdict.reason}{hint}", UNDECIDED)
    raise failure(*_message(verdict, delta))


@dataclass(frozen=True)
class Within:
    """The claim that every matrix within a relative tolerance `off` of a float matrix is private."""

    claim: PrivacyClaim
    off: Exact

    def rows(self, sign: int) -> EntryRows:
        """Return the rows at E (1 - t)/(1 + t) for the largest divergences (sign 1), inverse for the least (-1)."""
        factor = self.claim.exp_epsilon
        if isinstance(factor, Exact):
            factor *= (1 - sign * self.off) / (1 + sign * self.off)
        return EntryRows(self.claim.mechanism, factor)

    def exceeding(self, sign: int) -> tuple[int, int] | None:
        """Return the first pair whose largest (1) or least (-1) divergence is above delta."""
        if self.claim.delta >= 1:
            return None
        rows, bound = self.rows(sign), self.claim.delta / (1 + sign * self.off)
        places = {label: place for place, label in enumerate(self.claim.mechanism.inputs)}
        pairs = ((places[i], places[j]) for i, j in self.claim.neighbors.ordered_pairs())
        return next(((i, j) for i, j in pairs if rows.exceeding(i, [j], bound) is not None), None)

    def divergence(self, sign: int, i: int, j: int) -> Exact:
        """Return the largest or the least divergence of a pair."""
        divergence = (1 + sign * self.off) * self.rows(sign).divergence(i, j)
        return min(divergence, Exact.of_rational(1))


def assert_private_within(
    mechanism: object, neighbors: NeighborGraph, exp_epsilon: object, delta: object, share: object
) -> None:
    """Assert privacy of all matrices within the tolerance, as `assert_private` says."""
    __tracebackhide__ = True
    off = tolerance(share, "tolerance")
    if off >= 1:
        expected = 'a share of each probability below 1, such as "1e-12"'
        raise ParameterError(value_excerpt(share), place="tolerance", expected=expected)
    here = f"{NAME} with a tolerance"
    matrix = need.instance(mechanism, Mechanism, f"{here}: mechanism", MECHANISM_REMEDY, MechanismError)
    claim = Within(PrivacyClaim.of(matrix, neighbors, exp_epsilon, delta), off)
    _require_sums(matrix, off, share)
    if claim.claim.free_intervals:
        raise ParameterError("a free E", place=here, expected="numbers for E, delta and the probabilities")
    if claim.claim.vacuous:
        raise failure(NOTHING_CLAIMED, NOT_TRUE)
    try:
        fault = _fault(claim)
    except (IncompatibleFieldsError, TooLargeError) as error:
        raise failure(f"{NAME}: undecided: {error}", UNDECIDED) from None
    if fault is not None:
        raise failure(*fault)
    held()


def _require_sums(mechanism: Mechanism, off: Exact, share: object) -> None:
    """Require that numbers within the tolerance of each row sum to 1. Raises MechanismError."""
    for i, row in enumerate(mechanism.rows()):
        total = exact_sum(row)
        if not (1 - off) * total <= 1 <= (1 + off) * total:
            expected = f"entries that sum to 1 where each is off by at most {value_excerpt(share)} of itself"
            remedy = "look for a missing outcome, or give a larger tolerance="
            raise MechanismError(f"the sum {total.decimal(17)}", place=f"rows[{i}]", expected=expected, remedy=remedy)


def _fault(within: Within) -> tuple[str, str] | None:
    """Return the message and the finding, or None if the assertion holds."""
    places = within.exceeding(1)
    if places is None:
        return None
    worse = within.exceeding(-1)
    sign, (i, j) = (1, places) if worse is None else (-1, worse)
    mechanism = within.claim.mechanism
    outputs = within.rows(sign).positive(i, j)
    pair = mechanism.inputs[i], mechanism.inputs[j]
    least, most = (number_text(within.divergence(extreme, i, j)) for extreme in (-1, 1))
    sums = [f"{number_text(mechanism.total(row, outputs))}, the sum of the floats" for row in (i, j)]
    rows = _counterexample(within.claim, pair, [mechanism.outputs[output] for output in outputs], (sums[0], sums[1]))
    rows.insert(1, ("tolerance", f"{number_text(within.off)} of each probability"))
    lines = table([*rows, ("least delta", f"from {least} to {most}, for this pair")])
    if worse is not None:
        head = f"{NAME}: refuted for the pair {pair!r}, whatever the probabilities are within the tolerance"
        return "\n".join([head, *lines]), NOT_TRUE
    head = f"{NAME}: undecided: for the pair {pair!r} it depends on what the probabilities are"
    advice = "  to do: give a smaller tolerance=, if the floats are that good, or claim a larger epsilon or delta"
    return "\n".join([head, *lines, advice]), UNDECIDED


def _message(verdict: Refuted, delta: object) -> tuple[str, str, dict[str, str]]:
    """Return the counterexample with its probabilities and lines to paste, the finding, and the gap for a report."""
    example, claim = verdict.counterexample, verdict.concrete
    second = example.pair[1]
    p, q = (claim.mechanism.probability(name, example.event) for name in example.pair)
    E, allowed = verdict.exp_epsilon, exact(delta)
    bound = allowed if not isinstance(E, Exact) else E * q + allowed
    ordered = example.by_contribution(claim)
    mostly = contribution_text(ordered, value_excerpt)
    gap = number_text(example.excess) if isinstance(example.excess, Exact) else example.excess.decimal()
    ulps = ulps_number(example.excess, ulp(bound)).decimal(3)
    rows = _counterexample(claim, example.pair, [output for output, _ in ordered], (number_text(p), number_text(q)))
    rows[2:2] = [("mostly", mostly)] if mostly else []
    gap_text = f"{gap} above, {counted(ulps, 'ulp')}"
    rows += [(f"E P(S | {second!r}) + delta", number_text(bound)), ("gap", gap_text)]
    head = f"{NAME}: refuted for the pair {example.pair!r}"
    lines = [head, *table(rows), *_regression(example.pair, (p, q), E, allowed)]
    return "\n".join(lines), NOT_TRUE, {"gap": gap_text, "ulps": ulps}


def _counterexample(
    claim: PrivacyClaim, pair: tuple[Label, Label], event: Sequence[Label], masses: tuple[str, str]
) -> list[tuple[str, str]]:
    """Return the claim, the event, and its probabilities under both inputs, as rows of a message."""
    under = [(f"P(S | {label!r})", mass) for label, mass in zip(pair, masses, strict=True)]
    return [("asked", levels_text(claim)), ("event S", event_text(event)), *under]


def _regression(pair: tuple[Label, Label], masses: tuple[Exact, Exact], E: Exact | float, delta: Exact) -> list[str]:
    """Return lines to paste with the two rows, at the event and at everything else."""
    rows = [[str(mass), str(1 - mass)] for mass in masses]
    labels = list(pair)
    ratio = f'"{E}"' if isinstance(E, Exact) else 'float("inf")'
    return [
        "A regression test:",
        "    from dpexact import Mechanism, NeighborGraph",
        "    from dpexact.testing import assert_private",
        "    # the two rows, at the event S and at all other outputs; put your own mechanism and neighbors here",
        f'    mechanism = Mechanism.from_rows({labels!r}, ["S", "rest"], {rows!r})',
        f"    neighbors = NeighborGraph.from_edges({labels!r}, [{pair!r}], directed=True)",
        f'    assert_private(mechanism, neighbors, exp_epsilon={ratio}, delta="{delta}")',
    ]
