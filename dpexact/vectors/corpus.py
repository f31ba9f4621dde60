"""The files of the corpus, each family with its tests, and the index with their digests.

A test enters a file only if bounds of dpexact show the doubles around the number and the second route confirms them.
A double is written in hexadecimal and as a decimal, so that every language reads the same one.
"""

import json
import math
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import cache, lru_cache, partial
from hashlib import sha256
from itertools import chain, product
from pathlib import Path
from typing import Any, Literal

from dpexact.audit.quantities import QUANTITIES
from dpexact.errors import DPExactError, TooLargeError, UndecidedError
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.enclosure import Enclosure, narrowed
from dpexact.numbers.exact import Exact, exact
from dpexact.privacy.verdict import Proved, Undecided
from dpexact.privacy.verify import verify
from dpexact.vectors.by_mpmath import confirms, largest_excess
from dpexact.vectors.families import FAMILIES, Chance, Parameters

FORMAT = "dpexact-vectors/1"
VERSION = "1.0.0"
VERDICT = "privacy.verdict"
WORDS = ("relation", "conversion", "comparison")
LISTS = ("scores", "orders")
SAFE = {"larger-is-safe": "larger", "smaller-is-safe": "smaller", "neither": "neither"}
COUNT = 135  # drawn tests of a family
VERDICTS = 20  # drawn pairs of laws, each with claims at and on both sides of its least delta
TRIVIAL_EVERY = 20  # drawn tests of which one may be 0 or 1
EDGE = 1 - 2.0**-53
Test = tuple[list[str], Parameters]
AROUND_BITS = 128
MOST_BITS = 1 << 13
DIGITS = 25
Pair = tuple[float, float]


@cache
def _told() -> Any:
    """Return what `families.toml` says."""
    return tomllib.loads(Path(__file__).with_name("families.toml").read_text(encoding="utf-8"))


def written(
    target: Path, names: Sequence[str], count: int = COUNT, seed: int = 1, processes: int = 2
) -> dict[str, dict[str, Any]]:
    """Write the files of these families and the index of all files in the folder, and return what it says of them."""
    with ProcessPoolExecutor(processes) as pool:
        for files in pool.map(partial(files_of, count=count, seed=seed), names):
            for place, text in files.items():
                path = target / place
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", newline="\n")
    listed = {
        name: {
            "file": f"{name}.json",
            "tests": len(json.loads((target / f"{name}.json").read_text(encoding="utf-8"))["tests"]),
            "sha256": sha256((target / f"{name}.json").read_bytes()).hexdigest(),
        }
        for name in FAMILIES
        if (target / f"{name}.json").is_file()
    }
    index = json.dumps({"version": VERSION, "families": listed}, indent=1) + "\n"
    (target / "index.json").write_text(index, encoding="utf-8", newline="\n")
    return listed


def files_of(name: str, count: int = COUNT, seed: int = 1) -> dict[str, str]:
    """Return the text of the file of a family by its name, and those of the certificates it refers to.

    Raises DPExactError if both routes disagree about a test.
    """
    told = _told()["family"][name]
    certificates: dict[str, str] = {}
    chance = Chance(f"{seed}/{name}")
    if name == VERDICT:
        tests = list(_verdicts(chance, min(count, VERDICTS), certificates))
        known = {"quantity": name, "reference": "Dwork and Roth (2014), Definition 2.4", "safe": "neither"}
    else:
        quantity = next(entry for entry in QUANTITIES if entry.name == name)
        tests = [_shown_number(name, *test) for test in chain(_aimed(told), _drawn(name, count, chance))]
        known = {"quantity": name, "reference": quantity.reference, "safe": SAFE[quantity.privacy_direction]}
    flags = sorted({flag for test in tests for flag in test["flags"]} - {"drawn"})
    head = {
        "format": FORMAT,
        "family": name,
        **known,
        **({"kind": "verdict"} if name == VERDICT else {}),
        "definition": told["definition"],
        "relation": told["relation"],
        "notes": {flag: _told()["flags"][flag] for flag in flags},
    }
    lines = [
        json.dumps({"id": f"{name}/{place:04}", **test}, separators=(",", ":")) for place, test in enumerate(tests, 1)
    ]
    start = json.dumps(head, indent=1).removesuffix("\n}")
    return {f"{name}.json": start + ',\n "tests": [\n' + ",\n".join(lines) + "\n ]\n}\n", **certificates}


def _aimed(told: Mapping[str, Any]) -> Iterator[Test]:
    """Yield the tests of each flag, one for each choice among the values that "|" separates."""
    for flag, values in told.items():
        if isinstance(values, dict):
            for chosen in product(*(text.split("|") for text in values.values())):
                yield [flag], {name: _read(name, text.strip()) for name, text in zip(values, chosen, strict=True)}


def _read(name: str, text: str) -> Any:
    if name in WORDS:
        return text
    return [float(part) for part in text.split(",")] if "," in text or name in LISTS else float(text)


def _drawn(name: str, count: int, chance: Chance) -> Iterator[Test]:
    """Yield drawn tests, of which few have the number 0 or 1."""
    trivial = taken = 0
    is_probability = not name.endswith(("epsilon", "sigma", "gaussian"))
    while taken < count:
        parameters = FAMILIES[name](chance)
        try:
            lower, _ = _around(name, parameters)
        except (UndecidedError, TooLargeError):  # a number too near to 1 to be told from it, or out of reach
            continue
        if lower == 0 or (is_probability and lower >= EDGE):
            if trivial * TRIVIAL_EVERY > taken:
                continue
            trivial += 1
        taken += 1
        yield ["drawn"], parameters


