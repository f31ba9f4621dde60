"""One is one row, everything else is rows."""

from dpexact.numbers.typography import counted
from tests.each import each


@each(
    ("count", "said"),
    [(0, "0 rows"), (1, "1 row"), (2, "2 rows"), (11, "11 rows"), ("1", "1 row"), ("1.00", "1.00 rows")],
)
def test_a_count_with_its_noun(count: int | str, said: str) -> None:
    assert counted(count, "row") == said
