"""Every row judged again, with fractions alone, from what it shows: the bounds or the decimal, and the printed text."""

import random
import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import floor, inf
from pathlib import Path
from typing import Any

import pytest
from flint import arb, ctx

from dpexact import exact
from dpexact.audit import AuditRow, audit
from dpexact.audit.claim_row import toml_row
from dpexact.audit.printed import MEANINGS, Claim
from dpexact.audit.quantity import Quantity
from dpexact.audit.sentences import true_value
from dpexact.numbers.balls import BallRule
from dpexact.numbers.enclosure import Enclosure
from tests.audit_reports import audit_html, audit_json, audit_junit, audit_sarif
from tests.values import written

Interval = tuple[Fraction, Fraction]
HALF = Fraction(1, 2)
DP_SGD = Path(__file__).parents[2] / "claims" / "dp_sgd.toml"


def printed(text: str) -> tuple[Fraction, Fraction]:
    """The value and the unit of a plain decimal, of one with an exponent, or of a fraction (its own unit)."""
    if "/" in text:
        return Fraction(text), abs(Fraction(text)) or Fraction(1)
    digits, _, exponent = text.lower().partition("e")
    return Fraction(text), Fraction(10) ** (int(exponent or 0) - len(digits.partition(".")[2]))


@dataclass(frozen=True)
class Among:
    """The numbers between two ends, each of which belongs to them or not."""

    low: Fraction | float
    high: Fraction | float
    with_low: bool = True
    with_high: bool = True

    def has(self, value: Fraction) -> bool:
        return (value > self.low or (value == self.low and self.with_low)) and (
            value < self.high or (value == self.high and self.with_high)
        )

    def holds(self, shown: Interval) -> bool | None:
        """Whether all that lies between two bounds is among them: None if some is and some is not."""
        low, high = shown
        if self.has(low) and self.has(high):
            return True
        is_above = low > self.high or (low == self.high and not self.with_high)
        return False if is_above or high < self.low or (high == self.low and not self.with_low) else None


def rounding(name: str, d: Fraction, u: Fraction) -> Among:
    """The numbers that a rounding turns into d, from the table in docs/claim-table.md."""
    if name == "half-up":
        return Among(d - u / 2, d + u / 2, d > 0, d < 0)
    if name == "half-even":
        is_even = d / u % 2 == 0
        return Among(d - u / 2, d + u / 2, is_even, is_even)
    if name == "truncated":
        return Among(d - (u if d <= 0 else 0), d + (u if d >= 0 else 0), d > 0, d < 0)
    return Among(d - u, d, with_low=False)


def meant(meaning: str, d: Fraction, u: Fraction) -> Among:
    """The numbers for which a printed text is right."""
    match meaning:
        case "rounded":
            up, even = rounding("half-up", d, u), rounding("half-even", d, u)
            return Among(d - u / 2, d + u / 2, up.with_low or even.with_low, up.with_high or even.with_high)
        case "truncated":
            return rounding("truncated", d, u)
        case "rounded-up":
            return rounding("up", d, u)
        case "about":
            return Among(d - u, d + u)
        case "exact":
            return Among(d, d)
        case _:
            return Among(-inf, d) if meaning == "at-most" else Among(d, inf)


def shown_in(text: str) -> Interval:
    """The bounds that a text shows in brackets, or the one number."""
    low, _, high = text.strip("[]").partition(", ")
    return Fraction(low), Fraction(high or low)


def weight(claimed: Fraction, true: Fraction) -> str:
    """How much a number is off, by its definition in docs/claim-table.md."""
    apart = abs(claimed - true)
    if apart < abs(true) / 10**9:
        return "last-digits"
    return "small" if apart < abs(true) / 1000 else "material"


