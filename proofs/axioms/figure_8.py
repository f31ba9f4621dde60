"""At the parameters of each step: the mechanisms of Figure 8 and what Section 3 says of them.

Kifer and Lin, "An Axiomatic View of Statistical Privacy and Utility". M1 lies with probability 1/3, M2 always says Yes.
With the prior p for Yes the loss of M1 is 1/3 for every p, that of M2 is 1 - p, so M2 is preferred exactly for p > 2/3
(loss_of_m1, loss_of_m2 and preferred in rocq/AxiomsSteps.v). Only the reading of the output as the answer makes
the paradox: whoever may answer as he likes after seeing the output loses 1/4 with either of them, since Yes is the best
answer to both outputs of M1.

Figure 8(a) is also the geometric mechanism of [24] for the counts 0 and 1 and E = 2, with its outputs joined at 0 and
1: the rows that are joined are proportional, so the function is not one-to-one and removes no information. For the
uniform prior it is the optimum among 2-private mechanisms: with x = P(0|0), y = P(1|1) and x <= 2 (1 - y), y <= 2 (1 -
x) the loss is (1 - x)/2 + (1 - y)/2 >= 1/3 (figure_8_is_optimal).
"""

from __future__ import annotations

from fractions import Fraction

from dpexact import Mechanism, NeighborGraph, verify
from dpexact.papers.axioms import contraction, expected_loss, least_expected_loss
from dpexact.papers.proving import (
    Compared,
    Counterexample,
    Exhaustive,
    Proof,
)

YES, NO = "Yes", "No"
M1 = Mechanism.from_rows((YES, NO), (YES, NO), [["2/3", "1/3"], ["1/3", "2/3"]])
M2 = Mechanism.from_rows((YES, NO), (YES, NO), [[1, 0], [1, 0]])
ALL_TO_YES = Mechanism.from_rows((YES, NO), (YES, NO), [[1, 0], [1, 0]])
LOSS = {(o, i): int(o != i) for o in (YES, NO) for i in (YES, NO)}
PRIOR = {YES: Fraction(3, 4), NO: Fraction(1, 4)}
# The geometric mechanism for E = 2 on the counts 0 and 1; -1 and 2 stand for all outputs from there on.
GEOMETRIC = Mechanism.from_rows((0, 1), (-1, 0, 1, 2), [["1/3", "1/3", "1/6", "1/6"], ["1/6", "1/6", "1/3", "1/3"]])
TRUNCATION = Mechanism.from_rows((-1, 0, 1, 2), (0, 1), [[1, 0], [1, 0], [0, 1], [0, 1]])
SPLITTING = Mechanism.from_rows((0, 1), (-1, 0, 1, 2), [["1/2", "1/2", 0, 0], [0, 0, "1/2", "1/2"]])


proof = Proof(__doc__)


@proof.conclusion
def computed_m1() -> Compared:
    """The library's expected loss of M1."""
    return Compared(expected_loss(M1, LOSS, PRIOR), "=", Fraction(1, 3))


@proof.conclusion
def computed_m2() -> Compared:
    """The library's expected loss of M2."""
    return Compared(expected_loss(M2, LOSS, PRIOR), "=", Fraction(1, 4))


@proof.conclusion
def paradox() -> Counterexample:
    """M2 is M1 with its output replaced by Yes, its output does not depend on the input, and its loss is smaller."""

    def is_post_processed(one: Mechanism, other: Mechanism) -> bool:
        return one.postprocess(ALL_TO_YES) == other and len(set(other.rows())) == 1

    def loses_no_more(one: Mechanism, other: Mechanism) -> bool:
        return expected_loss(one, LOSS, PRIOR) <= expected_loss(other, LOSS, PRIOR)

    text = "M loses no more than what is made of its output"
    return Counterexample(text, {"one": M1, "other": M2}, is_post_processed, loses_no_more)


@proof.conclusion
def not_vice_versa() -> Compared:
    """No post-processing makes M1 of M2: a total variation distance does not grow (Appendix D)."""
    return Compared(contraction(M2), "<", contraction(M1))


@proof.conclusion
def both_are_private() -> Exhaustive:
    """Both mechanisms are (log 2)-differentially private, so there is a privacy definition that both satisfy."""
    named = {"M1": M1, "M2": M2}
    return Exhaustive(
        "the mechanism is (log 2)-differentially private",
        {"name": ["M1", "M2"]},
        lambda name: verify(named[name], NeighborGraph.complete((YES, NO)), 2, 0).proved,
    )


@proof.conclusion
def best_answers() -> Exhaustive:
    """With the best answer to each output both lose 1/4: there is no paradox."""
    named = {"M1": M1, "M2": M2}
    return Exhaustive(
        "the least expected loss is 1/4",
        {"name": ["M1", "M2"]},
        lambda name: least_expected_loss(named[name], LOSS, PRIOR) == Fraction(1, 4),
    )


@proof.conclusion
def nothing_is_removed() -> Counterexample:
    """The geometric mechanism for two counts, truncated: not one-to-one, reversible, and Figure 8(a)."""

    def is_not_one_to_one(kernel: Mechanism) -> bool:
        image = [row.index(1) for row in kernel.rows()]
        return len(set(image)) < len(image)

    def removes_information(kernel: Mechanism) -> bool:
        truncated = GEOMETRIC.postprocess(kernel)
        same_as_figure_8 = truncated.rows() == M1.rows()
        return not (same_as_figure_8 and truncated.postprocess(SPLITTING) == GEOMETRIC)

    text = "a function of the output that is not one-to-one removes information"
    return Counterexample(text, {"kernel": TRUNCATION}, is_not_one_to_one, removes_information)


@proof.conclusion
def constant_and_not_private() -> Counterexample:
    """The predicate P(O | i) < 2 P(O | j): what ignores its input fails at the empty event, where 0 < 0 is false."""

    def ignores_the_input(rows: tuple[tuple[Fraction, ...], ...]) -> bool:
        return len(set(rows)) == 1

    def is_private(rows: tuple[tuple[Fraction, ...], ...]) -> bool:
        events = [(0,), (1,), (0, 1), ()]
        return all(sum(rows[0][o] for o in event) < 2 * sum(rows[1][o] for o in event) for event in events)

    half = Fraction(1, 2)
    text = "a mechanism whose output does not depend on the input satisfies generic privacy"
    return Counterexample(text, {"rows": ((half, half), (half, half))}, ignores_the_input, is_private)


proof.establishes({"abstract-paradox": "holds", "section-3-losses": "holds"}, "computed_m1")
proof.establishes({"abstract-paradox": "holds", "section-3-losses": "holds"}, "computed_m2")
proof.establishes(
    {
        "abstract-paradox": "holds",
        "intro-mimic": "holds",
        "section-3-prefer": "holds",
        "section-3-simulate": "holds",
        "section-3-poor-choice": "holds-if, holds",
        "example-3-2-1-axiom": "holds-if, holds",
    },
    "paradox",
)
proof.establishes(
    {"intro-mimic": "holds", "section-3-lossy": "holds-if, holds", "section-3-simulate": "holds"}, "not_vice_versa"
)
proof.establishes({"figure-8": "holds"}, "both_are_private")
proof.establishes({"section-3-poor-choice": "holds-if, fails"}, "best_answers")
proof.establishes({"section-3-lossy": "holds-if, fails"}, "nothing_is_removed")
proof.establishes({"section-3-independent": "holds-if, fails"}, "constant_and_not_private")
