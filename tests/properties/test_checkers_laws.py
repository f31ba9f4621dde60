"""Random small statements of every kind: kernel and second checker agree, and brute force over the events confirms."""

import json
import random
from fractions import Fraction
from typing import Any

from hypothesis import given as over_all
from hypothesis import settings
from hypothesis import strategies as st

from dpexact import kernel, second
from tests.vectors.certificates.build import (
    T,
    U,
    canonical,
    event,
    free,
    given,
    mechanism,
    over,
    program,
    scenario,
    sealed,
    several,
    vector,
    whole,
)


def small(source: random.Random, last: int = 4) -> int:
    return source.randint(0, last)


def rows_of(source: random.Random, inputs: int, outputs: int) -> Any:
    """Rows over one denominator, now and then with a sum that is wrong."""
    bottom = source.randint(1, 6)
    rows = []
    for _ in range(inputs):
        cuts = sorted(source.randint(0, bottom) for _ in range(outputs - 1))
        rows.append([b - a for a, b in zip([0, *cuts], [*cuts, bottom], strict=True)])
    if source.random() < 0.05:
        rows[0][0] += 1
    return over(bottom, *rows)


def fraction(source: random.Random) -> Fraction:
    return Fraction(small(source), source.randint(1, 4))


def sum_over(source: random.Random, letters: list[list[int]]) -> Any:
    """A small sum of the monomials."""
    terms = [[whole(source.choice([-3, -1, 1, 2, 5])), *powers] for powers in letters if source.random() < 0.6]
    if not any(any(term[1:]) for term in terms):
        return whole(source.randint(1, 4))
    return terms


def about_a_mechanism(source: random.Random) -> tuple[Any, Any, int]:
    kind = source.choice(["private", "not-private", "tight-delta", "private-for-all"])
    inputs, outputs = source.randint(1, 3), source.randint(1, 3)
    every = [[i, j] for i in range(inputs) for j in range(inputs)]
    pairs = source.sample(every, source.randint(0, min(4, len(every))))
    version, generators, delta = 1, given(), fraction(source)
    E: Any = [whole(source.randint(1, 5)), whole(source.randint(1, 3))]
    field = source.choice(["rational", "exp", "root", "roots", "infinity"])
    if kind == "private-for-all":
        generators = free(source.randint(0, 2), source.choice([None, 2, 3]))
        E = [sum_over(source, [[0, 0], [1, 0], [2, 0]]), "1"]
    elif field == "exp":
        generators, E = (
            given(Fraction(1, source.randint(1, 3))),
            source.choice([[T, "1"], [sum_over(source, [[0, 0], [1, 0], [2, 0]]), "1"]]),
        )
    elif field == "root":
        generators, E = (
            given(0, source.choice([2, 3]), 2),
            source.choice([[U, "1"], [sum_over(source, [[0, 0], [0, 1]]), "1"]]),
        )
    elif field == "roots":
        generators, version = several((2, 2), (3, source.choice([2, 3]))), 2
        E = [sum_over(source, [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1]]), "1"]
    elif field == "infinity":
        E, version = "infinity", 2
    statement = mechanism(kind, rows_of(source, inputs, outputs), E, delta, generators=generators, pairs=pairs)
    evidence: dict[str, Any] = {}
    if kind == "not-private" or (kind == "tight-delta" and pairs):
        i, j = source.choice(pairs or [[0, 0]])
        evidence = event(i, j, *[o for o in range(outputs) if source.random() < 0.6])
    return statement, evidence, version


def about_a_program(source: random.Random) -> tuple[Any, Any, int]:
    kind = source.choice(["optimum", "infeasible", "unbounded"])
    rows = [
        (
            source.choice(["<=", "=", ">="]),
            {j: source.randint(-2, 2) for j in range(2) if source.random() < 0.8},
            source.randint(-2, 2),
        )
        for _ in range(source.randint(0, 2))
    ]
    objective = {j: source.randint(-2, 2) for j in range(2) if source.random() < 0.8}
    more = {"value": [whole(source.randint(-2, 2)), "1"]} if kind == "optimum" else {}
    statement = program(kind, objective, rows, [j for j in range(2) if source.random() < 0.3], **more)

    def some(length: int) -> Any:
        return vector(source.randint(1, 2), {j: source.randint(-2, 2) for j in range(length) if source.random() < 0.7})

    names = {"optimum": ("point", "dual"), "infeasible": ("farkas",), "unbounded": ("point", "ray")}[kind]
    return statement, {name: some(2 if name in ("point", "ray") else len(rows)) for name in names}, 1


def about_a_graph(source: random.Random) -> tuple[Any, Any, int]:
    answer = source.choice(["greatest", "none", "infeasible"])
    order = source.choice(["dominance", "lexicographic"])
    fixed = [v for v in range(2) if source.random() < 0.5]
    changes: dict[str, Any] = {"rainbows": [source.choice([[0, 1], [1, 0]]) for _ in range(2)], "order": order}
    if fixed:
        changes["fixed"] = {"inputs": fixed, "weights": rows_of(source, len(fixed), 2)}
    if answer == "greatest":
        changes["weights"] = rows_of(source, 2, 2)

    def events() -> list[Any]:
        return [
            [small(source, 1), [o for o in range(2) if source.random() < 0.5], whole(small(source, 2))]
            for _ in range(small(source, 2))
        ]

    maxima = [{"sums": [whole(source.randint(0, 3))], "events": events()} for v in range(2) if v not in fixed]
    witnesses = [
        {"input": small(source, 1), "weights": rows_of(source, 2, 2), "sums": ["1"], "maxima": []}
        for _ in range(source.randint(1, 2))
    ]
    evidence = {
        "greatest": {"maxima": maxima},
        "none": {"witnesses": witnesses, "events": events()},
        "infeasible": {"events": events()},
    }[answer]
    return scenario(answer, **changes), evidence, 1


def random_certificate(source: random.Random) -> str:
    about = source.choice([about_a_mechanism, about_a_mechanism, about_a_program, about_a_graph])
    return canonical(sealed(*about(source)))


def verdict(checker: Any, text: str) -> str:
    try:
        checker.check(text)
    except checker.Rejected as rejected:
        return str(rejected.check)
    return ""


@settings(max_examples=300)
@over_all(st.integers(0, 2**32))
def test_both_checkers_agree(seed: int) -> None:
    text = random_certificate(random.Random(seed))
    assert verdict(kernel, text) == verdict(second, text), text


@settings(max_examples=200)
@over_all(st.integers(0, 2**32))
def test_accepted_if_and_only_if_no_event_of_rational_rows_exceeds(seed: int) -> None:
    source = random.Random(seed)
    weights = rows_of(source, 2, 3)
    E, delta = Fraction(source.randint(2, 6), 2), Fraction(small(source, 8), 8)
    text = canonical(sealed(mechanism("private", weights, E, delta), {}))
    rows = [[Fraction(int(entry, 16), int(weights["denominator"], 16)) for entry in row] for row in weights["rows"]]
    true = all(sum(row) == 1 for row in rows) and all(
        sum(rows[i][o] - E * rows[1 - i][o] for o in range(3) if mask >> o & 1) <= delta
        for i in range(2)
        for mask in range(8)
    )
    assert (verdict(second, text) == "") == true
    assert json.loads(text)
