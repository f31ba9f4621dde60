"""Utilities of a mechanism, by overlaps of its rows, branching measures, volumes, and the loss in a decision problem.

The likelihoods of an output o are the vector P(o | .) over the inputs (axioms paper, Convention 3.1.1 and Figure 9).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from math import comb
from typing import Any

from dpexact.errors import MechanismError, ParameterError, TooLargeError, need
from dpexact.mechanisms.labels import Label, label_of, labels_of
from dpexact.mechanisms.mechanism import Mechanism, require_distributions
from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import probability
from dpexact.numbers.exact import Exact, exact, exact_at
from dpexact.numbers.typography import value_excerpt
from dpexact.papers.axioms.predicate import maximum_of, minimum_of
from dpexact.sufficiency.echelon import determinant as of_matrix

Likelihood = tuple[Exact, ...]
MAX_ORDER = 400  # of a rational matrix
MAX_FIELD_ORDER = 30  # of a matrix with other entries
MAX_MINORS = 200_000


def checked(mechanism: object) -> Mechanism:
    """Return the mechanism, whose rows sum to 1. Raises ParameterError, MechanismError."""
    known = need.instance(mechanism, Mechanism, "mechanism", "Mechanism.from_rows makes one")
    require_distributions(known)
    return known


def branching(mechanism: Mechanism, F: Callable[[Likelihood], object]) -> Exact | Enclosure:
    """Return the sum over the outputs o of F(P(o | .)). F gets a tuple of Exact in the order of the inputs.

    It is a branching measure if F is convex, continuous and homogeneous (F(c x) = c F(x), so F(0) = 0) on the vectors
    with entries >= 0, which the caller must know. `decision_value` makes such an F from a decision problem.

    The answer is exact, an Enclosure if F gives one.
    Raises InexactInputError for a float from F, with the output.
    Reference: axioms paper, Definition 3.2.7.
    """
    need.function(F, "F", "a function of a tuple of likelihoods")
    likelihoods = checked(mechanism).column_stochastic()
    values = [
        value if isinstance(value, Enclosure) else exact_at(value, f"F at the output {value_excerpt(output)}")
        for output, value in zip(mechanism.outputs, map(F, likelihoods), strict=True)
    ]
    total = exact_sum(value for value in values if isinstance(value, Exact))
    return sum((value for value in values if isinstance(value, Enclosure)), total)


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

    The answer is exact, with a free E as a function of E.
    Raises SignChangesError if the pair of inputs or the outputs of the overlap are not the same for all E.
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

    The answer is exact. Raises MechanismError for a single input, SignChangesError as for the coefficient.
    Reference: axioms paper, Example 3.2.4 and Appendix D.
    """
    if len(checked(mechanism).inputs) == 1:
        raise MechanismError("one", place="mechanism", expected="two inputs or more to discriminate between")
    return -maximum_of(overlaps(mechanism))


def contraction(mechanism: Mechanism) -> Exact:
    """Return the largest total variation distance of P(. | j) and P(. | k) over all inputs, half an L1 distance.

    The answer is exact, 0 for one input. Raises SignChangesError as for the coefficient.
    Reference: axioms paper, Example 3.2.3.
    """
    return 1 + dobrushin(mechanism)


def determinant(mechanism: Mechanism) -> Exact:
    """Return the absolute value of det M, from 0 to 1, for as many outputs as inputs.

    Post-processing by a kernel with as many outputs again does not increase it, since det(A M) = det A det M and
    abs(det A) <= 1 for a column-stochastic A.

    The answer is exact. Raises MechanismError for another shape, TooLargeError.
    Reference: axioms paper, Example 3.2.2.
    """
    matrix = checked(mechanism).column_stochastic()
    if len(mechanism.inputs) != len(mechanism.outputs):
        shape = f"{len(mechanism.inputs)} inputs and {len(mechanism.outputs)} outputs"
        remedy = "lorenz_volume takes any shape"
        raise MechanismError(shape, place="mechanism", expected="as many outputs as inputs", remedy=remedy)
    return abs(_determinant(matrix))


