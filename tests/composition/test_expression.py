"""Compositions as text: what is read, where a mistake is, and what `dpexact compose` prints of it."""

import json
from collections.abc import Callable
from fractions import Fraction
from inspect import signature
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dpexact import Enclosure, kernel, second
from dpexact.audit.quantities import QUANTITIES
from dpexact.cli.app import app
from dpexact.composition import (
    discrete_gaussian,
    discrete_laplace,
    finite,
    gaussian,
    laplace,
    parse_composition,
    randomized_response,
)
from dpexact.errors import DPExactError, ParameterError, TooLargeError
from tests.beside import beside
from tests.each import each
from tests.refusals import refuses
from tests.values import of_type, present

BESIDE = beside(__file__)

NAMED = {quantity.name: quantity for quantity in QUANTITIES}


def test_an_expression_is_what_the_functions_make() -> None:
    text = "gaussian(sigma=1.1, rate=256/60000)**3516 * laplace(scale=20) * finite(p=[3/4,1/4], q=[1/4,3/4])"
    made = gaussian("1.1", rate=Fraction(256, 60000)) ** 3516 * laplace(20) * finite(["3/4", "1/4"], ["1/4", "3/4"])
    assert parse_composition(text) == made
    assert parse_composition("(gaussian(4) * laplace(2))**(2*3)") == (gaussian(4) * laplace(2)) ** 6
    assert parse_composition(" gaussian( 1 ) ** 10**2 ") == gaussian(1) ** 100
    assert parse_composition("gaussian(1)**1e+2 * gaussian(1) ** 2 ** (4 - 1)") == gaussian(1) ** 108
    assert parse_composition("randomized_response(3/4, categories=3)**2*gaussian(1)") == randomized_response(
        "3/4", categories=3
    ) ** 2 * gaussian(1)


MISTAKES = BESIDE["mistakes"]


@each("text", MISTAKES)
def test_a_mistake_is_named_with_its_place(text: str) -> None:
    said, place = MISTAKES[text]
    with pytest.raises(DPExactError, match=said) as caught:
        parse_composition(text)
    assert f"at character {place} of the composition" in str(caught.value)
    assert caught.value.position == place - 1


def test_only_the_first_parameter_goes_by_position() -> None:
    """What everybody means by gaussian(1.1, 256/60000) is a rate, not a sensitivity."""
    for law, other in ((gaussian, "rate"), (laplace, "rate"), (discrete_gaussian, "rate"), (discrete_laplace, "rate")):
        refuses(ParameterError, rf"\(1, sensitivity='1/2'\) or {law.__name__}\(1, {other}='1/2'\)", law, 1, "1/2")
        assert [one.kind.name for one in signature(law).parameters.values()][1:] == ["KEYWORD_ONLY"] * 2
    refuses(ParameterError, r"write randomized_response\('1/2', categories=3\)", randomized_response, "1/2", 3)
    refuses(TypeError, "sigma", gaussian)


WRITTEN = BESIDE["written"]


@each("text", WRITTEN)
def test_a_composition_is_written_with_all_names_and_read_again(text: str) -> None:
    pair = parse_composition(text)
    assert str(pair) == repr(pair) == WRITTEN[text]
    again = parse_composition(str(pair))
    assert again == pair
    assert str(again) == str(pair)


def test_a_long_law_is_cut_in_its_repr_only() -> None:
    pair = finite(["1/300"] * 300, ["1/300"] * 300)
    assert len(repr(pair)) < 300 < len(str(pair))
    assert parse_composition(str(pair)) == pair


def test_a_row_says_how_its_expression_was_read() -> None:
    for name in ("composition.delta", "composition.epsilon"):
        remark = present(NAMED[name].remark)
        for expression, said in (
            ("laplace(2)**3", "laplace(scale=2, sensitivity=1, rate=1)**3; neighbors: any"),
            ("shuffled(1, users=9)", "shuffled(local_epsilon=1, users=9); neighbors: replace one record"),
        ):
            assert remark(expression=expression) == f"read as {said}"


@pytest.mark.slow
def test_the_answer_names_the_law_and_counts_its_runs(capsys: pytest.CaptureFixture[str]) -> None:
    run(["compose", "laplace(1)**3", "--count", "2", "--epsilon", "6", "--format", "json"])
    found = json.loads(capsys.readouterr().out)
    assert (found["expression"], found["count"]) == ("laplace(scale=1, sensitivity=1, rate=1)**6", 6)
    run(["compose", "laplace(1)**3", "--epsilon", "3"])
    assert "  expression     laplace(scale=1, sensitivity=1, rate=1)**3" in capsys.readouterr().out.splitlines()


