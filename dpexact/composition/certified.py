"""Certificates that a composition of laws of noise keeps delta at E. The delta is that of the kernel's functions."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from dpexact.certificates.certificate import Certificate, within_limits
from dpexact.certificates.encoding import Encoder, hexadecimal
from dpexact.composition.plan import Plan, written
from dpexact.composition.written import FACTORS, Law
from dpexact.errors import ParameterError, TooLargeError
from dpexact.kernel.budget import Budget, Rejected
from dpexact.kernel.composition import proved_delta
from dpexact.kernel.field import decode_field
from dpexact.kernel.noise_laws import LAWS
from dpexact.numbers.epsilon import exp_of_epsilon
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import excerpt, value_excerpt

ROOM = Fraction(1, 1 << 12)  # of delta, for a checker that rounds in another way
DIGITS = 7  # of the delta that is certified
EPSILON_DIGITS = 6
STEPS = (Fraction(0), *(Fraction(1, 1 << n) for n in (10, 8, 7, 6, 3)))  # shares of an epsilon beyond it
SMALLEST = Fraction(1, 1 << 6)  # epsilon of which a share is taken
FINER = (1, 4, 16)  # times as many places for a delta that is nearly the least one
GREATEST = 10**300  # E. All likelihood ratios of a lattice are smaller


def certificate_of(laws: Sequence[tuple[Law, int]], factor: Exact | float, finer: int = 1) -> Certificate:
    """Certify that the laws, run so many times, keep a delta at E, with so many times as many places.

    Raises ParameterError for an infinite E or irrational parameters, TooLargeError.
    """
    statement, plan = stated("composition", laws, factor)
    found, evidence = computed(proved_delta, statement, replace(plan, finer=finer).evidence)
    if found > 1:
        message = "no delta up to 1 is proved by masses that are rounded up"
        raise TooLargeError(message, place="certificate", remedy="every mechanism keeps delta 1")
    delta = Exact.of_rational(min(found * (1 + ROOM), Fraction(1))).decimal(DIGITS, "up")
    return Certificate(statement | {"delta": written(Fraction(delta))}, evidence)


def computed(
    function: Callable[..., tuple[Any, int]], statement: dict[str, Any], made: Callable[[], dict[str, Any]]
) -> tuple[Fraction, dict[str, Any]]:
    """Return the delta that a function of the kernel finds, and the evidence for it. Raises TooLargeError."""
    try:
        field, evidence = decode_field(statement["generators"], Budget()), made()
        found, bits = function(statement["laws"], field.quotient(statement["exp_epsilon"]), evidence, field)
    except Rejected as error:
        raise TooLargeError(f"this composition is too much for a checker: {error}", place="certificate") from None
    return Fraction(int(found), 1 << bits), evidence


def _delta(made: Certificate) -> Fraction:
    return Fraction(*(int(part, 16) for part in made.statement["delta"]))


def stated(kind: str, laws: Sequence[tuple[Law, int]], factor: Exact | float) -> tuple[dict[str, Any], Plan]:
    """Return a statement with a delta of 1, and the plan of its evidence. Raises the errors of `certificate_of`."""
    if not isinstance(factor, Exact):
        raise ParameterError("infinity", place="certificate", expected="a finite E")
    laws = [(law.form or law, count) for law, count in laws]
    for law, _ in laws:
        if law.name not in LAWS:
            known = f"laws that a checker knows: {', '.join(LAWS)}"
            raise ParameterError(law.name, place="certificate", expected=known)
    fields = {value.field for law, _ in laws for _, value in law.parameters if isinstance(value, Exact)}
    fields |= {x.field for law, _ in laws for _, value in law.parameters if isinstance(value, tuple) for x in value}
    encoder = Encoder.of({factor.field} | fields)
    if factor >= GREATEST:
        expected = f"expected E below {GREATEST}, as the lattice of a checker reaches"
        raise TooLargeError(expected, place="certificate", remedy="name a smaller E")
    statement = {
        "kind": kind,
        "generators": encoder.generators(),
        "laws": [{"law": law.name, "count": hexadecimal(count), **_parameters(law, encoder)} for law, count in laws],
        "exp_epsilon": encoder.quotient(factor),
        "delta": ["1", "1"],
    }
    within_limits(Certificate(statement, {}))
    return statement, Plan(tuple(laws), math.log(float(factor)))


def certificate_at(laws: Sequence[tuple[Law, int]], factor: Exact | float, allowed: Exact) -> Certificate:
    """Certify that the laws keep this delta at E, with more places if the lattice is too coarse for it.

    Raises the errors of `certificate_of`, and TooLargeError if it is not proved by masses that are rounded up.
    """
    for finer in FINER:
        made = certificate_of(laws, factor, finer)
        if _delta(made) <= allowed:
            return _with_delta(made, allowed)
    raise TooLargeError("this delta is not proved by masses that are rounded up", place="certificate")


def _with_delta(made: Certificate, delta: Exact) -> Certificate:
    """State a larger delta, if it is rational."""
    if not delta.is_rational():
        return made
    return Certificate({**made.statement, "delta": written(delta.as_fraction())}, made.evidence)


def certificate_for_delta(laws: Sequence[tuple[Law, int]], least: Fraction, allowed: Exact) -> Certificate:
    """Certify that the laws keep a delta, at the sufficient epsilon `least` rounded up to six digits.

    If the delta that a certificate proves there is larger than this one, the epsilon is a little larger.

    Raises the errors of `certificate_of`, and TooLargeError if no epsilon near it is proved to be enough.
    """
    for more in STEPS if allowed > 0 else STEPS[:1]:
        text = Exact.of_rational(least + more * max(least, SMALLEST)).decimal(EPSILON_DIGITS, "up")
        made = certificate_of(laws, exp_of_epsilon(text))
        if _delta(made) <= allowed:
            return _with_delta(made, allowed)
    found = f"no epsilon up to {text} is proved to be enough for delta = {excerpt(str(allowed))}"
    remedy = "give a larger delta, or an epsilon"
    raise TooLargeError(f"{found} by masses that are rounded up", place="certificate", remedy=remedy)


def _parameters(law: Law, encoder: Encoder) -> dict[str, Any]:
    """Write the parameters. All are rational except the base and the probabilities of finite laws."""
    found: dict[str, Any] = {}
    for key, value in law.parameters:
        if key in ("p", "q"):
            found[{"p": "first", "q": "second"}[key]] = [encoder.quotient(x) for x in value]
        elif key in FACTORS:
            found[key] = encoder.quotient(value)
        else:
            found[key] = [_rational(key, x) for x in value] if isinstance(value, tuple) else _rational(key, value)
    return found


def _rational(key: str, value: Exact) -> list[str]:
    if not value.is_rational():
        raise ParameterError(
            value_excerpt(value), place="certificate", expected=f"a rational {key}", remedy="round it to the safe side"
        )
    return written(value.as_fraction())
