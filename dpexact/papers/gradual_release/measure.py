"""Measures whose densities are sums of exponentials on cones, integrated exactly at levels 0 < e1 < e2 < ... left free.

Coefficients are rational functions of the levels. Variables may be equal with positive probability. A density is a
ConeSum, a finite sum of c e^(linear) on each cone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import pairwise, permutations, product
from operator import add, mul
from typing import Any, TypeVar

from flint import fmpq_mpoly, fmpq_mpoly_ctx

from dpexact.errors import DivisionByZeroError, ParameterError, TooLargeError, UndecidedError

Form = tuple[int, ...]  # a linear form with whole coefficients in the names of the levels, then in the small ones
Order = tuple[str, ...]
Terms = dict[tuple[Form, ...], "Ratio"]
Term = tuple[tuple[Form, ...], "Ratio"]
Blocks = tuple[tuple[str, ...], ...]
Key = TypeVar("Key")
Value = TypeVar("Value")
ORIGIN = "0"
MAX_VARIABLES = 5  # 6! = 720 orders


@dataclass(frozen=True)
class Levels:
    """Indeterminates, `names` for levels 0 < e1 < e2 < ..., `small` for real numbers as near to 0 as is needed.

    The small ones are the variables of Laplace transforms, whose derivatives in them, at 0, are moments.

    Raises ParameterError for no names or repeated ones.
    """

    names: tuple[str, ...]
    small: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.names or len(set(self.names + self.small)) < len(self.names + self.small):
            came = repr(self.names + self.small)
            raise ParameterError(came, place="Levels", expected="one name or more, all different")

    @cached_property
    def context(self) -> fmpq_mpoly_ctx:
        """The ring of polynomials."""
        return fmpq_mpoly_ctx.get(self.names + self.small, "lex")

    @property
    def zero(self) -> Form:
        """The linear form 0."""
        return (0,) * len(self.names + self.small)

    def form(self, name: str) -> Form:
        """Return the linear form that is one of the indeterminates. Raises ParameterError."""
        known = self.names + self.small
        if name not in known:
            raise ParameterError(repr(name), place="Levels", expected=f"one of {', '.join(known)}")
        return tuple(int(name == other) for other in known)

    def polynomial(self, form: Form) -> fmpq_mpoly:
        """Return a linear form as a polynomial."""
        return sum((c * x for c, x in zip(form, self.context.gens(), strict=True)), self.context.constant(0))

    def ratio(self, numerator: Any, denominator: Any = 1) -> Ratio:
        """Return a rational function, of polynomials or rational numbers."""
        zero = self.context.constant(0)
        return Ratio.of(self, zero + numerator, zero + denominator)

    def __getitem__(self, name: str) -> Ratio:
        """Return an indeterminate as a rational function."""
        return self.ratio(self.polynomial(self.form(name)))

    def sign(self, polynomial: fmpq_mpoly) -> int:
        """Return the sign of a polynomial wherever 0 < e1 < e2 < ... and the small ones are near enough to 0.

        With e1 = d1, e2 = d1 + d2, ... it is the common sign of all coefficients. The answer is exact.
        Raises UndecidedError for coefficients of both signs.
        """
        gens, zero = self.context.gens(), self.context.constant(0)
        sums = [sum(gens[: i + 1], zero) for i in range(len(self.names))]
        signs = {1 if c > 0 else -1 for c in polynomial.compose(*sums, *([zero] * len(self.small))).coeffs()}
        if len(signs) == 1 or not polynomial:
            return signs.pop() if signs else 0
        place = f"the sign of {polynomial} for {' < '.join(('0', *self.names))}"
        raise UndecidedError("both", place=place, expected="coefficients of one sign in the differences")


@dataclass(frozen=True)
class Ratio:
    """A quotient of polynomials in the levels, in lowest terms with a monic denominator, so equal ones look alike."""

    levels: Levels
    numerator: fmpq_mpoly
    denominator: fmpq_mpoly

    @staticmethod
    def of(levels: Levels, numerator: fmpq_mpoly, denominator: fmpq_mpoly) -> Ratio:
        """Make the quotient in lowest terms. Raises DivisionByZeroError."""
        if not denominator:
            expected = "a denominator that is not the zero polynomial"
            raise DivisionByZeroError("0", place="a quotient of polynomials", expected=expected)
        common = numerator.gcd(denominator)
        numerator, denominator = numerator / common, denominator / common
        lead = denominator.leading_coefficient()
        return Ratio(levels, numerator / lead, denominator / lead)

    def _other(self, other: Ratio | int) -> Ratio:
        return other if isinstance(other, Ratio) else self.levels.ratio(other)

    def __add__(self, other: Ratio | int) -> Ratio:
        b = self._other(other)
        top = self.numerator * b.denominator + b.numerator * self.denominator
        return Ratio.of(self.levels, top, self.denominator * b.denominator)

    def __neg__(self) -> Ratio:
        return Ratio(self.levels, -self.numerator, self.denominator)

    def __sub__(self, other: Ratio | int) -> Ratio:
        return self + -self._other(other)

    def __mul__(self, other: Ratio | int) -> Ratio:
        b = self._other(other)
        return Ratio.of(self.levels, self.numerator * b.numerator, self.denominator * b.denominator)

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, other: Ratio | int) -> Ratio:
        b = self._other(other)
        return Ratio.of(self.levels, self.numerator * b.denominator, self.denominator * b.numerator)

    def __pow__(self, exponent: int) -> Ratio:
        return Ratio(self.levels, self.numerator**exponent, self.denominator**exponent)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return self == self.levels.ratio(other)
        if not isinstance(other, Ratio):
            return NotImplemented
        same = self.levels == other.levels
        return bool(same and self.numerator == other.numerator and self.denominator == other.denominator)

    def __hash__(self) -> int:
        return hash((self.levels, str(self.numerator), str(self.denominator)))

    def __str__(self) -> str:
        return f"({self.numerator})/({self.denominator})"

    @property
    def sign(self) -> int:
        """Return the sign for 0 < e1 < e2 < ... Raises UndecidedError, as `Levels.sign`."""
        return self.levels.sign(self.numerator) * self.levels.sign(self.denominator)

    def derivative(self, name: str) -> Ratio:
        """Return the derivative in one indeterminate."""
        i = self.levels.form(name).index(1)
        p, q = self.numerator, self.denominator
        return Ratio.of(self.levels, p.derivative(i) * q - p * q.derivative(i), q * q)

    def at(self, **values: Any) -> Ratio:
        """Put rational functions, or numbers, for some indeterminates. Raises DivisionByZeroError."""
        known = self.levels.names + self.levels.small
        places = [self._other(values[name]) if name in values else self.levels[name] for name in known]
        return _put(self.levels, self.numerator, places) / _put(self.levels, self.denominator, places)


def _put(levels: Levels, polynomial: fmpq_mpoly, places: list[Ratio]) -> Ratio:
    terms = (
        reduce(mul, (place ** int(n) for place, n in zip(places, exponents, strict=True)), levels.ratio(coefficient))
        for exponents, coefficient in polynomial.to_dict().items()
    )
    return sum(terms, levels.ratio(0))


@dataclass(frozen=True, eq=False)
class ConeSum:
    """A function of real variables that is a sum of c e^(r1 v1 + r2 v2 + ...) on each order of the variables and 0.

    `cells` maps an order, smallest first, such as ("x", "0", "y") for x < 0 < y, to {(r1, r2, ...): c}. The r are
    linear forms in the levels, the c rational functions. Orders without terms are left out, as the function is 0 there.
    Ties are left open, since they have measure 0.

    Two sums with the same cells are the same function at all levels at which the denominators do not vanish. Two with
    different cells differ, since exponentials with different rates are linearly independent on every open cone.

    The answer is exact. Raises TooLargeError past 5 variables.
    """

    levels: Levels
    variables: tuple[str, ...]
    cells: Mapping[Order, Terms]

    @staticmethod
    def build(levels: Levels, variables: tuple[str, ...], rule: Callable[[Order], Terms]) -> ConeSum:
        """Return the sum with the terms of the rule on each order, without those of coefficient 0."""
        cells = {order: {rates: c for rates, c in rule(order).items() if c != 0} for order in orders(variables)}
        return ConeSum(levels, variables, {order: terms for order, terms in cells.items() if terms})

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same function, with the variables listed in any order."""
        if not isinstance(other, ConeSum):
            return NotImplemented
        same = self.levels == other.levels and set(self.variables) == set(other.variables)
        return same and self.cells == other.on(self.variables).cells

    __hash__ = None  # type: ignore[assignment]

    def on(self, variables: tuple[str, ...]) -> ConeSum:
        """Return the same function with more variables, on which it does not depend, or in another order."""
        places = [self.variables.index(v) if v in self.variables else None for v in variables]

        def terms(order: Order) -> Terms:
            own = tuple(v for v in order if v == ORIGIN or v in self.variables)
            wide = self.cells.get(own, {}).items()
            return {tuple(self.levels.zero if i is None else rates[i] for i in places): c for rates, c in wide}

        return ConeSum.build(self.levels, variables, terms)

    def renamed(self, names: Mapping[str, str]) -> ConeSum:
        """Return the same function with other names of its variables, all different."""
        cells = {tuple(names.get(v, v) for v in order): terms for order, terms in self.cells.items()}
        return ConeSum(self.levels, tuple(names.get(v, v) for v in self.variables), cells)

    def __add__(self, other: ConeSum) -> ConeSum:
        a, b = _together(self, other)
        return ConeSum.build(a.levels, a.variables, lambda order: added((*a.terms(order), *b.terms(order))))

    def __mul__(self, other: ConeSum) -> ConeSum:
        a, b = _together(self, other)

        def multiplied(order: Order) -> Terms:
            pairs = product(a.terms(order), b.terms(order))
            return added((tuple(map(plus, left, right)), c * d) for (left, c), (right, d) in pairs)

        return ConeSum.build(a.levels, a.variables, multiplied)

    def terms(self, order: Order) -> Iterable[Term]:
        """Return the terms on an order, by their rates."""
        return self.cells.get(order, {}).items()

    def times(self, factor: Ratio) -> ConeSum:
        """Return the function times a rational function of the levels."""
        return ConeSum.build(
            self.levels, self.variables, lambda order: {rates: c * factor for rates, c in self.terms(order)}
        )

    def where(self, holds: Callable[[Order], bool]) -> ConeSum:
        """Return the function on the orders for which `holds`, and 0 elsewhere."""
        cells = {order: terms for order, terms in self.cells.items() if holds(order)}
        return ConeSum(self.levels, self.variables, cells)

    def derivative(self, *variables: str) -> ConeSum:
        """Return the sum of the partial derivatives inside each cone, for all variables the one along the diagonal."""
        places = [self.variables.index(v) for v in variables]

        def terms(order: Order) -> Terms:
            return {rates: c * self._value(plus(*(rates[i] for i in places))) for rates, c in self.terms(order)}

        return ConeSum.build(self.levels, self.variables, terms)

    def integral(self, variable: str) -> ConeSum:
        """Return the integral over one variable from -oo to oo, a function of the others.

        Raises ParameterError if it diverges, UndecidedError for a rate of both signs for 0 < e1 < e2 < ..., or of 0
        (its antiderivative is not a sum of exponentials).
        """
        place = self.variables.index(variable)
        rest = tuple(v for v in self.variables if v != variable)

        def terms(order: Order) -> Iterator[Term]:
            for i, ends in enumerate(pairwise((None, *order, None))):
                for rates, c in self.terms((*order[:i], variable, *order[i:])):
                    others = dict(zip(rest, (*rates[:place], *rates[place + 1 :]), strict=True))
                    yield from self._between(others, rates[place], c, ends)

        return ConeSum.build(self.levels, rest, lambda order: added(terms(order)))

    def _between(
        self, others: dict[str, Form], rate: Form, c: Ratio, ends: tuple[str | None, str | None]
    ) -> Iterator[Term]:
        """Yield the integral of c e^(rate v + others) for v between two ends. None is infinity."""
        if not any(rate):
            came = "a term that does not depend on the variable"
            raise UndecidedError(came, place="integral", expected="rates that are not 0")
        for end, side in zip(ends, (-1, 1), strict=True):
            if end is None:
                if self.levels.sign(self.levels.polynomial(rate)) == side:
                    came = f"the rate {self._value(rate)} at infinity"
                    raise ParameterError(came, place="integral", expected="a function that decays")
                continue
            at_end = tuple(plus(r, rate) if v == end else r for v, r in others.items())
            yield at_end, c * side / self._value(rate)

    def _value(self, rate: Form) -> Ratio:
        return self.levels.ratio(self.levels.polynomial(rate))

    def value(self) -> Ratio:
        """Return the number that a function of no variables is. Raises ParameterError for others."""
        if self.variables:
            came = f"one of {', '.join(self.variables)}"
            raise ParameterError(came, place="value", expected="a function of no variables")
        return self.cells.get((ORIGIN,), {}).get((), self.levels.ratio(0))

    def jumps(self) -> Iterator[tuple[Order, Order]]:
        """Yield the pairs of neighboring cones on whose common wall the two sides differ."""
        for order in orders(self.variables):
            for i, (low, high) in enumerate(pairwise(order)):
                other = (*order[:i], high, low, *order[i + 2 :])
                if order < other and self._on_wall(order, low, high) != self._on_wall(other, low, high):
                    yield order, other

    def _on_wall(self, cell: Order, low: str, high: str) -> Terms:
        """Set two neighbors of an order equal in its terms, so that the upper one (unless it is 0) is gone."""
        gone, stays = (low, high) if high == ORIGIN else (high, low)

        def moved(rates: tuple[Form, ...]) -> tuple[Form, ...]:
            at = dict(zip(self.variables, rates, strict=True))
            kept = {v: plus(rate, at[gone]) if v == stays else rate for v, rate in at.items() if v != gone}
            return tuple(kept.values())

        wall = added((moved(rates), c) for rates, c in self.terms(cell))
        return {rates: c for rates, c in wall.items() if c != 0}


