"""Certificates of compositions: what they say, what is refused, what follows from them, the command line."""

import json
from fractions import Fraction
from importlib import resources
from math import inf
from pathlib import Path

import jsonschema
import mpmath
import pytest
from flint import fmpq
from typer.testing import CliRunner

from dpexact import exact
from dpexact.certificates.certificate import check
from dpexact.certificates.implication import Asked, shortfall
from dpexact.cli.app import app
from dpexact.composition import DominatingPair, finite, gaussian, parse_composition
from dpexact.errors import ParameterError, TooLargeError, UndecidedError
from dpexact.kernel import noise_line as kernel_noise
from dpexact.kernel.sentence import sentence
from dpexact.second import check as second_check
from dpexact.second import interval as second_noise
from tests.each import each
from tests.pairs import least_delta

POINTS = [Fraction(0), Fraction(1), Fraction(-1, 3), Fraction(41, 10), Fraction(-9), Fraction(16), Fraction(-1, 10**9)]


@each("x", POINTS)
@each("bits", [20, 90, 200])
def test_the_distribution_functions_of_both_checkers_hold_those_of_mpmath(x: Fraction, bits: int) -> None:
    with mpmath.workprec(800):
        point, whole = mpmath.mpf(x.numerator) / x.denominator, mpmath.mpf(2) ** bits
        gauss = mpmath.erfc(-point / mpmath.sqrt(2)) / 2 * whole
        laplace = (mpmath.exp(point) / 2 if x < 0 else 1 - mpmath.exp(-point) / 2) * whole
        scale = second_noise.Scale(bits)
        for true, found in (
            (gauss, kernel_noise.normal(fmpq(x.numerator, x.denominator), kernel_noise.half_line(bits + 64), bits)),
            (gauss, second_noise.normal(x, second_noise.line_of_bell(scale), scale)),
            (laplace, second_noise.laplace(x, scale)),
        ):
            low, high = (int(end or 0) for end in found)
            assert low <= true <= high
            assert high - low <= 4


def test_what_is_said() -> None:
    made = (gaussian(2, rate="1/10") ** 20 * finite(["3/4", "1/4"], ["1/4", "3/4"])).certificate(epsilon="1")
    lines = sentence(check(made)).splitlines()
    assert lines[0].startswith("composition: P(S) <= E Q(S) + delta and Q(S) <= E P(S) + delta for every event S")
    assert lines[1:3] == [
        "  20 runs of gaussian: rate = 1/10, sensitivity = 1, sigma = 2",
        "  1 run of finite: P = (3/4, 1/4), Q = (1/4, 3/4)",
    ]
    assert lines[-1] == "  t = exp(1)"


@pytest.mark.slow
@pytest.mark.parametrize("text", ["laplace(1, rate=1e-9)", "discrete_laplace(0.821, sensitivity=4, rate=1e-5)"])
def test_delta_0_of_a_sample_is_certified_for_both_checkers(text: str) -> None:
    """Every loss is at most log(1 + rate (e^shift - 1)) < 1. The loss 0 lies on the lattice."""
    made = parse_composition(text).certificate(epsilon="2")
    assert made.statement["delta"] == ["0", "1"]
    assert check(made)["kind"] == second_check(made.to_json())["kind"] == "composition"


@pytest.mark.slow
def test_equal_laws_are_counted_together_and_no_run_says_so() -> None:
    made = parse_composition("gaussian(sigma=3) * gaussian(sigma=3)**2 * gaussian(sigma=4)**0").certificate(2)
    assert [law["count"] for law in made.statement["laws"]] == ["3"]
    nothing = (gaussian(3) ** 0).certificate(2)
    assert nothing.statement["delta"] == ["0", "1"]
    assert "remark: there is no run" in sentence(check(nothing))


