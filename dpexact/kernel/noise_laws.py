"""The laws of noise that a certificate names, each cut into cells, with the mixture of a Poisson sample."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from flint import fmpq

from dpexact.kernel.bracket import ONE, Bracket, times
from dpexact.kernel.budget import require_size
from dpexact.kernel.document import Rejected, array, fields, integer
from dpexact.kernel.field import Field
from dpexact.kernel.noise import (
    FEWEST,
    GUARD,
    MAX_CELLS,
    MAX_COUNT,
    MAX_RATIO,
    Cell,
    Mass,
    Piece,
    bracket,
    demand,
    rational,
    short,
)
from dpexact.kernel.noise_line import gaussian, gaussian_mixture, laplace
from dpexact.kernel.noise_points import (
    binomial,
    discrete_gaussian,
    discrete_laplace,
    finite,
    randomized_response,
    skellam,
)
from dpexact.kernel.noise_shuffled import shuffled


class Form(NamedTuple):
    """A law as the format writes it: its parameters, the keys of its evidence, and the function that cuts it."""

    keys: set[str]
    evidence: set[str]
    cut: Callable[[dict[str, Any], Field, int], Iterator[Piece]]


class Run(NamedTuple):
    """A law as it is written, with its count, its rate, and the list of the evidence for it."""

    form: Form
    given: dict[str, Any]
    runs: int
    rate: fmpq
    listed: list[Any]


def decode_run(law: object, part: object, key: str, more: set[str]) -> Run:
    """Decode a law with its count, and the list of this key in its evidence."""
    name = law.get("law") if isinstance(law, dict) else None
    if not isinstance(name, str) or name not in LAWS:
        raise Rejected("law", f"expected one of the laws {sorted(LAWS)} but got {str(name)[:40]!r}")
    form = LAWS[name]
    content, cells = (
        fields(law, {"law", "count", *form.keys}, name),
        fields(part, {key, *more, *form.evidence}, "cells"),
    )
    count = integer(content["count"])
    require_size(count, MAX_COUNT, "runs of a law")
    rate = rational(content["rate"]) if "rate" in form.keys else fmpq(1)
    demand(count >= 1 and 0 <= rate <= 1, "a count of at least 1, and a rate from 0 to 1")
    listed = array(cells[key], key)
    require_size(len(listed), MAX_CELLS, "cells of a law")
    return Run(form, content | cells, int(count), rate, listed)


def pieces_of(run: Run, cells: int, field: Field, bits: int) -> list[Piece]:
    """Cut a law into so many cells, with the first law as noise around the sensitivity."""
    require_size(cells, MAX_CELLS, "cells of a law")
    if "edges" in run.form.evidence:  # before each of them is paid for
        more = 2 if "reach" in run.form.evidence else 1
        _require_places(len(array(run.given["edges"], "edges")) + more, cells)
    field.budget.spend(cells * max(bits, FEWEST) * (512 if "edges" in run.form.evidence else 128))
    pieces = list(run.form.cut(run.given, field, bits))
    _require_places(len(pieces), cells)
    return pieces


def decode_law(law: object, part: object, field: Field, bits: int) -> tuple[int, list[Cell]]:
    """Decode a law with its count, and cut it into the cells of the evidence."""
    run = decode_run(law, part, "places", set())
    places = [[int(short(place)) for place in array(pair, "places", 2)] for pair in run.listed]
    if not all(i < j for i, j in places):
        raise Rejected("places", "the two places of a cell have to increase")
    pieces = pieces_of(run, len(places), field, bits)
    return run.runs, [_sampled(piece, run.rate, bits, *pair) for piece, pair in zip(pieces, places, strict=True)]


def _require_places(cells: int, places: int) -> None:
    if cells != places:
        raise Rejected("places", f"expected places for {cells} cells but got those for {places}")


def mixture(piece: Piece, rate: fmpq) -> Mass:
    """Take P with the probability of the rate, and Q else."""
    (a, b), (c, d), _, _ = piece
    p, rest, q = rate.p, rate.q - rate.p, rate.q
    return Mass((p * a + rest * c) // q, -(-(p * b + rest * d) // q))  # (1)


def _sampled(piece: Piece, rate: fmpq, bits: int, low: int, high: int) -> Cell:
    first, (_, _, least, greatest) = mixture(piece, rate), piece
    if least is not None:
        least = _mixed(least, rate, bits + GUARD)
    elif rate < 1:
        least = bracket(1 - rate, bits + GUARD)
    greatest = None if greatest is None else _mixed(greatest, rate, bits + GUARD)
    return Cell(first, piece.second, least, greatest, low, high)  # (2)


def _mixed(x: Bracket, rate: fmpq, bits: int) -> Bracket:
    """Enclose 1 - rate + rate x."""
    if rate == 1:
        return x
    require_size(abs(x[2]), MAX_RATIO, "bits of a likelihood ratio")
    low, high, e = (x[0] << x[2], x[1] << x[2], 0) if x[2] > 0 else x
    rest = rate.q - rate.p << -e
    mixed = (rate.p * low + rest) // rate.q, -(-(rate.p * high + rest) // rate.q), e
    return times(mixed, ONE, bits)


LAWS = {
    "gaussian": Form({"sigma", "sensitivity", "rate"}, {"precision", "edges"}, gaussian),
    "gaussian_mixture": Form({"sigma", "sensitivities", "weights"}, {"precision", "edges"}, gaussian_mixture),
    "binomial": Form({"trials", "sensitivity"}, {"least", "greatest"}, binomial),
    "skellam": Form({"variance", "sensitivity"}, {"least", "greatest"}, skellam),
    "laplace": Form({"scale", "sensitivity", "rate"}, {"precision", "edges"}, laplace),
    "discrete_gaussian": Form({"sigma", "sensitivity", "rate"}, {"least", "greatest"}, discrete_gaussian),
    "discrete_laplace": Form({"base", "sensitivity", "rate"}, set(), discrete_laplace),
    "randomized_response": Form({"truth", "categories"}, set(), randomized_response),
    "shuffled": Form({"local_factor", "users"}, {"precision", "edges", "least", "greatest", "reach"}, shuffled),
    "finite": Form({"first", "second"}, set(), finite),
}