def orders(variables: tuple[str, ...]) -> Iterator[Order]:
    """Yield all orders of the variables and 0. Raises TooLargeError."""
    if len(variables) > MAX_VARIABLES:
        raise TooLargeError(f"{len(variables)}", place="a sum on cones", expected=f"at most {MAX_VARIABLES} variables")
    return permutations((*variables, ORIGIN))


def decay(levels: Levels, rate: Form, u: str, v: str) -> ConeSum:
    """Make e^(-rate |u - v|). One of the two may be "0"."""
    variables = tuple(name for name in (u, v) if name != ORIGIN)

    def terms(order: Order) -> Terms:
        low, high = sorted((u, v), key=order.index)
        signs = {low: 1, high: -1}
        return {tuple(tuple(signs[name] * r for r in rate) for name in variables): levels.ratio(1)}

    return ConeSum.build(levels, variables, terms)


def exponential(levels: Levels, rates: Mapping[str, Form]) -> ConeSum:
    """Make e^(r1 v1 + r2 v2 + ...) on all cones, for {v1: r1, v2: r2, ...}."""
    return ConeSum.build(levels, tuple(rates), lambda _: {tuple(rates.values()): levels.ratio(1)})


def between(levels: Levels, *chain: str) -> ConeSum:
    """Make the function that is 1 if the variables of the chain (with "0") are in this order, else 0."""
    variables = tuple(v for v in chain if v != ORIGIN)
    constant = exponential(levels, dict.fromkeys(variables, levels.zero))
    return constant.where(lambda order: all(order.index(a) < order.index(b) for a, b in pairwise(chain)))


