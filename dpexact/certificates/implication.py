"""Whether the statement of a checked certificate implies what somebody asks for.

For one mechanism, with private(E, delta) for: P_i(S) <= E P_j(S) + delta for every pair (i, j) and event S,

    private(E0, delta0) on the pairs P  implies  private(E, delta) on R        if E >= E0, delta >= delta0, R within P;
    its negation on P                   implies  the negation of it on R       if E <= E0, delta <= delta0, P within R;
    delta0 is the least for E0 on P     implies  private(E0, delta0) on P, and itself only for the same pairs;
    (not) maximally sufficient for E0, P  implies  private(E0, 0) on P, and itself only for the same E and pairs.

A pair of an input with itself says nothing (E >= 1), so such pairs are left out of both sides. That P is, or is not,
its source Q followed by a random map has no pairs: of a subject the mechanism is compared with P, and that is all.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any

from dpexact.certificates.subject import fraction, number_reader, proved_pairs, relation_pairs, same_mechanism
from dpexact.errors import ParameterError, UndecidedError
from dpexact.numbers.exact import Exact

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpexact.mechanisms.graph import NeighborGraph
    from dpexact.mechanisms.mechanism import Mechanism

PRIVATE, REFUTED, TIGHT, FOR_ALL, GREATEST = (
    "private",
    "not-private",
    "tight-delta",
    "private-for-all",
    "greatest-mechanism",
)
MAXIMAL = ("maximally-sufficient", "not-maximally-sufficient")  # both are about a mechanism that is private, too
ORDER = ("post-processing", "not-post-processing")
PROGRAMS = ("linear-program-optimum", "linear-program-infeasible", "linear-program-unbounded")
KINDS = (PRIVATE, REFUTED, TIGHT, FOR_ALL, GREATEST, *ORDER, *MAXIMAL, *PROGRAMS)
COUNT_AS_PRIVATE = (PRIVATE, TIGHT, FOR_ALL, *MAXIMAL)


@dataclass(frozen=True)
class Asked:
    """What a statement has to imply. What is None is not asked; a subject asks for `kind` "private" if none is named.

    `exp_epsilon` may be `math.inf`. The subject is a mechanism with every pair of a relation.
    """

    kind: str | None = None
    exp_epsilon: Exact | float | None = None
    delta: Exact | None = None
    subject: tuple[Mechanism, NeighborGraph] | None = None

    @property
    def wanted(self) -> str | None:
        """The kind that is asked for, also where it is not named."""
        return PRIVATE if self.kind is None and self.subject is not None else self.kind


def check_options(kind: str | None, asked: Asked) -> None:
    """Refuse a question that means nothing for statements of this kind (None: any kind). Raises: ParameterError."""
    if kind not in (None, *KINDS):
        message = f"--expect: expected one of {', '.join(KINDS)}, got {kind!r}"
        raise ParameterError(message)
    options = {"--epsilon and --exp-epsilon": asked.exp_epsilon, "--delta": asked.delta, "--against": asked.subject}
    meaningless = list(options) if kind in PROGRAMS else ["--against"] if kind == GREATEST else []
    if kind in ORDER:
        meaningless = ["--epsilon and --exp-epsilon", "--delta"]
    for option in meaningless:
        if options[option] is not None:
            message = f"{option}: expected a certificate about privacy, got one of the kind {kind}; leave it out"
            raise ParameterError(message)


def shortfall(statement: Mapping[str, Any], asked: Asked) -> str | None:
    """Why a statement that was proved does not imply what is asked; None if it does.

    Guarantee: exact.
    Raises: ParameterError for a question that means nothing for the kind; UndecidedError, IncompatibleFieldsError
    and TooLargeError where numbers are not compared.
    """
    have, wanted = statement["kind"], asked.wanted
    check_options(have if wanted is None else wanted, asked)
    if wanted is not None and have != wanted and not (wanted == PRIVATE and have in COUNT_AS_PRIVATE):
        return f"kind: it proves the kind {have}, and {wanted} is asked for"
    if have in PROGRAMS:
        return None
    if have in ORDER:
        other = asked.subject is not None and not same_mechanism(statement, asked.subject[0])
        return (
            "subject: the mechanism P, which is or is not Q followed by a random map, is another one" if other else None
        )
    reading = PRIVATE if wanted is None and have in COUNT_AS_PRIVATE else wanted or have
    about = _about_another(statement, asked, reading)
    if about is not None:
        return about
    return _no_point(statement, asked) if have == FOR_ALL else _no_bound(statement, asked, reading)


def _about_another(statement: Mapping[str, Any], asked: Asked, reading: str) -> str | None:
    if asked.subject is None:
        return None
    mechanism, neighbors = asked.subject
    if not same_mechanism(statement, mechanism):
        return "subject: it is about another mechanism"
    proved = {(i, j) for i, j in proved_pairs(statement, mechanism) if i != j}
    wanted = relation_pairs(neighbors, mechanism)
    if reading == TIGHT and proved != wanted:
        return "subject: the least delta is that of another neighboring relation"
    if reading in MAXIMAL and proved != wanted:
        return "subject: it is maximally sufficient, or not, for another neighboring relation"
    if reading == REFUTED and not proved <= wanted:
        return (
            f"subject: the refuted relation has {len(proved - wanted)} ordered pairs that are not in the one asked for"
        )
    if reading in (PRIVATE, FOR_ALL) and not wanted <= proved:
        return f"subject: {len(wanted - proved)} ordered pairs of the neighboring relation asked for are not in it"
    return None


def _no_bound(statement: Mapping[str, Any], asked: Asked, reading: str) -> str | None:
    """Compare E and delta of a statement about numbers."""
    number = number_reader(statement["generators"])
    for name, wanted in (("exp_epsilon", asked.exp_epsilon), ("delta", asked.delta)):
        if wanted is None:  # what is not compared may be a number that dpexact does not hold
            continue
        proved = inf if statement[name] == "infinity" else number(statement[name])
        if reading == PRIVATE and not wanted >= proved:
            return f"{name}: it is proved for a larger one only than is asked for"
        if reading == REFUTED and not wanted <= proved:
            return f"{name}: it is refuted for a smaller one only than is asked for"
        if reading in (TIGHT, GREATEST, *MAXIMAL) and wanted != proved:
            return f"{name}: it is proved for another one than is asked for"
    return None


def _no_point(statement: Mapping[str, Any], asked: Asked) -> str | None:
    """Compare with a statement for all t: some t must give the E asked for, with a delta of at most that asked for.

    Where the statement for all t is asked for by its name, and no E, delta must be at most that asked for at every t.
    Everything is written in s = t - lower + 1 instead of t, which lies above 0.
    """
    if asked.exp_epsilon is None and asked.delta is None:
        return None
    number = number_reader(statement["generators"], from_one=True)
    delta = number(statement["delta"])
    if asked.exp_epsilon is None:
        return _no_small_delta(delta, asked.delta, everywhere=asked.kind == FOR_ALL)
    factor, no_factor = number(statement["exp_epsilon"]), "exp_epsilon: no t of the interval gives the E asked for"
    if not isinstance(asked.exp_epsilon, Exact):  # infinity, the only float
        return no_factor
    if factor.is_rational():
        return _no_small_delta(delta, asked.delta) if factor == asked.exp_epsilon else no_factor
    point = _solution(factor, asked.exp_epsilon)
    if point is not None:
        if not isinstance(point, Exact) or not _lies_from_one(statement["generators"], point):
            return no_factor
        at_point = delta if delta.is_rational() else delta.substitute(point)
        return _no_small_delta(at_point, asked.delta)
    if 0 not in (factor - asked.exp_epsilon).signs():
        return no_factor
    signs = frozenset((1,)) if asked.delta is None else (asked.delta - delta).signs()
    if -1 in signs and len(signs) > 1:
        message = "delta: the t that gives the E asked for is no number that dpexact holds exactly"
        raise UndecidedError(message)
    return _no_small_delta(delta, asked.delta)


def _lies_from_one(generators: Mapping[str, Any], point: Exact) -> bool:
    """Whether s lies in [1, upper - lower + 1]."""
    if generators["upper"] is None:
        return point >= 1
    return point >= 1 and point <= fraction(generators["upper"]) - fraction(generators["lower"]) + 1


def _no_small_delta(delta: Exact, wanted: Exact | None, *, everywhere: bool = False) -> str | None:
    """None if delta is at most what is asked for: where it depends on t, for some t, or for every one."""
    if wanted is None:
        return None
    signs = (wanted - delta).signs()
    if signs <= {0, 1} if everywhere else signs & {0, 1}:
        return None
    if signs & {0, 1}:
        return "delta: it is proved for a larger one at some t, and every t is asked for"
    return "delta: it is proved for a larger one only than is asked for"


def _solution(factor: Exact, value: Exact) -> Exact | float | None:
    """The s with E(s) = value where E(s) = (a s + b) / (c s + d); infinity if there is none; None for other E(s)."""
    _, num, den = factor.parts()
    if any(power[0] > 1 for power in (*num, *den)):
        return None
    a, b, c, d = (terms.get((power, 0), 0) for terms in (num, den) for power in (1, 0))
    below = a - value * c
    return inf if below == 0 else (value * d - b) / below
