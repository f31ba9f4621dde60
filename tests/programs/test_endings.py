"""Programs that do not end, what nested samplers leave, what a refusal says, and whose module a module is."""

import sys
from collections import namedtuple
from collections.abc import Callable
from enum import IntEnum
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dpexact import Mechanism, exact
from dpexact.errors import MechanismError, ParameterError, UnsupportedProgramError
from dpexact.programs import distribution_of, exploration, mechanism_of
from dpexact.programs.distribution import explored
from dpexact.testing import assert_distribution
from tests.explored import is_refused, refused


def line_in(function: Any, offset: int) -> str:
    return f"test_endings.py, line {function.__code__.co_firstlineno + offset}:"


def endless(source: Any) -> None:
    n = 0
    while True:
        n += source.getrandbits(1)


@pytest.mark.slow
def test_a_loop_of_draws_without_an_end_is_refused_by_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploration, "ENDLESS", 3000)
    with pytest.raises(UnsupportedProgramError) as caught:
        distribution_of(endless, draws=300)
    said = str(caught.value)
    assert said.startswith(line_in(endless, 3))
    assert "the 10 likeliest paths made 300 draws each and did not end" in said
    assert "draws=" in said
    assert "source.until" in said


@pytest.mark.slow
def test_fewer_paths_than_it_takes_to_see_that_give_what_is_known() -> None:
    found = distribution_of(endless, paths=7)
    assert found.unfinished == 1
    assert found.paths == 7
    assert not found.probabilities


@pytest.mark.slow
def test_a_program_of_which_some_paths_end_is_not_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the paths never end: of the other half, all is known."""
    monkeypatch.setattr(exploration, "ENDLESS", 1)

    def program(source: Any) -> int:
        if source.bit():
            return 7
        endless(source)
        return 8

    found = distribution_of(program, paths=200, draws=20)
    assert found.probabilities[7] == Fraction(1, 2)
    assert found.unfinished == Fraction(1, 2)


def test_a_subprogram_without_an_end_is_left_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = counted_runs(monkeypatch)
    monkeypatch.setattr(exploration, "ENDLESS", 1000)

    def program(source: Any) -> Any:
        return 1 if source.bit() else endless(source)

    found = distribution_of(program, subprograms=[endless], draws=100)
    assert found.probabilities[1] == Fraction(1, 2)
    assert found.unfinished == Fraction(1, 2)
    assert len(runs) < 20  # ten of the subprogram


def counted_runs(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    runs: list[None] = []
    run = exploration.Exploration._run

    def counted(self: Any, *given: Any) -> None:
        runs.append(None)
        assert len(runs) < 1000
        run(self, *given)

    monkeypatch.setattr(exploration.Exploration, "_run", counted)
    return runs


def bernoulli(source: Any) -> int:
    """Give 1 with probability exp(-1)."""
    k = 1
    while source.below(k) == 0:
        k += 1
    return k % 2


def rounds(source: Any) -> int:
    n = 0
    while bernoulli(source):
        n += 1
    return n


def test_what_is_lost_inside_is_not_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Inside, 4.1e-19 is lost where 4.3e-19 (2^-61) may be, which no more paths of the outer one would bring back.

    To 2^-61, 20 paths of `bernoulli` are enough and 42 of `rounds`: a search for what is lost would have 300, the limit
    of draws.
    """
    runs = counted_runs(monkeypatch)
    found = distribution_of(lambda source: min(3, rounds(source)), subprograms=[bernoulli, rounds], mass="2**-41")
    assert found.unfinished <= Fraction(1, 2**41)
    assert found.probabilities[3] <= exact("exp(-3)") <= found.probabilities[3] + found.unfinished
    assert len(runs) < 100


def difference(source: Any) -> bool:
    u = source.getrandbits(64)
    v = source.getrandbits(64)
    return bool(u ^ v > 0)


