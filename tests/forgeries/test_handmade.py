"""Forgeries made by hand: each is false or unproved in one particular way, and next to each stands what is true."""

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from dpexact.kernel import Rejected, check, checker
from dpexact.kernel.budget import Budget
from tests.each import each
from tests.forgeries.forged import failed
from tests.refusals import refuses
from tests.vectors.certificates.build import TEN, T, free, given, over, ratio, sealed, whole
from tests.vectors.certificates.build import mechanism as make

EXP, ROOT = given("1/2"), given(0, "3/2", 2)
FIRST = {"pair": [0, 1], "event": [0]}
ONE_WAY = [[0, 1]]


def over_t(*coefficients: Fraction | int) -> tuple[Any, str]:
    """A polynomial in t (constant term first) as a sum over one denominator."""
    common = 1
    for c in coefficients:
        common *= Fraction(c).denominator
    scaled = [int(c * common) for c in coefficients]
    terms = [[whole(c), i, 0] for i, c in enumerate(scaled) if c]
    return (terms if any(i for _, i, _ in terms) else whole(scaled[0])), whole(common)


PLACES = 10**60


def less_three_tenths(power_of_t: int, power_of_u: int) -> Callable[[int], Any]:
    """8/10 - 3/10 t^i u^j, plus step 10^-60."""
    return lambda step: [
        [[whole(8 * PLACES + 10 * step), 0, 0], [whole(-3 * PLACES), power_of_t, power_of_u]],
        whole(10 * PLACES),
    ]


TIGHT: dict[str, tuple[dict[str, Any], Any, Callable[[int], Any]]] = {
    # name: generators, E, delta = 8/10 - E 3/10 by hand, plus step 10^-60
    "rational": ({}, ["6", "5"], lambda step: [whole(44 * PLACES + 100 * step), whole(100 * PLACES)]),
    "exp": ({"generators": EXP}, [T, "1"], less_three_tenths(1, 0)),
    "root": ({"generators": ROOT}, [[["1", 0, 1]], "1"], less_three_tenths(0, 1)),
}


@pytest.mark.parametrize("name", TIGHT)
def test_delta_wrong_by_one_in_the_sixtieth_place(name: str) -> None:
    generators, factor, delta = TIGHT[name]
    expected = {
        "private": {-1: "bound", 0: "", 1: ""},
        "tight-delta": {-1: "bound", 0: "", 1: "attained"},
        "not-private": {-1: "", 0: "violation", 1: "violation"},
    }
    for kind, outcomes in expected.items():
        for step, check_that_fails in outcomes.items():
            claim = make(kind, TEN, factor, delta(step), pairs=ONE_WAY, **generators)
            assert failed(claim, {} if kind == "private" else FIRST) == check_that_fails


def test_the_label_minus_0_is_the_integer_0() -> None:
    claim = make("private", TEN, 3, Fraction(1, 2))
    twice = json.dumps(sealed(claim | {"inputs": [0, 0]}, {})).replace('"inputs": [0, 0]', '"inputs": [0, -0]')
    once = json.dumps(sealed(claim | {"inputs": [0, 1]}, {})).replace('"inputs": [0, 1]', '"inputs": [-0, 1]')
    assert "-0" in once
    assert "-0" in twice
    assert check(once)["kind"] == "private"  # the digest is that of the integer 0 as well
    with pytest.raises(Rejected) as rejected:
        check(twice)
    assert rejected.value.check == "label"


def test_a_zero_hidden_in_a_power_of_u() -> None:
    two_u = [["2", 0, 1]]
    hidden = {"denominator": "5", "rows": [["3", "2"], [two_u, [["5", 0, 0], ["-2", 0, 1]]]]}
    rest = {"generators": ROOT, "pairs": ONE_WAY}  # P_0(0) - E P_1(0) = (3 - 2 u^2) / 5 = 0
    u = [[["1", 0, 1]], "1"]
    assert failed(make("private", hidden, u, **rest)) == ""
    assert failed(make("tight-delta", hidden, u, **rest), FIRST) == ""
    assert failed(make("not-private", hidden, u, **rest), FIRST) == "violation"
    smaller = [[[whole(10**60 - 1), 0, 1]], whole(10**60)]
    assert failed(make("private", hidden, smaller, **rest)) == "bound"
    assert failed(make("not-private", hidden, smaller, **rest), FIRST) == ""


