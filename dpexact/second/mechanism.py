"""The kinds of statements about one mechanism: how private it is, and whether it can be made to say more."""

from array import array as array_of
from json import dumps
from typing import Any, cast

from dpexact.second.document import array, increasing, labels, position, with_keys
from dpexact.second.fields import Field, Quotient
from dpexact.second.meter import need
from dpexact.second.rows import Bounds, Row, require_distributions, rows_of
from dpexact.second.signs import FreeSigns

Pair = tuple[int, int]
PRIVATE, REFUTED, TIGHT, FOR_ALL = "private", "not-private", "tight-delta", "private-for-all"
IS, IS_NOT = MAXIMAL = "maximally-sufficient", "not-maximally-sufficient"
KINDS = PRIVATE, REFUTED, TIGHT, FOR_ALL, *MAXIMAL
KEYS = ("kind", "generators", "inputs", "outputs", "weights", "pairs", "exp_epsilon", "delta")


def require_true(statement: dict[str, Any], evidence: Any, field: Field) -> None:
    """Check a statement. Raises Rejected."""
    kind = statement["kind"]
    with_keys(statement, *KEYS, where="statement")
    inputs, outputs = labels(statement["inputs"], "inputs"), labels(statement["outputs"], "outputs")
    pairs = pairs_of(statement["pairs"], inputs)
    rows = rows_of(statement["weights"], field, inputs, outputs, "weights")
    bounds = bounds_of(statement, field, finite=field.is_free or kind in MAXIMAL)
    attained: tuple[Pair, list[int]] | None = None
    o, part = 0, set[int]()
    if kind == IS_NOT:
        output, places = with_keys(evidence, "output", "inputs", where="evidence")
        o = position(output, outputs, "event", "output")
        part = {position(i, inputs, "part", "part") for i in array(places, "part")}
    elif kind == REFUTED or (kind == TIGHT and pairs):
        written, event = with_keys(evidence, "pair", "event", where="evidence")
        pair = pair_of(written, inputs, "witness-pair")
        need(pair in pairs, "witness-pair", "the pair of the evidence is not among the pairs")
        attained = pair, increasing(event, outputs, "event", "event")
    else:
        with_keys(evidence, where="evidence")
    field.meter.pay(16 * len(pairs) * outputs)
    field.require_denominators()
    bounds.require_sense()
    require_distributions(field, rows)
    if kind == FOR_ALL:
        for i, j in unlike_pairs(statement["weights"]["rows"], pairs):
            require_bound_everywhere(bounds, rows[i], rows[j])
        return
    exhausted = [] if kind == REFUTED else [(i, j) for i, j in pairs if bounds.require_bound(rows[i], rows[j])]
    if kind == IS:
        require_connected(bounds, rows, exhausted)
    elif kind == IS_NOT:
        require_apart(bounds, rows, exhausted, o, part)
    elif kind in (REFUTED, TIGHT):
        excess: Quotient | None = bounds.delta
        if attained:
            (i, j), event = attained
            excess = bounds.excess_of(rows[i], rows[j], event)
        if kind == TIGHT:
            need(excess and excess.top == 0, "attained", "no event attains delta")
        else:
            need(excess and field.is_positive(excess), "violation", "the event does not exceed E P_j(S) + delta")


def pairs_of(written: Any, inputs: int) -> list[Pair]:
    """Read ordered pairs of positions, none of which occurs twice."""
    pairs = [pair_of(pair, inputs, "pairs") for pair in array(written, "pairs")]
    need(len(set(pairs)) == len(pairs), "pairs", "a pair occurs twice")
    return pairs


def pair_of(written: Any, inputs: int, check: str) -> Pair:
    """Read one pair of positions."""
    i, j = (position(place, inputs, check, "a pair") for place in array(written, "a pair", 2))
    return i, j


def bounds_of(statement: dict[str, Any], field: Field, *, finite: bool) -> Bounds:
    """Read E and delta."""
    factor = statement["exp_epsilon"]
    is_infinite = factor == "infinity" and not finite
    e = None if is_infinite else field.quotient(factor, "exp-epsilon")
    return Bounds(field, e, field.quotient(statement["delta"], "delta"))


def unlike_pairs(rows: list[list[Any]], pairs: list[Pair]) -> list[Pair]:
    """Keep one of the pairs whose columns of two weights, as they are written, are the same in whatever order."""
    names: dict[str, int] = {}
    named = [[names.setdefault(dumps(entry), len(names)) for entry in row] for row in rows]
    chosen: dict[bytes, Pair] = {}
    for i, j in pairs:
        columns = sorted(a * len(names) + b for a, b in zip(named[i], named[j], strict=True))
        chosen.setdefault(array_of("Q", columns).tobytes(), (i, j))
    return list(chosen.values())


def require_bound_everywhere(bounds: Bounds, p: Row, q: Row) -> None:
    """Check, for a free t: no event that is the one of all positive losses in some cell exceeds delta anywhere."""
    field, signs, losses = bounds.field, cast("FreeSigns", bounds.field.signs), bounds.losses(p, q)
    points = signs.points([loss.top for loss in losses])
    events = {frozenset(o for o, loss in enumerate(losses) if signs.value(loss.top, point) > 0) for point in points}
    for event in sorted(events, key=sorted):
        below = field.negative(bounds.excess(losses[o] for o in sorted(event)))
        need(field.is_negative_nowhere(below), "bound", "an event of a pair exceeds E P_j(S) + delta at some t")


def tight(bounds: Bounds, rows: list[Row], o: int, exhausted: list[Pair]) -> tuple[set[int], list[Pair]]:
    """Return the inputs of the output, and the exhausted pairs (i, j) of them with P_i(o) = E P_j(o)."""
    field = bounds.field
    inside = {i for i, row in enumerate(rows) if field.is_positive(row[o])}
    field.meter.pay(len(exhausted))
    among = [(i, j) for i, j in exhausted if i in inside and j in inside]
    return inside, [(i, j) for i, j in among if bounds.losses([rows[i][o]], [rows[j][o]])[0].top == 0]


def require_apart(bounds: Bounds, rows: list[Row], exhausted: list[Pair], o: int, part: set[int]) -> None:
    """Check: no exhausted tight pair of inputs of the output leads out of the part."""
    inside, links = tight(bounds, rows, o, exhausted)
    need(inside & part and inside - part, "part", "the part has none or all of the inputs of the output")
    need(all((i in part) == (j in part) for i, j in links), "part", "a tight pair leads out of the part")


def require_connected(bounds: Bounds, rows: list[Row], exhausted: list[Pair]) -> None:
    """Check: exhausted tight pairs connect the inputs of every output."""
    for o in range(len(rows[0])):
        inside, links = tight(bounds, rows, o, exhausted)
        bounds.field.meter.pay(len(inside) * len(links))
        name = {i: i for i in inside}
        for i, j in links:
            one, other = name[i], name[j]
            name = {k: one if v == other else v for k, v in name.items()}
        need(len(set(name.values())) <= 1, "connected", f"output {o}: the tight pairs leave pieces")
