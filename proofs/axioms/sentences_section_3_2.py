"""At the parameters of each step: sentences of Section 3.2 and of Appendix F, true or false as they stand.

Kifer and Lin. Axiom 3.2.6 speaks of o_1 and o_2, so of mechanisms with at least two outputs. "Merging outputs reduces
the amount of information" is false for proportional rows, whose merge can be undone, and true for all others: there
is a sublinear F with F(x) + F(y) > F(x + y), namely abs(x_j - c x_k) with c the ratio of the sums.

A multiplicative loss becomes an additive one by logarithms if the utility is positive. The utility that is 0 if some
output is possible under one input and impossible under another, and -1 otherwise, respects post-processing, has the
multiplicative property mu(M) = mu(merged) G(x, y) with G = 0 or 1, and has no logarithm of either sign.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpexact import Exact, Mechanism, exact
from dpexact.papers.axioms import branching, break_sufficiency
from dpexact.papers.axioms.search import small_mechanisms
from dpexact.papers.proving import Counterexample, Exhaustive, Proof

Row = tuple[Any, ...]
Matrix = tuple[Row, ...]
SHAPES = ((2, 3, 2), (3, 3, 2), (2, 4, 2))
SMALL = [mechanism.column_stochastic() for shape in SHAPES for mechanism in small_mechanisms(*shape)]
KERNELS = [mechanism.rows() for shape in ((3, 2, 2), (3, 3, 2)) for mechanism in small_mechanisms(*shape)]
MATRICES = [mechanism.column_stochastic() for mechanism in small_mechanisms(2, 3, 3)]


def mixed(row: Row) -> bool:
    """Whether an output is possible under one input and impossible under another."""
    return any(row) and not all(row)


def telling(rows: Matrix) -> int:
    """The utility with the multiplicative property."""
    return 0 if any(mixed(row) for row in rows) else -1


def added(one: Row, other: Row) -> Row:
    """The row of two outputs that are merged."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def proportional(one: Row, other: Row) -> bool:
    """Whether all 2 x 2 minors of two rows are 0."""
    size = range(len(one))
    return all(one[j] * other[k] == one[k] * other[j] for j in size for k in size)


def chain(kernel: Matrix, rows: Matrix) -> list[Row]:
    """A M by splits of a row into p x and (1 - p) x and by merges of two rows only; kernel[i][o] = P(o | i)."""
    pieces: dict[int, list[Row]] = {o: [] for o in range(len(kernel[0]))}
    for shares, row in zip(kernel, rows, strict=True):
        rest, left = row, Fraction(1)
        for output, share in enumerate(shares):
            part = Fraction(0) if left == 0 else Fraction(share.numerator, share.denominator) / left
            pieces[output].append(tuple(part * value for value in rest))
            rest, left = tuple((1 - part) * value for value in rest), left * (1 - part)
        pieces[0][-1] = added(pieces[0][-1], rest)  # what is left is a row of zeros
    merged = []
    for output in pieces:
        total = pieces[output][0]
        for piece in pieces[output][1:]:
            total = added(total, piece)
        merged.append(total)
    return merged


def times(kernel: Matrix, rows: Matrix) -> list[Row]:
    """A M by the definition of the product."""
    size = range(len(rows[0]))
    return [
        tuple(sum((shares[o] * row[i] for shares, row in zip(kernel, rows, strict=True)), Fraction(0)) for i in size)
        for o in range(len(kernel[0]))
    ]


proof = Proof(__doc__)


@proof.conclusion
def splits_and_merges() -> Exhaustive:
    """Appendix F: a product with a kernel is a chain of splits and merges."""

    def is_the_product(kernel: Matrix, rows: Matrix) -> bool:
        exact_kernel = tuple(tuple(value.as_fraction() for value in shares) for shares in kernel)
        matrix = tuple(tuple(value.as_fraction() for value in row) for row in rows)
        return chain(exact_kernel, matrix) == times(exact_kernel, matrix)

    domain = {"kernel": KERNELS[::3], "rows": MATRICES}
    return Exhaustive("A M by splits and merges", domain, is_the_product)


@proof.conclusion
def no_information_lost() -> Counterexample:
    """Proportional rows: the merge is undone by a coin."""
    one = Mechanism.from_rows(range(2), range(3), [["1/2", "1/4", "1/4"], ["1/5", "2/5", "2/5"]])
    merge = Mechanism.from_rows(range(3), range(2), [[1, 0], [0, 1], [0, 1]])
    coin = Mechanism.from_rows(range(2), range(3), [[1, 0, 0], [0, "1/2", "1/2"]])

    def merges_two_outputs(mechanism: Mechanism) -> bool:
        return len(mechanism.postprocess(merge).outputs) == len(mechanism.outputs) - 1

    def loses_information(mechanism: Mechanism) -> bool:
        return mechanism.postprocess(merge).postprocess(coin) != mechanism

    text = "merging two outputs reduces the amount of information"
    return Counterexample(text, {"mechanism": one}, merges_two_outputs, loses_information)


