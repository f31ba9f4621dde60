"""The laws of noise that a certificate names, each cut into cells, with the mixture of a Poisson sample."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from flint import fmpq, fmpz

from dpexact.kernel.bracket import ONE, Bracket, combine
from dpexact.kernel.budget import require_size
from dpexact.kernel.document import Rejected, array, fields, integer, position
from dpexact.kernel.field import Field
from dpexact.kernel.noise import GUARD, MAX_CELLS, Cell, Mass, Piece, bracket, demand, rational, short
from dpexact.kernel.noise_line import gaussian, laplace
from dpexact.kernel.noise_points import binomial, discrete_gaussian, discrete_laplace, finite, responses, skellam
from dpexact.kernel.noise_shuffled import shuffled

SHARES = 32  # bits of the part of a cell
MAX_COUNT = 2**40  # runs of one law
Group = tuple[int | None, fmpz, fmpz]  # a place, at most the mass of the first law, at least that of the second


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
    levels = {"levels"} if isinstance(part, dict) and "levels" in part else set()
    content, cells = (
        fields(law, {"law", "count", *form.keys}, name),
        fields(part, {key, *more, *form.evidence, *levels}, "cells"),
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
        needed = len(array(run.given["edges"], "edges")) + more
        demand(needed == cells, f"places for {needed} cells but got those for {cells}", "places")
    field.budget.masses(cells * (512 if "edges" in run.form.evidence else 128), bits)
    pieces = list(run.form.cut(run.given, field, bits))
    demand(len(pieces) == cells, f"places for {len(pieces)} cells but got those for {cells}", "places")
    return pieces


def cells_of(run: Run, field: Field, bits: int) -> list[Cell]:
    """Cut a law into the cells of the evidence, with their places."""
    places = [(int(short(i)), int(short(j))) for i, j in (array(pair, "places", 2) for pair in run.listed)]
    if not all(i < j for i, j in places):
        raise Rejected("places", "the two places of a cell have to increase")
    pieces = pieces_of(run, len(places), field, bits)
    return [(_sampled(piece, run.rate, bits), *pair) for piece, pair in zip(pieces, places, strict=True)]


def groups_of(run: Run, field: Field, bits: int, *, added: bool) -> Iterator[Group]:
    """Merge the cells of a law, from the other end if a record is added, each group up to a part of a cell."""
    groups = [array(group, "group", 3) for group in run.listed]
    ends = [(position(cell, MAX_CELLS, "groups"), int(integer(share))) for _, cell, share in groups]
    pieces = pieces_of(run, max((cell for cell, _ in ends), default=-1) + 1, field, bits)
    cells = [(mixture(piece, run.rate), piece.second) for piece in pieces]
    cells = [(second, first) for first, second in reversed(cells)] if added else cells
    start, whole = (0, 0), 1 << SHARES
    for (place, _, _), end in zip(groups, ends, strict=True):
        demand(start < end and 0 <= end[1] <= whole, "ends that increase, with a part from 0 to 1", "groups")  # (r1)
        a, b = fmpz(0), fmpz(0)
        for k in range(start[0], end[0] + 1):
            part = (end[1] if k == end[0] else whole) - (start[1] if k == start[0] else 0)
            a += cells[k][0].least * part >> SHARES
            b -= -cells[k][1].most * part >> SHARES
        start = end
        yield None if place is None else int(integer(place)), a, b


def mixture(piece: Piece, rate: fmpq) -> Mass:
    """Take P with the probability of the rate, and Q else."""
    (a, b), (c, d), _, _ = piece
    p, rest, q = rate.p, rate.q - rate.p, rate.q
    return Mass((p * a + rest * c) // q, -(-(p * b + rest * d) // q))  # (1)


def _sampled(piece: Piece, rate: fmpq, bits: int) -> Piece:
    _, second, least, greatest = piece
    if least is not None:
        least = _mixed(least, rate, bits + GUARD)
    elif rate < 1:
        least = bracket(1 - rate, bits + GUARD)
    greatest = None if greatest is None else _mixed(greatest, rate, bits + GUARD)
    return Piece(mixture(piece, rate), second, least, greatest)  # (2)


def _mixed(x: Bracket, rate: fmpq, bits: int) -> Bracket:
    """Enclose 1 - rate + rate x."""
    if rate == 1:
        return x
    low, high, e = combine([(rate.q - rate.p, ONE), (rate.p, x)], bits + rate.q.bit_length())
    return Bracket(low // rate.q, -(-high // rate.q), e)


LAWS = {
    "gaussian": Form({"sigma", "sensitivity", "rate"}, {"precision", "edges"}, gaussian),
    "gaussian_mixture": Form({"sigma", "sensitivities", "weights"}, {"precision", "edges"}, gaussian),
    "binomial": Form({"trials", "sensitivity"}, {"least", "greatest"}, binomial),
    "skellam": Form({"variance", "sensitivity"}, {"least", "greatest"}, skellam),
    "laplace": Form({"scale", "sensitivity", "rate"}, {"precision", "edges"}, laplace),
    "discrete_gaussian": Form({"sigma", "sensitivity", "rate"}, {"least", "greatest"}, discrete_gaussian),
    "discrete_laplace": Form({"base", "sensitivity", "rate"}, set(), discrete_laplace),
    "randomized_response": Form({"truth", "categories"}, set(), responses),
    "shuffled": Form({"local_factor", "users"}, {"precision", "edges", "least", "greatest", "reach"}, shuffled),
    "finite": Form({"first", "second"}, set(), finite),
}