def volume_squared(mechanism: Mechanism) -> Exact:
    """Return det(M^T M), the square of the paper's volume. M has a row for each output, a column for each input.

    It does not respect post-processing, since a merge of two outputs may increase it (the paper's example), and the
    merge of the two halves of an output does. It is 0 if and only if the columns are linearly dependent.

    The answer is exact. Raises TooLargeError.
    Reference: axioms paper, Example 3.2.2.
    """
    rows = checked(mechanism).rows()
    return _determinant([[exact_sum(a * b for a, b in zip(p, q, strict=True) if a and b) for q in rows] for p in rows])


def lorenz_volume(mechanism: Mechanism) -> Exact:
    """Return the sum of the absolute values of all n x n minors of M, from 0 to 1, for n inputs.

    It is the volume of the sum of the segments from 0 to P(o | .) (the Lorenz zonotope), equal to `determinant` if
    that is defined, and unlike `volume_squared` it respects post-processing for every shape. By the formula of Cauchy
    and Binet a minor of A M is the sum of minors of A times minors of M, and the absolute values of the minors of A
    in given columns sum to at most 1. With fewer outputs than inputs it is 0.

    The answer is exact. Raises TooLargeError for more than 200000 minors.
    """
    rows = [row for row in checked(mechanism).column_stochastic() if any(row)]
    order = len(mechanism.inputs)
    if comb(len(rows), order) > MAX_MINORS:
        came, expected = f"{comb(len(rows), order)}", f"at most {MAX_MINORS} minors"
        raise TooLargeError(came, place="mechanism", expected=expected, remedy="merge outputs")
    return exact_sum([abs(_determinant(minor)) for minor in combinations(rows, order)] or [exact(0)])


def _determinant(matrix: Sequence[Sequence[Exact]]) -> Exact:
    order = len(matrix)
    limit = MAX_ORDER if all(value.is_rational() for row in matrix for value in row) else MAX_FIELD_ORDER
    if order > limit:
        expected = f"at most {limit} inputs for a determinant of such entries"
        raise TooLargeError(f"{order}", place="mechanism", expected=expected)
    return of_matrix(matrix)


def decision_value(utility: Mapping[Any, object], inputs: tuple[Label, ...]) -> Callable[[Likelihood], Exact]:
    """Return F(x) = max over the actions a of the sum over the inputs i of utility(a, i) x_i, convex and homogeneous.

    `utility` is {(action, input): value}, the worth of the action under the input (times the prior). The branching
    measure of this F is the worth of the mechanism in the decision problem under its best use. By Blackwell's theorem
    m2 is sufficient for m1 if and only if m1 is worth no more than m2 in every decision problem.

    The answer is exact. Raises ParameterError.
    """
    forms = list(_table(utility, "utility", ("action", "input"), labels_of(inputs, "inputs")).values())

    def value_of(likelihood: Likelihood) -> Exact:
        return max(exact_sum(c * x for c, x in zip(form, likelihood, strict=True)) for form in forms)

    return value_of


def expected_loss(mechanism: Mechanism, loss: Mapping[Any, object], prior: Mapping[Any, object]) -> Exact:
    """Return the sum over inputs i and outputs o of prior(i) P(o | i) loss(o, i), the loss itself, smaller is better.

    `loss` is {(output, input): value} for every output and input, `prior` {input: value}, a distribution on the inputs.
    Its negative does not respect post-processing (Axiom 3.1.4) unless the loss is the same for all outputs, since the
    outputs are taken as answers, and another labelling of the same outputs has another loss. `least_expected_loss`
    does respect it. Trace(L^T M) of Example 3.2.1 is this number for loss(o, i) = L(o, i) / prior(i).

    The answer is exact. Raises ParameterError with the argument and the entry, InexactInputError, MechanismError.
    Reference: axioms paper, Section 3 (Figure 8) and Example 3.2.1.

    >>> from dpexact import Mechanism
    >>> response = Mechanism.from_rows("YN", "YN", [["2/3", "1/3"], ["1/3", "2/3"]])
    >>> lie = {("Y", "Y"): 0, ("N", "Y"): 1, ("Y", "N"): 1, ("N", "N"): 0}
    >>> expected_loss(response, lie, {"Y": "3/4", "N": "1/4"})
    exact('1/3')
    """
    weights = _prior(checked(mechanism), prior)
    values = _table(loss, "loss", ("output", "input"), mechanism.inputs, mechanism.outputs)
    return exact_sum(
        weight * entry * value
        for row, losses in zip(mechanism.column_stochastic(), values.values(), strict=True)
        for weight, entry, value in zip(weights, row, losses, strict=True)
        if weight and entry
    )


