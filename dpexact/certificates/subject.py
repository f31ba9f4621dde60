"""What a certificate is about, compared with a mechanism and its neighboring relation."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.field import Free, T
from dpexact.numbers.powers import LogSum

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from dpexact.certificates.certificate import Certificate
    from dpexact.mechanisms.graph import NeighborGraph
    from dpexact.mechanisms.labels import Label
    from dpexact.mechanisms.mechanism import Mechanism


Pairs = set[tuple[int, int]]


def is_about(certificate: Certificate, mechanism: Mechanism, neighbors: NeighborGraph) -> bool:
    """Decide whether a certificate states something about this mechanism and this relation.

    Inputs, outputs, ordered pairs and probabilities are compared by label, so the order in which they are listed
    does not matter; probabilities are equal as numbers, however they are written. E and delta are not compared.
    The certificate is one that `check` has accepted.

    Guarantee: exact.

    Raises: IncompatibleFieldsError for probabilities whose equality is not decided.
    """
    statement = certificate.statement
    if not same_mechanism(statement, mechanism):
        return False
    return proved_pairs(statement, mechanism) == relation_pairs(neighbors, mechanism)


def proved_pairs(statement: Mapping[str, Any], mechanism: Mechanism) -> Pairs:
    """The ordered pairs of a statement, as places of inputs of the mechanism that it is about."""
    places = [mechanism.input_place(label_of_json(label)) for label in statement["inputs"]]
    return {(places[i], places[j]) for i, j in statement["pairs"]}


def relation_pairs(neighbors: NeighborGraph, mechanism: Mechanism) -> Pairs:
    """The ordered pairs of a relation, as places of inputs of the mechanism; places have hashes of their own."""
    places = {label: mechanism.input_place(label) for label in neighbors.inputs}
    return {(places[i], places[j]) for i, j in neighbors.ordered_pairs()}


def same_mechanism(statement: Mapping[str, Any], mechanism: Mechanism) -> bool:
    """Decide whether a statement that is proved is about this mechanism, whatever it says of it.

    Guarantee: exact.

    Raises: IncompatibleFieldsError for probabilities whose equality is not decided.
    """
    if "weights" not in statement:  # about a linear program, or that there is no such mechanism
        return False
    inputs, outputs = (tuple(label_of_json(label) for label in statement[key]) for key in ("inputs", "outputs"))
    for found, known in ((inputs, mechanism.inputs), (outputs, mechanism.outputs)):
        if len(found) != len(known) or not set(known).issuperset(found):  # the labels of a statement all differ
            return False
    columns = [mechanism.output_place(label) for label in outputs]
    rows = [mechanism.input_place(label) for label in inputs]
    return _same_weights(statement, mechanism, rows, columns)


def _same_weights(
    statement: Mapping[str, Any], mechanism: Mechanism, rows: Sequence[int], columns: Sequence[int]
) -> bool:
    weights, integers = statement["weights"], mechanism.numerators()
    common = weights.get("denominator")
    if (
        integers is not None
        and isinstance(common, str)
        and all(isinstance(w, str) for row in weights["rows"] for w in row)
    ):
        numerators, denominator = integers
        scale = int(common, 16)
        return all(
            int(top, 16) * denominator == numerators[i][o] * scale
            for i, row in zip(rows, weights["rows"], strict=True)
            for o, top in zip(columns, row, strict=True)
        )
    number = number_reader(statement["generators"])
    values = mechanism.rows()
    return all(
        number([weight, common] if common is not None else weight) == values[i][o]
        for i, row in zip(rows, weights["rows"], strict=True)
        for o, weight in zip(columns, row, strict=True)
    )


def number_reader(generators: dict[str, Any], *, from_one: bool = False) -> Callable[[Sequence[Any]], Exact]:
    """Make the function that turns a quotient of a statement, over its generators, into a number.

    With `from_one` a free t of [lower, upper] is written as s + lower - 1 with a free s of [1, upper - lower + 1]:
    signs and comparisons of numbers with a free E are decided above 0 only, and t may be any real number.
    """
    power = _free_power(generators, from_one=from_one) if "lower" in generators else _concrete_power(generators)

    def value(terms: str | list[list[Any]]) -> Exact:
        if isinstance(terms, str):
            return exact(int(terms, 16))
        return sum((int(c, 16) * power(*powers) for c, *powers in terms), exact(0))

    known: dict[str, Exact] = {}  # by what is written: rows repeat their weights

    def number(quotient: Sequence[Any]) -> Exact:
        written = str(quotient)
        if written not in known:
            known[written] = value(quotient[0]) / value(quotient[1])
        return known[written]

    return number


def _free_power(generators: dict[str, Any], *, from_one: bool) -> Callable[..., Exact]:
    lower = fraction(generators["lower"])
    upper = None if generators["upper"] is None else fraction(generators["upper"])
    shift = lower - 1 if from_one else Fraction(0)
    t = Exact.of_sums(Free(lower - shift, None if upper is None else upper - shift), T) + shift
    return lambda i, _: t**i


def _concrete_power(generators: dict[str, Any]) -> Callable[..., Exact]:
    """(i, j_1, ...) to t^i u_1^j_1 ..., under one root: those of one number lie in the field of one root."""
    exponent = fraction(generators["exponent"])
    roots = generators.get("roots", [[generators.get("base"), generators.get("degree")]])
    bases = [(fraction(base), degree) for base, degree in roots]

    @cache
    def power(i: int, *powers: int) -> Exact:
        logs = {base: Fraction(j, degree) for (base, degree), j in zip(bases, powers, strict=True) if j}
        return Exact.exp(LogSum(exponent * i, logs))

    return power


def fraction(parts: Sequence[str]) -> Fraction:
    """Read a fraction of the generators."""
    return Fraction(int(parts[0], 16), int(parts[1], 16))


def label_of_json(label: Label | list[Any]) -> Label:
    """Read a label as JSON holds it: an array is a tuple."""
    return tuple(label_of_json(part) for part in label) if isinstance(label, list) else label
