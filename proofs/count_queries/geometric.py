"""Every p = e^-epsilon in (0, 1), N <= 8 (finite checks: the values of each step): how optimal truncated noise is.

Sadeghi, Asoodeh, Calmon (2020), section I, on [7]: adding truncated or folded geometric noise to a count preserves
differential privacy while minimizing the probability of error. The counts are 0, ..., N; truncated: what falls outside
is moved to the nearest end, as in `range_restricted_geometric`.

Averaged over the counts it has the least probability of error: with w_n = 1/(1 + p) for n = 0, N and (1 - p)/(1 + p)
between, the sum of w_n p^|n - y| over n is 1 for every output y (`weights`, as polynomials in p). A private mechanism
has M(y given n) >= p^|n - y| M(y given y), so the sum over n and y of w_n M(y given n), which is the sum of the w_n, is
at least the sum of all M(y given y); and M(n given n) = w_n for the geometric mechanism (`diagonal`). Linear programs
say the same (`trace`).

In the worst case over the counts it does not, nor for a prior that is not uniform, nor folded.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from dpexact.linear_programs import LinearProgram, Optimum, solve
from dpexact.mechanisms.families import range_restricted_geometric
from dpexact.papers.proving import Counterexample, Exhaustive, Proof

if TYPE_CHECKING:
    from dpexact.mechanisms.labels import Label

Row = tuple[Fraction, ...]
Constraint = tuple[dict["Label", object], str, object]

proof = Proof(__doc__)


def constraints(ratio: int, last: int) -> list[Constraint]:
    """Mechanisms (n, y) on the counts 0..N that are private for neighboring counts."""
    counts = range(last + 1)
    rows: list[Constraint] = [({(n, y): 1 for y in counts}, "=", 1) for n in counts]
    for one in counts[1:]:
        for n, o in ((one, one - 1), (one - 1, one)):
            rows += [({(n, y): 1, (o, y): -ratio}, "<=", 0) for y in counts]
    return rows


def least_average_error(ratio: int, prior: tuple[int, ...]) -> Fraction | None:
    """The least sum of prior[n] (1 - M(n given n)), by an exact linear program."""
    counts = range(len(prior))
    variables: list[Label] = [(n, y) for n in counts for y in counts]
    objective: dict[Label, object] = {(n, n): -weight for n, weight in enumerate(prior)}
    outcome = solve(LinearProgram.from_rows(variables, objective, constraints(ratio, len(prior) - 1)))
    return Fraction(str(sum(prior) + outcome.value)) if isinstance(outcome, Optimum) else None


def least_worst_error(ratio: int, last: int) -> Fraction | None:
    """The least max over n of 1 - M(n given n)."""
    counts = range(last + 1)
    rows = constraints(ratio, last)
    rows += [({(n, n): 1, "error": 1}, ">=", 1) for n in counts]
    variables: list[Label] = [*((n, y) for n in counts for y in counts), "error"]
    outcome = solve(LinearProgram.from_rows(variables, {"error": 1}, rows))
    return Fraction(str(outcome.value)) if isinstance(outcome, Optimum) else None


def errors(ratio: int, last: int) -> Row:
    """The probability of error of the truncated geometric mechanism at each count."""
    rows = range_restricted_geometric(Fraction(1, ratio), last + 1).rows()
    return tuple(1 - Fraction(str(rows[n][n])) for n in range(last + 1))


def folded(ratio: int, last: int) -> list[list[Fraction]]:
    """Reflected at -1/2 and at N + 1/2 again and again: Z of two-sided geometric law, in closed form."""
    p, period = Fraction(1, ratio), 2 * (last + 1)
    # all z of one residue r in 0..period-1 have together (p^r + p^(period - r)) (1-p)/(1+p)/(1 - p^period)
    share = (1 - p) / (1 + p) / (1 - p**period)
    law = [share * (p**r + p ** (period - r)) for r in range(period)]
    return [[law[(y - n) % period] + law[(-1 - y - n) % period] for y in range(last + 1)] for n in range(last + 1)]


def is_private(rows: list[list[Fraction]], ratio: int) -> bool:
    """Whether no output is more than E times as likely at a neighboring count, and the totals are 1."""
    pairs = [(a, b) for n in range(1, len(rows)) for a, b in ((rows[n], rows[n - 1]), (rows[n - 1], rows[n]))]
    return all(p <= ratio * q for a, b in pairs for p, q in zip(a, b, strict=True)) and all(sum(r) == 1 for r in rows)


@proof.conclusion
def weights() -> Exhaustive:
    """For N <= 8 and every y, as polynomials in p: (1 + p) times the sum of w_n p^|n - y| is 1 + p."""

    def is_an_output(last: int, output: int) -> bool:
        return output <= last

    def is_1(last: int, output: int) -> bool:
        total = [0] * (last + 2)
        for n in range(last + 1):
            total[abs(n - output)] += 1
            if 0 < n < last:
                total[abs(n - output) + 1] -= 1  # (1 - p) p^|n - y|
        return total == [1, 1] + [0] * last

    domain = {"last": range(1, 9), "output": range(9)}
    return Exhaustive("the weighted columns have the total 1", domain, is_1, where=is_an_output)


@proof.conclusion
def diagonal() -> Exhaustive:
    """For E = 2, 3, 10 and N <= 8 the mechanism is private, with M(n given n) = w_n."""

    def as_said(ratio: int, last: int) -> bool:
        p = Fraction(1, ratio)
        rows = [[Fraction(str(x)) for x in row] for row in range_restricted_geometric(p, last + 1).rows()]
        shares = [1 / (1 + p) if n in (0, last) else (1 - p) / (1 + p) for n in range(last + 1)]
        return is_private(rows, ratio) and [rows[n][n] for n in range(last + 1)] == shares

    return Exhaustive("M(n given n) = w_n", {"ratio": (2, 3, 10), "last": range(1, 9)}, as_said)


@proof.conclusion
def trace() -> Exhaustive:
    """For E = 2, 3 and N <= 5 no private mechanism has a smaller total probability of error: exact linear programs."""

    def is_least(ratio: int, last: int) -> bool:
        return least_average_error(ratio, (1,) * (last + 1)) == sum(errors(ratio, last))

    return Exhaustive("the average error is the least", {"ratio": (2, 3), "last": range(1, 6)}, is_least)


@proof.conclusion
def worst_case() -> Counterexample:
    """E = 2, N = 2: the worst error is 2/3 at n = 1; answering truly with 1/2 and else at random has 1/2."""

    def is_private_too(ratio: int, last: int, rows: tuple[Row, ...]) -> bool:
        return len(rows) == last + 1 and is_private([list(row) for row in rows], ratio)

    def is_not_better(ratio: int, last: int, rows: tuple[Row, ...]) -> bool:
        return max(1 - rows[n][n] for n in range(last + 1)) >= max(errors(ratio, last))

    fourths = tuple(tuple(Fraction(n, 4) for n in row) for row in ((2, 1, 1), (1, 2, 1), (1, 1, 2)))
    instance = {"ratio": 2, "last": 2, "rows": fourths}
    return Counterexample("the worst error is the least", instance, is_private_too, is_not_better)


@proof.conclusion
def least_in_the_worst_case() -> Exhaustive:
    """E = 2: for N = 2, ..., 5 the least worst error is less than that of the geometric mechanism."""

    def is_less(last: int) -> bool:
        least = least_worst_error(2, last)
        return least is not None and least < max(errors(2, last))

    return Exhaustive("the worst error is not the least", {"last": range(2, 6)}, is_less)


@proof.conclusion
def another_prior() -> Counterexample:
    """E = 2, N = 2, the prior 0, 1, 0: always answering 1 is private and never errs, the geometric has 2/3."""

    def is_a_prior(ratio: int, prior: tuple[int, ...]) -> bool:
        return ratio >= 1 and min(prior) >= 0 and sum(prior) == 1

    def is_least(ratio: int, prior: tuple[int, ...]) -> bool:
        error = sum(w * e for w, e in zip(prior, errors(ratio, len(prior) - 1), strict=True))
        return error == least_average_error(ratio, prior)

    return Counterexample("least for every prior", {"ratio": 2, "prior": (0, 1, 0)}, is_a_prior, is_least)


@proof.conclusion
def folded_noise() -> Counterexample:
    """E = 2, N = 2: folded (reflected) noise is private, and has a larger total error than truncated noise."""

    def preserves_privacy(ratio: int, last: int) -> bool:
        return is_private(folded(ratio, last), ratio)

    def is_least(ratio: int, last: int) -> bool:
        rows = folded(ratio, last)
        return sum(1 - rows[n][n] for n in range(last + 1)) <= sum(errors(ratio, last))

    instance = {"ratio": 2, "last": 2}
    return Counterexample("folded noise has the least total error", instance, preserves_privacy, is_least)


proof.establishes({"geometric-optimal": "holds", "geometric-optimal-worst-case": "holds-if, holds"}, "weights")
proof.establishes({"geometric-optimal": "holds", "geometric-optimal-worst-case": "holds-if, holds"}, "diagonal")
proof.establishes({"geometric-optimal": "holds", "geometric-optimal-worst-case": "holds-if, holds"}, "trace")
proof.establishes({"geometric-optimal-worst-case": "holds-if, fails"}, "worst_case")
proof.establishes({"geometric-optimal-worst-case": "holds-if, fails"}, "least_in_the_worst_case")
proof.establishes({"geometric-optimal-worst-case": "holds-if, fails"}, "another_prior")
proof.establishes({"geometric-optimal-folded": "refuted"}, "folded_noise")