def difference(*f: Fraction | int) -> dict[str, Any]:
    """Weights with P_0(0) - t P_1(0) = f(t), f given by its coefficients; P_0 is uniform on two outputs."""
    product = [Fraction(1, 2) - f[0], *(-Fraction(c) for c in f[1:])]  # t P_1(0)
    top, common = over_t(*product)
    rest, scale = over_t(*(Fraction(k == 1) - c for k, c in enumerate(product)))
    return {"rows": [[["1", "2"], ["1", "2"]], [[top, [[common, 1, 0]]], [rest, [[scale, 1, 0]]]]]}


def narrow(s: list[Fraction | int]) -> dict[str, Any]:
    """Weights with P_0(0) - t P_1(0) - 1/4 = -s(t)."""
    return difference(Fraction(1, 4) - s[0], *(-Fraction(c) for c in s[1:]))


@each(
    ("f", "ends", "worst"),
    [
        ([Fraction(1, 6), Fraction(-1, 12)], ("1", "4"), Fraction(1, 12)),  # positive on [1, 2), greatest at 1
        ([Fraction(-1, 2), Fraction(1, 4)], ("1", "4"), Fraction(1, 2)),  # positive on (2, 4], greatest at 4
        (
            [Fraction(-6, 8), Fraction(5, 8), Fraction(-1, 8)],
            ("3/2", "4"),
            Fraction(1, 32),
        ),  # on (2, 3): -(t - 2)(t - 3) / 8
        (
            [Fraction(-2, 4), Fraction(3, 4), Fraction(-1, 4)],
            ("1", "3"),
            Fraction(1, 16),
        ),  # on (1, 2): -(t - 1)(t - 2) / 4
        (
            [Fraction(-3, 4), Fraction(4, 4), Fraction(-1, 4)],
            ("1", "3"),
            Fraction(1, 4),
        ),  # on (1, 3), zero at both ends
        (
            [Fraction(-2, 8), 0, Fraction(3, 8), 0, Fraction(-1, 8)],
            ("1", "2"),
            Fraction(1, 32),
        ),  # -(t^2 - 1)(t^2 - 2) / 8
    ],
)
def test_the_event_of_one_cell_only(f: list[Fraction | int], ends: tuple[str, str], worst: Fraction) -> None:
    rest = {"generators": free(*ends), "pairs": ONE_WAY}
    for delta, expected in ((worst, ""), (worst - Fraction(1, 10**60), "bound"), (Fraction(0), "bound")):
        claim = make("private-for-all", difference(*f), [T, "1"], ratio(delta), **rest)
        assert failed(claim) == expected


@pytest.mark.parametrize("dip", [Fraction(1, 10**60), Fraction(0), Fraction(-1, 10**60)])
def test_a_violation_in_a_tiny_interval_only(dip: Fraction) -> None:
    rest = {"generators": free(1, 2), "pairs": ONE_WAY}
    expected = "bound" if dip > 0 else ""
    # s = (t - 3/2)^2 / 16 - dip, and s = (t^2 - 2)^2 / 64 - dip, whose least point is irrational
    around_rational = narrow([Fraction(9, 64) - dip, Fraction(-3, 16), Fraction(1, 16)])
    around_root = narrow([Fraction(4, 64) - dip, 0, Fraction(-4, 64), 0, Fraction(1, 64)])
    for weights in (around_rational, around_root):
        assert failed(make("private-for-all", weights, [T, "1"], ["1", "4"], **rest)) == expected


