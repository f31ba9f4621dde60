"""The source: a `random.SystemRandom` to the program, whose draws are numbers that are not yet known."""

from __future__ import annotations

import random
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dpexact import need
from dpexact.errors import UnsupportedProgramError
from dpexact.programs.draw import Draw, concrete, first_integer, first_number, is_draw

if TYPE_CHECKING:
    from collections.abc import Callable, MutableSequence, Sequence
    from typing import NoReturn

    from dpexact.programs.exploration import Law
    from dpexact.programs.path import Path, Plain

DOUBLE_BITS = 53
DOUBLE_STEP = 2.0**-DOUBLE_BITS
NOT_OPEN = "the source draws only while distribution_of or mechanism_of runs the program"


def _double(k: int) -> float:
    """Return k / 2^53, exactly: what `random.random()` and numpy's `random()` make of 53 bits."""
    return k * DOUBLE_STEP


class DrawnBytes:
    """Bytes that are not yet known, each a draw of its own."""

    def __init__(self, items: Sequence[Any]) -> None:
        self._items = tuple(items)

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return bytes

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, place: Any) -> Any:
        return DrawnBytes(self._items[place]) if isinstance(place, slice) else self._items[place]

    def __bytes__(self) -> bytes:
        return bytes(concrete(item) for item in self._items)

    def __eq__(self, other: object) -> bool:
        return bytes(self) == (bytes(other) if type(other) is DrawnBytes else other)

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __add__(self, other: Any) -> Any:
        return bytes(self) + bytes(other)

    def __getattr__(self, name: str) -> Any:
        """Return what bytes have, after taking all of them apart."""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(bytes(self), name)


class Source(random.SystemRandom):
    """Stands for a random number generator; what a program may ask of it is in docs/programs.md."""

    path: Path | Plain | None = None

    def _run(self) -> Path | Plain:
        if self.path is None:
            raise UnsupportedProgramError(NOT_OPEN)
        return self.path

    def draw(self, size: int, base: Callable[[int], Any], make: Callable[[Path, int], Draw]) -> Any:
        """Return a new draw of `size` equally likely values, base(k) for the k-th."""
        return self._run().draw(size, base, make)

    def below(self, n: Any) -> Any:
        """Return an integer from 0 to n - 1, all equally likely: `secrets.randbelow`."""
        size = need.integer(concrete(n), "below(n)", 1)
        return self.draw(size, int, lambda path, index: first_integer(path, index, size))

    def bit(self) -> Any:
        """Return 0 or 1, equally likely."""
        return self.below(2)

    def number(self, size: int, base: Callable[[int], Any]) -> Any:
        """Return base(k), increasing in k, for a k from 0 to size - 1."""
        return self.draw(size, base, lambda path, index: first_number(path, index, base))

    def random(self) -> Any:
        """Return k / 2^53, for all k from 0 to 2^53 - 1 equally likely."""
        return self.number(1 << DOUBLE_BITS, _double)

    def getrandbits(self, k: Any) -> Any:
        """Return an integer of k bits, all equally likely."""
        return self.below(1 << need.integer(concrete(k), "getrandbits(k)", 0))

    def randbytes(self, n: Any) -> Any:
        """Return n bytes."""
        return DrawnBytes([self.below(256) for _ in range(need.integer(concrete(n), "randbytes(n)", 0))])

    def _randbelow(self, n: int) -> Any:
        return self.below(n)

    def sample(self, population: Any, k: Any, *, counts: Any = None) -> list[Any]:
        """Return k members, every ordered choice of k equally likely, as CPython's two algorithms make it.

        CPython keeps a list of those that are left, or draws again what is taken already; both are this law.
        """
        if counts is not None:
            population = [member for member, n in zip(population, counts, strict=True) for _ in range(n)]
        left, size = list(population), need.integer(concrete(k), "sample(population, k)", 0)
        if size > len(left):
            message = "Sample larger than population or is negative"
            raise ValueError(message)
        return [left.pop(concrete(self.below(len(left)))) for _ in range(size)]

    def seed(self, *given: object, **named: object) -> None:
        """Do nothing, as `random.SystemRandom` does."""

    def until(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return the first result of function(source, *arguments), run again and again, that is not None."""
        from dpexact.programs.exploration import law_key

        key = law_key(function, arguments)
        return self.known_law(
            lambda: function(self, *arguments), None if key is None else ("until", key), rejecting=True
        )

    def known_law(self, call: Callable[[], Any], key: Any, *, rejecting: bool = False) -> Any:
        """Return an outcome of something that draws, as one draw of its law, which is explored on its own."""
        path = self._run()
        law = path.decided_law()
        if law is None:
            law = self._explored(call, key, rejecting=rejecting)
        return law.outcomes[path.outcome(law)].give(self)

    def _explored(self, call: Callable[[], Any], key: Any, *, rejecting: bool) -> Law:
        path: Any = self._run()
        law: Law = path.exploration.inner_law(call, key)
        if not rejecting:
            return law
        try:
            return law.without(lambda outcome: outcome.kind == "value" and outcome.value is None)
        except UnsupportedProgramError as error:
            path.refuse(str(error))

    def restart(self) -> NoReturn:
        """Throw the whole run away and begin anew."""
        self._run().leave("restarted")

    @cached_property
    def generator(self) -> Any:
        """Return the source as a numpy Generator."""
        from dpexact.programs.numpy_faces import generator_of

        return generator_of(self)

    @cached_property
    def random_state(self) -> Any:
        """Return the source as a numpy RandomState."""
        from dpexact.programs.numpy_faces import random_state_of

        return random_state_of(self)


def shuffled(source: Source, items: MutableSequence[Any]) -> None:
    """Shuffle in place, every order equally likely (Fisher and Yates)."""
    for i in reversed(range(1, len(items))):
        j = concrete(source.below(i + 1))
        items[i], items[j] = items[j], items[i]


__all__ = ["NOT_OPEN", "DrawnBytes", "Source", "is_draw", "shuffled"]
