"""The Transition T of Theorem 4: what one step along a line does to a prefix sum, as printed and corrected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dpexact.errors import ParameterError
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.excerpt import value_excerpt
from dpexact.numbers.parameters import privacy_factor, probability

Variant = Literal["corrected", "printed"]


@dataclass(frozen=True)
class Transition:
    """T for one E = exp(epsilon) and delta; made by `transition`, which checks them.

    T acts on each prefix sum s of a distribution by itself. Corrected, with M of the axioms paper:

        s' = M(s) = min{1, E s + delta, 1 - (1 - s - delta)/E}.

    M(s) is the largest prefix sum that (epsilon, delta)-closeness allows: the event {1..k} gives s' <= E s + delta, its
    complement gives 1 - s <= E (1 - s') + delta, which is s' <= 1 - (1 - s - delta)/E. Printed, (4.3) has

        s' = min{1, E s + delta, 1 - (1 - s)/E + delta},

    so its last branch is too large by delta (1 - 1/E), and closeness fails where that branch is the smallest.

    Reference: rainbow paper, Theorem 4 and (4.3); axioms paper, Section 2.1 (M).
    """

    exp_epsilon: Exact
    delta: Exact
    variant: Variant

    @property
    def breakpoint(self) -> Exact:
        """Where the two branches meet: (1 - delta)/(E + 1) corrected, 1/(E + 1) printed.

        Below it the branch E s + delta is the smaller one, above it the other; from it on, s never comes back below.
        """
        top = 1 - self.delta if self.variant == "corrected" else exact(1)
        return top / (self.exp_epsilon + 1)

    @property
    def drift(self) -> Exact:
        """The rho = delta/(E - 1) of (5.3): E s + delta + rho = E (s + rho). Raises: ParameterError for E = 1."""
        if self.exp_epsilon == 1:
            message = "rho of (5.3): expected E > 1, got E = 1, where delta/(E - 1) has no value"
            raise ParameterError(message)
        return self.delta / (self.exp_epsilon - 1)

    def after(self, s: Exact) -> Exact:
        """The prefix sum after one step from s."""
        if s < self.breakpoint:
            return min(exact(1), self.exp_epsilon * s + self.delta)
        gain = self.delta / self.exp_epsilon if self.variant == "corrected" else self.delta
        return min(exact(1), 1 - (1 - s) / self.exp_epsilon + gain)


def transition(exp_epsilon: object, delta: object, variant: str = "corrected") -> Transition:
    """Check the parameters of T and make it.

    Raises: ParameterError for E < 1, delta outside [0, 1] or an unknown variant; InexactInputError for floats.
    """
    match variant:
        case "corrected" | "printed":
            return Transition(privacy_factor(exp_epsilon), probability(delta, "delta"), variant)
        case _:
            message = f"variant: expected 'corrected' or 'printed', got {value_excerpt(variant)}"
            raise ParameterError(message)
