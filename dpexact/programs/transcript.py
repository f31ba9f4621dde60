"""The bytes that a program reads on each of its paths, with its output, for a copy in another language."""

from collections.abc import Callable, Sequence
from typing import Any

from dpexact.programs.distribution import explored

FORMAT = "dpexact-transcript/1"


def transcript(name: str, program: Callable[..., Any], inputs: Any, **options: Any) -> dict[str, Any]:
    """Return the transcript of a program for all inputs, with the options of `mechanism_of`, to be written as JSON.

    A library in Rust, Go or C++ cannot be followed here, but its code can be fed with the same bytes. The bytes are
    those that `os.urandom` would hand to CPython's `random.SystemRandom`: `getrandbits(k)` reads ceil(k / 8) bytes,
    big-endian, and drops the lowest bits. `random()` reads 53 bits in this way, and `below(n)` reads
    `getrandbits(n.bit_length())`, again and again until the number is below n. Each path is written at both ends and
    inside of every interval. What agrees on all of these agrees on these paths, not on all.

    Raises UnsupportedProgramError also if the program draws from anything but a `random.SystemRandom`.
    """
    seen: dict[Any, Sequence[tuple[bytes, Any]]] = {}
    explored(program, inputs, seen=seen, **options)
    rows = {str(label): [{"bytes": read.hex(), "output": output} for read, output in seen[label]] for label in seen}
    return {"format": FORMAT, "program": name, "inputs": rows}
