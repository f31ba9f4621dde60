"""Forged certificates of compositions: one number changed, cells that prove less, texts that are none."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from flint import fmpz, fmpz_poly

from dpexact import second
from dpexact.composition import parse_composition
from dpexact.kernel.bracket import Bracket
from dpexact.kernel.budget import Budget, Rejected
from dpexact.kernel.composition_grid import Bound, Grid
from dpexact.numbers.enclosure import Enclosure
from tests.beside import beside
from tests.forgeries.forged import Content, agreed, content_of, mutants, verdict
from tests.vectors.certificates.build import sealed

BESIDE = beside(__file__)

GENUINE = BESIDE["genuine"]


@cache
def written(name: str) -> str:
    text, epsilon = GENUINE[name]
    return str(parse_composition(text).certificate(epsilon=epsilon).to_json())


def content(name: str) -> Content:
    return content_of(written(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", GENUINE)
def test_genuine_certificates_are_accepted_by_both(name: str) -> None:
    assert agreed(content(name)) == ""


@pytest.mark.slow
@pytest.mark.parametrize("name", GENUINE)
def test_the_delta_lies_between_the_least_one_and_three_percent_more(name: str) -> None:
    text, epsilon = GENUINE[name]
    found = parse_composition(text).delta(epsilon=epsilon)
    least, most = (found.lower, found.upper) if isinstance(found, Enclosure) else (found, found)
    top, bottom = (int(part, 16) for part in content(name)["statement"]["delta"])
    assert least <= Fraction(top, bottom) <= most * Fraction(103, 100)


def scaled(number: list[str], factor: Fraction) -> list[str]:
    changed = Fraction(int(number[0], 16), int(number[1], 16)) * factor
    return [format(changed.numerator, "x"), format(changed.denominator, "x")]


WORSE = {  # what makes each parameter give more away
    "sigma": Fraction(9, 10),
    "scale": Fraction(9, 10),
    "sensitivity": Fraction(2),
    "rate": Fraction(11, 10),
    "truth": Fraction(11, 10),
    "base": Fraction(2),
    "trials": Fraction(9, 10),
    "variance": Fraction(9, 10),
    "users": Fraction(11, 12),
    "local_factor": Fraction(11, 10),
}


@pytest.mark.slow
@pytest.mark.parametrize(("key", "value"), BESIDE["a_mixture_that_gives_more_away_or_is_none"])
def test_a_mixture_that_gives_more_away_or_is_none(key: str, value: list[list[str]]) -> None:
    changed = content("mixture")
    changed["statement"]["laws"][0][key] = value
    assert agreed(changed) in ("bound", "law")


@pytest.mark.slow
@pytest.mark.parametrize("name", GENUINE)
def test_a_parameter_that_gives_more_away(name: str) -> None:
    """Some cells no longer lie where they are said to lie, or there are too few: only rejection is right."""
    for place, law in enumerate(content(name)["statement"]["laws"]):
        for key in WORSE.keys() & law.keys():
            if key == "base" or (key == "rate" and law[key] == ["1", "1"]):
                continue
            changed = content(name)
            own = changed["statement"]["laws"][place]
            own[key] = scaled(own[key], WORSE[key])
            assert agreed(changed) in ("bound", "places", "edges"), (name, key)
        changed = content(name)
        changed["statement"]["laws"][place]["count"] = format(int(law["count"], 16) + 1, "x")
        assert agreed(changed) in ("bound", "structure"), name  # a level less than squarings


@pytest.mark.slow
@pytest.mark.parametrize("name", GENUINE)
def test_a_smaller_delta_or_e(name: str) -> None:
    changed = content(name)
    changed["statement"]["delta"] = scaled(changed["statement"]["delta"], Fraction(9, 10))
    assert agreed(changed) == "bound"
    changed = content(name)
    changed["statement"]["exp_epsilon"] = ["1", "1"]
    assert agreed(changed) == "bound"


@pytest.mark.slow
@pytest.mark.parametrize("name", GENUINE)
def test_a_coarser_lattice_and_fewer_bits(name: str) -> None:
    changed = content(name)
    changed["evidence"]["ratio"] = ["b", "a"]  # every place lies elsewhere
    assert agreed(changed) in ("bound", "")
    changed = content(name)
    changed["evidence"]["bits"] = 4
    assert agreed(changed) == "bound"
    changed = content(name)
    changed["evidence"]["highest"] = "0"
    assert agreed(changed) == "bound"


@pytest.mark.slow
@pytest.mark.parametrize("name", GENUINE)
def test_places_that_are_moved_down_prove_nothing_more(name: str) -> None:
    """All cells one place down: what lies above its places goes to infinity; all mass at the lowest: likewise."""
    for move in (-1, -3):
        changed = content(name)
        for part in changed["evidence"]["cells"]:
            part["places"] = [[format(int(x, 16) + move, "x") for x in pair] for pair in part["places"]]
        assert agreed(changed) == "bound"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gaussian", "sampled", "laplace", "product"])
def test_an_edge_is_moved(name: str) -> None:
    changed = content(name)
    part = next(part for part in changed["evidence"]["cells"] if "edges" in part)
    middle = len(part["edges"]) // 2
    part["edges"][middle] = part["edges"][middle - 1]
    assert agreed(changed) == "edges"
    changed = content(name)
    part = next(part for part in changed["evidence"]["cells"] if "edges" in part)
    part["edges"] = [format(int(x, 16) + (1 << part["precision"]), "x") for x in part["edges"]]
    assert agreed(changed) == "bound"


def law_of(name: str, **values: Any) -> Callable[[Content], None]:
    return lambda changed: changed["statement"]["laws"][0].update(law=name, **values)


def level_of(changed: Content, place: int) -> list[Any]:
    found: list[Any] = changed["evidence"]["cells"][0]["levels"][place]
    return found


def shifted_window(part: Content, step: int) -> None:
    """The cells of other integers at the same places."""
    part |= {key: format(int(part[key], 16) + step, "x") for key in ("least", "greatest")}


def halved_edges(part: Content) -> None:
    """Smaller shares at the same places."""
    part["edges"] = [format(int(edge, 16) // 2, "x") for edge in part["edges"]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "change", "check"),
    [
        ("product", lambda c: c["statement"]["laws"].reverse(), "bound"),
        ("gaussian", law_of("gaussian", count="1" + "0" * 40), "size"),
        ("gaussian", law_of("gaussian", sigma=["1", "1" + "0" * 60]), "size"),
        ("finite", lambda c: c["statement"]["laws"][0]["first"].reverse(), "bound"),
        ("gaussian", lambda c: c["statement"].update(delta=["0", "1"]), "bound"),
        ("gaussian", lambda c: c["evidence"].update(bits=0), "bound"),
        ("gaussian", lambda c: c["evidence"].update(highest="1" + "0" * 20), "size"),
        ("gaussian", lambda c: c["evidence"]["cells"][0].update(edges=[], places=[["-1", "1"]]), "bound"),
        ("integers", lambda c: c["evidence"]["cells"][0].update(greatest="1" + "0" * 30), "size"),
        ("halved", law_of("gaussian", count="12d"), "bound"),
        ("halved", law_of("gaussian", count="200"), "structure"),
        ("halved", lambda c: c["evidence"]["cells"][0].pop("levels"), "lattice"),
        ("halved", lambda c: [part.pop("levels") for part in c["evidence"]["cells"]], "bound"),
        ("halved", lambda c: level_of(c, 0).__setitem__(0, 1), "lattice"),
        ("halved", lambda c: level_of(c, -1).__setitem__(0, 0), "lattice"),
        ("halved", lambda c: [part["levels"][0].__setitem__(0, 4) for part in c["evidence"]["cells"]], "lattice"),
        ("halved", lambda c: c["evidence"]["cells"][0]["levels"].reverse(), "bound"),
        ("halved", lambda c: c["evidence"]["cells"][0]["levels"].pop(), "structure"),
        ("halved", lambda c: c["evidence"]["cells"][0].update(levels=[]), "structure"),
        ("halved", lambda c: c["evidence"]["cells"][0].update(levels=None), "structure"),
        ("halved", lambda c: level_of(c, 3).pop(), "structure"),
        ("halved", lambda c: level_of(c, 3).__setitem__(0, "0"), "lattice"),
        ("halved", lambda c: level_of(c, 3).__setitem__(0, -1), "lattice"),
        ("halved", lambda c: level_of(c, 3).__setitem__(0, 2**6), "lattice"),
        ("halved", lambda c: level_of(c, 3).__setitem__(1, "1"), "lattice"),
        ("halved", lambda c: level_of(c, 3).__setitem__(2, "-1"), "lattice"),
        ("halved", lambda c: level_of(c, 3).__setitem__(1, "0"), "bound"),
        ("halved", lambda c: level_of(c, 3).__setitem__(2, "0"), "bound"),
        ("halved", lambda c: level_of(c, 3).__setitem__(2, "1" + "0" * 20), "size"),
        ("counts", law_of("skellam", variance=["8", "1"]), "bound"),
        ("counts", law_of("skellam", variance=["1", "1" + "0" * 200]), "size"),
        ("counts", law_of("skellam", variance=["1" + "0" * 200, "1"]), "size"),
        ("counts", law_of("skellam", sensitivity=["3", "1"]), "bound"),
        ("counts", law_of("skellam", count="4"), "bound"),
        ("counts", lambda c: c["evidence"]["cells"][0].update(greatest="1" + "0" * 30), "size"),
        ("counts", lambda c: c["evidence"]["cells"][0]["places"].reverse(), "bound"),
        ("counts", lambda c: shifted_window(c["evidence"]["cells"][0], 1), "bound"),
        ("counts", lambda c: shifted_window(c["evidence"]["cells"][0], -1), "bound"),
        ("coins", lambda c: shifted_window(c["evidence"]["cells"][0], 1), "bound"),
        ("coins", lambda c: shifted_window(c["evidence"]["cells"][0], -1), "bound"),
        ("coins", law_of("binomial", trials=["3b", "1"]), "bound"),
        ("coins", law_of("binomial", trials=["1000000", "1"]), "size"),
        ("clones", law_of("shuffled", users=["100000", "1"]), "size"),
        ("clones", law_of("shuffled", local_factor=["4", "1"]), "bound"),
        ("clones", law_of("shuffled", local_factor=["c9", "40"]), "bound"),
        ("clones", law_of("shuffled", count="3"), "bound"),
        ("clones", lambda c: c["evidence"]["cells"][0].update(least="2"), "bound"),
        ("clones", lambda c: c["evidence"]["cells"][0].update(greatest="9"), "bound"),
        ("clones", lambda c: c["evidence"]["cells"][0].update(reach="2"), "bound"),
        ("clones", lambda c: c["evidence"]["cells"][0]["places"].reverse(), "bound"),
        ("clones", lambda c: halved_edges(c["evidence"]["cells"][0]), "bound"),
    ],
)
def test_made_by_hand(name: str, change: Callable[[Content], Any], check: str) -> None:
    changed = content(name)
    change(changed)
    assert agreed(changed) == check


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "step"), [("geometric", 3), ("finite", 3), ("edges", 29), ("counts", 11), ("clones", 97)]
)
def test_a_mutant_is_accepted_by_both_or_none(name: str, step: int) -> None:
    """Every so many of the mutants: a law with edges has thousands of them."""
    checks = {agreed(mutant) for mutant in mutants(content(name), step)}
    assert {"structure", "number"} <= checks


def test_a_product_that_takes_too_much_memory_is_refused_before_it_is_computed() -> None:
    long = Bound(0, fmpz_poly([*[0] * (2**20 - 1), 1]), fmpz(0))
    with pytest.raises(Rejected, match="words of a product"):
        Grid(Bracket(fmpz(1), fmpz(1), 0), 2**10, 0, 2**20, Budget()).product(long, long)


def of_one_law(law: Content, delta: list[str], cells: Content, generators: Content) -> Content:
    """One run at E = 1, on the lattice of powers of 2."""
    statement = {"kind": "composition", "generators": generators, "laws": [{"count": "1", **law}]}
    evidence = {"ratio": ["2", "1"], "bits": 64, "lowest": "-8", "highest": "8", "cells": [cells]}
    return sealed({**statement, "exp_epsilon": ["1", "1"], "delta": delta}, evidence)


def test_a_mass_beyond_all_bits_is_not_0() -> None:
    """t = e^131072. P = (1/2, 1/2) and Q = (1/4, 3/4) as quotients of multiples of t, so the least delta is 1/4."""
    one, two, three, four = ([[str(n), 1, 0]] for n in (1, 2, 3, 4))
    law = {"law": "finite", "first": [[one, two]] * 2, "second": [[one, four], [three, four]]}
    huge = {"base": ["1", "1"], "degree": 1, "exponent": ["20000", "1"]}
    document = of_one_law(law, ["0", "1"], {"places": [["1", "2"], ["-1", "1"]]}, huge)
    assert (verdict(document), verdict(document, second)) == ("bound", "size")


@pytest.mark.parametrize(("delta", "check"), [(["1", "2"], ""), (["1", "10000000000"], "bound")])
def test_a_rate_of_a_thousand_bits(delta: list[str], check: str) -> None:
    law = {"law": "laplace", "scale": ["1", "1"], "sensitivity": ["1", "1"], "rate": ["1", format(2**1000, "x")]}
    cells = {"precision": 0, "edges": ["0", "1"], "places": [["-1", "1"]] * 3}
    document = of_one_law(law, delta, cells, {"base": ["1", "1"], "degree": 1, "exponent": ["0", "1"]})
    assert (verdict(document), verdict(document, second)) == (check, check)
