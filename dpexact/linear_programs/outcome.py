"""What becomes of a program: Optimum, Infeasible or Unbounded, each with the vectors that prove it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dpexact.linear_programs.program_certificates import (
    infeasible_certificate,
    optimum_certificate,
    unbounded_certificate,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpexact.certificates.certificate import Certificate
    from dpexact.linear_programs.basis import Basis
    from dpexact.linear_programs.program import LinearProgram
    from dpexact.mechanisms.labels import Label
    from dpexact.numbers.exact import Exact


@dataclass(frozen=True)
class Optimum:
    """The least value, a point {variable: value} that attains it, and the dual vector, one number for each row.

    For every feasible x, objective(x) >= dual . bounds = value: the dual is <= 0 for rows "<=" and >= 0 for rows ">=",
    and the costs less the sum of dual[i] row[i] are >= 0, and 0 for free variables.

    Guarantee: exact.
    """

    program: LinearProgram = field(repr=False)
    value: Exact
    point: Mapping[Label, Exact] = field(repr=False)
    dual: tuple[Exact, ...] = field(repr=False)
    basis: Basis = field(repr=False)

    def certificate(self) -> Certificate:
        """A certificate that the optimum of the whole program is this value, built on demand."""
        return optimum_certificate(self)


@dataclass(frozen=True)
class Infeasible:
    """No point meets the rows: `farkas` combines them to 0 <= a negative number.

    With the signs of a dual vector, the sum of farkas[i] row[i] is <= 0 for every variable, and 0 for free ones, while
    farkas . bounds > 0.

    Guarantee: exact.
    Reference: Farkas' lemma.
    """

    program: LinearProgram = field(repr=False)
    farkas: tuple[Exact, ...]

    def certificate(self) -> Certificate:
        """A certificate that the program has no feasible point, built on demand."""
        return infeasible_certificate(self)


@dataclass(frozen=True)
class Unbounded:
    """point + s ray is feasible for every s >= 0, and the objective falls along the ray.

    Guarantee: exact.
    """

    program: LinearProgram = field(repr=False)
    point: Mapping[Label, Exact]
    ray: Mapping[Label, Exact]

    def certificate(self) -> Certificate:
        """A certificate that the objective takes arbitrarily small values, built on demand."""
        return unbounded_certificate(self)


Outcome = Optimum | Infeasible | Unbounded