def test_a_violation_far_out_only() -> None:
    """P_0(0) - t P_1(0) - 1/4 = (t - N) / (8 (t + N)) is positive beyond N = 10^40 only."""
    n = 10**40
    bottom = [[whole(8 * n), 1, 0], ["8", 2, 0]]
    top = [[whole(3 * n), 0, 0], ["1", 1, 0]]  # t P_1(0) = 1/4 - (t - N) / (8 (t + N)) = (3 N + t) / (8 (t + N))
    rest = [[whole(-3 * n), 0, 0], [whole(8 * n - 1), 1, 0], ["8", 2, 0]]
    weights = {"rows": [[["1", "2"], ["1", "2"]], [[top, bottom], [rest, bottom]]]}
    for upper, expected in ((None, "bound"), ([whole(n), "1"], ""), ([whole(n + 1), "1"], "bound")):
        generators = {"lower": ["1", "1"], "upper": upper}
        claim = make("private-for-all", weights, [T, "1"], ["1", "4"], generators=generators, pairs=ONE_WAY)
        assert failed(claim) == expected


def test_an_entry_negative_or_e_below_one_near_an_end_only() -> None:
    small = Fraction(1, 10**60)
    top, common = over_t(-1 - small, 1)
    rest, _ = over_t(2 + small, -1)
    weights = {"rows": [[[top, common], [rest, common]]] * 2}
    for lower, expected in ((Fraction(1), "entry-sign"), (1 + small, "")):
        assert failed(make("private-for-all", weights, [T, "1"], generators=free(lower, 2))) == expected
    for lower, expected in ((1 - small, "exp-epsilon"), (Fraction(1), "")):
        half = over(2, [1, 1], [1, 1])
        assert failed(make("private-for-all", half, [T, "1"], generators=free(lower, 15))) == expected


def test_absurd_sizes_are_refused() -> None:
    claim = make("private", over(2, [1, 1], [1, 1]), 2)
    for generators, expected in (
        (ROOT | {"degree": 4097}, ""),
        (ROOT | {"degree": 10**600}, "size"),
        (EXP | {"exponent": [whole(2**4096), "1"]}, ""),
        (EXP | {"exponent": [whole(2**300000), "1"]}, "size"),
    ):
        assert failed(claim | {"generators": generators}) == expected
    assert failed(claim | {"generators": EXP, "delta": [[["1", 2**40, 0]], "1"]}) == "delta"


def test_floats_lone_surrogates_and_deep_lists() -> None:
    good = make("private", TEN, 3, Fraction(1, 2))
    text = json.dumps(sealed(good))
    assert '"inputs": ["a", "b"]' in text
    for inputs in ('["\\ud800", "b"]', "[NaN, 1]", "[Infinity, 1]"):
        refuses(Rejected, r"^json: ", check, text.replace('"inputs": ["a", "b"]', f'"inputs": {inputs}'))
    for number in (1.5, 1.0, 1e300, -0.0):
        refuses(Rejected, r"^json: ", check, sealed(good | {"inputs": [number, 2]}, {}))
    for text in ("[" * 200_000, '{"a":' * 200_000, "1e999999999", '"\\ud800"', "9" * 5000):
        refuses(Rejected, r"^(json|format): ", check, text)
    for strange in ({1, 2}, b"x", object()):
        refuses(Rejected, r"^json: ", check, {"statement": strange})


@pytest.mark.parametrize("generators", [EXP, {"exponent": ["1", "2"], "base": ["2", "1"], "degree": 4096}])
def test_denominators_whose_product_explodes_are_refused(generators: Any) -> None:
    """The product of 1 + t^(2^k), k < 30, has 2^30 terms."""
    row: list[Any] = [["1", [["1", 0, 0], ["1", 2**k, 0]]] for k in range(30)]
    claim = make("private", {"rows": [[*row, ["1", "2"]]]}, ["3", "1"], ["0", "1"], generators=generators, pairs=[])
    assert failed(claim) == "size"


@pytest.mark.slow
def test_polynomials_too_large_to_count_roots_are_refused() -> None:
    for degree, bits, expected in ((100, 10, ""), (2**14 + 1, 8, "size")):
        bottom = [
            [whole(2**bits - 1), 0, 0],
            *([whole(2 ** (bits - 1) + 5 * i % 7), i, 0] for i in range(1, degree + 1)),
        ]
        weights = {"denominator": bottom, "rows": [[bottom]] * 2}
        assert failed(make("private-for-all", weights, [T, "1"], generators=free(1))) == expected


