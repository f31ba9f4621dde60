"""Compositions as other accountants write them: an event of dp_accounting, by its `repr`, and a history of Opacus.

An event is `SelfComposedDpEvent(event=PoissonSampledDpEvent(sampling_probability=0.01, event=...), count=100)` and its
kin. The history of an accountant of Opacus is a list of (noise multiplier, sample rate, steps). The text is parsed and
never evaluated. A decimal is the number that it says.
"""

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial, reduce
from operator import mul
from typing import NamedTuple

from dpexact.composition.dominating import DominatingPair
from dpexact.composition.named import (
    discrete_laplace,
    epsilon_delta,
    gaussian,
    gaussian_mixture,
    laplace,
    randomized_response,
)
from dpexact.composition.written import written_number
from dpexact.errors import NumberSyntaxError, ParameterError
from dpexact.laws.parameters import integer
from dpexact.numbers.epsilon import probability
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import excerpt

Fields = dict[str, ast.expr]
MAX_RUNS = 10**12
NUMPY = "np.float64", "np.int64"  # around a number in a repr
REFUSED = {
    "SampledWithoutReplacementDpEvent": (
        "write without_replacement(gaussian(sigma, sensitivity=...), batch=..., examples=...) with the sensitivity of "
        "the sum if a record is replaced, since the event's noise multiplier is for the norm of one record"
    ),
    "SingleEpochTreeAggregationDpEvent": (
        "write gaussian(sigma)**depth with the number of nodes that one record is in, if it is replaced by zero"
    ),
}
_EVENT = re.compile(r"\s*(?:\w+\.)*\w*DpEvent\s*\(")
_LINE = re.compile("\r\n|\r|\n")
_HISTORY = re.compile(r"\s*\[\s*\(")
NOISE: dict[str, Callable[..., DominatingPair]] = {  # of which a Poisson sample has a law
    "GaussianDpEvent": gaussian,
    "LaplaceDpEvent": laplace,
    "DiscreteLaplaceDpEvent": discrete_laplace,
}


def is_event(text: str) -> bool:
    """Return whether a text begins as an event or as a history does."""
    return bool(_EVENT.match(text) or _HISTORY.match(text))


def read_event(text: str) -> DominatingPair:
    """Return the composition of an event of dp_accounting, or of a history of Opacus.

    Raises NumberSyntaxError for another text, ParameterError for an event without a law here, and as the laws do.

    >>> str(read_event("SelfComposedDpEvent(event=GaussianDpEvent(noise_multiplier=1.1), count=3)"))
    'gaussian(sigma=11/10, sensitivity=1, rate=1)**3'
    >>> str(read_event("[(1.1, 0.01, 500)]"))
    'gaussian(sigma=11/10, sensitivity=1, rate=1/100)**500'
    """
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise NumberSyntaxError(excerpt(repr(text)), place="event", expected="the repr of an event") from None
    reader = _Reader(text.strip())
    return reader.history(tree) if isinstance(tree, ast.List) else reader.event(tree)


