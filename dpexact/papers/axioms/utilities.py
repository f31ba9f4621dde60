"""Utilities of a mechanism by the overlaps of its rows, and branching measures.

Dobrushin's coefficient, the contraction of the L1 distance and the discrimination compare the rows of the inputs. A
branching measure is the sum over the outputs of a function of their likelihoods, the vector P(o | .) over the inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from dpexact import need
from dpexact.errors import MechanismError, ParameterError
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact, exact_at
from dpexact.numbers.typography import value_excerpt
from dpexact.papers.axioms.order import maximum_of, minimum_of, weak_order

Likelihood = tuple[Exact, ...]


def checked(mechanism: object) -> Mechanism:
    """Return the mechanism, whose rows sum to 1. Raises: ParameterError, MechanismError."""
    if not isinstance(mechanism, Mechanism):
        came, remedy = value_excerpt(mechanism), "Mechanism.from_rows makes one"
        raise ParameterError(came, place="mechanism", expected="a Mechanism", remedy=remedy)
    if mechanism.defects:
        raise MechanismError("its rows do not sum to 1 (see .defects), so it has no utility", place="mechanism")
    return mechanism


def likelihoods(mechanism: Mechanism) -> tuple[Likelihood, ...]:
    """Return the rows of the column-stochastic matrix, one for each output, in the order of outputs and inputs.

    Guarantee: exact. Raises: ParameterError, MechanismError.
    Reference: axioms paper, Convention 3.1.1 and Figure 9.
    """
    return checked(mechanism).column_stochastic()


def branching(mechanism: Mechanism, F: Callable[[Likelihood], object]) -> Exact | Enclosure:
    """Return the sum over the outputs o of F(P(o | .)). F gets a tuple of Exact in the order of the inputs.

    It is a branching measure if F is convex, continuous and homogeneous (F(c x) = c F(x), so F(0) = 0) on the vectors
    with entries >= 0, which the caller must know. `decision_value` makes such an F from a decision problem.

    Guarantee: exact, an Enclosure if F gives one.
    Raises: InexactInputError for a float from F, with the output.
    Reference: axioms paper, Definition 3.2.7.
    """
    need.function(F, "F", "a function of a tuple of likelihoods")
    values: list[Exact] = []
    enclosed: list[Enclosure] = []
    for output, row in zip(checked(mechanism).outputs, likelihoods(mechanism), strict=True):
        value = F(row)
        if isinstance(value, Enclosure):
            enclosed.append(value)
        else:
            values.append(exact_at(value, f"F at the output {value_excerpt(output)}"))
    total = exact_sum(values)
    return sum(enclosed, Enclosure.of(total)) if enclosed else total


def overlaps(mechanism: Mechanism) -> Iterator[Exact]:
    """Yield the sum over outputs of min(P(o | j), P(o | k)), from 0 to 1, for each pair of distinct inputs j, k."""
    for p, q in combinations(checked(mechanism).rows(), 2):
        yield exact_sum(minimum_of(pair) for pair in zip(p, q, strict=True))


def dobrushin(mechanism: Mechanism) -> Exact:
    """Return the negative of the least overlap of two inputs, from 0 down to -1 (all alike, or one input).

    1 + dobrushin(M) = max over inputs of the total variation distance of P(. | j) and P(. | k), and that is the
    largest factor of a contraction, attained as max ||M x - M y|| / ||x - y|| in the L1 norm over distinct
    distributions x, y with positive entries, if there are two inputs. It respects post-processing and is continuous.
    It is a branching measure for two inputs and not for more.

    Guarantee: exact, with a free E as a function of E.
    Raises: SignChangesError if the pair of inputs or the outputs of the overlap are not the same for all E.
    Reference: axioms paper, Example 3.2.3 and Appendix D.

    >>> from dpexact import Mechanism
    >>> dobrushin(Mechanism.from_rows("YN", "YN", [["2/3", "1/3"], ["1/3", "2/3"]]))
    exact('-2/3')
    """
    return -minimum_of([*overlaps(mechanism)] or [exact(1)])


def discrimination(mechanism: Mechanism) -> Exact:
    """Return the negative of the greatest overlap of two distinct inputs, from 0 down to -1 (some two are alike).

    As printed the inputs need not be distinct (or are not bound at all), and then it is -1 for every mechanism. It
    respects post-processing and is continuous. It is a branching measure for two inputs and not for more.

    Guarantee: exact. Raises: MechanismError for a single input, SignChangesError as for the coefficient.
    Reference: axioms paper, Example 3.2.4 and Appendix D.
    """
    if len(checked(mechanism).inputs) == 1:
        raise MechanismError("one", place="mechanism", expected="two inputs or more to discriminate between")
    return -maximum_of(overlaps(mechanism))


def contraction(mechanism: Mechanism) -> Exact:
    """Return the largest total variation distance of P(. | j) and P(. | k) over all inputs, half an L1 distance.

    Guarantee: exact, 0 for one input. Raises: SignChangesError as for the coefficient.
    Reference: axioms paper, Example 3.2.3, as 1 + dobrushin(M).
    """
    half, rows = exact("1/2"), checked(mechanism).rows()
    pairs = (zip(p, q, strict=True) for p, q in combinations(rows, 2))
    distances = [half * exact_sum((a - b) * weak_order(a, b) for a, b in pair) for pair in pairs]
    return maximum_of(distances or [exact(0)])
