"""The kinds of statements about one mechanism: how private it is, and whether it can be made to say more."""

from array import array as array_of
from dataclasses import dataclass
from json import dumps
from typing import Any

from dpexact.second.document import array, increasing, labels, position, with_keys
from dpexact.second.fields import Field, Quotient, Signs
from dpexact.second.meter import need
from dpexact.second.rows import Bounds, Quotients, Row, rows_of
from dpexact.second.signs import FreeSigns

Pair = tuple[int, int]
IS, IS_NOT = MAXIMAL = ("maximally-sufficient", "not-maximally-sufficient")
KINDS = ("private", "not-private", "tight-delta", "private-for-all", *MAXIMAL)
KEYS = ("kind", "generators", "inputs", "outputs", "weights", "pairs", "exp_epsilon", "delta")


@dataclass(frozen=True)
class Claim:
    """A decoded statement with its evidence: a pair and an event, or an output and some of its inputs."""

    kind: str
    rows: list[Row]
    pairs: list[Pair]
    unlike: list[Pair]
    bounds: Bounds
    reader: Quotients
    witness: tuple[Pair, list[int]] | None
    part: tuple[int, set[int]] | None

    def support(self, o: int) -> set[int]:
        """Return the inputs with a positive probability of the output."""
        return {i for i, row in enumerate(self.rows) if self.bounds.is_positive(row[o])}

    def tight(self, o: int, inside: set[int], exhausted: list[Pair]) -> list[Pair]:
        """Return the exhausted pairs (i, j) of such inputs with P_i(o) = E P_j(o)."""
        self.bounds.field.meter.pay(len(exhausted))
        among = [(i, j) for i, j in exhausted if i in inside and j in inside]
        losses = ((pair, self.bounds.losses([self.rows[pair[0]][o]], [self.rows[pair[1]][o]])[0]) for pair in among)
        return [pair for pair, loss in losses if self.bounds.is_zero(loss)]


def pairs_of(written: Any, inputs: int) -> list[Pair]:
    """Read ordered pairs of positions, none of which occurs twice."""
    pairs = [pair_of(pair, inputs, "pairs") for pair in array(written, "pairs")]
    need(len(set(pairs)) == len(pairs), "pairs", "a pair occurs twice")
    return pairs


def pair_of(written: Any, inputs: int, check: str) -> Pair:
    """Read one pair of positions."""
    i, j = (position(place, inputs, check, "a pair") for place in array(written, "a pair", 2))
    return i, j


def unlike_pairs(rows: list[list[Any]], pairs: list[Pair]) -> list[Pair]:
    """Keep one of the pairs whose columns of two weights, as they are written, are the same in whatever order."""
    names: dict[str, int] = {}
    named = [[names.setdefault(dumps(entry), len(names)) for entry in row] for row in rows]
    chosen: dict[bytes, Pair] = {}
    for i, j in pairs:
        columns = sorted(a * len(names) + b for a, b in zip(named[i], named[j], strict=True))
        chosen.setdefault(array_of("Q", columns).tobytes(), (i, j))
    return list(chosen.values())


def factor_of(written: Any, field: Field, version: int) -> Quotient | None:
    """Read E, with None for infinity."""
    if written != "infinity":
        return field.quotient(written)
    need(version > 1, "format", "infinity is written in version 2")
    need(not field.is_free, "structure", "E is infinite in a statement about a free t")
    return None


def decoded(statement: dict[str, Any], evidence: Any, field: Field, signs: Signs, version: int) -> Claim:
    """Return the claim of a statement."""
    kind = statement["kind"]
    with_keys(statement, *KEYS, where="statement")
    is_meant = field.is_free == (kind == "private-for-all")
    need(is_meant, "generators", f"{kind}: t is {'free' if field.is_free else 'given'}")
    inputs, outputs = labels(statement["inputs"], "inputs"), labels(statement["outputs"], "outputs")
    pairs = pairs_of(statement["pairs"], inputs)
    reader = Quotients(field)
    rows = rows_of(statement["weights"], reader, inputs, outputs, "weights")
    factor = statement["exp_epsilon"]
    factor = field.quotient(factor) if kind in MAXIMAL else factor_of(factor, field, version)
    bounds = Bounds(field, signs, factor, field.quotient(statement["delta"]))
    witness = None if kind == IS_NOT else witness_of(kind, evidence, pairs, inputs, outputs)
    part = part_of(evidence, inputs, outputs) if kind == IS_NOT else None
    field.meter.pay(16 * len(pairs) * outputs)
    unlike = unlike_pairs(statement["weights"]["rows"], pairs) if field.is_free else pairs
    return Claim(kind, rows, pairs, unlike, bounds, reader, witness, part)


