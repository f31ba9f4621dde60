"""Laws of noise as they are written: names and parameters, and about how their losses are spread.

All numbers here are floats that guess which cells of a lattice are fine enough; nothing that is proved rests on them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import excerpt

Point = tuple[float, float, float]  # loss of P against Q, masses of P and Q

POINTS = 1000
FEW = 1 << 14  # integers that are listed


@dataclass(frozen=True)
class Law:
    """A law of noise by its name, with its parameters; the probabilities of a finite one are tuples."""

    name: str
    parameters: tuple[tuple[str, Exact | tuple[Exact, ...]], ...]

    def __str__(self) -> str:
        """Write the law as an expression has it."""
        texts = (f"[{', '.join(map(str, v))}]" if isinstance(v, tuple) else str(v) for _, v in self.parameters)
        pairs = zip((key for key, _ in self.parameters), texts, strict=True)
        return f"{self.name}({', '.join(f'{key}={excerpt(text)}' for key, text in pairs)})"

    def number(self, name: str) -> float:
        """Return about a parameter, 1 where the law has none of the name."""
        value = dict(self.parameters).get(name)
        return float(value) if isinstance(value, Exact) else 1.0

    @property
    def shift(self) -> float:
        """Return how far apart P and Q are, in units of sigma or of the scale."""
        return self.number("sensitivity") / (self.number("scale") if self.name == "laplace" else self.number("sigma"))

    def sampled(self, loss: float) -> float:
        """Return the loss with the rate of the law, where that of P against Q is this."""
        rate = self.number("rate")
        if rate in (0.0, 1.0) or loss > 700:
            return loss * rate if rate in (0.0, 1.0) else loss + math.log(rate)
        return math.log1p(rate * math.expm1(loss))

    def profile(self, far: float) -> list[tuple[float, float, float]]:
        """Return about (loss, mass of the first, mass of the second) for a record that is removed.

        What has a mass below e^-far is left out.
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
        """Return about the masses of P and Q, in the order of the certificate, of laws that are few atoms."""
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
