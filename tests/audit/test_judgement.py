"""Judgements: against the decimal module on a grid that holds every kind of tie, and by hand elsewhere."""

from collections.abc import Callable
from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from flint import arb, ctx

from dpexact.audit.judgement import Judgement, judge
from dpexact.audit.printed import Meaning, parse_printed
from dpexact.errors import ParameterError
from dpexact.numbers.enclosure import PRICED_BITS, START_BITS, Enclosure
from dpexact.numbers.exact import Exact, exact
from tests.each import each
from tests.refusals import refuses

MODES = {"half-up": ROUND_HALF_UP, "half-even": ROUND_HALF_EVEN, "truncated": ROUND_DOWN, "up": ROUND_CEILING}
UNIT = Decimal("0.01")
GRID = [Decimal(n) / 1000 for n in range(-36, 37)] + [Decimal(n) / 10000 for n in (-151, -149, -51, 49, 51, 149)]
TEXTS = [Decimal(m) / 100 for m in range(-4, 5)]
RIGHT: dict[Meaning, Callable[[Decimal, Decimal], bool]] = {  # (true value, printed value)
    "rounded": lambda v, d: d in (v.quantize(UNIT, ROUND_HALF_UP), v.quantize(UNIT, ROUND_HALF_EVEN)),
    "truncated": lambda v, d: d == v.quantize(UNIT, ROUND_DOWN),
    "rounded-up": lambda v, d: d == v.quantize(UNIT, ROUND_CEILING),
    "exact": lambda v, d: d == v,
    "about": lambda v, d: abs(v - d) <= UNIT,
    "at-most": lambda v, d: v <= d,
    "at-least": lambda v, d: v >= d,
}


def judgement(text: str, meaning: Meaning, number: Exact | Enclosure | str) -> Judgement:
    """The judgement of a printed text against a number."""
    return judge(parse_printed(text), meaning, exact(number) if isinstance(number, str) else number)


def point(text: str) -> Enclosure:
    """A rational number as an enclosure that never closes: q sqrt(2)^2 / 2 with the square root as a ball."""
    q = Fraction(text)
    return Enclosure(lambda: arb(2).sqrt() ** 2 * q.numerator / (2 * q.denominator))


@each("printed", TEXTS)
def test_fits_are_what_the_decimal_module_rounds_to(printed: Decimal) -> None:
    for value in GRID:
        fits = judgement(f"{printed:.2f}", "rounded", str(value)).fits
        assert set(fits) == {name for name, mode in MODES.items() if value.quantize(UNIT, mode) == printed}, value


@pytest.mark.slow
@pytest.mark.parametrize("meaning", RIGHT)
def test_verdicts_and_units_off(meaning: Meaning) -> None:
    good, bad = ("valid-bound", "violated-bound") if meaning.startswith("at-") else ("correct", "wrong")
    for value in GRID:
        for printed in TEXTS:
            answer = judgement(f"{printed:.2f}", meaning, str(value))
            right = RIGHT[meaning](value, printed)
            assert answer.verdict == (good if right else bad), (value, printed)
            if meaning == "exact":
                moves = (abs(value - printed) / UNIT).to_integral_value(ROUND_CEILING)
            else:
                near = [m for m in range(12) if any(RIGHT[meaning](value, printed + s * m * UNIT) for s in (1, -1))]
                moves = Decimal(near[0])
            assert answer.units_off == moves, (value, printed)
            order = "equal" if value == printed else "high" if printed > value else "low"
            assert answer.printed_is == order


def test_irrational_numbers_are_decided() -> None:
    root = exact("sqrt(2)")  # 1.41421356...
    assert judgement("1.4142", "rounded", root).fits == ("half-up", "half-even", "truncated")
    assert judgement("1.4143", "rounded-up", root).verdict == "correct"
    assert judgement("1.4142", "at-least", root).verdict == "valid-bound"
    assert judgement("1.41421356237309504880168872420969807856967187537695", "rounded-up", root).verdict == "correct"
    assert judgement("1.41421356237309504880168872420969807856967187537694", "truncated", root).verdict == "correct"
    assert (
        judgement("1.41421356237309504880168872420969807856967187537694", "at-most", root).verdict == "violated-bound"
    )


def test_an_enclosure_beside_a_border_is_decided() -> None:
    pi = Enclosure(arb.pi)  # 3.14159265...
    assert judgement("3.14", "rounded", pi).verdict == "correct"
    assert judgement("3.15", "rounded-up", pi).verdict == "correct"
    assert judgement("3.1416", "truncated", pi).verdict == "wrong"
    assert judgement("22/7", "at-most", pi).verdict == "valid-bound"
    assert judgement("3", "exact", pi).verdict == "wrong"
    assert judgement("3.1415926535897932384626433832795028841971", "truncated", pi).units_off == 0


