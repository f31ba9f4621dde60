"""The exact discrete Laplace and Gaussian samplers of Canonne, Kamath and Steinke, in the shapes in which they ship.

Their loops reject and begin again with nothing kept, so the source does the rejection, by `until` for the geometric
sampler and by `restart` for the Gaussian one. Otherwise each number of rejections would be paths of its own. The
shipped functions run as they are. The function that draws a bit for their loops also tells the source of a rejection.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from dpexact.programs.source import Source

PARTS = ("bernoulli", "bernoulli_exp1", "bernoulli_exp", "geometric_exp_slow", "geometric_exp_fast", "dlaplace")


class _RejectedError(Exception):
    """Ends a round of the geometric sampler, which `until` runs again."""


@dataclass
class RejectionSampler:
    """A module with the samplers. `part` gives the name of a function in it, `begun` sets the generator of a run."""

    load: Callable[[], Any]
    part: Callable[[str], str]
    begun: Callable[[Source], Any]
    takes_generator: bool

    def make(self, name: str) -> Callable[[], Callable[..., Any]]:
        """Return a factory for the program of a sampler, value + sampler(scale)."""

        def make() -> Callable[..., Any]:
            module = self.load()

            def program(source: Source, value: int, scale: Any) -> Any:
                self._source = source
                self.begun(source)
                drawn = getattr(module, self.part("bernoulli_exp"))
                setattr(module, self.part("bernoulli_exp"), self._rejecting(drawn))
                try:
                    noise = getattr(module, name)(scale, *([source] if self.takes_generator else []))
                finally:
                    setattr(module, self.part("bernoulli_exp"), drawn)
                return value + noise

            return program

        return make

    def subprograms(self) -> tuple[Callable[..., Any], ...]:
        """Return the functions of which each law counts as one draw."""
        module = self.load()
        return tuple(getattr(module, self.part(name)) for name in PARTS)

    def _rejecting(self, drawn: Callable[..., Any]) -> Callable[..., Any]:
        fast = self.part("geometric_exp_fast")

        def bernoulli_exp(*given: Any) -> Any:
            bit = drawn(*given)
            caller = sys._getframe(1).f_code.co_name  # noqa: SLF001
            if not bit and caller == fast:
                raise _RejectedError
            if not bit and caller == "sample_dgauss":
                self._source.restart()
            return bit

        return bernoulli_exp

    @contextmanager
    def around(self) -> Iterator[None]:
        """Put in the place of the geometric sampler one that runs it until no round is rejected."""
        module, name = self.load(), self.part("geometric_exp_fast")
        shipped = getattr(module, name)

        def fast(*given: Any) -> Any:
            def attempt(source: Source) -> Any:
                del source
                try:
                    return shipped(*given)
                except _RejectedError:
                    return None

            return self._source.until(attempt)

        fast.__name__ = name
        setattr(module, name, fast)
        try:
            yield
        finally:
            setattr(module, name, shipped)


def _tumult() -> Any:
    return import_module("tmlt.core.random.discrete_gaussian")


def _begun(source: Source) -> None:
    module: Any = import_module("tmlt.core.random.rng")
    module._core_privacy_prng = source.generator  # noqa: SLF001 - what prng() hands out


TUMULT = RejectionSampler(_tumult, lambda name: f"_sample_{name}", _begun, takes_generator=False)