def around(number: Exact | Enclosure | float) -> Pair:
    """Return the largest double up to a number and the least one from it on, the same double twice if it is one.

    Raises UndecidedError for an enclosure of which no bounds show that it is no double.
    """
    if isinstance(number, float):
        return number, number
    if isinstance(number, Exact) and number.is_rational():
        return _below(number.as_fraction()), _above(number.as_fraction())
    lower, upper = narrowed(number, AROUND_BITS, MOST_BITS, _are_between_neighbors)
    if not _are_between_neighbors(lower, upper):
        raise UndecidedError(
            "bounds with a double between them", lower, upper, place="number", expected="the doubles around a number"
        )
    return _below(lower), _above(lower)


def _are_between_neighbors(lower: Fraction, upper: Fraction) -> bool:
    """Return whether the interval is a point, or no double lies in it."""
    return lower == upper or (_below(lower) == _below(upper) < lower and _above(lower) == _above(upper) > upper)


def _below(number: Fraction) -> float:
    double = _nearest(number)
    return double if double <= number else math.nextafter(double, -math.inf)


def _above(number: Fraction) -> float:
    double = _nearest(number)
    return double if double >= number else math.nextafter(double, math.inf)


def _nearest(number: Fraction) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def parameter(double: float) -> dict[str, str]:
    """Return a double in hexadecimal as C99 writes it, and as the shortest decimal that is read as it."""
    return {"hex": hexadecimal(double), "decimal": repr(double)}


def bound(double: float, rounding: Literal["up", "down"]) -> dict[str, str]:
    """Return a double in hexadecimal and as a decimal of 25 digits, rounded "up" or "down"."""
    if math.isinf(double):
        return parameter(double)
    return {"hex": hexadecimal(double), "decimal": exact(Fraction(double)).decimal(DIGITS, rounding)}


def hexadecimal(double: float) -> str:
    """Return the double as `float.hex` writes it, without zeros at the end of its digits."""
    head, mark, exponent = double.hex().partition("p")
    return f"{head.rstrip('0').removesuffix('.')}{mark}{exponent}" if "." in head else double.hex()


def _around(name: str, parameters: Parameters) -> tuple[float, float]:
    """Return the doubles around the number of a family, the last one from memory."""
    texts = {key: _text(value) for key, value in parameters.items()}
    return _around_texts(name, **texts)


@lru_cache(maxsize=1)
def _around_texts(name: str, /, **texts: str) -> tuple[float, float]:
    quantity = next(entry for entry in QUANTITIES if entry.name == name)
    return around(quantity.compute(**texts))


def _text(value: Any) -> str:
    """Return the exact text of a double, of each in a list, or a word as it is."""
    if isinstance(value, list):
        return ", ".join(map(_text, value))
    return value if isinstance(value, str) else str(Fraction(value))


def _shown_number(name: str, flags: list[str], parameters: Parameters) -> dict[str, Any]:
    lower, upper = _around(name, parameters)
    if not confirms(name, parameters, lower, upper):
        raise _disagreement(name, f"{lower!r} and {upper!r} for {parameters}")
    shown = {"flags": flags, "parameters": _shown(parameters)}
    return {**shown, "lower": bound(lower, "down"), "upper": bound(upper, "up")}


def _shown(parameters: Parameters) -> dict[str, Any]:
    return {
        name: {"text": value}
        if isinstance(value, str)
        else [parameter(part) for part in value]
        if isinstance(value, list)
        else parameter(value)
        for name, value in parameters.items()
    }


def _verdicts(chance: Chance, count: int, certificates: dict[str, str]) -> Iterator[dict[str, Any]]:
    """Yield claims at the least delta, or at the doubles around it, and one double further off on both sides."""
    drawn = ((["drawn"], FAMILIES[VERDICT](chance)) for _ in range(count))
    for flags, parameters in chain(_aimed(_told()["family"][VERDICT]), drawn):
        p, q, (E,) = (
            [Fraction(part) for part in numbers]
            for numbers in (parameters["p"], parameters["q"], [parameters["exp_epsilon"]])
        )
        least = max(largest_excess(p, q, E), largest_excess(q, p, E))
        below, above = around(exact(least))
        for delta in sorted({max(0.0, math.nextafter(below, 0)), below, above, min(1.0, math.nextafter(above, 2))}):
            verdict = verify(
                Mechanism.from_rows(["p", "q"], [*map(str, range(len(p)))], [p, q]),
                NeighborGraph.complete(["p", "q"]),
                E,
                Fraction(delta),
            )
            holds = least <= Fraction(delta)
            if isinstance(verdict, Proved) != holds or isinstance(verdict, Undecided):
                raise _disagreement(VERDICT, f"delta = {delta!r} and {parameters}")
            certificate = verdict.certificate()
            file = f"certificates/{len(certificates) + 1:04}.json"
            certificates[file] = certificate.to_json() + "\n"
            yield {
                "flags": flags,
                "parameters": _shown({**parameters, "delta": delta}),
                "result": "holds" if holds else "fails",
                "tie": least == Fraction(delta),
                "certificate": {"file": file, "digest": certificate.digest},
            }


def _disagreement(name: str, test: str) -> DPExactError:
    return DPExactError(test, place=name, expected="an answer that both routes give")
