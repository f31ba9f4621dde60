"""Every number of colors q, every event S, every real E >= 1, 0 <= delta <= 1: part (1) of Lemma 1, both operators.

T(p)(S) <= E p(S) + delta; p(S) <= E T(p)(S) + delta for the corrected T, + E delta for the printed one. By induction on
the colors, with no sum left in words. a = s_k and b = s_(k+1) are prefix sums of p, A = M(a) and B = M(b), d = delta. M
is

    M(a) = min{1, E a + d, 1 - (1 - a - g)/E},    g = d corrected, g = E d printed.

That A is one of the three is written as E A = l E (E a + d) + m (E - 1 + a + g) + (1 - l - m) E with l, m and 1 - l - m
equal to 0 or 1 (all that is used is that they are at least 0). c is 1 for a color in S and 0 for another one (all that
is used is 0 <= c <= 1, so that randomized events are covered). u = T(p)(S and {1..k}), v = p(S and {1..k}). Colors
after q have probability 0.

Forward: E v + d - u gains c (E (b - a) - (B - A)) >= 0. Backward: v - E u <= h for h = max{0, a - (1 - g)}: before the
first full prefix sum v - E u gains nothing, and there at most (1 - a) - E (1 - A) - (1 - b) <= g - (1 - b); after it b
- a. Since h <= g, v <= E u + g.
"""

from __future__ import annotations

from inspect import Parameter, Signature

from dpexact.proving import (
    Combination,
    Fact,
    Induction,
    Instance,
    Manifest,
    Over,
    Proof,
    at_least,
    equal,
    every,
    greater,
    indeterminates,
    mentioned,
    name_of,
    recursive,
    terms,
    whole,
)

E, d, g, k, a, b, f, A, B, F = indeterminates("E d g k a b f A B F")
l, L, l1, m, M, m1, c, C, c1 = indeterminates("l L l1 m M m1 c C c1")
h, H, h1, n, N, n1, u, v = indeterminates("h H h1 n N n1 u v")

proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("d_range", at_least(d, 0), "d = delta")
proof.define("g_range", at_least(g, 0), "g is d for the corrected T, E d for the printed one")
proof.define("k_whole", whole(k), "k counts the colors")
proof.define("k_range", at_least(k, 1))
proof.define("sums", terms(a, b, k, 1, f), "a = s_k, b = s_(k+1), f = s_1")
proof.define("images", terms(A, B, k, 1, F), "A = M(s_k), B = M(s_(k+1)), F = M(s_1)")
proof.define("is_below", terms(l, L, k, 1, l1), "l is 1 where M(s_k) is E s_k + d")
proof.define("is_above", terms(m, M, k, 1, m1), "m is 1 where M(s_k) is 1 - (1 - s_k - g)/E")
proof.define("event", terms(c, C, k, 1, c1), "c is 1 where color k is in S")
proof.define("bounds", terms(h, H, k, 1, h1), "h = max{0, a - (1 - g)}")
proof.define("is_late", terms(n, N, k, 1, n1), "n is 1 where h is a - (1 - g)")
proof.define("image_of_event", recursive(u, k, 1, c1 * F, u + C * (B - A)), "u = T(p)(S and {1..k})")
proof.define("of_event", recursive(v, k, 1, c1 * f, v + C * (b - a)), "v = p(S and {1..k})")
proof.define("increasing", every(at_least(b, a), k, 1), "prefix sums do not decrease")
proof.define("at_least_zero", every(at_least(a, 0), k, 1))
proof.define("at_most_one", every(at_least(1, a), k, 1))
proof.define("A_one", every(at_least(1, A), k, 1), "M is at most each of the three")
proof.define("A_below", every(at_least(E * a + d, A), k, 1))
proof.define("A_above", every(at_least(E - 1 + a + g, E * A), k, 1))
proof.define("A_is", every(equal(E * A, l * E * (E * a + d) + m * (E - 1 + a + g) + (1 - l - m) * E), k, 1), "and one")
proof.define("l_least", every(at_least(l, 0), k, 1))
proof.define("m_least", every(at_least(m, 0), k, 1))
proof.define("lm_most", every(at_least(1, l + m), k, 1))
proof.define("c_least", every(at_least(c, 0), k, 1))
proof.define("c_most", every(at_least(1, c), k, 1))
proof.define("h_least", every(at_least(h, 0), k, 1), "h is at least each of the two")
proof.define("h_late", every(at_least(h, a - 1 + g), k, 1))
proof.define("h_is", every(equal(h, n * (a - 1 + g)), k, 1), "and one of them")
proof.define("n_least", every(at_least(n, 0), k, 1))
proof.define("n_most", every(at_least(1, n), k, 1))
proof.suppose("corrected", equal(g, d))
proof.suppose("printed", equal(g, E * d))
proof.witness(
    E=2, d=0, g=0, k=1, a=0, b=0, f=0, A=0, B=0, F=0, l=1, L=1, l1=1, m=0, M=0, m1=0, c=1, C=1, c1=1, h=0, H=0, h1=0,
    n=0, N=0, n1=0, u=0, v=0,
)  # fmt: skip

