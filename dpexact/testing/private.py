"""assert_private: a mechanism is (epsilon, delta)-private, or the assertion shows where it is not."""

from __future__ import annotations

from dpexact import need
from dpexact.errors import MechanismError
from dpexact.mechanisms.graph import NO_PAIR, NeighborGraph
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.partial import PartialMechanism
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import value_excerpt
from dpexact.privacy.claim import MECHANISM_REMEDY
from dpexact.privacy.verdict import Proved, Refuted, contribution_text, levels_text
from dpexact.privacy.verify import verify
from dpexact.report.wrapping import aligned
from dpexact.testing.claimed import in_ulps, shown, ulp
from dpexact.testing.findings import NOT_TRUE, UNDECIDED, failure, held
from dpexact.testing.within import assert_private_within

MAX_SHOWN = 20


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

    Of a partial mechanism (of a program) it holds, or fails, wherever the unfinished mass lies.

    With a `tolerance`, such as "1e-12", a probability stands for all numbers that are off from it by at most this share
    of it, since floats are rounded so; nothing is divided by its sum. Then `Mechanism.from_floats(...,
    row_sums="report")` may be asked, if every row can sum to 1 within the tolerance. The assertion holds if the bound
    holds for all these numbers. It is refuted if some pair breaks it for all of them, and else undecided, which fails
    too. A probability of 0 stands for 0 alone.

    Guarantee: exact. Raises: AssertionError with pair, event, both probabilities, the gap, and lines to paste;
    ParameterError unless exactly one of epsilon and exp_epsilon is given, and for a tolerance of 1 or more;
    InexactInputError for a float in the claim; MechanismError for anything that is not a mechanism, such as a list of
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
    if isinstance(verdict, Proved) and verdict.vacuous:
        message = f"assert_private: nothing was claimed: {NO_PAIR}; name the neighbors of the mechanism"
        raise failure(message, NOT_TRUE)
    if isinstance(verdict, Proved):
        held()
        return
    if not isinstance(verdict, Refuted):
        hint = ""
        if isinstance(mechanism, Mechanism) and mechanism.defects:
            hint = "; or give tolerance=, the share of itself by which a probability may be off"
        message = f"assert_private: undecided: {verdict.reason}{hint}"
        raise failure(message, UNDECIDED)
    raise failure("\n".join(_lines(verdict.concrete.mechanism, verdict, delta)), NOT_TRUE)


def _lines(mechanism: Mechanism, verdict: Refuted, delta: object) -> list[str]:
    example = verdict.counterexample
    first, second = example.pair
    p, q = (mechanism.probability(name, example.event) for name in (first, second))
    E, allowed = verdict.exp_epsilon, exact(delta)
    bound = allowed if not isinstance(E, Exact) else E * q + allowed
    ordered = example.by_contribution(verdict.concrete)
    event = [output for output, _ in ordered]
    mostly = contribution_text(ordered, value_excerpt)
    more = f" and {len(event) - MAX_SHOWN} more" if len(event) > MAX_SHOWN else ""
    gap = shown(example.excess) if isinstance(example.excess, Exact) else example.excess.decimal()
    parts = (
        ("asked", levels_text(verdict.concrete)),
        ("event S", f"{value_excerpt(event[:MAX_SHOWN])}{more}"),
        *([("mostly", mostly)] if mostly else []),
        (f"P(S | {first!r})", shown(p)),
        (f"P(S | {second!r})", shown(q)),
        (f"E P(S | {second!r}) + delta", shown(bound)),
        ("gap", f"{gap} above, {in_ulps(example.excess, ulp(bound))}"),
    )
    return [
        f"assert_private: refuted for the pair {example.pair!r}",
        *aligned(parts),
        *_regression(example.pair, (p, q), E, allowed),
    ]


def _regression(pair: tuple[Label, Label], masses: tuple[Exact, Exact], E: Exact | float, delta: Exact) -> list[str]:
    """Write lines to paste: the two rows, at the event and at everything else."""
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
