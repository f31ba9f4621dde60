"""The law of a program by naive enumeration: it runs on every tuple of plain numbers, and the runs are counted.

A second route for `dpexact.programs`, which shares no code with it. The stand-in generators have few bits, so that all
they can give can be listed.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm, prod
from typing import Any

import numpy as np

Law = dict[Any, Fraction]


class TooManyError(Exception):
    """The program has more runs than were allowed."""


class AlwaysRejectsError(BaseException):
    """A loop never ends."""


class RestartError(BaseException):
    """The program throws its run away."""


class Choices:
    """An odometer: the choices of one run, each with how many there are, and the next run after it.

    The choices of a draw are equally likely, or each has a whole number of shares of a sum.
    """

    def __init__(self) -> None:
        self.chosen: list[int] = []
        self.counts: list[int] = []
        self.sums: list[tuple[Sequence[int], int]] = []
        self.place = 0

    def choose(self, count: int, shares: Sequence[int] = (), total: int = 0) -> int:
        if self.place == len(self.chosen):
            self.chosen.append(0)
            self.counts.append(count)
            self.sums.append((shares, total or count))
        self.place += 1
        return self.chosen[self.place - 1]

    def mass(self) -> tuple[int, int]:
        shares = [shares[n] for n, (shares, _) in zip(self.chosen, self.sums, strict=True) if shares]
        return prod(shares), prod([total for _, total in self.sums])

    def advance(self) -> bool:
        self.place = 0
        while self.chosen:
            self.chosen[-1] += 1
            if self.chosen[-1] < self.counts[-1]:
                return True
            self.chosen.pop()
            self.counts.pop()
            self.sums.pop()
        return False


class NaiveSource(random.SystemRandom):
    """A source of plain numbers, of which CPython's own code makes everything but `below`."""

    def __init__(self, bits: int, float_bits: int, most: int) -> None:
        super().__init__()
        self.bits, self.float_bits, self.most = bits, float_bits, most
        self.odometer = Choices()
        self.generator = NaiveGenerator(self)
        self.random_state = self.generator

    def below(self, n: int) -> int:
        if n > self.most:
            raise TooManyError
        return self.odometer.choose(n) if n > 1 else 0

    def bit(self) -> int:
        return self.below(2)

    def random(self) -> float:
        return self.below(1 << self.bits) / (1 << self.bits)

    def getrandbits(self, k: int) -> int:
        return self.below(1 << k)

    def _randbelow(self, n: int) -> int:
        return self.below(n)

    def restart(self) -> None:
        raise RestartError

    def until(self, function: Callable[..., Any], *arguments: Any) -> Any:
        outer, found = self.odometer, list[tuple[bool, Any]]()

        def once() -> int:
            try:
                found.append((True, function(self, *arguments)))
            except Exception as error:  # noqa: BLE001 - whatever it raises is its outcome
                found.append((False, error))
            return len(found) - 1

        try:
            law = _counted(self, once)
        finally:
            self.odometer = outer
        restarted = law.pop(("restarted", "", None), None)
        kept: list[tuple[tuple[bool | None, Any], Fraction]] = [
            (found[n], mass) for (_, _, n), mass in law.items() if found[n] != (True, None)
        ]
        if restarted:
            kept.append(((None, None), restarted))
        if not kept:
            raise AlwaysRejectsError
        common = lcm(*(mass.denominator for _, mass in kept))
        shares = [int(mass * common) for _, mass in kept]
        (finished, value), _ = kept[outer.choose(len(kept), shares, sum(shares))]
        if finished is None:
            raise RestartError
        if not finished:
            raise value
        return value


class NaiveGenerator:
    """The numbers of numpy that the generated programs ask for."""

    def __init__(self, source: NaiveSource) -> None:
        self.source = source

    def random(self, size: int | None = None, dtype: Any = np.float64) -> Any:
        bits = self.source.float_bits if dtype is np.float32 else self.source.bits
        if size is None:
            return self.source.below(1 << bits) / (1 << bits)
        return np.array([self.source.below(1 << bits) / (1 << bits) for _ in range(size)], dtype=dtype)

    def integers(self, low: int, high: int, size: int | None = None, dtype: Any = np.int64) -> Any:
        if size is None:
            return dtype(low + self.source.below(high - low))
        return np.array([low + self.source.below(high - low) for _ in range(size)], dtype=dtype)


def _key(kind: str, value: Any) -> Any:
    if kind == "raised":
        return (kind, type(value).__name__, None)
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, tuple):
        return (kind, "tuple", tuple(_key(kind, part) for part in value))
    return (kind, type(value).__name__, value)


def _counted(source: NaiveSource, call: Callable[[], Any]) -> Law:
    source.odometer = choices = Choices()
    law: defaultdict[Any, Counter[int]] = defaultdict(Counter)  # of each outcome the masses, by their denominators
    for runs in range(source.most + 1):
        if runs == source.most:
            raise TooManyError
        try:
            key = _key("value", call())
        except RestartError:
            key = ("restarted", "", None)
        except TooManyError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it raises is its outcome
            key = _key("raised", error)
        mass, whole = choices.mass()
        law[key][whole] += mass
        if not choices.advance():
            break
    return {
        key: sum((Fraction(mass, whole) for whole, mass in masses.items()), Fraction(0)) for key, masses in law.items()
    }


def naive_law(
    program: Callable[..., Any], *arguments: Any, bits: int = 8, float_bits: int = 6, most: int = 20000
) -> Law:
    """Return {(kind, type, output): probability}. Raises: TooManyError; ZeroDivisionError if it always restarts."""
    source = NaiveSource(bits, float_bits, most)
    with np.errstate(all="ignore"):
        law = _counted(source, lambda: program(source, *arguments))
    kept = 1 - law.pop(("restarted", "", None), Fraction(0))
    return {key: mass / kept for key, mass in law.items()}


def law_of(distribution: Any) -> Law:
    """Return a Distribution in the same form."""
    law = {_key("value", output): Fraction(str(mass)) for output, mass in distribution.probabilities.items()}
    law.update({("raised", name, None): Fraction(str(mass)) for name, mass in distribution.errors.items()})
    return law