def part_of(evidence: Any, inputs: int, outputs: int) -> tuple[int, set[int]]:
    """Return the output and the inputs of the evidence."""
    output, part = with_keys(evidence, "output", "inputs", where="evidence")
    places = {position(i, inputs, "part", "part") for i in array(part, "part")}
    return position(output, outputs, "event", "output"), places


def witness_of(kind: str, evidence: Any, pairs: list[Pair], inputs: int, outputs: int) -> tuple[Pair, list[int]] | None:
    """Return the pair and the event of the evidence, if the kind has them."""
    if kind.startswith("private") or kind == IS or (kind == "tight-delta" and not pairs):
        with_keys(evidence, where="evidence")
        return None
    written, event = with_keys(evidence, "pair", "event", where="evidence")
    pair = pair_of(written, inputs, "witness-pair")
    need(pair in pairs, "witness-pair", "the pair of the evidence is not among the pairs")
    return pair, increasing(event, outputs, "event", "event")


def require_true(claim: Claim) -> None:
    """Check the claim. Raises Rejected."""
    bounds = claim.bounds
    bounds.require_sense()
    claim.reader.require_positive(bounds.signs)
    bounds.require_distributions(claim.rows)
    if claim.kind == "private-for-all":
        for i, j in claim.unlike:
            require_bound_everywhere(claim, claim.rows[i], claim.rows[j])
        return
    if claim.kind == "not-private":
        excess = excess_of(claim)
        need(excess and bounds.is_positive(excess), "violation", "the event does not exceed E P_j(S) + delta")
        return
    exhausted = [(i, j) for i, j in claim.pairs if bounds.require_bound(claim.rows[i], claim.rows[j])]
    if claim.kind == IS:
        require_connected(claim, exhausted)
    elif claim.part:
        require_apart(claim, exhausted, *claim.part)
    elif claim.kind == "tight-delta":
        attained = excess_of(claim) if claim.witness else bounds.delta
        need(attained and bounds.is_zero(attained), "attained", "no event attains delta")


def excess_of(claim: Claim) -> Quotient | None:
    """Return the excess of the event of the evidence."""
    (i, j), event = claim.witness or ((0, 0), [])
    return claim.bounds.excess_of(claim.rows[i], claim.rows[j], event)


def require_bound_everywhere(claim: Claim, p: Row, q: Row) -> None:
    """Check, for a free t: no event that is the one of all positive losses in some cell exceeds delta anywhere."""
    bounds, signs = claim.bounds, claim.bounds.signs
    losses = bounds.losses(p, q)
    events = set()
    if isinstance(signs, FreeSigns):
        for point in signs.points([loss.top for loss in losses]):
            events.add(frozenset(o for o, loss in enumerate(losses) if signs.value(loss.top, point) > 0))
    for event in sorted(events, key=sorted):
        excess = bounds.excess(losses[o] for o in sorted(event))
        below = bounds.field.negative(excess)
        need(bounds.not_negative(below), "bound", "an event of a pair exceeds E P_j(S) + delta at some t")


def require_apart(claim: Claim, exhausted: list[Pair], o: int, part: set[int]) -> None:
    """Check: no exhausted tight pair of inputs of the output leads out of the part."""
    inside = claim.support(o)
    need(inside & part and inside - part, "part", "the part has none or all of the inputs of the output")
    crossing = [pair for pair in claim.tight(o, inside, exhausted) if (pair[0] in part) != (pair[1] in part)]
    need(not crossing, "part", "a tight pair leads out of the part")


def require_connected(claim: Claim, exhausted: list[Pair]) -> None:
    """Check: exhausted tight pairs connect the inputs of every output."""
    for o in range(len(claim.rows[0])):
        inside = claim.support(o)
        links = claim.tight(o, inside, exhausted)
        claim.bounds.field.meter.pay(len(inside) * len(links))
        need(pieces(inside, links) <= 1, "connected", f"output {o}: the tight pairs leave pieces")


def pieces(inside: set[int], links: list[Pair]) -> int:
    """Return the number of connected components."""
    name = {i: i for i in inside}
    for i, j in links:
        one, other = name[i], name[j]
        name = {k: one if v == other else v for k, v in name.items()}
    return len(set(name.values()))
