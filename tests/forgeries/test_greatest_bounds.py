"""Bounds that a kernel would believe if it lost a factor, a term or a length: two inputs, one of them fixed.

P_0 = (1/8, 7/8), E = 3/2, both inputs prefer the first output. So P_1(first) is at most 3/16 + delta, and that is
reached: a smaller one is not the greatest, and there is one.
"""

from fractions import Fraction
from typing import Any

from tests.forgeries.test_greatest import agreed
from tests.vectors.certificates.build import given

Content = dict[str, Any]

OF_ONE = 1  # the position of the pair (1, 0)


def rows_of(first: Fraction) -> Content:
    """P_0, and P_1 = (first, 1 - first), over 32."""
    top = int(first * 32)
    assert top == first * 32
    return {"denominator": "20", "rows": [["4", "1c"], [f"{top:x}", f"{32 - top:x}"]]}


def document(answer: str, delta: str, evidence: Content, first: Fraction | None = None) -> Content:
    statement = {
        "kind": "greatest-mechanism",
        "generators": given(),
        "inputs": ["fixed", "free"],
        "outputs": ["x", "y"],
        "pairs": [[0, 1], [1, 0]],
        "exp_epsilon": ["3", "2"],
        "delta": [delta, "8"],
        "rainbows": [[0, 1], [0, 1]],
        "fixed": {"inputs": [0], "weights": {"denominator": "8", "rows": [["1", "7"]]}},
        "order": "dominance",
        "answer": answer,
    }
    return {"statement": statement | ({} if first is None else {"weights": rows_of(first)}), "evidence": evidence}


def greatest(first: Fraction, delta: str, mu: str, event: list[Any]) -> str:
    """Return what the kernel says to s_1(1) = first, with one event."""
    return agreed(document("greatest", delta, {"maxima": [{"sums": [mu], "events": [event]}]}, first))


def test_all_parts_of_a_bound_are_times_the_denominator_of_e() -> None:
    """Without the factor 2 of the sums, 2 s_1 needs the event once only; without that of delta, 1/8 is 1/16."""
    assert greatest(Fraction(3, 16), "0", "1", [OF_ONE, [0], "1"]) == ""
    assert greatest(Fraction(3, 32), "0", "2", [OF_ONE, [0], "1"]) == "maximum"
    assert greatest(Fraction(5, 16), "1", "1", [OF_ONE, [0], "1"]) == ""
    assert greatest(Fraction(4, 16), "1", "1", [OF_ONE, [0], "1"]) == "maximum"


def test_an_output_that_is_listed_twice_counts_once() -> None:
    """Counted twice, 2 P_1 <= 2 E P_0 + delta would follow: the greatest one would be 1/4."""
    assert greatest(Fraction(5, 16), "1", "1", [OF_ONE, [0, 0], "1"]) == ""
    assert greatest(Fraction(4, 16), "1", "2", [OF_ONE, [0, 0], "1"]) == "maximum"


def test_two_witnesses_at_one_input_are_added() -> None:
    """Twice s_1 - 3/16 needs the event twice, and then is 0; with the second one alone it would be below."""
    witness = {"input": 1, "weights": rows_of(Fraction(6, 32)), "sums": ["1"], "maxima": []}
    for weight in "0123":
        evidence = {"witnesses": [witness, witness], "events": [[OF_ONE, [0], weight]]}
        assert agreed(document("none", "0", evidence)) == "contradiction"
