"""The source: a `random.SystemRandom` to the program, whose draws are numbers that are not yet known."""

import operator
import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, NoReturn, TypeAlias

from dpexact.errors import UnsupportedProgramError
from dpexact.programs.draw import Draw, concrete
from dpexact.programs.drawn_bytes import DrawnBytes
from dpexact.programs.held import fingerprint
from dpexact.programs.neighbors import beginning
from dpexact.programs.numpy_faces import face_of
from dpexact.programs.path import Ending, Path, Plain, line_of_program
from dpexact.programs.rules import EVERY, NO_STRIDE
from dpexact.programs.unknown import Unknown

Call: TypeAlias = Callable[[], Any]

OWN = ("path", "replays_left", "double_bits", "float_bits", "gauss_next", "_double")  # gauss_next: `random` sets it
CPYTHONS_SAMPLE = random.Random.sample
NO_BYTES = (
    "sample and numpy's generators read other bytes than a random.SystemRandom; leave them out of a transcript, for "
    "which a program draws from the source as from a random.SystemRandom, or from secrets under `patched`"
)
NOT_OPEN = "the source draws only while distribution_of or mechanism_of runs the program"


def _integer(value: Any, least: int, message: str) -> int:
    """Return an integer, with the exceptions of CPython for a value that is not one or is too small."""
    number = operator.index(concrete(value))
    if number < least:
        raise ValueError(message)
    return number