def least_expected_loss(mechanism: Mechanism, loss: Mapping[Any, object], prior: Mapping[Any, object]) -> Exact:
    """Return the least expected loss of an answer that is made of the output, by any post-processing.

    `loss` is {(answer, input): value}, with a value for every input at each answer that occurs. This is the sum over
    the outputs o of min over the answers a of the sum of prior(i) P(o | i) loss(a, i). Its negative is a
    branching measure, so it respects Axioms 3.1.4, 3.2.5 and 3.2.6, and Figure 8 is not a paradox for it.

    The answer is exact. Raises the errors of `expected_loss`.
    """
    weights = _prior(checked(mechanism), prior)
    values = _table(loss, "loss", ("answer", "input"), mechanism.inputs)
    return exact_sum(
        min(exact_sum(w * p * v for w, p, v in zip(weights, row, losses, strict=True)) for losses in values.values())
        for row in mechanism.column_stochastic()
    )


def _prior(mechanism: Mechanism, prior: object) -> list[Exact]:
    """Return the weights in the order of the inputs."""
    table = {
        label_of(label, "prior"): value
        for label, value in need.mapping(prior, "prior", "a mapping from inputs to numbers").items()
    }
    numbers = zip(mechanism.inputs, _numbers(table, "prior", mechanism.inputs, "a weight for every input"), strict=True)
    weights = [probability(weight, f"prior[{value_excerpt(label)}]") for label, weight in numbers]
    total = exact_sum(weights)
    if total != 1:
        raise ParameterError(f"the sum {total!r}", place="prior", expected="weights with the sum 1")
    return weights


def _table(
    table: object, name: str, key: tuple[str, str], inputs: tuple[Label, ...], answers: tuple[Label, ...] = ()
) -> dict[Label, list[Exact]]:
    """Read {(answer, input): value} as {answer: values in the order of the inputs}, for all answers by default."""
    words = f"({key[0]}, {key[1]})"
    values: dict[tuple[Label, Label], object] = {}
    for pair, value in need.mapping(table, name, f"a mapping from {words} to numbers").items():
        if not (isinstance(pair, tuple) and len(pair) == 2):
            raise ParameterError(value_excerpt(pair), place=name, expected=f"keys {words}")
        values[label_of(pair[0], name), label_of(pair[1], name)] = value
    rows = answers or tuple(dict.fromkeys(answer for answer, _ in values))
    if not rows:
        raise ParameterError("none", place=name, expected=f"at least one {key[0]}")
    keys = [(answer, label) for answer in rows for label in inputs]
    numbers = dict(zip(keys, _numbers(values, name, keys, f"a number for every {words}"), strict=True))
    return {answer: [numbers[answer, label] for label in inputs] for answer in rows}


def _numbers(table: Mapping[Any, object], name: str, keys: Sequence[object], expected: str) -> list[Exact]:
    """Return the numbers of the keys, in their order, of a table that has each of them and no other."""
    known = set(keys)
    if others := [key for key in table if key not in known]:
        raise ParameterError(value_excerpt(others[0]), place=name, expected="only the labels of its inputs and outputs")
    for key in keys:
        if key not in table:
            raise ParameterError(f"none for {value_excerpt(key)}", place=name, expected=expected)
    return [exact_at(table[key], f"{name}[{value_excerpt(key)}]") for key in keys]