@proof.conclusion
def information_lost() -> Exhaustive:
    """Rows x, y that are not proportional: for some j, k, c the function abs(x_j - c x_k) loses by the merge."""

    def loses_unless_proportional(rows: Matrix) -> bool:
        x, y = rows[:2]
        size, total = range(len(x)), added(x, y)
        factors = [row[j] / row[k] for row in (total,) for j in size for k in size if row[k] != 0]
        spreads = [(j, k, c) for j in size for k in size for c in factors]
        lost = any(abs(x[j] - c * x[k]) + abs(y[j] - c * y[k]) > abs(total[j] - c * total[k]) for j, k, c in spreads)
        return lost is not proportional(x, y)

    return Exhaustive(
        "a merge costs some utility unless the rows are proportional", {"rows": SMALL}, loses_unless_proportional
    )


@proof.conclusion
def multiplicative() -> Exhaustive:
    """mu(M) = mu(merged) G(x, y) with G = 0 if x or y is mixed, else 1."""

    def is_multiplicative(rows: Matrix) -> bool:
        x, y, *others = rows
        cost = 0 if mixed(x) or mixed(y) else 1
        return telling(rows) == telling((added(x, y), *others)) * cost

    return Exhaustive("the loss of information is multiplicative", {"rows": SMALL}, is_multiplicative)


@proof.conclusion
def no_logarithm() -> Counterexample:
    """It respects post-processing and takes the values -1 and 0: neither it nor its negative has a logarithm."""
    identity, constant = ((1, 0), (0, 1)), ((1, 1),)

    def respects(one: Matrix, other: Matrix) -> bool:
        def utility(mechanism: Mechanism) -> Exact:
            return exact(telling(mechanism.column_stochastic()))

        found = [break_sufficiency(utility, *shape) for shape in SHAPES]
        return not any(found) and telling(other) < telling(one)

    def has_a_logarithm(one: Matrix, other: Matrix) -> bool:
        values = (telling(one), telling(other))
        return min(values) > 0 or max(values) < 0

    text = "a multiplicative loss becomes additive by logarithms"
    return Counterexample(text, {"one": identity, "other": constant}, respects, has_a_logarithm)


@proof.conclusion
def one_probability() -> Counterexample:
    """Changing one of the probabilities leaves no mechanism: at least two of an input change."""

    def is_a_mechanism(column: Row, change: Fraction) -> bool:
        return bool(sum(column) == 1 and change != 0)

    def is_another_one(column: Row, change: Fraction) -> bool:
        return bool(sum((column[0] + change, *column[1:])) == 1)

    instance = {"column": (Fraction(1, 2), Fraction(1, 2)), "change": Fraction(1, 1000)}
    return Counterexample("one probability can be changed slightly", instance, is_a_mechanism, is_another_one)


@proof.conclusion
def additive_logarithm() -> Exhaustive:
    """A positive one: mu = 2^nu with the branching measure nu of F = max, on multiples of 1/2."""

    def doubled(rows: Matrix) -> int:
        value = branching(Mechanism.from_rows(range(len(rows[0])), range(len(rows)), zip(*rows, strict=True)), max)
        return int(2 * exact(value).as_fraction())

    def becomes_additive(rows: Matrix) -> bool:
        x, y, *others = rows
        merged = (added(x, y), *others)
        factor = Fraction(2 ** doubled(rows), 2 ** doubled(merged))
        alone = int(2 * (max(x) + max(y) - max(added(x, y))))
        return factor == 2**alone and doubled(rows) == doubled(merged) + alone

    halves = [rows for rows in SMALL if all(2 % value.denominator == 0 for row in rows for value in _fractions(row))]
    return Exhaustive("the logarithm of a product is a sum", {"rows": halves}, becomes_additive)


def _fractions(row: Row) -> list[Fraction]:
    return [value.as_fraction() for value in row]


proof.establishes({"appendix-f-operations": "holds"}, "splits_and_merges")
proof.establishes({"section-3-2-merging": "holds-if, fails", "appendix-f-split": "holds"}, "no_information_lost")
proof.establishes(
    {
        "section-3-lossy": "holds-if, holds",
        "section-3-2-merging": "holds-if, holds",
        "axiom-3-2-6-reduces": "holds-if, holds",
    },
    "information_lost",
)
proof.establishes({"section-3-2-logarithm": "holds-if, fails"}, "multiplicative")
proof.establishes({"section-3-2-logarithm": "holds-if, fails"}, "no_logarithm")
proof.establishes({"axiom-3-2-5-idea": "holds-if, fails"}, "one_probability")
proof.establishes({"section-3-2-logarithm": "holds-if, holds"}, "additive_logarithm")