def test_roots_far_apart_are_told_apart() -> None:
    """P_0(0) - P_1(0) = (t - 2)(t - 3)(t - N) / (2 N (1 + t^4)), N = 2^10000, lies below 1 everywhere."""
    n = 2**10000
    top = [-6 * n, 5 * n + 6, -(n + 5), 1, 0]
    half = [32 * n, 0, 0, 0, 32 * n]
    rows = [[over_t(*(h + s * c for h, c in zip(half, top, strict=True)))[0] for s in (1, -1)], [over_t(*half)[0]] * 2]
    weights = {"denominator": over_t(*(2 * h for h in half))[0], "rows": rows}
    for lower, upper in ((1, None), (-200, -100)):
        claim = make("private-for-all", weights, 1, 1, generators=free(lower, upper))
        assert failed(claim) == ""
        assert failed(claim | {"delta": ["0", "1"]}) == "bound"


def test_an_interval_of_one_point_and_a_half_line() -> None:
    """Of TEN the greatest excess is at E the larger one of (8 - 3 E) / 10 and (7 - 2 E) / 10, or 0."""
    for ends, delta, hair in (((2, 2), "3/10", "29/100"), ((2,), "3/10", "29/100"), (("7/2",), "0", None)):
        claim = make("private-for-all", TEN, [T, "1"], ratio(delta), generators=free(*ends))
        assert failed(claim) == ""
        assert hair is None or failed(claim | {"delta": ratio(hair)}) == "bound"
    assert failed(make("private-for-all", TEN, [T, "1"], generators=free("34/11"))) == "bound"  # 34/11 < 7/2


def test_great_degrees_and_close_roots_are_refused_by_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    far = 2**3000  # (t - 3/2) (t - 3/2 - 2^-3000), scaled, is below 0 between its roots only
    close = [[whole(x), i, 0] for i, x in enumerate((9 * far + 6, -(12 * far + 4), 4 * far))]
    great, near = ["0", [["1", 2**40, 0]]], [close, whole(64 * far)]
    claims = [make("private-for-all", TEN, [T, "1"], delta, generators=free(1, 2)) for delta in (great, near)]
    assert [failed(claim) for claim in claims] == ["size", "delta"]
    monkeypatch.setattr(checker, "Budget", lambda: Budget(10**4))
    assert failed(claims[1]) == "size"


def test_infinity_and_a_tiny_weight() -> None:
    """P_0(0) = (u - 0x1.6a09...) / 4 is not 0, though an enclosure of 128 bits contains 0."""
    bits, near, witness = 2**128, 0x16A09E667F3BCC908B2FB1366EA957D3E, {"pair": [1, 0], "event": [0]}
    tiny, rest = ([[whole(sign * near), 0, 0], [whole(-sign * bits), 0, 1]] for sign in (-1, 1))
    rest[0][0] = whole(4 * bits + near)
    weights = {"denominator": whole(4 * bits), "rows": [[tiny, rest], [whole(4 * bits), "0"]]}
    changes: Any = {"generators": given(0, 2, 2), "pairs": [[1, 0]]}
    for kind, evidence, expected in (
        ("private", {}, ""),
        ("tight-delta", witness, "attained"),
        ("not-private", witness, "violation"),
    ):
        assert failed(make(kind, weights, "infinity", **changes), evidence, 2) == expected


@pytest.mark.parametrize("n", [1, 2**40, 2**63, 2**64 - 1, 10**600])
def test_powers_that_differ_by_one(n: int) -> None:
    """t^n / t^(n + 1) = 1/e is a delta, t^(n + 1) / t^n = e is none; and as E it is the other way round."""
    half, low, high = over(2, [1, 1], [1, 1]), [["1", n, 0]], [["1", n + 1, 0]]
    rest: Any = {"generators": given(1)}
    for version in (1, 2):
        assert failed(make("private", half, [high, low], [low, high], **rest), version=version) == ""
    assert failed(make("private", half, [low, high], [low, high], **rest)) == "exp-epsilon"
    assert failed(make("private", half, [high, low], [high, low], **rest)) == "delta"
    assert failed(make("tight-delta", half, [high, low], [low, high], pairs=[], **rest)) == "attained"