SEQUENCES = {"sums": a, "images": A, "is_below": l, "is_above": m, "event": c, "bounds": h, "is_late": n}
PLACES = {"first": 0 * k + 1, "here": k, "next": k + 1}
USED = {
    "first": "at_least_zero at_most_one A_below A_is l_least m_least lm_most c_least c_most h_least",
    "here": "increasing at_most_one A_one A_below A_above A_is l_least m_least lm_most h_is n_least n_most",
    "next": "A_one A_below A_above A_is l_least m_least lm_most c_least c_most h_least h_late",
}


def specialised(name: str, place: str) -> None:
    """Declare a step: what holds for every k, for the first, this or the next color."""
    relation = proof.hypotheses[name].formula
    needed = [sequence for sequence, term in SEQUENCES.items() if name_of(term) in mentioned(relation)]
    cites = [name, "k_whole", "k_range", *needed]

    def instance(**cited: Fact) -> Instance:
        """What holds for every k, for one of them."""
        return Instance(cited[name], {"k": PLACES[place]}, tuple(cited[other] for other in cites[1:]))

    parameters = [Parameter(cite, Parameter.KEYWORD_ONLY) for cite in cites]
    instance.__name__ = f"{name}_{place}"
    instance.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    proof.step(instance)


for where, names in USED.items():
    for used in names.split():
        specialised(used, where)


