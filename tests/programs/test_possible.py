"""Sets of integers in pieces, against lists."""

from random import Random

from dpexact.programs.possible import Possible, groups_of, runs_of


def listed(possible: Possible) -> list[int]:
    return [first + step * n for first, step, count in possible.pieces for n in range(count)]


def test_parts_of_sets_in_pieces() -> None:
    some = Random(20)
    for _ in range(300):
        whole = Possible.below(some.randrange(5, 60))
        keep = some.randrange(1, 4)
        runs = groups_of(lambda _: some.randrange(keep + 1), whole.count)  # noqa: B023
        for run in runs.values():
            part = whole.joined(run)
            expected = [n for begin, end in run for n in range(begin, end)]
            assert listed(part) == expected == [part.at(n) for n in range(part.count)]
            assert (part.first, part.last, part.count) == (expected[0], expected[-1], len(expected))
            begin = some.randrange(part.count)
            end = some.randrange(begin, part.count) + 1
            assert listed(part.between(begin, end)) == expected[begin:end]
            period = some.randrange(1, 9)
            classes = [listed(c) for c in part.residues(period)]
            assert sorted(k for c in classes for k in c) == expected
            assert all(len({k % period for k in c}) == 1 for c in classes)
            assert len(classes) == part.own_periods(period)
            limit = some.choice(expected)
            cut = [end - begin for begin, end, _ in runs_of(lambda n: part.at(n) > limit, part.count, 9)]  # noqa: B023
            assert cut[0] == expected.index(limit) + 1
            assert sum(cut) == len(expected)