@pytest.mark.parametrize(
    ("expression", "factor", "error", "said"),
    [
        ("gaussian(sigma=sqrt(2))", 2, ParameterError, "rational sigma"),
        ("gaussian(sigma=2)", inf, ParameterError, "finite E"),
        ("gaussian(sigma=1/100)", 2, TooLargeError, "more noise"),
        (
            "finite(p=[1, 0], q=[0, 1])**3 * discrete_laplace(log(3), rate=1/50)**3",
            1,
            TooLargeError,
            "no delta up to 1 is proved by masses that are rounded up",
        ),
    ],
)
def test_what_is_refused(expression: str, factor: float, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        parse_composition(expression).certificate(factor)


def test_a_pair_without_names_has_no_certificate() -> None:
    pair = gaussian(2)
    with pytest.raises(ParameterError, match="by their names"):
        DominatingPair(pair.remove).certificate(2)


@pytest.mark.slow
def test_what_follows_from_it() -> None:
    statement = check(gaussian(2).certificate(2))
    delta = exact(Fraction(int(statement["delta"][0], 16), int(statement["delta"][1], 16)))
    assert shortfall(statement, Asked("composition", exact(2), delta)) is None
    assert shortfall(statement, Asked("composition", exact(3), exact(1))) is None
    assert "exp_epsilon" in str(shortfall(statement, Asked(None, exact("19/10"), None)))
    assert "delta" in str(shortfall(statement, Asked(None, exact(2), delta / 2)))
    assert "kind" in str(shortfall(statement, Asked("private")))


def test_the_schema_has_it() -> None:
    text = resources.files("dpexact.certificates").joinpath("certificate.schema.json").read_text(encoding="utf-8")
    expression = "laplace(scale=2) * discrete_gaussian(sigma=2) * discrete_laplace(decay=1) * randomized_response(3/4)"
    document = json.loads(parse_composition(expression).certificate(2).to_json())
    jsonschema.Draft202012Validator(json.loads(text)).validate(document)


@pytest.mark.slow
def test_the_command(tmp_path: Path) -> None:
    target = str(tmp_path / "bound.json")
    run = CliRunner().invoke
    found = run(app, ["compose", "gaussian(sigma=3)**2", "--epsilon", "1", "--certificate", target])
    assert found.exit_code == 0
    assert "certified delta" in found.output
    assert run(app, ["check", target, "--expect", "composition", "--epsilon", "1", "--delta", "0.05"]).exit_code == 0
    assert run(app, ["check", target, "--second", "--expect", "composition", "--epsilon", "1/2"]).exit_code == 1
    assert run(app, ["check", target, "--expect", "private"]).exit_code == 1


@pytest.mark.slow
@pytest.mark.parametrize("factor", [Fraction(1, 3), Fraction(9, 10), Fraction(1, 100)])
def test_below_1_it_is_about_the_complements(factor: Fraction, tmp_path: Path) -> None:
    """The positive parts of all outcomes give delta at E < 1, and the statement at 1/E has to give the same."""
    p, q = (tuple(Fraction(x, 12) for x in side) for side in ((6, 4, 2, 0), (3, 3, 3, 3)))
    truths = [least_delta([rows] * 2, factor) for rows in ((p, q), (q, p))]
    pair, truth = finite(p, q) ** 2, max(truths)
    statement = check(pair.certificate(factor))
    stated = Fraction(*(int(x, 16) for x in statement["delta"]))
    assert Fraction(*(int(x, 16) for x in statement["exp_epsilon"])) == 1 / factor
    assert truth <= 1 - factor + factor * stated <= truth + Fraction(1, 500)
    refuted = check(pair.refutation(factor, delta=truth - Fraction(1, 100)))
    assert Fraction(*(int(x, 16) for x in refuted["exp_epsilon"])) == 1 / factor
    with pytest.raises(UndecidedError) as caught:
        pair.refutation(factor, delta=truth)
    assert caught.value.lower <= truth <= caught.value.upper
    command = [
        "compose",
        str(pair),
        "--exp-epsilon",
        str(factor),
        "--certificate",
        str(tmp_path / "c"),
        "--format",
        "json",
    ]
    said = json.loads(CliRunner().invoke(app, command).stdout)["certified_delta"]["exact"]
    assert Fraction(said) == 1 - factor + factor * stated
