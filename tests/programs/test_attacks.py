"""Programs that try to have a split, a law or a generator taken for another one: each is refused or has its law."""

import contextvars
import functools
import io
import itertools
import math
import os
import secrets
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpexact.errors import UnsupportedProgramError
from dpexact.programs import distribution_of, patched
from tests.explored import coin, has_law, refused
from tests.naive_programs import law_of, naive_law

OLD_SHARED = np.random.mtrand._rand
OLD_URANDOM, OLD_BYTES = os.urandom, secrets.token_bytes
OLD_DEFAULT_RNG, OLD_RAND = np.random.default_rng, np.random.rand
MADE = np.random.default_rng(5)
BOUNDS = np.array([1, 3, 5])
SCALE = [1]


def both_zeros(s: Any) -> Any:
    """The sign of the sum tells the zeros apart, though they are equal."""
    return tuple(math.copysign(1, (s.below(2) - 1) * zero) > 0 for zero in (0.0, -0.0))


def equal_constants(s: Any) -> Any:
    """Constants that are equal, in the same expression: the type of the result tells them apart."""
    return tuple(str(type(s.below(3) * one + one)) for one in (1, True, 1.0, Fraction(1), np.int8(1), np.float32(1)))


def equal_bounds(s: Any) -> Any:
    return tuple(bool(s.below(4) * 100 + 27 > limit) for limit in (127, np.int8(127), 127.0, Fraction(255, 2)))


def by_mutable_member(s: Any) -> Any:
    BOUNDS[:] = 1, 3, 5
    first = int(np.searchsorted(BOUNDS, s.below(6)))
    BOUNDS[:] = 0, 0, 9
    return first, int(np.searchsorted(BOUNDS, s.below(6)))


def by_frompyfunc(s: Any) -> Any:
    """A function of Python behind a universal function, which reads a list."""
    scaled = np.frompyfunc(lambda x: x * SCALE[0], 1, 1)
    found = []
    for scale in (1, 10):
        SCALE[0] = scale
        found.append(int(scaled(s.below(3))))
    return tuple(found)


def rounded(s: Any) -> Any:
    return (
        str(round((s.below(9) - 4) / 4, s.below(2))),
        str(round(s.below(40) - 20, -1)),
        str(round(Fraction(s.below(9), 7), 1)),
    )