def follows(row: AuditRow, shown: Interval, told: str) -> None:
    """Check verdict, roundings, units and what to print against what is shown."""
    claim, judgement = row.claim, row.judgement
    d, u = printed(claim.printed)
    words = ("valid-bound", "violated-bound") if claim.meaning.startswith("at-") else ("correct", "wrong")
    right = meant(claim.meaning, d, u).holds(shown)
    verdict = "undecided" if right is None else words[0] if right else words[1]
    assert judgement.verdict == verdict, (told, shown, claim)
    if "/" not in claim.printed:
        names = ("half-up", "half-even", "truncated", "up")
        assert judgement.fits == tuple(name for name in names if rounding(name, d, u).holds(shown)), (told, claim)
    if judgement.printed_is is not None:
        assert judgement.printed_is == ("low" if d < shown[0] else "high" if d > shown[1] else "equal"), (told, claim)
    if judgement.weight is not None:
        weights = {weight(d, end) for end in shown}
        assert weights == {judgement.weight}, (told, shown, claim)
    if judgement.print is not None and claim.meaning != "exact":
        assert meant(claim.meaning, *printed(judgement.print)).holds(shown), (told, shown, claim)
    if judgement.print_safe is not None:  # every quantity here that has a side is safe where it is larger
        assert printed(judgement.print_safe)[0] >= shown[1], (told, shown, claim)


def judged_again(rows: Iterable[AuditRow], found: Iterable[dict[str, Any]]) -> int:
    """Judge rows again from their text and from their JSON; return how many."""
    count = 0
    for row, data in zip(rows, found, strict=True):
        assert row.error is None, row.error
        text = true_value(row)
        assert not text.startswith("just"), text
        follows(row, shown_in(text), "text")
        if "lower" in data:
            follows(row, (Fraction(data["lower"]), Fraction(data["upper"])), "json")
        count += 1
    return count


def claim(printed_text: str, meaning: str, quantity: str, **parameters: str) -> str:
    name = f"{printed_text} {meaning} {sorted(parameters.items())} {quantity}"
    return toml_row(Claim(name, "here", quantity, parameters, printed_text, meaning))  # type: ignore[arg-type]


class Costly:
    """The ball of a number, 60 bits wider than the precision: no narrower bounds are known than were asked for."""

    start = 4

    def __init__(self, number: str, most: int) -> None:
        self.number, self.most = number, most

    def __call__(self) -> Any:
        ball = exact(self.number).ball()
        bits = min(ctx.prec - 60, self.most)
        return ball + arb(0, arb(2) ** -bits)

    def spent(self, precision: int, bits: int) -> str | None:
        return None if precision - 60 < self.most else f"no more than {self.most} bits, got {bits}"


def costly(number: str, most: str) -> Enclosure:
    return Enclosure(BallRule(Costly(number, int(most))))


COSTLY = Quantity("own.costly", ("number", "most"), costly, "larger-is-safe", "this test")


def near(choice: random.Random) -> tuple[str, str, str]:
    """A text, a meaning, and a number that is mostly close to where the verdict turns."""
    places = choice.randrange(5)
    m = choice.randrange(-40, 400)
    u = Fraction(1, 10**places)
    border = choice.choice([Fraction(0), HALF, -HALF, Fraction(1), Fraction(-1), Fraction(1, 7)]) * u
    off = choice.choice([0, 0, 1, -1]) * Fraction(1, 10 ** choice.choice([3, 6, 8, 12, 25, 45]))
    value = m * u + border + off
    text = f"{'-' if m < 0 else ''}{abs(m) // 10**places}" + (f".{abs(m) % 10**places:0{places}}" if places else "")
    return text, choice.choice(MEANINGS), f"{value.numerator}/{value.denominator}"


@pytest.mark.parametrize(("seed", "count"), [(33, 4), pytest.param(77, 60, marks=pytest.mark.slow)])
def test_random_rows_are_judged_alike_from_what_they_show(tmp_path: Path, seed: int, count: int) -> None:
    choice = random.Random(seed)
    rows = []
    for _ in range(count):
        text, meaning, value = near(choice)
        most = str(choice.choice([8, 20, 40, 120, 300]))
        rows.append(claim(text, meaning, "own.costly", number=value, most=most))
        if Fraction(value).denominator % 7:  # a sevenths is no decimal, and is shown as a fraction
            rows.append(claim(text, meaning, "formula", expression=f"{value} + 0 * a", a="1"))
        rows.append(claim(text, meaning, "formula", expression=f"{value} + log(2)"))
    table = written(tmp_path / "rows.toml", "\n".join(rows))
    result = audit([table], quantities=[COSTLY])
    assert judged_again(result.entries, audit_json(result)) == len(rows)
    if count == 60:
        verdicts = {row.judgement.verdict for row in result.entries}
        assert verdicts == {"correct", "wrong", "valid-bound", "violated-bound", "undecided"}


FALSE_OF_FIRST_BOUNDS = """
[[claim]]
id = "a"
source = "a report"
quantity = "own.costly"
printed = "2.94"
meaning = "rounded"
parameters = { number = "2.9379", most = "200" }
"""


