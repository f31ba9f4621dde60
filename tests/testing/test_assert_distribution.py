"""assert_distribution, on programs whose laws are known by hand."""

from fractions import Fraction
from typing import Any

import pytest

from dpexact.errors import InexactInputError, ParameterError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import exact
from dpexact.programs.bytecode import STATES
from dpexact.testing import assert_distribution
from tests.refusals import refuses

THIRD = {0: "1/3", 1: "1/3", 2: "1/3"}


def third(source: Any) -> Any:
    return source.below(3)


def biased(source: Any) -> Any:
    return source.getrandbits(2) % 3


def rounded(source: Any, p: float) -> bool:
    return bool(source.random() < p)


def loop(source: Any) -> int:
    n = 0
    while source.bit():
        n += 1
    return n


def test_what_is_right_passes() -> None:
    assert_distribution(third, THIRD)
    assert_distribution(lambda source: source.below(4) == 1, {True: "1/4", False: Fraction(3, 4)})
    assert_distribution(lambda source: 1 // source.below(2), {("raised", "ZeroDivisionError"): "1/2", 1: "1/2"})


def test_a_biased_modulo_fails_with_both_probabilities() -> None:
    with pytest.raises(AssertionError, match=r"3 outputs have another probability(.|\n)*0: 1/2, expected 1/3.*above"):
        assert_distribution(biased, THIRD)


@pytest.mark.slow
def test_an_output_too_many_or_too_few_fails() -> None:
    refuses(AssertionError, "2: 1/3, expected 0", assert_distribution, third, {0: "1/2", 1: "1/2"})
    refuses(AssertionError, "3: 0, expected 1/4", assert_distribution, third, {0: "1/4", 1: "1/4", 2: "1/4", 3: "1/4"})


def test_the_tolerance_is_exact() -> None:
    """0.1 is 900719925474100 / 2^53 to a draw of random(): 0.8 steps above one tenth."""
    expected = {True: "1/10", False: "9/10"}
    gap = Fraction(900719925474100, 2**53) - Fraction(1, 10)
    assert_distribution(rounded, expected, 0.1, abs=gap)
    with pytest.raises(AssertionError, match="2 outputs"):
        assert_distribution(rounded, expected, 0.1, abs=gap * Fraction(999999, 1000000))


def test_unfinished_mass_is_undecided_or_within_the_tolerance_or_not_enough() -> None:
    expected = {n: Fraction(1, 2 ** (n + 1)) for n in range(10)} | {10: Fraction(1, 2**10)}
    with pytest.raises(AssertionError, match="undecided: mass of"):
        assert_distribution(lambda source: min(loop(source), 10), expected, draws=30)
    assert_distribution(lambda source: min(loop(source), 10), expected, draws=30, abs=Fraction(1, 2**30))
    with pytest.raises(AssertionError, match="is unfinished, which cannot make up for it"):
        assert_distribution(lambda source: min(loop(source), 10), {0: 1}, draws=30)


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ({0: "2/3", 1: "2/3"}, "probabilities that sum to at most 1, got .*, sum 4/3"),
        (lambda _: "2/3", "probabilities that sum to at most 1, got .*, sum (4/3|2)"),
        ({0: "3/2", 1: "-1/2"}, r"expected\[1\]: expected a probability, at least 0"),
        ({0: 1.0}, r"expected\[0\]"),
        ({}, "at least one output with its probability"),
        ([1, 0], "a mapping {output: probability}, or a function"),
        (dict, "a mapping {output: probability}, or a function"),
        ({0: Enclosure.of("2/3"), 1: Enclosure.of("2/3")}, "sum to at most 1"),
    ],
)
def test_what_is_expected_has_to_be_part_of_a_distribution(expected: Any, said: str) -> None:
    refuses((ParameterError, InexactInputError), said, assert_distribution, third, expected)


def test_what_is_unfinished_may_lie_on_the_side_that_is_off_already() -> None:
    """0 has between 6/10 and 7/10, so that 5/10 is within 1/10 only if all that is missing is elsewhere."""

    def program(source: Any) -> int:
        x = source.below(10)
        if x < 9:
            return 0 if x < 6 else 1
        seen = []
        while source.bit() >= 0:
            seen.append(1)
        return 0

    with pytest.raises(AssertionError, match="undecided"):
        assert_distribution(program, {0: Fraction(1, 2), 1: Fraction(1, 2)}, abs=Fraction(1, 10), draws=30)
    assert_distribution(program, {0: Fraction(6, 10), 1: Fraction(4, 10)}, abs=Fraction(1, 10), draws=30)


def halving(n: Any) -> Fraction:
    """Give the law of `loop` by hand: n ones, then a zero."""
    return Fraction(1, 2 ** (n + 1)) if n >= 0 else Fraction(0)


def test_a_function_gives_the_value_of_every_output_that_is_seen() -> None:
    """Of a program whose outputs have no end, what is left is within the tolerance, or undecided."""
    assert_distribution(loop, halving, draws=30, abs=Fraction(1, 2**29))
    refuses(AssertionError, "undecided: mass of", assert_distribution, loop, halving, draws=30)


