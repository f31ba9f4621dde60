"""Whatever is decided has a certificate that the kernel accepts, over every field; and it says what was decided."""

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mpmath import MPContext

from dpexact import (
    IncompatibleFieldsError,
    Mechanism,
    NeighborGraph,
    Proved,
    TooLargeError,
    Undecided,
    exact,
    verify,
    worst_case,
)
from dpexact.certificates.certificate import Certificate, check
from dpexact.certificates.encoding import Encoder, Roots, coprime_parts
from dpexact.certificates.implication import number_reader
from dpexact.numbers.generators import Generators
from tests.about import is_about
from tests.beside import beside

BESIDE = beside(__file__)

mp = MPContext()
mp.dps = 60

FACTORS = BESIDE["factors"]
DELTAS = BESIDE["deltas"]
SHARES = ("0", "1/2", "1/3", "sqrt(2)/3", "sqrt(3)/3", "exp(-1)", "10**(-1/3)", "1/(2+sqrt(5))", "1")
GRAPHS: tuple[list[tuple[int, int]], ...] = ([(0, 1), (1, 0)], [(0, 1)], [(1, 2), (2, 0)], [], [(0, 1), (1, 2), (2, 0)])


@st.composite
def mechanisms(draw: st.DrawFn) -> Mechanism:
    """Three inputs and three outputs; the weights of a row lie in one field, those of the rows in any."""
    rows = []
    for _ in range(3):
        share, split = exact(draw(st.sampled_from(SHARES))), exact(draw(st.sampled_from(("0", "1/2", "1/7", "1"))))
        rows.append(draw(st.permutations([share, (1 - share) * split, (1 - share) * (1 - split)])))
    return Mechanism.from_rows(["a", "b", "c"], [0, 1, 2], rows)


def relation(pairs: list[tuple[int, int]]) -> NeighborGraph:
    names = "abc"
    return NeighborGraph.from_edges(names, [(names[i], names[j]) for i, j in pairs], directed=True)


def states(certificate: Certificate, exp_epsilon: object, delta: object) -> bool:
    number = number_reader(certificate.statement["generators"])
    written = certificate.statement["exp_epsilon"]
    factor = math.inf if written == "infinity" else number(written)
    return factor == (math.inf if exp_epsilon == math.inf else exact(exp_epsilon)) and number(
        certificate.statement["delta"]
    ) == exact(delta)


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(mechanisms(), st.sampled_from(GRAPHS), st.sampled_from((*FACTORS, math.inf)), st.sampled_from(DELTAS))
def test_every_decided_verdict_has_a_certificate(
    mechanism: Mechanism, pairs: list[tuple[int, int]], exp_epsilon: Any, delta: str
) -> None:
    neighbors = relation(pairs)
    verdict = verify(mechanism, neighbors, exp_epsilon, delta)
    if isinstance(verdict, Undecided):
        return
    certificate = verdict.certificate()
    statement = check(certificate)
    assert statement["kind"] == ("private" if isinstance(verdict, Proved) else "not-private")
    assert is_about(certificate, mechanism, neighbors)
    assert states(certificate, exp_epsilon, delta)


@settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow])
@given(mechanisms(), st.sampled_from(GRAPHS), st.sampled_from((*FACTORS, math.inf)))
def test_every_tight_delta_has_a_certificate(
    mechanism: Mechanism, pairs: list[tuple[int, int]], exp_epsilon: Any
) -> None:
    neighbors = relation(pairs)
    try:
        worst = worst_case(mechanism, neighbors, exp_epsilon)
    except (IncompatibleFieldsError, TooLargeError):
        return
    certificate = worst.certificate()
    assert check(certificate)["kind"] == "tight-delta"
    assert states(certificate, exp_epsilon, worst.delta)


@given(st.lists(st.integers(1, 10**6), max_size=8))
def test_coprime_parts(numbers: list[int]) -> None:
    parts = coprime_parts(numbers)
    assert all(math.gcd(a, b) == 1 for k, a in enumerate(parts) for b in parts[:k])
    assert all(part > 1 for part in parts)
    for number in numbers:
        rest = number
        for part in parts:
            while rest % part == 0:
                rest //= part
        assert rest == 1


RADICANDS = st.fractions(min_value=Fraction(1, 300), max_value=300, max_denominator=300).filter(lambda q: q != 1)


@given(st.lists(st.tuples(RADICANDS, st.integers(2, 12)), min_size=2, max_size=4))
def test_several_roots_have_the_value_of_the_numbers(roots: list[tuple[Fraction, int]]) -> None:
    """Second route: mpmath, on what is written; and the conditions of the format on the bases."""
    numbers = [1 / (exact(base) ** Fraction(1, degree) + 1) for base, degree in roots]
    generators = Roots.of(number.field for number in numbers if isinstance(number.field, Generators))
    bases, degrees = generators.bases, generators.degrees
    assert all(math.gcd(a, b) == 1 for k, a in enumerate(bases) for b in bases[:k])
    for part, n in zip(bases, degrees, strict=True):
        assert n > 1 < part
        assert all(round(part ** (1 / d)) ** d != part for d in range(2, n + 1))
    for (base, degree), number in zip(roots, numbers, strict=True):
        assert math.gcd(*(c for terms in generators.parts(number) for c in terms.values())) == 1
        num, den = (
            mp.fsum(
                c * mp.fprod(mp.root(b, n) ** j for b, n, j in zip(bases, degrees, powers, strict=True))
                for (_, *powers), c in terms.items()
            )
            for terms in generators.parts(number)
        )
        truth = 1 / (mp.root(mp.mpf(base.numerator) / base.denominator, degree) + 1)
        assert abs(num / den - truth) < mp.mpf(10) ** -40
        assert all(
            0 <= j < n
            for terms in generators.parts(number)
            for _, *js in terms
            for j, n in zip(js, degrees, strict=True)
        )


@pytest.mark.parametrize(
    ("texts", "bases", "degrees"),
    [
        (("sqrt(2)", "sqrt(3)"), (2, 3), (2, 2)),
        (("sqrt(6)", "sqrt(10)"), (2, 3, 5), (2, 2, 2)),
        (("sqrt(2)", "sqrt(6)", "12**(1/4)"), (2, 3), (2, 4)),
        (("(8/3)**(1/6)", "sqrt(3)", "5**(1/4)"), (2, 3, 5), (2, 6, 4)),
        (("sqrt(2)", "sqrt(3)", "sqrt(1000003**2*5)"), (2, 3, 5), (2, 2, 2)),
    ],
)
def test_bases_and_degrees(texts: tuple[str, ...], bases: tuple[int, ...], degrees: tuple[int, ...]) -> None:
    """By hand: sqrt(6) and sqrt(10) need 2, 3 and 5; 8/3 is 2^3/3, whose sixth root is 2^(1/2) 3^(-1/6)."""
    found = Encoder.of(exact(text).field for text in texts).field
    assert isinstance(found, Roots)
    assert (found.bases, found.degrees) == (bases, degrees)
