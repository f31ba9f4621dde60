"""Transcripts: the bytes that a program reads on each of its paths, with its output, for a copy in another language.

A library in Rust, Go or C++ cannot be followed here, but its code can be fed with the same bytes. The bytes are those
that `os.urandom` would hand to CPython's `random.SystemRandom`: `getrandbits(k)` reads ceil(k / 8) bytes, big-endian,
and drops the lowest bits. `random()` reads 53 bits in this way, and `below(n)` reads `getrandbits(n.bit_length())`,
again and again until the number is below n. Each path is written at both ends and inside of every interval. What agrees
on all of these agrees on these paths, not on all.
"""

import random
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

from dpexact.errors import UnsupportedProgramError
from dpexact.numbers.typography import value_excerpt
from dpexact.programs.changes import Changes
from dpexact.programs.distribution import explored
from dpexact.programs.law import Outcome
from dpexact.programs.path import Ending
from dpexact.programs.replays import Bits, Found, normal, some_bits

FORMAT = "dpexact-transcript/1"
EXPECTED = "a program that draws from the source as from a random.SystemRandom, or from secrets under `patched`"
Record = dict[str, Any]


class _Again(BaseException):
    """The program throws its run away, or does not make the draws of its path."""


class _Fed(random.SystemRandom):
    """The generator of a run that is written: a SystemRandom with the methods of a source."""

    def below(self, n: int) -> int:
        """Return an integer from 0 to n - 1."""
        return int(self._randbelow(n))  # type: ignore[attr-defined]

    def bit(self) -> int:
        """Return 0 or 1."""
        return self.below(2)

    def until(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return the first result of a function that is not None."""
        result = None
        while result is None:
            result = function(self, *arguments)
        return result

    def restart(self) -> NoReturn:
        """Throw the run away."""
        raise _Again


def transcript(name: str, program: Callable[..., Any], inputs: Any, **options: Any) -> Record:
    """Return the transcript of a program for all inputs, with the options of `mechanism_of`, to be written as JSON.

    Raises UnsupportedProgramError also if the program draws from anything but a `random.SystemRandom`.
    """
    seen: dict[Any, Sequence[Found]] = {}
    exploration = explored(program, inputs, seen=seen, **options)
    label = options.get("label") or (lambda output: output)
    records = {}
    for label_of_input in exploration.distributions:
        arguments = inputs[label_of_input] if isinstance(inputs, Mapping) else (label_of_input,)

        def call(arguments: Sequence[Any] = arguments) -> Any:
            return label(program(_Fed(), *arguments))

        records[str(label_of_input)] = [record for way in seen[label_of_input] for record in _of_path(call, way)]
    return {"format": FORMAT, "program": name, "inputs": records}


def _of_path(call: Callable[[], Any], way: Found) -> Iterator[Record]:
    bits = some_bits()
    whole = way.with_way_out()
    for choices in () if whole is None else dict.fromkeys(whole.few_choices(bits)):
        expected: Any = whole.expected(choices)  # type: ignore[union-attr]
        if expected == Outcome(Ending.RESTARTED).key():
            continue
        read = bytearray()
        left = _numbers(whole, choices, bits)
        with _feeding(left, read):
            try:
                outcome = Outcome("value", normal(call(), inner=False))
            except _Again:
                outcome = Outcome(Ending.RESTARTED, None)
            except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever the program raises is its outcome
                outcome = Outcome.raised(error)
        if outcome.key() != expected or next(left, None) is not None:
            gave = f"a path gave {value_excerpt(outcome.value)} from the bytes of its draws, and another output before"
            remedy = "leave numpy's generators, sample and the functions of random out of a transcript"
            raise UnsupportedProgramError(gave, expected=EXPECTED, remedy=remedy)
        raised = ["raised", type(outcome.value).__name__]
        yield {"bytes": read.hex(), "output": raised if outcome.kind == "raised" else outcome.value}


def _numbers(way: Any, choices: Sequence[int], bits: Bits) -> Iterator[int]:
    """Yield the numbers of all draws, those inside of subprograms and bodies of `until` included."""
    for index, choice in enumerate(choices):
        law = way.laws.get(index)
        if law is None:
            if way.sizes[index] > 1:
                yield choice
        else:
            whole = law.ways[law.outcomes[choice].key()].whole()
            yield from _numbers(whole, whole.inside(bits), bits)


@contextmanager
def _feeding(left: Iterator[int], read: bytearray) -> Iterator[None]:
    """Let every SystemRandom draw these numbers, and note the bytes that it would have read.

    A draw of no bit, or of one of one value, has no number on a path. The latter reads a byte.
    """

    def getrandbits(_: Any, k: int) -> int:
        number, size = next(left, None) if k else 0, (k + 7) // 8
        if number is None or number >> k:
            raise _Again
        read.extend((number << (8 * size - k)).to_bytes(size, "big"))
        return number

    def randbelow(generator: Any, n: int) -> int:
        if n == 1:
            read.extend(bytes(1))
            return 0
        return int(below(generator, n))

    below = vars(random.SystemRandom)["_randbelow"]
    with Changes() as changes:
        changes.make(random.SystemRandom, "getrandbits", getrandbits)
        changes.make(random.SystemRandom, "_randbelow", randbelow)
        changes.make(random.SystemRandom, "random", lambda self: getrandbits(self, 53) * 2.0**-53)
        changes.make(random.SystemRandom, "randbytes", lambda self, n: bytes(getrandbits(self, 8) for _ in range(n)))
        changes.make(secrets, "randbits", lambda k: getrandbits(None, k))
        yield