def test_a_function_refutes_as_a_mapping_does() -> None:
    with pytest.raises(AssertionError, match=r"1 output has(.|\n)*0: 1/2, expected 1/4"):
        assert_distribution(loop, lambda n: "1/4" if n == 0 else halving(n), draws=30)
    with pytest.raises(AssertionError, match="0: 1/2, expected 0"):
        assert_distribution(loop, lambda n: 0, abs=Fraction(1, 4), draws=30)  # noqa: ARG005


def test_an_output_that_a_program_lacks_is_not_passed_over() -> None:
    """Uniform on three outputs, of six that are meant: each is off by 1/6, and so are those that were never seen."""
    sixth = lambda n: "1/6" if 0 <= n < 6 else 0  # noqa: E731
    with pytest.raises(AssertionError, match="undecided: the values that are expected of the outputs seen leave 1/2"):
        assert_distribution(third, sixth, abs="1/5")
    assert_distribution(third, sixth, abs="1/2")  # no output that was not seen can have more than the 1/2 that is left
    refuses(AssertionError, "undecided", assert_distribution, third, lambda n: "1/4", abs="1/12")  # noqa: ARG005
    assert_distribution(third, lambda n: "1/4", abs="1/4")  # noqa: ARG005


@pytest.mark.slow
def test_values_that_sum_to_less_than_1_leave_the_rest_to_other_outputs() -> None:
    assert_distribution(third, {0: "1/3"})
    assert_distribution(third, {0: "1/3", 1: "1/3"})
    assert_distribution(loop, {n: halving(n) for n in range(5)}, draws=30, abs="1e-8")
    with pytest.raises(AssertionError, match=r"2 outputs(.|\n)*all other outputs: 2/3, expected at most 1/2"):
        assert_distribution(third, {0: "1/2"})
    with pytest.raises(AssertionError, match=r"7: 0, expected 1/9.*\n  all other outputs: 2/3, expected at most 5/9"):
        assert_distribution(third, {0: "1/3", 7: "1/9"})
    refuses(AssertionError, "0: 1/3, expected 0", assert_distribution, third, {0: 0})
    with pytest.raises(AssertionError, match="undecided"):  # the unfinished mass may be an output too many
        assert_distribution(loop, {0: "1/2"}, draws=30)
    assert_distribution(loop, {0: "1/2"}, draws=30, abs="1e-8")


def test_an_exception_is_never_part_of_the_rest() -> None:
    """An exception that nobody named fails, also of a function, which is not asked about it."""

    def failing(source: Any) -> Any:
        return 1 // source.below(8)

    values = {0: "6/8", 1: "1/8"}
    for expected in (values, values.__getitem__):
        with pytest.raises(AssertionError, match=r"\('raised', 'ZeroDivisionError'\): 1/8, expected 0"):
            assert_distribution(failing, expected)
    assert_distribution(failing, values | {("raised", "ZeroDivisionError"): "1/8"})


def test_truth_values_are_not_integers() -> None:
    """A mapping of 1 and 0 says nothing of True and False."""
    refuses(AssertionError, "4 outputs", assert_distribution, lambda source: source.below(2) == 1, {0: "1/2", 1: "1/2"})


def test_enclosures_are_expected_up_to_a_tolerance() -> None:
    """An enclosure of a number has a width, so that equality is undecided, and a gap beyond it refutes."""
    log2 = Enclosure.of(2).log()
    assert_distribution(third, {0: log2 / log2 / 3}, abs="1e-15")
    refuses(AssertionError, "undecided", assert_distribution, third, {0: log2 / log2 / 3})
    refuses(AssertionError, "0: 1/3, expected in", assert_distribution, third, {0: log2}, abs="1/10")


@pytest.mark.slow
@pytest.mark.skipif(not STATES, reason="states of loops are told on CPython 3.11 only")
def test_a_discrete_laplace_of_integers() -> None:
    """Canonne, Kamath and Steinke's sampler has the law (1 - q)/(1 + q) q^|z|, unless it forgets to reject -0."""

    def bernoulli_exp(source: Any, num: int, den: int) -> bool:
        k = 1
        while source.randrange(den * k) < num:
            k += 1
        return k % 2 == 1

    def laplace(source: Any, t: int, *, rejects: bool) -> Any:
        while True:
            u = source.randrange(t)
            if not bernoulli_exp(source, u, t):
                continue
            v = 0
            while bernoulli_exp(source, 1, 1):
                v += 1
            sign = source.randrange(2)
            if rejects and sign and u + t * v == 0:
                continue
            return -(u + t * v) if sign else u + t * v

    q = exact("exp(-1/2)")

    def law(z: int) -> Any:
        return (1 - q) / (1 + q) * q ** abs(z)

    options: Any = {"mass": "1e-10", "subprograms": [bernoulli_exp], "abs": "1e-9"}
    assert_distribution(lambda source: laplace(source, 2, rejects=True), law, **options)
    assert_distribution(lambda source: laplace(source, 2, rejects=True), {z: law(z) for z in range(-60, 61)}, **options)
    with pytest.raises(AssertionError, match=r"most:\n  0: .*0\.39346.*, expected .*0\.24491"):
        assert_distribution(lambda source: laplace(source, 2, rejects=False), law, **options)
