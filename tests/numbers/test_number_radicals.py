"""Roots of rationals: normal form and common fields, against integer arithmetic and prime exponents."""

from fractions import Fraction
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpexact import IncompatibleFieldsError, TooLargeError, exact
from dpexact.numbers.generators import common_radical, normal_root, primitive_power
from tests.refusals import refuses

PRIMES = (2, 3, 5)


def from_exponents(exponents: tuple[int, ...]) -> Fraction:
    """The product of the primes to these exponents."""
    number = Fraction(1)
    for prime, exponent in zip(PRIMES, exponents, strict=True):
        number *= Fraction(prime) ** exponent
    return number


exponent_vectors = st.tuples(*(st.integers(-6, 6) for _ in PRIMES))


@given(exponent_vectors)
def test_primitive_power_divides_out_the_gcd_of_the_prime_exponents(exponents: tuple[int, ...]) -> None:
    number = from_exponents(exponents)
    base, power = primitive_power(number)
    assert base**power == number
    assert abs(power) == gcd(*exponents)
    assert base > 1 or number == 1


@given(exponent_vectors, st.integers(-9, 9), st.integers(1, 8))
def test_normal_root_is_the_same_number_in_lowest_terms(exponents: tuple[int, ...], top: int, bottom: int) -> None:
    number, exponent = from_exponents(exponents), Fraction(top, bottom)
    scale, base, rest = normal_root(number, exponent)
    assert scale**bottom * base ** int(rest * bottom) == number**top
    assert 0 <= rest < 1
    assert (rest == 0) == (base == 1) == all(exponent * e % 1 == 0 for e in exponents)
    degree = rest.denominator  # the order of the root: the least d with number^(top d / bottom) rational
    assert all((exponent * degree * e) % 1 == 0 for e in exponents)


def cyclic(first: tuple[int, ...], n: int, second: tuple[int, ...], m: int) -> bool:
    """Return whether two roots generate a cyclic group modulo the rationals: each combination is tried as generator."""
    elements = {
        tuple((Fraction(a * i, n) + Fraction(b * j, m)) % 1 for a, b in zip(first, second, strict=True))
        for i in range(n)
        for j in range(m)
    }
    return any(
        len({tuple(k * part % 1 for part in element) for k in range(n * m)}) == len(elements) for element in elements
    )


@pytest.mark.slow
@given(exponent_vectors, st.integers(2, 6), exponent_vectors, st.integers(2, 6))
def test_two_roots_have_a_common_field_exactly_when_their_group_is_cyclic(
    first: tuple[int, ...], n: int, second: tuple[int, ...], m: int
) -> None:
    one, two = exact(from_exponents(first)) ** Fraction(1, n), exact(from_exponents(second)) ** Fraction(1, m)
    if not cyclic(first, n, second, m):
        with pytest.raises(IncompatibleFieldsError):
            one + two
        return
    total = one + two
    assert total - two == one
    assert (one * two) ** (n * m) == from_exponents(first) ** m * from_exponents(second) ** n


def test_common_radical_of_roots_of_coprime_order() -> None:
    found = common_radical((Fraction(2), 2), (Fraction(3), 3))
    assert found is not None
    base, degree, (_, k, c), (_, k2, c2) = found
    assert degree == 6
    assert c**6 * base**k == Fraction(2) ** 3
    assert c2**6 * base**k2 == Fraction(3) ** 2


@pytest.mark.parametrize("text", ["2**(1/1025)", "2**1e-5", "2**(1/31)+2**(1/37)", "sqrt(2**70000+1)"])
def test_roots_that_are_too_large(text: str) -> None:
    refuses(TooLargeError, "root", exact, text)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "exp(log(" + "7" * 20000 + ")*1023/1024)",
        "(" + "7" * 5000 + ")**(1023/1024)",
        "exp(5000000*log(3) + 4000000*log(5) + 3000000*log(7))",
        "exp(log(" + "7" * 5000 + ")*511/1024 + log(" + "3" * 5000 + ")*511/1024)",
        "exp(" + " + ".join(f"log({n})/{2**61 - n}" for n in range(2, 2000)) + ")",
    ],
)
def test_a_product_of_powers_is_measured_before_it_is_computed(text: str) -> None:
    refuses(TooLargeError, "", exact, text)


def test_whole_and_fractional_powers_under_one_exponential() -> None:
    number = exact("exp(3/2*log(2) + 5/2*log(3) - log(5) + 2/3*log(7/4))")
    assert number**6 == Fraction(2**9 * 3**15, 5**6) * Fraction(7, 4) ** 4
    assert number > 0
