"""Losses on a grid: a wrong splitting, a wrong bound or a mass that is not counted puts what is exact outside."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from flint import arb, fmpq

from dpexact import exact
from dpexact.composition import PrivacyLoss, grid, privacy_loss, rounded
from dpexact.composition.grid import Grid
from dpexact.composition.masses import Masses, split
from dpexact.numbers.balls import WorkingPrecision, rational_bounds
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from tests.composition.test_composition import loss_of
from tests.composition.test_grid import bounds_at
from tests.pairs import PAIRS
from tests.values import of_type

FOUR = privacy_loss(["1/2", "1/3", "1/12", "1/12"], ["1/5", "1/7", "2/5", "9/35"])
BELOW, INSIDE, ABOVE = -1, 0, 1


def where(loss: PrivacyLoss, factor: Fraction, true: Fraction, step: int, bits: int = 60) -> int:
    """On which side of the bounds the number is."""
    lower, upper = bounds_at(loss, factor, step, bits)
    return BELOW if true < lower else ABOVE if true > upper else INSIDE


Atoms = list[tuple[Any, Any]]


def spread(atoms: Atoms, step: int, bits: int, up: Callable[[float], float]) -> Masses:
    """A splitting that sends the part up(x/h) of the mass up, x how far a loss is above its grid point."""
    cells: dict[int, int] = {}
    for mass, loss in atoms:
        scaled = float(loss) * 2**step
        place = math.floor(scaled + 1e-12)
        part = up(max(0.0, scaled - place))
        for n, share in ((place, 1 - part), (place + 1, part)):
            cells[n] = cells.get(n, 0) + int(float(mass) * share * 2**bits)
    return Masses.of_cells(cells, bits)


def right_part(step: int) -> Callable[[float], float]:
    return lambda x: -math.expm1(-x * 2**-step) / -math.expm1(-(2**-step))


def trials() -> Iterator[tuple[PrivacyLoss, Fraction, Fraction, int]]:
    """(loss, E, the exact delta, step): compositions with many roundings of one side, coarse and fine."""
    skew = privacy_loss(["11/20", "9/20"], ["2/5", "3/5"])
    several = ((skew**20, 3), (skew**80, 5), (skew.reversed() ** 60, 4), (loss_of(PAIRS["response"]) ** 40, 2))
    for loss, step in several:
        for factor in (Fraction(1), Fraction(7, 3), Fraction(20)):
            true = of_type(Exact, loss.delta(factor))
            yield loss, factor, true.as_fraction(), step


def outside(mutant: Callable[[Atoms, int, int], Masses] | None, monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The sides on which an exact delta is outside of the bounds."""
    if mutant is not None:

        def mutated(atoms: Atoms, width: Any, corner: Any, bits: int) -> Masses:
            beside = [(mass, loss - arb(corner)) for mass, loss in atoms]
            return replace(mutant(beside, int(width.q).bit_length() - 1, bits), corner=corner, width=width)

        monkeypatch.setattr(grid, "split", mutated)
    return {where(loss, factor, true, step, 48) for loss, factor, true, step in trials()} - {INSIDE}


MUTANTS: dict[str, Callable[[Atoms, int, int], Masses]] = {
    "all down": lambda a, s, b: spread(a, s, b, lambda _: 0.0),
    "all up": lambda a, s, b: spread(a, s, b, lambda _: 1.0),
    "to the other side": lambda a, s, b: spread(a, s, b, lambda x: 1 - right_part(s)(x)),
    "linear in the loss, Q is not kept": lambda a, s, b: spread(a, s, b, lambda x: max(0.0, 2 * x - right_part(s)(x))),
    "a tenth less goes up": lambda a, s, b: spread(a, s, b, lambda x: 0.9 * right_part(s)(x)),
    "a fifth more goes up": lambda a, s, b: spread(a, s, b, lambda x: min(1.0, 1.2 * right_part(s)(x))),
}


def test_the_right_splitting_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert outside(None, monkeypatch) == set()
    assert outside(lambda a, s, b: spread(a, s, b, right_part(s)), monkeypatch) == set()


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_splitting_does_not(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert outside(MUTANTS[name], monkeypatch) != set()


def test_mass_that_is_made_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ArithmeticError, match="sum to more than 1"):
        outside(lambda a, s, b: spread([(m * arb(1.002), x) for m, x in a], s, b, right_part(s)), monkeypatch)


