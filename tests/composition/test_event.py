"""Events of dp_accounting (`events.txt` has reprs of version 0.6.0) and histories of Opacus, as compositions."""

from pathlib import Path

import pytest

from dpexact.composition import parse_composition, shuffled, without_replacement
from dpexact.errors import DPExactError
from tests.each import each
from tests.refusals import refuses

TEXTS = (Path(__file__).parent / "events.txt").read_text(encoding="utf-8").splitlines()
RATE = "4266666666666667/1000000000000000000"
NORMAL = "gaussian(sigma=11/10, sensitivity=1, rate=1)"
READ = {
    0: "epsilon_delta(epsilon=0, delta=0)**0",
    1: "epsilon_delta(epsilon=0, delta=1)",
    3: NORMAL,
    4: "laplace(scale=2, sensitivity=1, rate=1)",
    5: "discrete_laplace(decay=1/2, sensitivity=1, rate=1)",
    6: "randomized_response(truth=13/16, categories=4)",  # 3/4, and 1/4 of the other 1/4
    7: "gaussian_mixture(sigma=2, sensitivities=[0, 1, 2], weights=[1/2, 1/4, 1/4])",
    8: f"gaussian(sigma=11/10, sensitivity=1, rate={RATE})",
    9: "laplace(scale=2, sensitivity=1, rate=1/10)",
    10: "discrete_laplace(decay=1/2, sensitivity=1, rate=1/10)",
    14: f"gaussian(sigma=11/10, sensitivity=1, rate={RATE})**3516",
    15: f"{NORMAL}**2 * laplace(scale=2, sensitivity=1, rate=1)",
    21: "gaussian(sigma=2, sensitivity=1, rate=1/4)",
}
REFUSED = {
    2: "UnsupportedDpEvent",
    11: "a sample of one run .* got gaussian",
    12: r"got SampledWithoutReplacementDpEvent, at character \d+ of the composition; write without_replacement\(",
    13: "got SampledWithReplacementDpEvent",
    16: r"got SingleEpochTreeAggregationDpEvent, at character \d+ of the composition; write gaussian\(sigma\)\*\*depth",
    17: "SingleEpochTreeAggregationDpEvent",
    18: "RepeatAndSelectDpEvent",
    19: "TruncatedSubsampledGaussianDpEvent",
    20: "ZCDpEvent",
}


def huge(power: int, times: int = 1) -> str:
    """Write a law whose scale is infinite as a float."""
    return f"laplace(scale={times * 10**power}, sensitivity=1, rate=1)"


def test_every_event_is_read_or_refused() -> None:
    assert READ.keys() | REFUSED.keys() == set(range(len(TEXTS)))


@each("place", READ)
def test_an_event_is_a_composition(place: int) -> None:
    assert str(parse_composition(TEXTS[place])) == READ[place]


@each("place", REFUSED)
def test_an_event_without_a_law_is_refused_by_name(place: int) -> None:
    refuses(DPExactError, REFUSED[place], parse_composition, TEXTS[place])


@each(
    ("text", "found"),
    [
        ("[(1.1, 0.01, 500)]", "gaussian(sigma=11/10, sensitivity=1, rate=1/100)**500"),
        (
            "[(1.1, 0.01, 500), (0.9, 1/4, 2)]",
            "gaussian(sigma=11/10, sensitivity=1, rate=1/100)**500 * gaussian(sigma=9/10, sensitivity=1, rate=1/4)**2",
        ),
        ("[[1.1, 0.01, 500]]", "gaussian(sigma=11/10, sensitivity=1, rate=1/100)**500"),
        (
            "MixtureOfGaussiansDpEvent(2.0, sensitivities=(0.0, 1.0,), sampling_probs=(0.5, 0.5))",
            "gaussian_mixture(sigma=2, sensitivities=[0, 1], weights=[1/2, 1/2])",
        ),
        ("SelfComposedDpEvent(GaussianDpEvent(1.1), np.int32(2))", f"{NORMAL}**2"),
        ("dp_accounting.GaussianDpEvent(1.1)", NORMAL),
        ("GaussianDpEvent(noise_multiplier=np.float64(1.1))", NORMAL),
        ("ComposedDpEvent([LaplaceDpEvent(1e400), LaplaceDpEvent(\r\n1e500)])", f"{huge(400)} * {huge(500)}"),
        ("ComposedDpEvent([LaplaceDpEvent(2e400), LaplaceDpEvent(2e400)])", f"{huge(400, 2)}**2"),
    ],
)
def test_histories_and_other_ways_to_write(text: str, found: str) -> None:
    assert str(parse_composition(text)) == found