def test_what_is_neither_a_file_nor_an_expression_is_told_so() -> None:
    told = CliRunner().invoke(app, ["compose", "gaussian.sigma", "--delta", "1e-5"])
    assert (told.exit_code, told.stdout) == (2, "")
    assert "FILE: expected a file or an expression, got 'gaussian.sigma', which names no file" in told.stderr


DELTAS = {
    "gaussian(sigma=1.1, rate=256/60000)**100": "1e-5",
    "randomized_response(3/4)": "1e-5",
    "randomized_response(3/4)**20": "1/2",
    "laplace(scale=2)": "1e-9",
}


@pytest.mark.slow
@pytest.mark.parametrize("text", DELTAS)
def test_a_certificate_for_a_delta_chooses_its_epsilon(text: str, tmp_path: Path) -> None:
    """It states the delta that was asked for, at an epsilon of six digits that is enough, and hardly more."""
    file, delta = tmp_path / "certificate.json", DELTAS[text]
    run(["compose", text, "--delta", delta, "--certificate", str(file)])
    statement = kernel.check(file.read_text())
    assert second.check(file.read_text()) == statement
    assert Fraction(*(int(part, 16) for part in statement["delta"])) == Fraction(delta)
    least = of_type(Enclosure, parse_composition(text).epsilon(delta))
    epsilon = Fraction(*(int(part, 16) for part in statement["generators"]["exponent"]))
    assert least.upper <= epsilon <= least.upper + max(least.upper, Fraction(1)) / 256
    assert int(epsilon.denominator) == 1 or len(str(epsilon.numerator * 10**9 // epsilon.denominator).rstrip("0")) <= 6
    run(["check", str(file), "--delta", delta, "--epsilon", str(epsilon)])


@pytest.mark.slow
def test_a_certificate_for_a_delta_that_is_not_proved() -> None:
    refuses(ParameterError, "no epsilon is enough for delta = 1/2", finite([1, 0], [0, 1]).certificate, delta="1/2")
    with pytest.raises(TooLargeError, match=r"no epsilon up to 1\.0[0-9]* is proved to be enough for delta = 0"):
        laplace(1).certificate(delta=0)
    assert kernel.check(randomized_response("3/4").certificate(delta=0).to_json())["delta"] == [
        "0",
        "1",
    ]  # 3 lies on the lattice
    refuses(ParameterError, "got delta and another one", laplace(1).certificate, 2, delta="1/10")


def test_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    run(["compose", "gaussian(sigma=4, rate=1/100)**100", "--delta", "1e-6", "--format", "json"])
    found = json.loads(capsys.readouterr().out)
    assert found["direction"] == "remove"
    assert 0 < Fraction(found["epsilon"]["lower"]) < Fraction(found["epsilon"]["upper"])
    assert found["epsilon"]["decimal"] == found["epsilon"]["upper"]
    assert Fraction(found["exp_epsilon"]["lower"]) > 1
    run(["compose", "randomized_response(3/4)", "--count", "2", "--exp-epsilon", "3", "--format", "json"])
    found = json.loads(capsys.readouterr().out)
    assert (found["delta"]["exact"], found["direction"]) == ("3/8", "both")


def run(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        app(arguments)
    assert ended.value.code == 0


@pytest.mark.slow
def test_dp_sgd_in_its_own_words() -> None:
    """15 epochs of 60,000 examples in batches of 256 are ceil(3515.6) steps."""
    epsilon: Callable[..., object] = NAMED["dp_sgd.epsilon"].compute
    one = epsilon(noise_multiplier="1.1", batch="256", examples="60000", epochs="15", delta="1e-5")
    other = NAMED["composition.epsilon"].compute(expression="gaussian(1.1, rate=256/60000)**3516", delta="1e-5")
    assert one.lower == other.lower  # type: ignore[attr-defined, union-attr]
    remark = present(NAMED["dp_sgd.epsilon"].remark)
    assert "Poisson" in remark()
    with pytest.raises(DPExactError, match=r"^steps: expected either steps or epochs, got neither"):
        epsilon(noise_multiplier="1.1", rate="1/10", delta="1e-5")
    with pytest.raises(DPExactError, match=r"^rate: expected either rate, or batch and examples, got rate, batch;"):
        epsilon(noise_multiplier="1.1", rate="1/10", batch="1", steps="1", delta="1e-5")
    with pytest.raises(DPExactError, match=r"^batch: expected at most"):
        epsilon(noise_multiplier="1.1", batch="3", examples="2", steps="1", delta="1e-5")