def test_both_masses_are_kept_and_what_is_lost_is_counted() -> None:
    """Of one atom: P and Q of the two outcomes sum to its own, but for what was rounded down."""
    for ratio in (Fraction(3), Fraction(10, 9), Fraction(1, 7), Fraction(1), Fraction(2**60 + 1, 2**60)):
        for step in (0, 3, 11):
            with WorkingPrecision(160):
                loss = exact(ratio).ball().log()
                found = split([(arb(1) / 3, loss)], fmpq(1, 1 << step), fmpq(0), 100)
                first = found.row.total() * arb(2) ** -100
                second = (
                    sum(
                        (n * (-(arb(found.low + k) / 2**step)).exp() for k, n in enumerate(found.row.numbers())),
                        arb(0),
                    )
                    * arb(2) ** -100
                )
                assert 0 <= arb(1) / 3 - first < arb(2) ** -90
                assert abs(second - (arb(1) / 3) / exact(ratio).ball()) < arb(2) ** -90
                assert len(found.row) <= 2
                place = loss * 2**step - found.low
                assert place > -(arb(2) ** -90)
                assert place < 1 + arb(2) ** -90


@pytest.mark.parametrize("blur", [2.0**-40, 2.0**-12])
def test_a_loss_that_is_not_told_from_a_grid_point(blur: float) -> None:
    """The loss is somewhere in the ball: whichever it is, each mass found is at most that of the true split."""
    step, bits, width = 6, 60, 2.0**-6
    with WorkingPrecision(200):
        found = split([(arb(1), arb(3 * width, blur))], fmpq(1, 1 << step), fmpq(0), bits)
        assert found.low == 3
        assert len(found.row) == 1
        for shift in (-blur, -blur / 3, 0.0, blur / 2, blur):
            x = arb(shift)
            kept = (
                1 + (-x).expm1() / -(-arb(width)).expm1()
                if shift >= 0
                else -(-(arb(width) + x)).expm1() / -(-arb(width)).expm1()
            )
            assert found.row.numbers()[0] <= kept * arb(2) ** bits
        assert split([(arb(1), arb(3 * width, 2 * width))], fmpq(1, 1 << step), fmpq(0), bits).row.total() == 0


def test_the_lower_bound_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Splitting alone gives no lower bound: without what is taken off, or with a tenth of it, delta is below."""
    for share in (0, Fraction(1, 20)):
        with monkeypatch.context() as patch:
            taken = Grid._added
            patch.setattr(
                Grid,
                "_added",
                lambda self, e, m, share=share, taken=taken: (
                    None if (found := taken(self, e, m)) is None else found * exact(share).ball()
                ),
            )
            assert BELOW in {where(loss, factor, true, step) for loss, factor, true, step in trials()}


def test_what_is_lost_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With 12 bits for a mass much is rounded to 0; where it is not counted the upper bound is too small."""
    loss = loss_of(PAIRS["response"]) ** 40
    true = of_type(Exact, loss.delta(1))
    assert where(loss, Fraction(1), true.as_fraction(), 8, 12) == INSIDE
    sum_up = Grid._sum_up

    def forget(self: Grid) -> None:
        sum_up(self)
        self.lost = arb(0)

    monkeypatch.setattr(Grid, "_sum_up", forget)
    assert where(loss, Fraction(1), true.as_fraction(), 8, 12) == ABOVE


@pytest.mark.parametrize("shift", [-0.2, -0.1, 0.1, 0.2, 0.9])
def test_a_wide_epsilon(shift: float) -> None:
    """Bounds at a ball hold for every epsilon in it, also where it reaches over a grid point that has a mass."""
    loss = loss_of(PAIRS["ties at 2"]) ** 3  # one ratio with two masses: 8, with all of P and 1/8 of Q
    found = Grid(loss.factors, 4, 80)
    with WorkingPrecision(100):
        middle = arb(int(math.log(8) * 16)) / 16 + arb(shift) / 16
        wide = middle + arb(0, 0.015)
        lower, upper = (rational_bounds(side)[0] for side in (found.lower(wide), found.upper(wide)))
    for end in (-0.0149, 0.0, 0.0149):
        true = max(0.0, 1 - math.exp(float(middle) + end) / 8)
        assert float(lower) - 1e-12 <= true <= float(upper) + 1e-12


def test_the_least_epsilon_of_a_coarse_grid() -> None:
    """With 12 bits for a mass more is lost than is allowed: no epsilon of the grid is enough; the largest loss is."""
    loss = loss_of(PAIRS["response"]) ** 40
    for allowed in (Fraction(1, 10**20), Fraction(1, 10**9), Fraction(1, 10)):
        lower, upper, _ = rounded.epsilon_bounds(exact(allowed), Grid(loss.factors, 4, 12))
        true = of_type(Enclosure, loss.epsilon(allowed))
        assert rational_bounds(lower)[0] <= true.lower <= true.upper <= rational_bounds(upper)[1]


def test_what_stays_at_ratio_one_is_not_taken_off_twice() -> None:
    """At E = 1 the mass 0.99^20 has loss 0 in every run: rounding does not move it, and the bounds stay narrow."""
    loss = privacy_loss(["99/100", "1/250", "3/500"], ["99/100", "3/500", "1/250"]) ** 20
    true = of_type(Exact, loss.delta(1))
    lower, upper = bounds_at(loss, 1, 13)
    assert lower <= true.as_fraction() <= upper
    assert upper - lower < Fraction(1, 2**18)