class _Reader:
    """The parts of one text."""

    def __init__(self, text: str) -> None:
        self.lines = [line.encode() for line in _LINE.split(text)]  # ast counts bytes

    def text(self, node: ast.expr) -> str:
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        lines = self.lines[first : last + 1]
        lines[-1] = lines[-1][: node.end_col_offset]
        lines[0] = lines[0][node.col_offset :]
        return b"\n".join(lines).decode()

    def said(self, node: ast.expr) -> str:
        return excerpt(self.text(node))

    def number(self, node: ast.expr, place: str) -> Exact:
        if isinstance(node, ast.Call) and ast.unparse(node.func) in NUMPY and len(node.args) == 1 and not node.keywords:
            node = node.args[0]
        return written_number(place, self.text(node))

    def count(self, node: ast.expr, place: str) -> int:
        return integer(place, self.number(node, place), 0, MAX_RUNS)

    def items(self, node: ast.expr, place: str) -> list[ast.expr]:
        if not isinstance(node, ast.List | ast.Tuple):
            raise ParameterError(repr(self.said(node)), place=place, expected="a list")
        return node.elts

    def history(self, node: ast.List) -> DominatingPair:
        pairs = []
        for place, entry in enumerate(node.elts):
            parts = self.items(entry, f"history[{place}]")
            if len(parts) != 3:
                expected = "(noise multiplier, sample rate, steps), as an accountant of Opacus notes them"
                raise ParameterError(repr(self.said(entry)), place=f"history[{place}]", expected=expected)
            sigma, rate = (self.number(part, f"history[{place}]") for part in parts[:2])
            pairs.append(gaussian(sigma, rate=rate) ** self.count(parts[2], f"history[{place}]"))
        return _product(pairs)

    def event(self, node: ast.expr) -> DominatingPair:
        name, fields = self.fields(node)
        found: DominatingPair = EVENTS[name].law(self, fields)
        return found

    def fields(self, node: ast.expr) -> tuple[str, dict[str, ast.expr]]:
        """Return the name of an event and its fields, given by name or in their order."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
            raise ParameterError(repr(self.said(node)), place="event", expected="an event of dp_accounting")
        name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        if name not in EVENTS:
            expected = f"an event with a law here, one of {', '.join(EVENTS)}"
            remedy = REFUSED.get(name, "name what is known of it: epsilon_delta(epsilon, delta=...)")
            raise ParameterError(name, place="event", expected=expected, remedy=remedy)
        keys = EVENTS[name].fields
        given = dict(zip(keys, node.args, strict=False)) | {word.arg or "**": word.value for word in node.keywords}
        if set(given) != set(keys) or len(node.args) + len(node.keywords) != len(keys):
            expected = f"the fields {', '.join(keys)}, each once" if keys else "no field"
            raise ParameterError(repr(self.said(node)), place=name, expected=expected)
        return name, given


class Event(NamedTuple):
    """The fields of an event, in their order, and its law."""

    fields: tuple[str, ...]
    law: Callable[[_Reader, Fields], DominatingPair]


def _product(pairs: Iterable[DominatingPair]) -> DominatingPair:
    several = list(pairs)
    return reduce(mul, several) if several else epsilon_delta(0) ** 0


def _noise(name: str, reader: _Reader, fields: Fields, rate: object = 1) -> DominatingPair:
    first, *others = (reader.number(fields[key], key) for key in EVENTS[name].fields)
    return NOISE[name](first, rate=rate, **dict(zip(("sensitivity",), others, strict=False)))


def _response(reader: _Reader, fields: Fields) -> DominatingPair:
    """Return randomized response: with the noise parameter a bucket is drawn from all of them."""
    lie = probability(reader.number(fields["noise_parameter"], "noise_parameter"), "noise_parameter")
    buckets = reader.number(fields["num_buckets"], "num_buckets")
    return randomized_response(1 - lie + lie / buckets, categories=buckets)


def _mixture(reader: _Reader, fields: Fields) -> DominatingPair:
    lists = [
        [reader.number(part, key) for part in reader.items(fields[key], key)]
        for key in ("sensitivities", "sampling_probs")
    ]
    sigma = reader.number(fields["standard_deviation"], "standard_deviation")
    return gaussian_mixture(sigma, sensitivities=lists[0], weights=lists[1])


def _poisson(reader: _Reader, fields: Fields) -> DominatingPair:
    """Return a law at a rate. Several runs on one sample differ from runs on several samples."""
    rate = probability(reader.number(fields["sampling_probability"], "sampling_probability"), "sampling_probability")
    name, inner = reader.fields(fields["event"])
    if name == "NoOpDpEvent":
        return _product([])
    if name not in NOISE:
        raise ParameterError(name, place="PoissonSampledDpEvent", expected=f"a sample of one of {', '.join(NOISE)}")
    return _noise(name, reader, inner, rate)


def _composed(reader: _Reader, fields: Fields) -> DominatingPair:
    nodes = reader.items(fields["events"], "events")
    first, counts = {reader.text(node): node for node in nodes}, Counter(map(reader.text, nodes))
    return _product(reader.event(first[text]) ** count for text, count in counts.items())


EVENTS = {
    "NoOpDpEvent": Event((), lambda *_: _product([])),
    "NonPrivateDpEvent": Event((), lambda *_: epsilon_delta(0, delta=1)),
    "GaussianDpEvent": Event(("noise_multiplier",), partial(_noise, "GaussianDpEvent")),
    "LaplaceDpEvent": Event(("noise_multiplier",), partial(_noise, "LaplaceDpEvent")),
    "DiscreteLaplaceDpEvent": Event(("noise_parameter", "sensitivity"), partial(_noise, "DiscreteLaplaceDpEvent")),
    "RandomizedResponseDpEvent": Event(("noise_parameter", "num_buckets"), _response),
    "MixtureOfGaussiansDpEvent": Event(("standard_deviation", "sensitivities", "sampling_probs"), _mixture),
    "PoissonSampledDpEvent": Event(("sampling_probability", "event"), _poisson),
    "SelfComposedDpEvent": Event(
        ("event", "count"), lambda reader, of: reader.event(of["event"]) ** reader.count(of["count"], "count")
    ),
    "ComposedDpEvent": Event(("events",), _composed),
}
