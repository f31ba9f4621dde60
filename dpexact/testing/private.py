"""assert_private: a mechanism is (epsilon, delta)-private, or the assertion shows a counterexample."""

from __future__ import annotations

from dpexact.errors import MechanismError, need
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.partial import PartialMechanism
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.floats import ulp
from dpexact.numbers.typography import value_excerpt
from dpexact.privacy.claim import MECHANISM_REMEDY
from dpexact.privacy.verdict import Proved, Refuted, contribution_text, levels_text
from dpexact.privacy.verify import verify
from dpexact.testing.claimed import in_ulps, number_text
from dpexact.testing.failed import event_text, table
from dpexact.testing.findings import NOT_TRUE, UNDECIDED, failure, held
from dpexact.testing.within import NOTHING_CLAIMED, assert_private_within


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

    Guarantee: exact. Raises: AssertionError with pair, event, both probabilities, the gap, and lines to paste,
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
        raise failure(f"assert_private: undecided: {verdict.reason}{hint}", UNDECIDED)
    raise failure(_message(verdict, delta), NOT_TRUE)


def _message(verdict: Refuted, delta: object) -> str:
    """Return the counterexample with its probabilities, and lines to paste."""
    example, claim = verdict.counterexample, verdict.concrete
    first, second = example.pair
    p, q = (claim.mechanism.probability(name, example.event) for name in (first, second))
    E, allowed = verdict.exp_epsilon, exact(delta)
    bound = allowed if not isinstance(E, Exact) else E * q + allowed
    ordered = example.by_contribution(claim)
    mostly = contribution_text(ordered, value_excerpt)
    gap = number_text(example.excess) if isinstance(example.excess, Exact) else example.excess.decimal()
    rows = (
        ("asked", levels_text(claim)),
        ("event S", event_text([output for output, _ in ordered])),
        *([("mostly", mostly)] if mostly else []),
        (f"P(S | {first!r})", number_text(p)),
        (f"P(S | {second!r})", number_text(q)),
        (f"E P(S | {second!r}) + delta", number_text(bound)),
        ("gap", f"{gap} above, {in_ulps(example.excess, ulp(bound))}"),
    )
    head = f"assert_private: refuted for the pair {example.pair!r}"
    return "\n".join([head, *table(rows), *_regression(example.pair, (p, q), E, allowed)])


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