@proof.step
def base(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.step
def growth(E_range: Fact) -> Manifest:
    """E^2 - 1 >= 0."""
    return Manifest(at_least(E**2, 1), (E_range,))


@proof.step
def slope(
    A_is_here: Fact, A_one_next: Fact, A_below_next: Fact, A_above_next: Fact, l_least_here: Fact, m_least_here: Fact,
    lm_most_here: Fact, increasing_here: Fact, growth: Fact, base: Fact,
) -> Combination:  # fmt: skip
    """E (b - a) >= B - A, whichever of the three A is."""
    products = (
        (A_is_here, Over(base)),
        (l_least_here, A_below_next),
        (m_least_here, A_above_next, Over(base)),
        (m_least_here, growth, increasing_here, Over(base)),
        (lm_most_here, A_one_next),
        (lm_most_here, base, increasing_here),
    )
    return Combination(at_least(E * (b - a), B - A), products)


@proof.step
def forward_gain(slope: Fact, c_least_next: Fact) -> Combination:
    """C (E (b - a) - (B - A)) >= 0."""
    return Combination(at_least(C * (E * (b - a) - (B - A))), ((c_least_next, slope),))


@proof.step
def forward_base(A_below_first: Fact, c_least_first: Fact, c_most_first: Fact, d_range: Fact) -> Combination:
    """For k = 1, E c f + d - c F >= 0."""
    products = ((c_least_first, A_below_first), (c_most_first, d_range))
    return Combination(at_least(E * c1 * f + d, c1 * F), products)


@proof.conclusion
def forward(
    forward_base: Fact, forward_gain: Fact, k_whole: Fact, k_range: Fact, image_of_event: Fact, of_event: Fact,
    sums: Fact, images: Fact, event: Fact, is_below: Fact, is_above: Fact,
) -> Induction:  # fmt: skip
    """T(p)(S) <= E p(S) + d."""
    given = (k_whole, k_range, image_of_event, of_event, sums, images, event, is_below, is_above)
    return Induction(at_least(E * v + d, u), "k", 1, forward_base, 1, forward_gain, given)


@proof.step
def bound_grows(
    h_is_here: Fact, n_least_here: Fact, n_most_here: Fact, h_late_next: Fact, increasing_here: Fact,
    h_least_next: Fact,
) -> Combination:  # fmt: skip
    """H >= h."""
    products = ((h_is_here, -1 + 0 * h), (n_least_here, h_late_next), (n_least_here, increasing_here),
                (n_most_here, h_least_next))  # fmt: skip
    return Combination(at_least(H, h), products)


@proof.step
def when_full(
    h_is_here: Fact, n_least_here: Fact, n_most_here: Fact, h_late_next: Fact, base: Fact, A_one_here: Fact,
    A_above_here: Fact,
) -> Combination:  # fmt: skip
    """If B = 1, H - h + E (B - A) - (b - a) >= 0."""
    products = (
        (h_is_here, -1 + 0 * h),
        (h_late_next,),
        (n_least_here, base, A_one_here),
        (n_most_here, A_above_here),
    )
    return Combination(at_least(H - h + E * (1 - A), b - a), products)


@proof.step
def backward_color(
    A_is_next: Fact, l_least_next: Fact, m_least_next: Fact, lm_most_next: Fact, bound_grows: Fact, when_full: Fact,
    base: Fact, growth: Fact, increasing_here: Fact, A_below_here: Fact, A_above_here: Fact,
) -> Combination:  # fmt: skip
    """H - h + E (B - A) - (b - a) >= 0, whichever of the three B is."""
    products = (
        (A_is_next,),
        (l_least_next, bound_grows),
        (l_least_next, base, A_below_here),
        (l_least_next, growth, increasing_here),
        (m_least_next, bound_grows),
        (m_least_next, A_above_here),
        (lm_most_next, when_full),
    )
    return Combination(at_least(H - h + E * (B - A), b - a), products)


@proof.step
def backward_gain(backward_color: Fact, bound_grows: Fact, c_least_next: Fact, c_most_next: Fact) -> Combination:
    """H - h + C (E (B - A) - (b - a)) >= 0, for a color in S or not."""
    products = ((c_least_next, backward_color), (c_most_next, bound_grows))
    return Combination(at_least(H - h + C * (E * (B - A) - (b - a))), products)


@proof.step
def least_base(E_range: Fact) -> Manifest:
    """E - 1 >= 0."""
    return Manifest(at_least(E - 1), (E_range,))


@proof.step
def first_color(
    A_is_first: Fact, l_least_first: Fact, m_least_first: Fact, lm_most_first: Fact, growth: Fact, base: Fact,
    d_range: Fact, g_range: Fact, least_base: Fact, at_least_zero_first: Fact, at_most_one_first: Fact,
) -> Combination:  # fmt: skip
    """E F >= f."""
    products = (
        (A_is_first,),
        (l_least_first, growth, at_least_zero_first),
        (l_least_first, base, d_range),
        (m_least_first, least_base),
        (m_least_first, g_range),
        (lm_most_first, least_base),
        (lm_most_first, at_most_one_first),
    )
    return Combination(at_least(E * F, f), products)


@proof.step
def backward_base(first_color: Fact, c_least_first: Fact, h_least_first: Fact) -> Combination:
    """For k = 1, h + E c F - c f >= 0."""
    return Combination(at_least(h1 + E * c1 * F, c1 * f), ((h_least_first,), (c_least_first, first_color)))


@proof.step
def backward_bounded(
    backward_base: Fact, backward_gain: Fact, k_whole: Fact, k_range: Fact, image_of_event: Fact, of_event: Fact,
    sums: Fact, images: Fact, event: Fact, is_below: Fact, is_above: Fact, bounds: Fact, is_late: Fact,
) -> Induction:  # fmt: skip
    """p(S) - E T(p)(S) <= h."""
    given = (k_whole, k_range, image_of_event, of_event, sums, images, event, is_below, is_above, bounds, is_late)
    return Induction(at_least(h + E * u, v), "k", 1, backward_base, 1, backward_gain, given)


@proof.step
def backward_by_g(
    backward_bounded: Fact, h_is_here: Fact, n_least_here: Fact, n_most_here: Fact, g_range: Fact,
    at_most_one_here: Fact,
) -> Combination:  # fmt: skip
    """p(S) <= E T(p)(S) + g."""
    products = ((backward_bounded,), (h_is_here, -1 + 0 * h), (n_most_here, g_range), (n_least_here, at_most_one_here))
    return Combination(at_least(E * u + g, v), products)


@proof.conclusion
def backward(backward_by_g: Fact, corrected: Fact) -> Combination:
    """For the corrected T, p(S) <= E T(p)(S) + d."""
    return Combination(at_least(E * u + d, v), ((backward_by_g,), (corrected, -1 + 0 * g)))


@proof.conclusion
def backward_printed(backward_by_g: Fact, printed: Fact) -> Combination:
    """For the printed T, p(S) <= E T(p)(S) + E d."""
    return Combination(at_least(E * u + E * d, v), ((backward_by_g,), (printed, -1 + 0 * g)))


proof.establishes(
    {
        "abstract-optimum": "holds",
        "intro-unique-q": "holds-if, holds",
        "theorem-2": "holds",
        "theorem-4-exists": "holds",
        "lemma-1-unique": "holds",
        "section-6-1-colors": "holds",
        "section-6-5-continuous": "holds-if, holds",
    }
)
proof.establishes({"lemma-1-part-1": "refuted"}, "forward")
proof.establishes({"lemma-1-part-1": "refuted"}, "backward_printed")
