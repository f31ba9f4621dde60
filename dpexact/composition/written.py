"""Laws as they are written, with names and parameters, their neighboring relation and their theorem.

The floats here guess cells of a lattice that are fine enough. No proof depends on them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice, permutations
from typing import Any

from dpexact.errors import ParameterError
from dpexact.numbers.epsilon import rational_epsilon
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import did_you_mean, excerpt

FACTORS = {"base": "decay", "factor": "epsilon", "local_factor": "local_epsilon"}  # e to the power of a parameter
MOST_READINGS = 4  # of parameters without a name
NAMES_ELSEWHERE = {
    name: ours
    for ours, names in {
        "sigma": "noise_multiplier noise_scale stddev std standard_deviation",
        "noise_multiplier": "sigma",
        "rate": "sample_rate sampling_rate sampling_prob sampling_probability",
        "sensitivity": "l1_sensitivity l2_sensitivity",
        "decay": "noise_parameter",
        "weights": "sampling_probs",
        "categories": "num_buckets",
        "batch": "batch_size",
        "examples": "dataset_size num_examples",
    }.items()
    for name in names.split()
}


@dataclass(frozen=True)
class Family:
    """A description of all laws of one name: in words, why the pair dominates, and which parameters add privacy.

    More of a parameter that is `unsure` may do either.
    """

    noun: str = ""
    theorem: str = ""
    less: tuple[str, ...] = ()  # is given away as they grow
    more: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()
    premise: str = ""


@dataclass(frozen=True, repr=False)
class Law:
    """A law of noise by its name, with its parameters. The probabilities of a finite law are tuples."""

    name: str
    parameters: tuple[tuple[str, Any], ...]
    relation: str = field(default="any", compare=False)
    family: Family = field(default=Family(), compare=False)
    form: Law | None = field(default=None, compare=False)  # in a certificate, if it is another
    source: Any = field(default=None, compare=False)  # its run if a record is removed, or None if P and Q are one law
    listed: tuple[tuple[Exact, Exact], ...] = field(default=(), compare=False)  # both masses of outcomes of a Pair

    def __str__(self) -> str:
        """Write the law as an expression has it, with all its names."""
        return self._written(str)

    def __repr__(self) -> str:
        """Write the law as `str` does, with long parameters cut."""
        return self._written(excerpt)

    def _written(self, cut: Callable[[str], str]) -> str:
        return f"{self.name}({', '.join(f'{key}={cut(text)}' for key, text in self.written())})"

    def written(self) -> list[tuple[str, str]]:
        """Return the names and texts of the parameters, with the logarithm for a factor."""
        texts = []
        for key, number in self.parameters:
            text = f"[{', '.join(map(str, number))}]" if isinstance(number, tuple) else str(number)
            if key in FACTORS:
                logarithm = rational_epsilon(number)
                text = f"log({number})" if logarithm is None else str(logarithm)
            texts.append((FACTORS.get(key, key), text))
        return texts

    def number(self, name: str) -> float:
        """Return a parameter as a float, or 1 if the law has none of this name."""
        value = dict(self.parameters).get(name)
        return float(value) if isinstance(value, Exact) else 1.0

    def losses(self) -> list[float]:
        """Return about the losses of the outcomes, in the order of the certificate, for laws that list few of them."""
        if self.listed:
            pairs = (map(float, pair) for pair in self.listed)
            return [math.log(p) - math.log(q) if p and q else 0.0 for p, q in pairs]
        return [float(self.source.loss(loss).mid()) for loss, _, _ in self.source.noise.points(0)]


def position_error(name: str, parameters: Sequence[tuple[str, str]], known: Sequence[str]) -> ParameterError:
    """Make the refusal of parameters without a name behind the first one, with ways to read them.

    `parameters` has the names and texts as they came, "" for a missing name.
    """
    extra = [text for place, (key, text) in enumerate(parameters) if not key and (place or not known)]
    taken = {key for key, _ in parameters}.union(known[:1] if parameters and not parameters[0][0] else ())
    free = [key for key in known if key not in taken]
    readings = [_reading(name, parameters, keys) for keys in islice(permutations(free, len(extra)), MOST_READINGS)]
    if readings:
        sentence = f"expected name=value for all parameters but the first, got {excerpt(', '.join(extra))}"
        return ParameterError(sentence, place=name, remedy=f"write {' or '.join(readings)}")
    return parameters_error(name, extra[-1], known)


def _reading(name: str, parameters: Sequence[tuple[str, str]], keys: Sequence[str]) -> str:
    names = iter(keys)
    parts = [
        f"{key or next(names)}={excerpt(text)}" if place or key else excerpt(text)
        for place, (key, text) in enumerate(parameters)
    ]
    return f"{name}({', '.join(parts)})"


def parameters_error(name: str, came: str, known: Sequence[str]) -> ParameterError:
    """Make the refusal of a parameter that a law does not have, or has already."""
    meant = NAMES_ELSEWHERE.get(came, came)
    hint = "" if came in known else did_you_mean(meant if meant in known else came, known)
    listed = ("no parameter", f"the parameter {''.join(known)}, once", f"the parameters {', '.join(known)}, each once")
    message = f"{name}: expected {listed[min(len(known), 2)]}, got {excerpt(came)!r}"
    return ParameterError(message + hint)
