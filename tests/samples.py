"""Small mechanisms with rational entries and relations on their inputs, named by what is special about them."""

from fractions import Fraction

from dpexact import Exact, Mechanism, NeighborGraph, exact

TINY = Fraction(1, 10**60)


def _rows(*texts: str) -> tuple[tuple[Fraction, ...], ...]:
    return tuple(tuple(Fraction(entry) for entry in text.split()) for text in texts)


SAMPLES: dict[str, tuple[tuple[Fraction, ...], ...]] = {
    "one by one": _rows("1"),
    "one input": _rows("1/3 2/3"),
    "one output": _rows("1", "1", "1"),
    "response": _rows("3/4 1/4", "1/4 3/4"),
    "identical rows": _rows("1/6 1/3 1/2", "1/6 1/3 1/2"),
    "disjoint supports": _rows("1/2 1/2 0 0", "0 0 1/3 2/3"),
    "overlapping supports": _rows("1/2 1/2 0", "0 1/2 1/2"),
    "zero columns": _rows("0 2/3 0 1/3 0", "0 1/3 0 2/3 0"),
    "all ratios tie at 3/2": _rows("3/5 2/5", "2/5 3/5"),
    "three ratios": _rows("1/2 1/3 1/6 0", "1/4 1/4 1/4 1/4", "1/10 2/10 3/10 4/10"),
    "tiny entry": ((1 - TINY, TINY), (1 - 2 * TINY, 2 * TINY)),
    "tiny leak": ((1 - TINY, TINY), (Fraction(1), Fraction(0))),
    "many outputs": _rows("1/36 2/36 3/36 4/36 5/36 6/36 7/36 8/36", "8/36 7/36 6/36 5/36 4/36 3/36 2/36 1/36"),
    "four inputs": _rows("1/7 2/7 4/7 0", "2/7 2/7 3/7 0", "1/7 3/7 3/7 0", "1/5 1/5 2/5 1/5"),
}


def exacts(*values: object) -> tuple[Exact, ...]:
    """Expected values as exact numbers."""
    return tuple(exact(value) for value in values)


def sample(name: str) -> Mechanism:
    """The mechanism on inputs 0, 1, ... and outputs 0, 1, ..."""
    rows = SAMPLES[name]
    return Mechanism.from_rows(range(len(rows)), range(len(rows[0])), rows)


def complete(name: str) -> NeighborGraph:
    """Every two inputs are neighbours."""
    return NeighborGraph.complete(range(len(SAMPLES[name])))


def all_pairs(name: str) -> list[tuple[int, int]]:
    """The ordered pairs of the complete relation."""
    size = len(SAMPLES[name])
    return [(i, j) for i in range(size) for j in range(size) if i != j]
