"""Laplace noise, also Poisson-subsampled, and discrete Laplace noise.

With E = e^epsilon and t = sensitivity/scale the least delta is max(0, 1 - E, 1 - sqrt(E e^-t)). The middle term is the
event of all outputs, and the last is the event of the outputs up to the point at which the densities' ratio is E. For
the mixture m = (1-r) f + r g against f the positive part is r (g - E' f) with E' = (E - 1 + r)/r, and for f against m
it is a (f - (E r/a) g) with a = 1 - E (1-r).
"""

from dpexact.laws.discrete_gaussian import NONE
from dpexact.laws.parameters import (
    Number,
    choice,
    floors,
    formula,
    integer,
    nonnegative,
    positive,
    probability,
    real,
    substituted,
)
from dpexact.numbers.formula import Real
from dpexact.numbers.grammar import Term, term_of_text

PLAIN = "max(0, 1 - exp(epsilon), 1 - exp((epsilon - sensitivity/scale)/2))"
REMOVE = "max(0, 1 - exp(epsilon), rate - sqrt(max(0, rate*(exp(epsilon) - 1 + rate)*exp(-sensitivity/scale))))"
ADD = (
    "max(0, 1 - exp(epsilon), 1 - exp(epsilon)*(1 - rate)"
    " - sqrt(max(0, (1 - exp(epsilon)*(1 - rate))*exp(epsilon)*rate*exp(-sensitivity/scale))))"
)
LAWS = {"remove": REMOVE, "add": ADD, "larger": f"max({REMOVE}, {ADD})"}
EVENT = term_of_text("1 - r**(c + 1)/(1 + r) - exp(epsilon)*r**(k - c)/(1 + r)")
DECAY = term_of_text("exp(-decay)")
LAST = term_of_text("(k - epsilon/decay)/2")


def laplace_delta(
    scale: Real, sensitivity: Real, epsilon: Real, rate: Real | None = None, relation: str | None = None
) -> Number:
    """Return the least delta of Laplace noise, or of the sampled mechanism if a rate is given."""
    parameters = {
        "epsilon": real("epsilon", epsilon),
        "scale": positive("scale", scale),
        "sensitivity": nonnegative("sensitivity", sensitivity),
    }
    if rate is None:
        if relation is not None:
            choice("relation", relation, ("remove", "add"))
        return formula(term_of_text(PLAIN), **parameters)
    law = "larger" if relation is None else choice("relation", relation, ("remove", "add"))
    return formula(term_of_text(LAWS[law]), **parameters, rate=probability("rate", rate))


def discrete_laplace_delta(decay: Real, sensitivity: Real, epsilon: Real) -> Number:
    """Return the least delta of noise proportional to e^(-decay abs(z)) on the integers against itself shifted by k.

    The ratio of the two falls, so the best event is z <= c. P(z <= c) - E P(z <= c - k) is concave in c from 0 to
    k - 1, and smaller outside than at an end or for the events of none or all.
    """
    rate, k = positive("decay", decay), integer("sensitivity", sensitivity)
    E, r = real("epsilon", epsilon), substituted(DECAY, decay=rate)
    lower, upper = floors(formula(LAST, k=k, epsilon=E, decay=rate))  # with their neighbors
    first, last = (max(0, min(c, k - 1)) for c in (lower - 1, upper + 1))
    events = [substituted(EVENT, r=r, epsilon=E, c=c, k=k) for c in range(first, min(last + 1, k))]
    return formula(Term("call", (substituted(NONE, epsilon=E), *events), "max"))