def plus(*forms: Form) -> Form:
    """Return the sum of linear forms, one or more."""
    return tuple(map(sum, zip(*forms, strict=True)))


def added(terms: Iterable[tuple[Key, Value]], together: Callable[[Value, Value], Value] = add) -> dict[Key, Value]:
    """Add up the values of equal keys."""
    total: dict[Key, Value] = {}
    for key, value in terms:
        total[key] = together(total[key], value) if key in total else value
    return total


def _together(a: ConeSum, b: ConeSum) -> tuple[ConeSum, ConeSum]:
    variables = (*a.variables, *(v for v in b.variables if v not in a.variables))
    return a.on(variables), b.on(variables)


@dataclass(frozen=True)
class Measure:
    """A measure on R^n, for each way in which variables are equal a density in one variable for each block.

    `parts` maps blocks, such as (("x", "y"),) for x = y and (("x",), ("y",)) for the part without an atom, to a
    density in the *last* variable of each block. The density of a kernel also depends on its condition.

    The answer is exact. Equal measures have equal parts.
    """

    levels: Levels
    parts: Mapping[Blocks, ConeSum]

    @staticmethod
    def of(levels: Levels, parts: Iterable[tuple[Blocks, ConeSum]]) -> Measure:
        """Return the sum of parts, each with its variables in the order of its blocks, blocks in alphabetical order."""
        ordered = ((tuple(sorted(blocks)), density) for blocks, density in parts)
        sums = added((blocks, density.on(tuple(block[-1] for block in blocks))) for blocks, density in ordered)
        return Measure(levels, {blocks: density for blocks, density in sums.items() if density.cells})

    def __mul__(self, other: Measure) -> Measure:
        """Return the product of a measure and a kernel from some of its variables. Blocks that share one become one."""
        products = []
        for mine, f in self.parts.items():
            for theirs, g in other.parts.items():
                blocks = reduce(_merged, theirs, mine)
                ends = {v: block[-1] for block in blocks for v in block}
                products.append((blocks, f.renamed(ends) * g.renamed(ends)))
        return Measure.of(self.levels, products)

    def tilted(self, rates: Mapping[str, Form]) -> Measure:
        """Return the measure times e^(r1 v1 + r2 v2 + ...), whose total is a Laplace transform."""
        parts = []
        for blocks, density in self.parts.items():
            ends = {v: block[-1] for block in blocks for v in block}
            merged = added(((ends[v], rate) for v, rate in rates.items()), plus)
            parts.append((blocks, density * exponential(self.levels, merged)))
        return Measure.of(self.levels, parts)

    def marginal(self, variable: str) -> Measure:
        """Return the measure with one variable integrated out."""
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
        """Return the mass of the whole space."""
        rest = self
        while variables := sorted({v for blocks in rest.parts for block in blocks for v in block}):
            rest = rest.marginal(variables[0])
        return rest.parts[()].value() if rest.parts else self.levels.ratio(0)

    def slopes(self) -> frozenset[Form]:
        """Return the derivatives of the log density along the diagonal, the sums of rates, over all parts and cones.

        On a cone with one term, this is the derivative of ln p(v1 - u, v2 - u, ...) in -u. With several positive terms
        the derivative is between two of these.
        """
        sums = (terms for density in self.parts.values() for terms in density.cells.values())
        return frozenset(plus(*rates) for terms in sums for rates in terms)

    def is_continuous(self) -> bool:
        """Return whether the density of every part is continuous."""
        return not any(any(density.jumps()) for density in self.parts.values())

    def is_positive(self) -> bool:
        """Return whether the density of every part is positive, on every cone, for 0 < e1 < e2 < ....

        Raises UndecidedError for a coefficient of both signs, or coefficients of both signs on one cone.
        """
        cells = [terms.values() for density in self.parts.values() for terms in density.cells.values()]
        signs = [{c.sign for c in coefficients} for coefficients in cells]
        if any(len(several) > 1 for several in signs):
            raise UndecidedError("both", place="is_positive", expected="coefficients of one sign on each cone")
        return {-1} not in signs


def _merged(blocks: Blocks, block: tuple[str, ...]) -> Blocks:
    """Return the blocks, with those that meet this one put together with it, names in alphabetical order."""
    meeting = [own for own in blocks if set(own) & set(block)]
    names = {v for own in (*meeting, block) for v in own}
    return (*(own for own in blocks if own not in meeting), tuple(sorted(names)))
