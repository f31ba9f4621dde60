"""True numbers and samplers of libraries whose maintainers have not answered yet, as `dpexact.crosscheck` has them.

`dpexact/crosscheck/withheld.py` reads this file if the folder is there. The tables beside it have the probes.

For a symmetric V the mechanism of diffprivlib means the density exp(-x'Ax) on the unit sphere, A = epsilon (v I -
V)/(4 sensitivity) with v the largest eigenvalue. It draws x from the angular central Gaussian law, of density
(x'Wx)^(-d/2) with W = I + 2A/b, and accepts it; Kent, Ganeiber and Mardia accept with probability
exp(-x'Ax) (x'Wx)^(d/2)/M.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.crosscheck.sampler_programs import bits_and, calling
from dpexact.crosscheck.samplers import Sampler
from dpexact.numbers.enclosure import bounds
from dpexact.numbers.exact import exact
from dpexact.numbers.formula import closed_term, formula_value

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpexact.crosscheck.truths import Truth
    from dpexact.numbers.exact import Exact

DIGITS = 9  # the library finds the root b in floats, which settles so many
BITS = 128


def acceptance(epsilon: Exact, dimension: Exact, gap: Exact) -> Truth:
    """Return the probability with which a Bingham sampler accepts the last axis, for V = diag(gap, gap, 0, ..., 0).

    Guarantee: exact, of the number rounded to DIGITS digits; the enclosure itself if it does not settle them.
    """
    names = {"lam": epsilon * gap / 4, "d": dimension}
    b = closed_term("root(1 - 2/b - (d - 2)/(b + 2*lam), b, 1, d)", names)
    number = formula_value("exp(-lam)*(1 + 2*lam/b)**(d/2)*exp((d - b)/2)*(b/d)**(d/2)", {"b": b, **names})
    lower, upper = (exact(bound).decimal(DIGITS) for bound in bounds(number, BITS))
    return exact(lower) if lower == upper else number


TRUTHS: dict[str, Callable[..., Truth]] = {"acceptance": acceptance}


_INFLUENCES = "f: float - Controls the probability of randomisation. Directly influences epsilon (privacy budget)"
BLOOM = {0: [{"0": 0, "1": 1}.__getitem__]}
SAMPLERS: tuple[Sampler, ...] = (
    Sampler(
        "RAPPORClient:f=1/2,m=2",
        "pure-ldp",
        "one-time RAPPOR with one hash function; epsilon is what convert_f_to_eps(1/2, 1) says, log(9)",
        calling("pure_ldp.frequency_oracles.rappor:RAPPORClient", [0.5, 2, BLOOM], {"num_of_cohorts": 1}, "privatise"),
        {1: (1,), 2: (2,)},
        "pure_ldp/frequency_oracles/rappor/rappor_client.py:19: " + _INFLUENCES,
        "log(9)",
        label=bits_and,
        setting="one cohort, and a hash function that is fixed",
        finding="`_perturb` writes a 1 or leaves the bit as it is, and works in the filter that already holds the true "
        "bits: a 1 is never cleared, whatever f, m and the cohorts are. A report with a 0 excludes every value whose "
        "hash is there. (That reports over time add up, as the file says, is another matter.)",
        defence="none that we see: a fault of UEClient of the same kind was mended in 1.2.0 (issue 11 of the "
        "repository), this one was not",
        head="https://github.com/Samuel-Maddock/pure-LDP at f4dbcd2 (2023-09-07): still so",
    ),
    Sampler(
        "Integer.dp:epsilon=1,sensitivity=2",
        "dwork",
        "an integer of sensitivity 2 with noise, as sums and differences of integers are released",
        calling("dwork.language.types:Integer", method="dp"),
        {0: (0, 2, 1.0), 1: (1, 2, 1.0)},
        "dwork-0.0.13.dist-info/METADATA:4: Summary: A Python toolkit for differentially private data science",
        "1",
        finding="Geometric noise is multiplied by the sensitivity, so that the result keeps the remainder of the true "
        "value by the sensitivity. `Sum.dp` calls it with the range of the column: a sum of weights up to 200 is "
        "released exactly modulo 200.",
        defence="scaling is right for Laplace noise, which the same file does for floats",
        head="https://github.com/kiprotect/dwork at 7217dcf (2024-07-09): still so",
    ),
    Sampler(
        "private_count:epsilon=1",
        "diffpriv-pure",
        "a count with geometric noise",
        calling("diffpriv_pure:private_count"),
        {0: (0, 1.0), 1: (1, 1.0)},
        "diffpriv_pure/__init__.py:68: Shifted geometric for pure ε-DP integer counts.",
        "1",
        finding="The noise is one-sided: 0, 1, 2, ..., and -1 with probability 2^-53. A count of 0 comes out as 0 or "
        "-1 most of the time, a count of 1 with probability 2^-53. The promise is about the noise that is added.",
        defence="none that we see: the docstring says pure epsilon-DP",
        head="no repository is named in METADATA",
    ),
)
