"""Measure: sums of exponentials on cones where variables may be equal with positive probability."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

from dpexact.errors import UndecidedError
from dpexact.gradual_release.cone_sum import ConeSum, exponential, plus, total

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from dpexact.gradual_release.levels import Form, Levels, Ratio

    Blocks = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Measure:
    """A measure on R^n: for each way in which variables are equal, a density in one variable for each block.

    `parts` maps blocks, such as (("x", "y"),) for x = y and (("x",), ("y",)) for the part without an atom, to a
    density in the *last* variable of each block. A kernel is a measure whose density also depends on what is given.

    Guarantee: exact; equal measures have equal parts.
    """

    levels: Levels
    parts: Mapping[Blocks, ConeSum]

    @staticmethod
    def of(levels: Levels, parts: Iterable[tuple[Blocks, ConeSum]]) -> Measure:
        """The sum of parts, each with its variables in the order of its blocks, blocks in alphabetical order."""
        found: dict[Blocks, ConeSum] = {}
        for blocks, density in parts:
            key = tuple(sorted(blocks))
            own = density.on(tuple(block[-1] for block in key))
            found[key] = found[key] + own if key in found else own
        return Measure(levels, {blocks: density for blocks, density in found.items() if density.cells})

    def __mul__(self, other: Measure) -> Measure:
        """The product of a measure and a kernel from some of its variables: blocks that share one become one."""
        products = []
        for mine, f in self.parts.items():
            for theirs, g in other.parts.items():
                blocks = reduce(_merged, theirs, mine)
                ends = {v: block[-1] for block in blocks for v in block}
                products.append((blocks, f.renamed(_own(f, ends)) * g.renamed(_own(g, ends))))
        return Measure.of(self.levels, products)

    def tilted(self, rates: Mapping[str, Form]) -> Measure:
        """The measure times e^(r1 v1 + r2 v2 + ...); its total is a Laplace transform."""
        parts = []
        for blocks, density in self.parts.items():
            merged: dict[str, Form] = {}
            for v, rate in rates.items():
                (end,) = (block[-1] for block in blocks if v in block)
                merged[end] = plus(merged[end], rate) if end in merged else rate
            parts.append((blocks, density * exponential(self.levels, merged)))
        return Measure.of(self.levels, parts)

    def marginal(self, variable: str) -> Measure:
        """The measure with one variable integrated out."""
        parts = []
        for blocks, density in self.parts.items():
            (own,) = (block for block in blocks if variable in block)
            others = tuple(block for block in blocks if block != own)
            left = tuple(v for v in own if v != variable)
            if not left:
                parts.append((others, density.integral(variable)))
            else:
                parts.append(((*others, left), density.renamed({own[-1]: left[-1]})))
        return Measure.of(self.levels, parts)

    def total(self) -> Ratio:
        """The mass of the whole space."""
        rest = self
        while variables := sorted({v for blocks in rest.parts for block in blocks for v in block}):
            rest = rest.marginal(variables[0])
        return rest.parts[()].value() if rest.parts else self.levels.ratio(0)

    def slopes(self) -> frozenset[Form]:
        """The derivatives of the log density along the diagonal: the sums of the rates, over all parts and cones.

        Where a cone has one term only, this is the derivative of ln p(v1 - u, v2 - u, ...) in -u there; with several
        positive terms it is between two of these.
        """
        sums = (terms for density in self.parts.values() for terms in density.cells.values())
        return frozenset(total(iter(rates)) for terms in sums for rates in terms)

    def is_continuous(self) -> bool:
        """Whether the density of every part is continuous."""
        return not any(density.jumps() for density in self.parts.values())

    def is_positive(self) -> bool:
        """Whether the density of every part is positive, on every cone, for 0 < e1 < e2 < ....

        Raises: UndecidedError where a coefficient has no sign, or coefficients of one cone have both.
        """
        for density in self.parts.values():
            for terms in density.cells.values():
                signs = {c.sign for c in terms.values()}
                if len(signs) > 1:
                    message = "is_positive: expected coefficients of one sign on each cone, got both"
                    raise UndecidedError(message)
                if signs == {-1}:
                    return False
        return True


def _merged(blocks: Blocks, block: tuple[str, ...]) -> Blocks:
    """The blocks, with those that meet this one put together with it, names in alphabetical order."""
    meeting = [own for own in blocks if set(own) & set(block)]
    names = {v for own in (*meeting, block) for v in own}
    return (*(own for own in blocks if own not in meeting), tuple(sorted(names)))


def _own(density: ConeSum, ends: Mapping[str, str]) -> dict[str, str]:
    return {v: ends.get(v, v) for v in density.variables}
