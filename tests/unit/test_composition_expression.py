"""Compositions as text: what is read, where a mistake is, and what `dpexact compose` prints of it."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from dpexact.cli.app import app
from dpexact.composition import finite, gaussian, laplace, parse_composition, randomized_response
from dpexact.errors import DPExactError
from dpexact.quantities import QUANTITIES

if TYPE_CHECKING:
    from collections.abc import Callable

NAMED = {quantity.name: quantity for quantity in QUANTITIES}


def test_an_expression_is_what_the_functions_make() -> None:
    text = "gaussian(sigma=1.1, rate=256/60000)**3516 * laplace(scale=20) * finite(p=[3/4,1/4], q=[1/4,3/4])"
    made = gaussian("1.1", rate=Fraction(256, 60000)) ** 3516 * laplace(20) * finite(["3/4", "1/4"], ["1/4", "3/4"])
    assert parse_composition(text) == made
    assert parse_composition("(gaussian(4) * laplace(2))**(2*3)") == (gaussian(4) * laplace(2)) ** 6
    assert parse_composition(" gaussian( 1 ) ** 10**2 ") == gaussian(1) ** 100
    assert parse_composition("randomized_response(3/4, 3)**2*gaussian(1)") == randomized_response(
        "3/4", 3
    ) ** 2 * gaussian(1)


MISTAKES = {
    "randomized_response(3/4)**9**9**9": ("count: expected an integer from 0 to 1000000000000", 27),
    "gaussian(sigma=0)": ("sigma: expected a number > 0, got 0", 10),
    "gausian(1)": ("did you mean 'gaussian'", 1),
    "gaussian(1, rate=1.5)": ("rate: expected a number from 0 to 1, got 3/2", 13),
    "gaussian(1) * laplace(1, rate=-1)": ("rate: expected a number >= 0, got -1", 26),
    "gaussian(1)**-1": ("count: expected an integer from 0", 14),
    "gaussian(1)**1.5": ("count: expected an integer from 0", 14),
    "gaussian(sigma=1": ("expected , or \\)", 17),
    "gaussian()": ("expected sigma=", 1),
    "gaussian(1, sigm=2)": ("did you mean 'sigma'", 13),
    "gaussian(rate=1/2, 3, sigma=2)": ("expected name=value", 20),
    "gaussian(1, sigma=2)": ("each once", 13),
    "discrete_gaussian(1, sensitivity=1/2)": ("sensitivity: expected an integer >= 0", 22),
    "finite(p=[1/2,1/2,1/2], q=[1/2,1/2,0])": ("sum to 1", 8),
    "": ("expected one of gaussian", 1),
    "gaussian(1)*": ("expected one of gaussian", 13),
    "gaussian(1) gaussian(2)": ("expected \\*, \\*\\* or the end", 13),
    "gaussian(x)": ("without names", 10),
    "((gaussian(1))": ("expected \\*, \\*\\* or \\)", 15),
    "gaussian(,)": ("expected a number", 10),
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_is_named_with_its_place(text: str) -> None:
    said, place = MISTAKES[text]
    with pytest.raises(DPExactError, match=said) as caught:
        parse_composition(text)
    assert f"at character {place} of the composition" in str(caught.value)
    assert caught.value.position == place - 1


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
    remark = NAMED["dp_sgd.epsilon"].remark
    assert remark is not None
    assert "Poisson" in remark()
    with pytest.raises(DPExactError, match=r"^steps: expected either"):
        epsilon(noise_multiplier="1.1", rate="1/10", delta="1e-5")
    with pytest.raises(DPExactError, match=r"^rate: expected either"):
        epsilon(noise_multiplier="1.1", rate="1/10", batch="1", steps="1", delta="1e-5")
    with pytest.raises(DPExactError, match=r"^batch: expected at most"):
        epsilon(noise_multiplier="1.1", batch="3", examples="2", steps="1", delta="1e-5")