@pytest.mark.slow
def test_operators_are_called_by_their_names() -> None:
    with pytest.raises(UnsupportedProgramError) as caught:
        distribution_of(difference)
    assert str(caught.value).startswith(
        f"{line_in(difference, 3)} bitwise exclusive or of two draws, each with more than"
    )
    refused(
        r"line .*: bitwise exclusive or of a draw .* with itself",
        lambda source: (k := source.getrandbits(64)) ^ (k >> 1),
    )
    refused(
        r"line .*: bitwise exclusive or of two draws", lambda source: source.getrandbits(64) ^ source.getrandbits(64)
    )


def test_a_file_beside_the_program_is_its_own_whatever_it_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The module `colorsys` of Python keeps nothing; a file of that name counts the calls."""
    (tmp_path / "colorsys.py").write_text("count = [0]\n\ndef tick():\n    count[0] += 1\n    return count[0]\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    import colorsys

    tick = colorsys.tick  # type: ignore[attr-defined]

    def body(source: Any) -> int | None:
        tick()
        return source.below(4) or None

    refused("changes something that outlives it", lambda source: source.until(body))
    del sys.modules["colorsys"]


def test_pythons_own_modules_are_no_part_of_the_program() -> None:
    import colorsys

    def body(source: Any) -> float | None:
        return round(colorsys.rgb_to_yiq(source.below(4), 0, 0)[0], 2) or None

    found = distribution_of(lambda source: str(source.until(body)))
    assert found.probabilities == {text: Fraction(1, 3) for text in ("0.3", "0.6", "0.9")}


def literally(source: Any) -> tuple[str, str]:
    return ("raised", "ValueError") if source.bit() else ("raised", "nothing")


def test_an_output_that_looks_like_an_error_is_refused() -> None:
    expected = {("raised", "ValueError"): "1/2", ("raised", "nothing"): "1/2"}
    with pytest.raises(ParameterError, match=r"it returns \('raised', '.*'\), which stands here for an exception"):
        assert_distribution(literally, expected)
    assert_distribution(literally, {"ValueError": "1/2", "nothing": "1/2"}, label=lambda output: output[1])

    def one_or_the_other(source: Any, which: int) -> tuple[str, str]:
        source.bit()
        if which:
            raise ValueError
        return ("raised", "ValueError")

    with pytest.raises(MechanismError, match="the label of an error"):  # of another input
        mechanism_of(one_or_the_other, [0, 1])
    found = mechanism_of(literally, {0: ()})
    assert isinstance(found, Mechanism)
    assert set(found.outputs) == set(expected)


def deep(n: int) -> int:
    return n and deep(n - 1)


@pytest.mark.parametrize("used_up", [lambda: deep(sys.getrecursionlimit()), lambda: [0] * 2**58])
def test_an_end_of_memory_or_of_the_stack_is_no_outcome(used_up: Any) -> None:
    """The same program may go well elsewhere, or with fewer calls around it."""
    refused(r"test_endings.py, line \d+: \w+Error depends on the machine", lambda s: s.bit() and used_up())


class Answer(IntEnum):
    YES = 1


@pytest.mark.parametrize("other", [Answer.YES, (True, "True"), np.array(["True"])[0]])
def test_outputs_of_two_inputs_that_only_look_alike_are_two(other: Any) -> None:
    """The type of an answer would tell the inputs apart."""
    alike = {Answer.YES: 1, "True": True}.get(other, (True, True))

    def program(source: Any, which: int) -> Any:
        return 0 if source.bit() else (alike, other)[which]

    with pytest.raises(MechanismError, match="would have the same label"):
        mechanism_of(program, [0, 1])


def test_an_operation_that_raises_is_done_again_on_the_paths_behind_it() -> None:
    def program(source: Any) -> Any:
        x = source.below(4)
        try:
            y = 6 // x
        except ZeroDivisionError:
            y = -1
        small = bool(x < 2)
        return y, source.below(2) == 1, small

    found = distribution_of(program).probabilities
    values = ((-1, True), (6, True), (3, False), (2, False))
    assert dict(found) == {(y, z, small): Fraction(1, 8) for y, small in values for z in (False, True)}


def written_array(s: Any) -> Any:
    numbers = s.generator.random(2)
    np.copyto(numbers, 0.7)
    return int(numbers[0] > 0.5)


@pytest.mark.parametrize(
    "program",
    [
        written_array,
        lambda s: pow(3, s.below(5), 7),
        lambda s: int.__add__(s.below(5), 1),
        lambda s: memoryview(s.randbytes(1)),
    ],
    ids=["an array", "a power", "a method", "bytes"],
)
def test_code_in_c_that_takes_no_draw_is_named(program: Any) -> None:
    refused(r"test_endings.py, line \d+: code in C does not take a draw", program)


def test_an_error_of_the_program_about_types_is_an_outcome() -> None:
    assert distribution_of(lambda s: s.below(2) + "text").errors == {"TypeError": 1}


@pytest.mark.slow
def test_paths_that_boxes_end_are_told_from_a_loop_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploration, "ENDLESS", 1)
    monkeypatch.setattr(exploration, "LEAST_CUTS", 1 << 7)

    def program(source: Any) -> int:
        count = 0
        while count < 250:
            count += source.random() * source.random() < 0.9
        return count

    with pytest.raises(UnsupportedProgramError) as caught:
        distribution_of(program, paths=200, draws=1000)
    said = "numbers made of several draws need more boxes than the limit of paths allows (paths=200)"
    assert said in str(caught.value)
    assert "never ends" not in str(caught.value)


class SlottedError(Exception):
    """It carries something beside its arguments and attributes."""

    __slots__ = ("kind",)


def with_a_name(rare: Any) -> Exception:
    return AttributeError("some", name="rare" if rare else "often")


def with_a_slot(rare: Any) -> Any:
    error: Any = SlottedError("some")
    error.kind = "rare" if rare else "often"
    return error


def with_an_attribute(rare: Any) -> Any:
    error: Any = ValueError("some")
    setattr(error, "rare" if rare else "often", 1)
    return error


def with_an_argument(rare: Any) -> Any:
    error: Any = ValueError("some") if rare else ValueError("some", 1)
    if rare:
        error.number = 1
    return error


@pytest.mark.parametrize("made", [with_a_name, with_a_slot, with_an_attribute, with_an_argument])
def test_exceptions_of_a_subprogram_differ_by_all_that_they_carry(made: Any) -> None:
    """One of 1000 is another one, which few runs through the subprogram would show."""

    def raising(source: Any) -> None:
        raise made(source.below(1000) == 0)

    def program(source: Any) -> bool:
        try:
            raising(source)
        except Exception as error:  # noqa: BLE001 - each kind is carried in another way
            return any(getattr(error, name, 0) in ("rare", 1) for name in ("name", "kind", "rare", "number"))
        return False

    found = distribution_of(program, subprograms=[raising])
    assert found.probabilities[True] == Fraction(1, 1000)


def test_an_exception_with_a_draw_in_a_member_is_no_outcome() -> None:
    def stopping(source: Any) -> None:
        error = StopIteration()
        error.value = source.below(3)
        raise error

    refused("that carries draws or more than plain values", lambda source: source.until(stopping))


def test_what_is_unfinished_grows_with_what_is_rejected() -> None:
    """The list hides the loop, so that a path with many draws is given up. Three of four lengths are rejected."""

    def length(source: Any) -> int | None:
        seen: list[int] = []
        while source.below(2):
            seen.append(1)
        return len(seen) if source.below(4) == 0 else None

    def whole(source: Any) -> int:
        found = length(source)
        return source.restart() if found is None else found

    for program in (lambda source: source.until(length), whole):
        found = distribution_of(program, draws=12)
        assert sum(found.probabilities.values(), found.unfinished) == 1
        assert found.unfinished == Fraction(4, 2051)  # u / (u + k / 4) for the known mass k = 1 - u, and u = 2^-11


class Carrying(int):
    """An integer with attributes."""


class CarryingText(str):
    __slots__ = ("more",)


class Parts(namedtuple("Parts", "first")):  # noqa: PYI024, SLOT002 - it has attributes
    pass


class Turned(tuple[int, ...]):
    __slots__ = ()

    def __iter__(self) -> Any:
        return iter((1,))


def carrying(kind: Any, shown: Any, more: int) -> Any:
    made = kind(shown)
    made.more = more
    return made


@pytest.mark.parametrize(
    "made",
    [
        lambda s, x: carrying(Carrying, int(s.bit()), x),
        lambda s, x: carrying(CarryingText, str(s.bit()), x),
        lambda s, x: carrying(Parts, int(s.bit()), x),
        lambda s, x: (0, carrying(Carrying, int(s.bit()), x)),
        lambda s, x: Turned((x, int(s.bit()))),
    ],
)
def test_an_output_that_carries_more_than_it_shows_is_refused(made: Any) -> None:
    """Each publishes its input, and shows a fair coin."""
    with pytest.raises(UnsupportedProgramError, match="with more than it shows"):
        mechanism_of(made, [0, 1])


def test_that_nobody_sees_the_message_of_an_exception_is_an_assumption() -> None:
    def raising_input(source: Any, x: int) -> int:
        if source.bit():
            raise ValueError(x)
        return 0

    assert "not its message" in distribution_of(raising_input, 7).assumptions[0]
    assert not distribution_of(lambda s: s.bit()).assumptions


@is_refused("a draw has more than 100000 values here")
def test_too_many_values_of_a_draw_around_a_body_are_refused_as_such(source: Any) -> bool:
    x = source.random()

    def inner(one: Any) -> Any:
        y = one.bit()
        if x < y:
            one.restart()
        return y if one.bit() else None

    def outer(one: Any) -> Any:
        return None if one.until(inner) >= x else x

    return bool(source.until(outer) > 0.5)


def test_a_body_that_rejects_always_is_told_from_a_program_that_never_ends() -> None:
    """One run of two ends."""
    refused(
        "a run that comes to it in this way never ends",
        lambda s: s.until(lambda _: x or None) if (x := s.bit()) else s.until(lambda _: None),
    )
    refused("no run of it ends", lambda s: s.restart())


@pytest.mark.slow
def test_a_loop_that_compares_one_draw_for_ever_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Comparisons are entries of the log of a path, and no progress."""
    monkeypatch.setattr(exploration, "LONGEST", 1)

    def program(source: Any) -> None:
        x = source.random()
        while x < 2:
            pass

    refused("1 s without a draw", program)


def counting(source: Any, *_: Any) -> int:
    seen: list[int] = []  # no state of this loop is taken as the same
    while source.below(4) < 3:
        seen.append(1)
    return len(seen)


def test_more_paths_help_only_where_paths_or_boxes_were_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploration, "LEAST_CUTS", 1 << 7)

    def large(source: Any) -> Any:
        return source.random() + source.random() > 0.3 or None

    cases: dict[str, tuple[Callable[..., Any], dict[str, Any], bool]] = {
        "too many draws": (counting, {"draws": 9}, True),
        "too many draws of a subprogram": (lambda s, _: counting(s), {"draws": 9, "subprograms": [counting]}, True),
        "too many paths": (counting, {"paths": 3}, False),
        "too many boxes": (lambda s, _: bool(large(s)), {"paths": 9}, False),
        "too many boxes in a body": (lambda s, _: s.until(large), {"paths": 9}, False),
        "all is known": (lambda s, _: s.bit(), {}, False),
    }
    for name, (program, options, never) in cases.items():
        assert explored(program, [0], **options).never_ends(exact(0)) is never, name
