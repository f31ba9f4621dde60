"""Sets of integers in ranges, against lists."""

from random import Random

from dpexact.programs.possible import Possible, groups_of, runs_of


def listed(possible: Possible) -> list[int]:
    return [k for some in possible.ranges for k in some]


def test_parts_of_sets_in_ranges() -> None:
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
            cut = [end - begin for begin, end, _ in runs_of(lambda n: part.at(n) > limit, part.count, 9) or ()]  # noqa: B023
            assert cut[0] == expected.index(limit) + 1
            assert sum(cut) == len(expected)


def test_sets_of_more_integers_than_a_list_may_have() -> None:
    whole = Possible.below(2**256)
    third = whole.residues(3)[2]
    upper = third.between(third.count // 2, third.count)
    assert (whole.count, third.count, third.first, third.last) == (2**256, 2**256 // 3, 2, 2**256 - 2)
    assert (upper.count, upper.last, upper.at(1) - upper.at(0)) == (third.count - third.count // 2, 2**256 - 2, 3)
    assert hash(upper) == hash(third.between(third.count // 2, third.count))


def test_runs_of_a_function_that_rises() -> None:
    some = Random(21)
    for _ in range(100):
        values = [-1, *sorted(some.choices(range(some.randrange(1, 12)), k=some.randrange(1, 40)))]
        expected = [(run[0][0], run[0][1], value) for value, run in groups_of(values.__getitem__, len(values)).items()]
        assert runs_of(values.__getitem__, len(values), len(expected)) == expected
        assert runs_of(values.__getitem__, len(values), len(expected) - 1) is None