def test_an_enclosure_on_a_border_stays_undecided() -> None:
    tie = point("1/8")
    odd = judgement("0.13", "rounded", tie)  # half up gives 0.13 at and above the tie, nothing gives it below
    assert (odd.verdict, odd.fits, odd.units_off) == ("undecided", ("up",), None)
    assert judgement("0.12", "truncated", tie).verdict == "correct"
    edge = judgement("0.125", "exact", tie)
    assert (edge.verdict, edge.printed_is, edge.units_off) == ("undecided", None, None)
    assert edge.fits == ("half-up", "half-even")
    assert judgement("0.125", "at-most", tie).verdict == "undecided"
    assert judgement("0.125", "about", tie).verdict == "correct"


@pytest.mark.parametrize("text", ["1/3", "-1/3", "0/5"])
def test_fractions_are_compared_and_have_no_last_digit(text: str) -> None:
    answer = judgement(text, "exact", text)
    assert (answer.verdict, answer.fits, answer.units_off) == ("correct", (), None)
    assert judgement(text, "at-most", exact(text) + exact("1e-60")).verdict == "violated-bound"
    assert judgement(text, "at-least", exact(text) + exact("1e-60")).verdict == "valid-bound"
    refuses(ParameterError, "last printed digit", judgement, text, "rounded", "1/3")


def test_side() -> None:
    for text, direction, side in (
        ("0.0049", "larger-is-safe", "unsafe"),
        ("0.0050", "larger-is-safe", "safe"),
        ("0.00495", "larger-is-safe", "safe"),
        ("0.0049", "smaller-is-safe", "safe"),
        ("0.0050", "smaller-is-safe", "unsafe"),
        ("0.0049", "neither", "neither"),
    ):
        number = exact("0.00495")
        assert judge(parse_printed(text), "rounded", number, direction).side == side, (text, direction)  # type: ignore[arg-type]


def test_the_side_of_an_open_enclosure_is_not_guessed() -> None:
    assert judge(parse_printed("0.125"), "rounded", point("1/8"), "larger-is-safe").side is None
    assert judge(parse_printed("0.13"), "rounded", point("1/8"), "larger-is-safe").side == "safe"


@each(
    ("text", "meaning", "value", "slack"),
    [
        ("0.3", "at-most", "0.2", "1.500"),
        ("2", "at-most", "3**(1/2)", "1.154"),  # 2 / 1.7320508 = 1.15470
        ("1/3", "at-most", "1/4", "1.333"),
        ("0.5", "at-least", "2", "4.000"),
        ("0.25", "at-most", "1/4", "1"),
        ("0", "at-most", "0", "1"),
        ("0.1", "at-most", "0", "infinite"),
        ("0", "at-least", "0.1", "infinite"),
        ("1", "at-most", "-1", None),
        ("-2", "at-least", "-1", None),
        ("0.1", "at-most", "0.2", None),
        ("0.2", "rounded", "0.2", None),
    ],
)
def test_slack(text: str, meaning: Meaning, value: str, slack: str | None) -> None:
    assert judgement(text, meaning, value).slack == slack


def test_slack_of_an_enclosure() -> None:
    assert judgement("4", "at-most", Enclosure(arb.pi)).slack == "1.273"  # 4 / pi = 1.27323...
    assert judgement("3", "at-least", Enclosure(arb.pi)).slack == "1.047"  # pi / 3 = 1.04719...


class Priced:
    """A ball around pi of which each bit has its price."""

    start = 3

    def __init__(self) -> None:
        self.most = 0

    def __call__(self) -> arb:
        self.most = max(self.most, ctx.prec)
        return arb(arb.pi(), arb(2) ** (START_BITS - ctx.prec - 2))

    def spent(self, precision: int, bits: int) -> None:
        """Nothing is out of reach."""


def test_a_number_whose_bits_cost_much_is_narrowed_until_the_verdict_is_known_and_no_further() -> None:
    for text, meaning, verdict, bits in (
        ("4.000", "at-most", "valid-bound", 3),
        ("3.15", "at-most", "valid-bound", 8),
        ("3.1415", "at-most", "violated-bound", 20),
        ("2.718", "rounded", "wrong", 13),
        ("2.7182818284590452", "rounded", "wrong", 57),  # the digits of what is to be printed in its place
    ):
        priced = Priced()
        answer = judge(parse_printed(text), meaning, Enclosure(priced), "larger-is-safe")  # type: ignore[arg-type]
        assert answer.verdict == verdict, text
        assert priced.most <= START_BITS + bits + PRICED_BITS, text
    assert judge(parse_printed("3.15"), "at-most", Enclosure(Priced())).slack not in (None, "1")