class Source(random.SystemRandom):
    """A stand-in for a random number generator. docs/programs.md lists the calls that a program may make."""

    path: Path | Plain | None = None
    double_bits = 53  # of random()
    float_bits = 24  # of a float32
    replays_left = 20000  # at places other than the ends, of all explorations together
    wanted: dict[str, Any]  # names that follow draws after a new start, and lines of bytes of one number, in its order
    kinds: dict[Any, Any]  # the types of the tuples in each output of all explorations
    watched: Counter[Any]  # the number of replayed paths of each function

    def __init__(self) -> None:
        super().__init__()
        vars(self).update(wanted={}, kinds={}, watched=Counter())

    def refuse(self, message: str) -> NoReturn:
        """End the run, and the exploration, with an error that names the line of the program."""
        if self.path is None:
            raise UnsupportedProgramError(message)
        self.path.refuse(message)

    def leave(self, ending: Ending) -> NoReturn:
        """End a run that the program cannot continue."""
        self._run().leave(ending)

    def _run(self) -> Path | Plain:
        if self.path is None:
            raise UnsupportedProgramError(NOT_OPEN)
        return self.path

    def below(self, n: Any) -> Any:
        """Return an integer from 0 to n - 1, all equally likely, like `secrets.randbelow`."""
        size = n if type(n) is int and n > 0 else _integer(n, 1, "Upper bound must be positive.")
        return self.number(size, int, EVERY, 1)

    def bit(self) -> Any:
        """Return 0 or 1, equally likely."""
        return self.below(2)

    def number(self, size: int, base: Callable[[int], Any], stride: Fraction = NO_STRIDE, above: int = 0) -> Any:
        """Return base(k), increasing in k, for a k from 0 to size - 1.

        A SystemRandom reads as many bits as size - 1 + above has, as whole bytes, big-endian (`transcript`).
        """
        run = self.path or self._run()
        if size == 1:
            run.check()
        elif type(run) is not Plain:
            return Draw(Unknown(run, run.new_draw(size), beginning(base), stride=stride))
        value = 0 if size == 1 else run.new_draw(size)
        if run.read is not None:
            bits = (size - 1 + above).bit_length()
            run.read += (value << -bits % 8).to_bytes((bits + 7) // 8, "big")
        return base(value)

    def random(self) -> Any:
        """Return k / 2^53, for all k from 0 to 2^53 - 1 equally likely."""
        return self.number(1 << self.double_bits, self._double)

    @cached_property
    def _double(self) -> Callable[[int], float]:
        step = 2.0**-self.double_bits
        return lambda k: k * step

    def getrandbits(self, k: Any) -> Any:
        """Return an integer of k bits, all equally likely."""
        return self.number(1 << _integer(k, 0, "number of bits must be non-negative"), int, EVERY)

    def randbytes(self, n: Any) -> Any:
        """Return n bytes."""
        size, place = _integer(n, 0, "number of bits must be non-negative"), line_of_program()
        if place in self.wanted:
            number, order = self.getrandbits(8 * size), self.wanted[place]
            whole = DrawnBytes(range(size), place, number, order)
            return bytes(whole) if isinstance(self.path, Plain) else whole
        items = [self.getrandbits(8) for _ in range(size)]
        return bytes(items) if isinstance(self.path, Plain) else DrawnBytes(items, place)

    def _randbelow(self, n: Any) -> Any:
        concrete(n).bit_length()  # as CPython does: numpy's integers and floats raise here
        return self.below(n)

    def sample(self, population: Any, k: Any, *, counts: Any = None) -> list[Any]:
        """Return k members, every ordered choice of k equally likely, as CPython's two algorithms make it.

        CPython keeps a list of the remaining members, or draws again if a member is taken already. Both have this law.
        """
        self.refuse_bytes()
        if counts is not None or not isinstance(population, Sequence):
            counts = None if counts is None else [concrete(n) for n in counts]
            return CPYTHONS_SAMPLE(self, population, k, counts=counts)  # it calls this method again, or raises
        larger = "Sample larger than population or is negative"
        left, size = list(population), _integer(k, 0, larger)
        if size > len(left):
            raise ValueError(larger)
        return [left.pop(concrete(self.below(len(left)))) for _ in range(size)]

    def refuse_bytes(self) -> None:
        """Refuse to note the bytes of numbers that a SystemRandom would make of others."""
        if self.path is not None and self.path.read is not None:
            self.refuse(NO_BYTES)

    def gauss(self, *_: object, **__: object) -> NoReturn:
        """Refuse a normal number. Its generator would keep another one for the next call."""
        text = "gauss keeps the second number of a pair for its next call, which may come in another run or subprogram"
        self.refuse(f"{text}; write it out: sqrt(-2 * log(1 - random())) * cos(2 * pi * random())")

    def seed(self, *args: object, **named: object) -> None:
        """Refuse a seed, which would fix the draws of `random.Random`. Without a seed, do nothing."""
        values = (*args[:1], *(value for name, value in named.items() if name != "version"))
        if self.path is not None and any(value is not None for value in values):
            self.refuse(
                "the program seeds its generator: a law with a fixed seed is no law; draw from the source without one, "
                "and leave the seed to whoever makes the generator"
            )

    def __setattr__(self, name: str, value: Any) -> None:
        """Refuse a program that keeps something on its generator, since such state is not searched for."""
        if name not in OWN or (name == "gauss_next" and value is not None):
            self.refuse(f"the program sets {name} of its generator; keep it in a variable")
        object.__setattr__(self, name, value)

    def until(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return the first result of function(source, *arguments), run again and again, that is not None."""
        things, call = (function, *arguments), partial(function, self, *arguments)
        return self.known_law(things, call, lambda: fingerprint(things, self.faces()), rejecting=True)

    def known_law(self, things: Sequence[Any], call: Call, key: Call, *, rejecting: bool = False) -> Any:
        """Return an outcome of something that draws, as one draw of its law, which is explored on its own.

        `things` are a function and its arguments. `key` returns the key of the law, or None. It is called if no earlier
        run has chosen an outcome.
        """
        path: Any = self._run()  # only a Path comes past a law that is not decided
        law = path.decided_law()
        if law is None:
            law = path.exploration.inner_law(things, call, key())
            if rejecting:
                try:  # until the body gives something
                    law = law.without(lambda outcome: outcome.kind == "value" and outcome.value is None)
                except UnsupportedProgramError:
                    self.refuse("the body rejects always here: a run that comes to it in this way never ends")
        outcome = path.outcome(law)
        if path.through is not None:
            result = path.through(law, outcome, call)
            return result if outcome.kind == "value" else outcome.give(self)
        return outcome.give(self)

    def outcome(self, law: Any) -> Any:
        """Return the outcome of a decided law, as many calls away as from `known_law` (`loops.States.visit_again`)."""
        path: Any = self.path
        return path.outcome(law).give(self)

    def faces(self) -> tuple[Any, ...]:
        """Return itself, and its faces of numpy that are in use."""
        return (self, *[self.__dict__[name] for name in ("generator", "random_state") if name in self.__dict__])

    def restart(self) -> NoReturn:
        """Throw the whole run away and begin anew."""
        self.leave(Ending.RESTARTED)

    def _unseeded(self, seed: Any = None) -> Any:
        """Return a new generator of numpy, as `default_rng` does."""
        self.seed(seed)
        return self.generator

    @cached_property
    def generator(self) -> Any:
        """Return the source as a numpy Generator."""
        return face_of(self, "Generator")

    @cached_property
    def random_state(self) -> Any:
        """Return the source as a numpy RandomState."""
        return face_of(self, "RandomState")


__all__ = ["Source"]
