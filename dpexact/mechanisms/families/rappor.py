"""RAPPOR's permanent randomized response on a unary-encoded value."""

from __future__ import annotations

from itertools import product

from dpexact import need
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.epsilon import probability

MAX_BITS = 12  # there are 2^bits outputs


def rappor(f: object, size: int) -> Mechanism:
    """Encode one of `size` values as a unit bit vector and randomize each bit for itself.

    Inputs are 0..size-1 (input i has the bit vector with a 1 at place i), outputs are the tuples of `size` bits.
    Each bit is set to 1 with probability f/2, to 0 with probability f/2, and kept with probability 1 - f; with d
    the number of bits in which o differs from the vector of i: P(o | i) = (f/2)^d (1 - f/2)^(size - d).

    Two vectors differ in two bits, so the tight E on the complete relation is ((2 - f) / f)^2 (size >= 2; infinite
    for f = 0). For a given E, f = 2 / (1 + E^(1/2)).

    Guarantee: exact.
    Raises: ParameterError for f outside [0, 1] or size outside 1..12.
    Reference: U. Erlingsson, V. Pihur, A. Korolova, RAPPOR: randomized aggregatable privacy-preserving ordinal
    response, 2014, Theorem 1 with h = 1 hash function.

    >>> rappor("1/2", 2).probability(0, [(1, 0)])
    exact('9/16')
    """
    count = need.integer(size, "size", 1, MAX_BITS)
    flipped = probability(f, "f") / 2
    by_distance = [flipped**d * (1 - flipped) ** (count - d) for d in range(count + 1)]
    outputs = tuple(product((0, 1), repeat=count))
    # The unit vector of i and the output o differ in sum(o) + 1 bits, or in sum(o) - 1 if o has a 1 at place i.
    rows = [[by_distance[sum(output) + 1 - 2 * output[i]] for output in outputs] for i in range(count)]
    return Mechanism.from_rows(range(count), outputs, rows)