@each(
    "text",
    [
        *TEXTS[3:6],
        TEXTS[14],
        TEXTS[15],
        "[(1.1, 1, 500)]",
        "PoissonSampledDpEvent(1, GaussianDpEvent(1.1))",
        "ComposedDpEvent([GaussianDpEvent(1.1), gaussian(1.1)])",
        "dp_sgd(1.1, batch=5, examples=5, steps=3)",
    ],
)
def test_a_noise_multiplier_is_for_a_record_that_is_added_or_removed(text: str) -> None:
    """It is for the norm of one record. To replace the record changes the sum by twice as much."""
    pair = parse_composition(text)
    assert pair.relation == "add or remove one record"
    with pytest.raises(DPExactError, match="laws of one neighboring relation"):
        pair * shuffled(1, users=5)
    refuses(DPExactError, "laws of one neighboring relation", without_replacement, pair, batch=1, examples=2)


@each(
    ("text", "message"),
    [
        ("GaussianDpEvent(1.1", r"expected , or \)"),
        ("GaussianDpEvent(sigma=1)", "expected the parameter noise_multiplier, once"),
        ("GaussianDpEvent(1, noise_multiplier=1)", "expected the parameter noise_multiplier, once"),
        ("GaussianDpEvent(**{'noise_multiplier': 1})", "noise_multiplier: expected a number"),
        ("GaussianDpEvent(-1)", "a number > 0"),
        ("NoOpDpEvent(1)", "NoOpDpEvent: expected no parameter, got '1'"),
        ("NoOpDpEvent(x=1, 2)", "NoOpDpEvent: expected no parameter, got 'x'"),
        (
            "PoissonSampledDpEvent(GaussianDpEvent(1), 0.1)",
            "got 'GaussianDpEvent', at character 23 of the composition; docs/claim-table.md has",
        ),
        ("GaussianDpEvent(x)", "noise_multiplier"),
        ("GaussianDpEvent(inf)", "noise_multiplier"),
        ("GaussianDpEvent(np.float32(0.1))", "noise_multiplier"),  # which is another number
        ("GaussianDpEvent(math.exp(2))", "noise_multiplier"),
        ("PoissonSampledDpEvent(2, GaussianDpEvent(1))", "sampling_probability: expected a number from 0 to 1"),
        ("PoissonSampledDpEvent(2, NoOpDpEvent())", "sampling_probability: expected a number from 0 to 1"),
        ("RandomizedResponseDpEvent(1.2, 4)", "noise_parameter: expected a number from 0 to 1"),
        ("GaussianDpEvent(np.float64(1, y=2))", "noise_multiplier"),
        ("SelfComposedDpEvent(GaussianDpEvent(1), 1.5)", "count: expected an integer"),
        ("SelfComposedDpEvent(GaussianDpEvent(1), -1)", "count: expected an integer"),
        ("SelfComposedDpEvent(3, 2)", "expected one of gaussian"),
        ("ComposedDpEvent(events=__import__('os'))", r"expected \[ for events"),
        ("ComposedDpEvent([open('x')])", 'got "open'),
        ("SelfComposedDpEvent(" * 500, "nested more than 50 deep"),
        ("[(1, 2)]", r"history\[0\]: expected \(noise multiplier, sample rate, steps\)"),
        ("[(1, 2, 3)]", "rate: expected a number from 0 to 1"),
        ("[(1, 1/2, 3), 5]", r"expected \[ for a step, got '5"),
        ("[(?, 1/100, 500)]", r"a law with the open number .* such as gaussian\(sigma=\?"),
        ("gaussian_mixture(1, sensitivities=[?], weights=[1])", "a law with the open number"),
        ("GaussianDpEvent(noise_multiplier=0.0)", "^noise_multiplier: expected a number > 0, got 0, at character 17"),
        ("RandomizedResponseDpEvent(0.5, 1)", "^num_buckets: expected an integer >= 2, got 1, at character 32"),
        ("gaussian(noise_multiplier=1)", "did you mean 'sigma'"),
    ],
)
def test_a_text_that_is_no_event(text: str, message: str) -> None:
    refuses(DPExactError, message, parse_composition, text)