def test_every_view_shows_the_bounds_that_decided(tmp_path: Path) -> None:
    class First(Costly):
        def __call__(self) -> Any:
            return exact(self.number).ball() + (arb(0, "0.005") if ctx.prec < 70 else arb(0, arb(2) ** -60))

    def number_of(number: str, most: str) -> Enclosure:
        return Enclosure(BallRule(First(number, int(most))))

    first = Quantity("own.costly", ("number", "most"), number_of, "larger-is-safe", "here")
    table = written(tmp_path / "rows.toml", FALSE_OF_FIRST_BOUNDS)
    result = audit([table], quantities=[first])
    (row,) = result.entries
    assert row.judgement.verdict == "correct"
    data = audit_json(result)[0]
    assert Fraction(str(data["lower"])) >= Fraction("2.935")
    for view in (audit_html(result, "0"), audit_junit(result), true_value(row)):
        found = re.findall(r"\[?(2\.9\d{3,})", view)
        assert found
        assert all(Fraction(text) >= Fraction("2.935") for text in found), found
    assert audit_sarif(result, "0").count('"results": []') == 1
    assert judged_again([row], [data]) == 1


def test_a_weight_follows_from_what_is_shown(tmp_path: Path) -> None:
    # 1 is off by 0.1 % of 1000/999, by more of what is larger, and by less of what is smaller
    numbers = [f"1000/999 {sign} 1/10**{power}" for sign in "+-" for power in (5, 12, 25)]
    rows = [claim("1", "exact", "formula", expression=f"{number} + 0 * log(2)") for number in numbers]
    rows += [claim("1", "exact", "own.costly", number=number, most="200") for number in numbers]
    table = written(tmp_path / "rows.toml", "\n".join(rows))
    result = audit([table], quantities=[COSTLY])
    assert judged_again(result.entries, audit_json(result)) == len(rows)
    assert [row.judgement.weight for row in result.entries] == 2 * (["material"] * 3 + ["small"] * 3)


def test_a_number_next_to_the_printed_one_is_shown_with_the_digits_that_tell_them_apart(tmp_path: Path) -> None:
    table = written(
        tmp_path / "rows.toml",
        "\n".join(
            [
                claim("2.95", "rounded", "formula", expression="2.945 + 1/10**70"),
                claim("2.95", "at-least", "formula", expression="2.95 - 1/10**17"),
                claim("1/3", "exact", "formula", expression="1/3"),
                claim("0.5", "at-most", "formula", expression="1/2 + exp(-5000)"),
            ]
        ),
    )
    result = audit([table])
    texts = [true_value(row) for row in result.entries]
    assert texts[:3] == ["2.945" + "0" * 66 + "1", "2.94999999999999999", "1/3"]
    assert texts[3].startswith("just above 0.5") or floor(Fraction(texts[3]) * 10**30) >= 5 * 10**29
    assert [row.judgement.verdict for row in result.entries] == [
        "correct",
        "violated-bound",
        "correct",
        "violated-bound",
    ]


@pytest.mark.slow
def test_rows_of_trainings_are_judged_alike_from_what_they_show(tmp_path: Path) -> None:
    training = {"noise_multiplier": "0.9", "batch": "600", "examples": "60000", "epochs": "1", "delta": "1e-5"}
    texts = [("1.01", "rounded"), ("0.9", "at-most"), ("1", "about"), ("1.008", "rounded"), ("1.00", "truncated")]
    rows = [claim(text, meaning, "dp_sgd.epsilon", **training) for text, meaning in texts]
    table = written(tmp_path / "rows.toml", "\n".join(rows))
    result = audit([table])
    assert judged_again(result.entries, audit_json(result)) == len(rows)


@pytest.mark.slow
def test_bundled_rows_of_trainings_are_judged_alike_from_what_they_show(tmp_path: Path) -> None:
    source = DP_SGD.read_text()
    head, *rows = source.split("[[claim]]")
    chosen = [row for row in rows if '"dp_sgd.epsilon"' in row][::6][:8]
    assert len(chosen) > 4
    table = written(tmp_path / "dp_sgd.toml", head + "".join(f"[[claim]]{row}" for row in chosen))
    result = audit([table])
    assert judged_again(result.entries, audit_json(result)) == len(chosen)
