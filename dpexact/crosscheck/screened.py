"""Sparse vector with Laplace noise of one scale on threshold and queries: the loss of one event, exactly.

The threshold is 0, and the event is that all queries but the last are below it and the last one is not. Data of values
0, ..., 0, 1 against 1, ..., 1, 0: no query moves by more than 1, but the last one moves against the others. With F the
law of the noise divided by its scale and s = 1/scale the probabilities are the integrals of F(z)^(k-1) (1 - F(z - s))
and of F(z - s)^(k-1) (1 - F(z)) by dF(z), of which each piece is elementary.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.crosscheck import truths
from dpexact.numbers.exact import exact

if TYPE_CHECKING:
    from dpexact.crosscheck.probe import Truth
    from dpexact.numbers.exact import Exact

M = "(1 - exp(-s)/2)"
ONE = (
    "2**(-k)/k - exp(-s)*2**(-k - 1)/(k + 1)"
    f" + ({M}**k - 2**(-k))/k - exp(-s)/4*(s - sum(({M}**j - 2**(-j))/j, j, 1, k - 1))"
    f" + exp(s)*((1 - {M}**k)/k - (1 - {M}**(k + 1))/(k + 1))"
)
OTHER = (
    "exp(-2*s)*((1 - 2**(-k))/k - (1 - 2**(-k - 1))/(k + 1))"
    " + exp(-2*s)/16*((1/2)**(k - 3) - (exp(-s)/2)**(k - 3))/(k - 3)"
    " + exp(s)*(exp(-s)/2)**k*(1/k - 1/(2*(k + 1)))"
)


def sparse_vector(scale: Exact, count: Exact) -> Truth:
    """Log of the ratio of the probabilities of the event, for at least 4 queries."""
    return truths.formula(f"log(({ONE})/({OTHER}))", s=exact(1) / scale, k=count)


SPARSE_VECTOR = """s, k = 1/mpf({scale}), {count}
law = lambda x: 1 - exp(-x)/2 if x > 0 else exp(x)/2
far = 60 + log(k)
parts = [-far, 0, s] + [s + i*(far + s)/12 for i in range(1, 13)]
weigh = lambda f: quad(lambda z: f(z)*exp(-abs(z))/2, parts)
truth = log(weigh(lambda z: law(z)**(k - 1)*law(s - z))/weigh(lambda z: law(z - s)**(k - 1)*law(-z)))"""
