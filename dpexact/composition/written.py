"""Laws of noise as they are written, with names and parameters, and rough profiles of their losses.

All numbers here are floats that guess cells of a lattice that are fine enough. No proof depends on them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from dpexact.errors import ParameterError
from dpexact.numbers.epsilon import rational_epsilon
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import did_you_mean, excerpt

Point = tuple[float, float, float]  # loss of P against Q, masses of P and Q

POINTS = 1000
FEW = 1 << 14  # integers that are listed
NAMES_ELSEWHERE = {
    "noise_multiplier": "sigma",
    "noise_scale": "sigma",
    "stddev": "sigma",
    "std": "sigma",
    "sample_rate": "rate",
    "sampling_rate": "rate",
    "sampling_prob": "rate",
    "sampling_probability": "rate",
    "l1_sensitivity": "sensitivity",
    "l2_sensitivity": "sensitivity",
}


@dataclass(frozen=True, repr=False)
class Law:
    """A law of noise by its name, with its parameters. The probabilities of a finite law are tuples."""

    name: str
    parameters: tuple[tuple[str, Exact | tuple[Exact, ...]], ...]

    def __str__(self) -> str:
        """Write the law as an expression has it, with all its names."""
        return self._written(str)

    def __repr__(self) -> str:
        """Write the law as `str` does, with long parameters cut."""
        return self._written(excerpt)

    def _written(self, cut: Callable[[str], str]) -> str:
        parts = (_parameter(key, value) for key, value in self.parameters)
        return f"{self.name}({', '.join(f'{key}={cut(text)}' for key, text in parts)})"

    @property
    def gives_nothing(self) -> bool:
        """Return whether P and Q are one law, since the rate or the sensitivity is 0."""
        return any(key in ("rate", "sensitivity") and value == 0 for key, value in self.parameters)

    def number(self, name: str) -> float:
        """Return a parameter as a float, or 1 if the law has none of this name."""
        value = dict(self.parameters).get(name)
        return float(value) if isinstance(value, Exact) else 1.0

    @property
    def shift(self) -> float:
        """Return the distance of P and Q, in units of sigma or of the scale."""
        return self.number("sensitivity") / (self.number("scale") if self.name == "laplace" else self.number("sigma"))

    def sampled(self, loss: float) -> float:
        """Return the loss at the rate of the law, for a loss of P against Q."""
        rate = self.number("rate")
        if rate in (0.0, 1.0) or loss > 700:
            return loss * rate if rate in (0.0, 1.0) else loss + math.log(rate)
        return math.log1p(rate * math.expm1(loss))

    def profile(self, far: float) -> list[tuple[float, float, float]]:
        """Return about (loss, mass of the first, mass of the second) for a record that is removed.

        Points with a mass below e^-far are left out.
        """
        rate, found = self.number("rate"), []
        for loss, p, q in self._points(far):
            first = q + rate * (p - q)
            if first > 0 or q > 0:
                found.append((self.sampled(loss), first, q))
        return found

    def _points(self, far: float) -> Iterator[Point]:
        """Yield the points of P and Q themselves."""
        if self.name == "gaussian":
            yield from _gaussian(self.shift, far)
        elif self.name == "laplace":
            yield from _laplace(self.shift)
        elif self.name == "discrete_gaussian":
            yield from self._discrete_gaussian(far)
        else:
            for p, q in self.atoms():
                yield (math.log(p) - math.log(q) if p and q else math.inf if p else -math.inf), p, q

    def integers(self, far: float) -> range:
        """Return the integers beyond which discrete Gaussian noise has a mass of about e^-far."""
        reach = math.ceil(self.number("sigma") * math.sqrt(2 * far)) + 1
        return range(-reach, int(self.number("sensitivity")) + reach + 1)

    def _discrete_gaussian(self, far: float) -> Iterator[Point]:
        places, shift, sigma = self.integers(far), self.number("sensitivity"), self.number("sigma")
        if len(places) > FEW:
            yield from _gaussian(self.shift, far)
            return
        weights = {z: math.exp(-((z / sigma) ** 2) / 2) for z in range(places[0] - int(shift), places[-1] + 1)}
        total = sum(weights.values())
        for z in places:
            loss = (2 * z - shift) * shift / (2 * sigma**2)
            yield loss, weights[z - int(shift)] / total, weights[z] / total

    def atoms(self) -> list[tuple[float, float]]:
        """Return about the masses of P and Q, in the order of the certificate, for laws of few atoms."""
        if self.name == "finite":
            first, second = (dict(self.parameters)[key] for key in ("p", "q"))
            return [(float(a), float(b)) for a, b in zip(first, second, strict=True)]  # type: ignore[arg-type]
        if self.name == "randomized_response":
            truth, count = self.number("truth"), self.number("categories")
            other = (1 - truth) / (count - 1)
            return [(truth, other), (other, truth), ((count - 2) * other,) * 2]
        r, s = 1 / self.number("base"), int(self.number("sensitivity"))
        masses = [1 / (1 + r), *((1 - r) / (1 + r) * r**z for z in range(1, s)), r**s / (1 + r)]
        return list(zip(reversed(masses), masses, strict=True))


def _gaussian(shift: float, far: float) -> Iterator[Point]:
    reach = math.sqrt(2 * far)
    width = (shift + 2 * reach) / POINTS
    for place in range(POINTS):
        x = (place + 0.5) * width - reach
        p, q = (math.exp(-y * y / 2) * width / math.sqrt(2 * math.pi) for y in (x - shift, x))
        yield shift * x - shift * shift / 2, p, q


def _laplace(shift: float) -> Iterator[Point]:
    end, width = math.exp(-shift) / 2, shift / POINTS
    yield -shift, end, 0.5
    for place in range(POINTS):
        x = (place + 0.5) * width
        yield 2 * x - shift, math.exp(x - shift) * width / 2, math.exp(-x) * width / 2
    yield shift, 0.5, end


def _parameter(key: str, value: Exact | tuple[Exact, ...]) -> tuple[str, str]:
    """Return name and text of a parameter, with the base of discrete Laplace noise as its decay, log(base)."""
    if isinstance(value, tuple):
        return key, f"[{', '.join(map(str, value))}]"
    if key != "base":
        return key, str(value)
    decay = rational_epsilon(value)
    return "decay", f"log({value})" if decay is None else str(decay)


def position_error(name: str, given: Sequence[tuple[str, str]], known: Sequence[str]) -> ParameterError:
    """Make the refusal of parameters without a name behind the first one, with each way to read them.

    `given` holds the names and texts of the parameters as they came, "" for a missing name.
    """
    extra = [text for place, (key, text) in enumerate(given) if place and not key]
    taken = {key for key, _ in given} | ({known[0]} if given and not given[0][0] else set())
    free = [key for key in known if key not in taken]
    readings = [_reading(name, given, keys) for keys in permutations(free, len(extra))]
    if readings:
        said = f"expected name=value for all parameters but the first, got {excerpt(', '.join(extra))}"
        return ParameterError(said, place=name, remedy=f"write {' or '.join(readings)}")
    return parameters_error(name, extra[-1], known)


def _reading(name: str, given: Sequence[tuple[str, str]], keys: Sequence[str]) -> str:
    names = iter(keys)
    parts = [
        f"{key or next(names)}={excerpt(text)}" if place or key else excerpt(text)
        for place, (key, text) in enumerate(given)
    ]
    return f"{name}({', '.join(parts)})"


def parameters_error(name: str, came: str, known: Sequence[str]) -> ParameterError:
    """Make the refusal of a parameter that a law does not have, or has already."""
    meant = NAMES_ELSEWHERE.get(came, came)
    hint = "" if came in known else did_you_mean(meant if meant in known else came, known)
    message = f"{name}: expected the parameters {', '.join(known)}, each once, got {excerpt(came)!r}"
    return ParameterError(message + hint)
