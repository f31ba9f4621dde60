"""Post-processing, mixture and composition on cases computed by hand."""

from fractions import Fraction
from typing import Any

import pytest

from dpexact import InexactInputError, Mechanism, MechanismError, NeighborGraph, ParameterError, compose, exact, mix
from dpexact import tight_exp_epsilon as tight
from tests.refusals import refuses

M1 = Mechanism.from_rows(["a", "b"], ["x", "y"], [["3/4", "1/4"], ["1/4", "3/4"]])
M2 = Mechanism.from_rows(["b", "a"], ["y", "z"], [["1/3", "2/3"], [1, 0]])  # its inputs in another order


def fractions(rows: Any) -> tuple[tuple[Fraction, ...], ...]:
    """Rows of text as Fractions."""
    return tuple(tuple(Fraction(value) for value in row.split()) for row in rows)


def test_postprocess_matches_by_label_not_by_place() -> None:
    kernel = Mechanism.from_rows(["y", "unused", "x"], [0, 1], [["1/2", "1/2"], [1, 0], [0, 1]])
    # P(0 | a) = P(x | a) 0 + P(y | a) 1/2 = 1/8.
    after = M1.postprocess(kernel)
    assert (after.inputs, after.outputs) == (("a", "b"), (0, 1))
    assert after.rows() == fractions(["1/8 7/8", "3/8 5/8"])


def test_postprocess_needs_a_kernel_for_every_output() -> None:
    refuses(MechanismError, "'y'", M1.postprocess, Mechanism.from_rows(["x"], [0], [[1]]))


def test_postprocess_in_an_irrational_field() -> None:
    p = exact("exp(-1)")
    kernel = Mechanism.from_rows(["x", "y"], [0, 1], [[p, 1 - p], [0, 1]])
    assert M1.postprocess(kernel).probability("a", [0]) == p * 3 / 4


def test_mixture_on_common_outputs_adds_by_label() -> None:
    mixed = mix("1/4", M1, M2)
    # On a: 1/4 (3/4, 1/4, -) + 3/4 (-, 1, 0); on b: 1/4 (1/4, 3/4, -) + 3/4 (-, 1/3, 2/3).
    assert mixed.outputs == ("x", "y", "z")
    assert mixed.rows() == fractions(["3/16 13/16 0", "1/16 7/16 1/2"])


def test_mixture_on_disjoint_outputs_tells_which_one_ran() -> None:
    mixed = mix("1/4", M1, M2, outputs="disjoint")
    assert mixed.outputs == ((1, "x"), (1, "y"), (2, "y"), (2, "z"))
    assert mixed.rows() == fractions(["3/16 1/16 3/4 0", "1/16 3/16 1/4 1/2"])


@pytest.mark.parametrize(("p", "same"), [(0, M2), (1, M1)])
def test_mixture_at_the_ends(p: int, same: Mechanism) -> None:
    mixed = mix(p, M1, M2)
    for label in ("a", "b"):
        for output in same.outputs:
            assert mixed.probability(label, [output]) == same.probability(label, [output])


@pytest.mark.parametrize(
    ("p", "outputs", "error"),
    [
        ("-1e-80", "common", ParameterError),
        ("1.0000000000000000000001", "common", ParameterError),
        (0.5, "common", InexactInputError),
        ("1/2", "both", ParameterError),
    ],
)
def test_mixtures_that_are_refused(p: Any, outputs: Any, error: type[Exception]) -> None:
    refuses(error, "", mix, p, M1, M2, outputs=outputs)


def test_composition_is_the_independent_product() -> None:
    both = compose(M1, M2)
    assert both.outputs == (("x", "y"), ("x", "z"), ("y", "y"), ("y", "z"))
    assert both.rows() == fractions(["3/4 0 1/4 0", "1/12 1/6 1/4 1/2"])


def test_pure_epsilons_add_up_in_a_composition() -> None:
    # The largest ratios of the parts are 3 and 3: E = 9 for two runs, 27 for three.
    neighbors = NeighborGraph.complete(["a", "b"])
    assert tight(compose(M1, M1), neighbors) == 9
    assert tight(compose(compose(M1, M1), M1), neighbors) == 27


@pytest.mark.parametrize("combine", [compose, lambda m, n: mix("1/2", m, n)])
def test_different_inputs_are_refused(combine: Any) -> None:
    refuses(MechanismError, "the same inputs", combine, M1, Mechanism.from_rows(["a", "c"], ["x"], [[1], [1]]))


def test_a_composition_of_absurd_size_is_refused() -> None:
    wide = Mechanism.from_numerators([0], range(20_000), [[1] + [0] * 19_999], 1)
    refuses(MechanismError, "more than", compose, wide, wide)