def remainders(s: Any) -> Any:
    x = s.below(12) - 5
    return (x // -3) % 2, -x % 4, (7 - x // 2) % 3, ~x & 5, abs(x) % 3


def stride_through_doubles(s: Any) -> Any:
    """Doubles of large integers are rounded, so that their remainders have another period."""
    x = int((2**53 + s.below(12)) * 1.0)
    return x % 4, int(2.0**54 + s.below(16)) & 7, int(np.floor(2**53 + s.below(12))) % 3


def remainders_of_infinity(s: Any) -> Any:
    """The remainder of a positive number is the number itself, and that of a negative one is infinite."""
    return str((s.below(4) - 1.5) % math.inf), str((s.below(3) - 1.0) * math.inf), str((s.below(2) - 0.5) // -math.inf)


def draw_in_the_middle(s: Any) -> Any:
    return tuple(int(v) for v in np.clip(np.array([s.below(5)]), s.below(2), 3)), bool(
        np.clip(s.below(5), 1, s.below(4)) > 1
    )


def narrowed_outside(s: Any) -> Any:
    """An outer draw is narrowed inside of a body, and then used by another one."""
    x = s.below(6)
    first = s.until(lambda r: r.below(3) if x < 3 else r.below(2) + 5)
    return first, s.until(lambda r: (x, r.below(2)) if x > 1 else (9, 9))


def early_and_late(s: Any) -> Any:
    """Draws are split in another order than they were made."""
    a, b, c = s.below(3), s.below(3), s.below(3)
    if c > 1 and a > 0:
        return b < 1, a
    return a + 3 * (b if c else 0)


def caught_before_a_split(s: Any) -> Any:
    """An operation that raises is done again on the other path of a later split."""
    x, y = s.below(4), s.below(6)
    try:
        quotient = 12 // x
    except ZeroDivisionError:
        quotient = -1
    return int(quotient), bool(x < 2), bool(y < 3)


def nothing_to_split(s: Any) -> Any:
    """In a body, a function of an outer draw that goes up and down is compared, with one result for all values."""
    x = s.below(5)
    return s.until(lambda r: r.below(2) + x if x * (x - 4) < 100 else None), x


LAWS: tuple[Any, ...] = (
    *(both_zeros, equal_constants, equal_bounds, by_mutable_member, by_frompyfunc, remainders, stride_through_doubles),
    *(remainders_of_infinity, draw_in_the_middle, narrowed_outside, early_and_late, caught_before_a_split),
    *(nothing_to_split, pytest.param(rounded, marks=pytest.mark.slow)),
)


@pytest.mark.parametrize("program", LAWS, ids=lambda program: program.__name__)
def test_its_law_is_that_of_all_runs(program: Callable[[Any], Any]) -> None:
    expected = naive_law(program, most=20000)
    for _ in range(2):
        assert law_of(distribution_of(program)) == expected


@pytest.mark.parametrize("program", LAWS, ids=lambda program: program.__name__)
def test_with_few_paths_it_is_refused_or_has_its_law(program: Callable[[Any], Any]) -> None:
    expected = naive_law(program, most=20000)
    try:
        found = distribution_of(program, paths=7)
    except UnsupportedProgramError as error:
        assert "run again" not in str(error)  # noqa: PT017 - a refusal is fine but for this one
        return
    unfinished = Fraction(str(found.unfinished))
    for output, mass in expected.items():
        assert law_of(found).get(output, 0) <= mass <= law_of(found).get(output, 0) + unfinished


def state_of_the_face(s: Any) -> Any:
    rng = np.random.default_rng()
    rng.bit_generator.state = np.random.PCG64(5).state
    return rng.integers(3)


GENERATORS: dict[str, Callable[..., Any]] = {
    "the state of a face": lambda: state_of_the_face(None),
    "a face that is spawned": lambda: np.random.default_rng().spawn(1)[0].random(),  # noqa: PLW0108
    "a generator of a generator": lambda: np.random.default_rng(MADE).integers(3),
    "a generator of a bit generator": lambda: np.random.default_rng(np.random.PCG64(3)).integers(3),
    "default_rng that was bound with its seed": functools.partial(OLD_DEFAULT_RNG, 3),
    "a RandomState without a seed": lambda: np.random.RandomState().rand(),
    "the state of numpy's global generator": lambda: np.random.get_state(),  # noqa: NPY002, PLW0108
    "numpy's global generator, bound before": lambda rand=OLD_SHARED: rand.rand(),
    "urandom as a default": lambda read=OLD_URANDOM: read(1)[0],
    "urandom in a list": lambda read=[OLD_URANDOM]: read[0](1)[0],
    "rand as a default": lambda read=OLD_RAND: read() < 0.5,
    "normal": lambda: np.random.randn(),  # noqa: NPY002, PLW0108
    "normal by its parameters": lambda: np.random.normal(),  # noqa: NPY002, PLW0108
    "a seed sequence": lambda: np.random.SeedSequence().entropy,
}


@pytest.mark.parametrize("name", GENERATORS)
def test_a_generator_beside_the_source_is_refused(name: str) -> None:
    def program(source: Any) -> Any:
        with patched(source):
            GENERATORS[name]()
        return source.bit()

    refused("", program)


@has_law(coin(Fraction(1, 4)))
def test_token_bytes_that_was_bound_before_draws_from_the_source(source: Any) -> Any:
    with patched(source):
        return OLD_BYTES(1)[0] < 64


def middle(s: Any) -> Any:
    """One of 10,001 values is 0, and lies neither at an end nor among the places that are tried in replays."""
    x = s.below(10001) - 5000
    return x * x


def matched(value: Any) -> bool:
    match value:
        case float():
            return True
    return False


def is_refused_by_python(value: Any) -> bool:
    try:
        return bool(value < 0.5) and False
    except TypeError:
        return True


IN_THE_MIDDLE: dict[str, Callable[[Any], bool]] = {
    "the type of an instance": lambda z: isinstance(1 ** (z - 1), float),
    "the type": lambda z: type(1 ** (z - 1)) is float,
    "a pattern": lambda z: matched(1 ** (z - 1)),
    "an attribute": lambda z: hasattr(1 ** (z - 1), "hex"),
    "a complex number": lambda z: isinstance((z - 1) ** 0.5 * 2.0, complex),
    "an exception": lambda z: is_refused_by_python((z - 1) ** 0.5),
    "a complex number that is equal": lambda z: bool((z - 2) ** 0.5 * 0.0 == 0.0) and z == 0,
    "a truth value": lambda z: math.isinf(np.float64(1) / z) is True,
    "a truth value of numpy": lambda z: np.isinf(np.float64(1) / z) is np.True_,
}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", IN_THE_MIDDLE)
def test_a_value_between_others_counts(name: str) -> None:
    found = distribution_of(lambda s: IN_THE_MIDDLE[name](middle(s)))
    assert found.probabilities[True] == Fraction(1, 10001)


@pytest.mark.slow
def test_underflow_between_others_is_refused_if_it_is_seen() -> None:
    """Only numbers near 0 are rounded below the least normal number, and neither 0 nor any end is."""
    flags: list[str] = []

    def raising(s: Any) -> Any:
        x = np.float64(1) * (s.random() - 0.5)
        with np.errstate(under="raise"):
            return bool(x * 2.7e-296 > 0)

    def calling(s: Any) -> Any:
        flags.clear()
        x = np.float64(1) * (s.random() - 0.5)
        with np.errstate(under="call", call=lambda *_: flags.append("")):
            return bool(x * 2.7e-296 > 0), bool(flags)

    for program in (raising, calling):
        refused("underflow", program)


def test_integers_that_numpy_takes_for_another_type_are_refused_or_raise() -> None:
    near = np.array([2**63 - 3, 2**63 - 2])
    refused(
        "63 bits", lambda s: np.searchsorted(near, s.getrandbits(64)) == 2
    )  # it is 0 again from 2^63 to 2^63 + 1024
    found = distribution_of(lambda s: bool(s.getrandbits(64) - np.int64(1) < 5))
    assert found.errors["OverflowError"] == Fraction(1, 2)
    assert found.probabilities[True] == Fraction(6, 2**64)
    signed = distribution_of(lambda s: bool((s.getrandbits(65) - 2**64) + np.int64(0) < 5))
    assert signed.errors["OverflowError"] == Fraction(1, 2)  # 2^63 numbers on either side


@has_law({"other": Fraction(1, 2), ("raised", "AttributeError"): Fraction(1, 2)})
def test_below_a_number_of_numpy_raises_as_in_cpython(source: Any) -> Any:
    with patched(source):
        return secrets.randbelow(np.int64(5)) if source.bit() else "other"  # type: ignore[arg-type]


class Slots:
    __slots__ = ("turns",)

    def __init__(self) -> None:
        self.turns = itertools.cycle((0, 1))


SLOTS, GENERATED, TEXT = Slots(), (n % 2 for n in range(10**6)), io.StringIO("01" * 10**4)
CONTEXT, LOCK, BYTES = contextvars.ContextVar("turn", default=0), threading.Lock(), memoryview(bytearray(1))


def turn_of_context() -> int:
    CONTEXT.set(1 - CONTEXT.get())
    return CONTEXT.get()


def turn_of_lock() -> int:
    (LOCK.release if LOCK.locked() else LOCK.acquire)()
    return int(LOCK.locked())


def turn_of_bytes() -> int:
    BYTES[0] = 1 - BYTES[0]
    return BYTES[0]


def turn_of_environment() -> int:
    os.environ["DPEXACT_TURN"] = str(1 - int(os.environ.get("DPEXACT_TURN", "0")))
    return int(os.environ["DPEXACT_TURN"])


def turn_of_printing() -> int:
    np.set_printoptions(precision=17 - np.get_printoptions()["precision"])
    return int(np.get_printoptions()["precision"] > 8)


TURNS: dict[str, Callable[[], int]] = {
    "an iterator in slots": lambda: next(SLOTS.turns),
    "a generator": lambda: next(GENERATED),
    "a text that is read": lambda: int(TEXT.read(1)),
    "a variable of a context": turn_of_context,
    "a lock": turn_of_lock,
    "bytes behind a view": turn_of_bytes,
    "a variable of the environment": turn_of_environment,
    "a setting of numpy": turn_of_printing,
}


@pytest.mark.parametrize("way", ["itself", "until", "subprogram"])
@pytest.mark.parametrize("name", TURNS)
def test_a_state_that_comes_and_goes_is_refused(name: str, way: str) -> None:
    """Two paths that alternate would each meet the same state in each run."""

    def body(s: Any) -> Any:
        x = s.bit()
        return (1, TURNS[name]()) if x else (0, TURNS[name]())

    def program(s: Any) -> Any:
        return s.until(body) if way == "until" else body(s)

    refused("", program, subprograms=[body] if way == "subprogram" else ())


def over(s: Any) -> Any:
    s.bit()
    try:
        return str(np.array([np.float64(1e308) * 10.0, 1 / 3])), len(str(10**700))
    except FloatingPointError:
        return "overflow"
    except RuntimeWarning:
        return "warning"
    except ValueError:
        return "digits"


@contextmanager
def digits() -> Iterator[None]:
    sys.set_int_max_str_digits(640)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(4300)


@contextmanager
def strict() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


SETTINGS: dict[str, tuple[Callable[[], Any], Any]] = {
    "numpy's errors": (lambda: np.errstate(over="raise"), "overflow"),
    "numpy's digits": (lambda: np.printoptions(precision=3), ("[  inf 0.333]", 701)),
    "warnings": (strict, "warning"),
    "digits": (digits, "digits"),
}


@pytest.mark.parametrize("inner", [[], [over]], ids=["until", "subprogram"])
@pytest.mark.parametrize("name", SETTINGS)
def test_a_law_holds_for_the_settings_under_which_it_was_found(name: str, inner: list[Any]) -> None:
    setting, other = SETTINGS[name]

    def program(s: Any) -> Any:
        first = over(s) if inner else s.until(over)
        with setting():
            return first, over(s) if inner else s.until(over)

    found = distribution_of(program, subprograms=inner)
    assert dict(found.probabilities) == {(("[       inf 0.33333333]", 701), other): 1}


def raising(s: Any) -> Any:
    if s.below(3) == 0:
        raise KeyError(5)
    return "none"


def test_an_exception_that_a_program_changes_is_as_before_the_next_time() -> None:
    def caught(s: Any) -> Any:
        try:
            return s.until(raising)
        except KeyError as error:
            found = (error.args[0], getattr(error, "seen", 0), error.__context__ is None)
            error.args, error.seen = (6,), 7  # type: ignore[attr-defined]
            return found

    law = distribution_of(lambda s: (caught(s), caught(s)))
    assert law.probabilities[(5, 0, True), (5, 0, True)] == Fraction(1, 9)
