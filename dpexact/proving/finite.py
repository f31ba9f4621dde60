"""Evidence by evaluation: finite checks, counterexamples, decided comparisons, certificates."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from dpexact.errors import CertificateError, DPExactError
from dpexact.proving.failure import ProofError
from dpexact.proving.formula import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from dpexact.certificates.certificate import Certificate
    from dpexact.mechanisms.graph import NeighborGraph
    from dpexact.mechanisms.mechanism import Mechanism
    from dpexact.proving.fact import Fact

MAX_CASES = 10_000_000


@dataclass(frozen=True)
class Exhaustive:
    """The predicate is True for every choice from the domain, which the harness enumerates itself.

    `domain`: {argument: finite sequence}; the predicate gets one keyword argument for each.

    Guarantee: exact, if the predicate is.
    """

    text: str
    domain: Mapping[str, Sequence[Any]]
    predicate: Callable[..., bool]
    premises: tuple[Fact, ...] = ()

    @property
    def formula(self) -> Words:
        """The text, with the number of cases."""
        return Words(f"{self.text} ({self._size()} cases)")

    def check(self) -> None:
        """Enumerate. Raises: ProofError for an empty domain and for the first case that fails."""
        size = self._size()
        if not 0 < size <= MAX_CASES:
            raise ProofError(f"expected a domain of 1 to {MAX_CASES} cases, got {size}", "exhaustive")
        for values in product(*self.domain.values()):
            case = dict(zip(self.domain, values, strict=True))
            if self.predicate(**case) is not True:
                raise ProofError(f"{self.text}: not True for {_text(case)}", "exhaustive")

    def _size(self) -> int:
        size = 1 if self.domain else 0
        for values in self.domain.values():
            size *= len(values)
        return size


@dataclass(frozen=True)
class Counterexample:
    """An instance that meets every condition of a printed statement, and for which its conclusion is false.

    Guarantee: exact, if both functions are.
    """

    text: str
    instance: Mapping[str, Any]
    conditions: Callable[..., bool]
    conclusion: Callable[..., bool]
    premises: tuple[Fact, ...] = ()

    @property
    def formula(self) -> Words:
        """The text with the instance."""
        return Words(f"not: {self.text} ({_text(self.instance)})")

    def check(self) -> None:
        """Evaluate both at the instance. Raises: ProofError unless the conditions are True and the conclusion False."""
        if self.conditions(**self.instance) is not True:
            raise ProofError(f"{self.text}: the instance does not meet the conditions", "counterexample")
        if self.conclusion(**self.instance) is not False:
            raise ProofError(f"{self.text}: the conclusion is not False at the instance", "counterexample")


@dataclass(frozen=True)
class Compared:
    """left < right, left <= right, left > right or left >= right, for Exact numbers or Enclosures.

    Guarantee: exact or enclosure; equality of enclosures is never decided.
    """

    left: Any
    relation: str
    right: Any
    premises: tuple[Fact, ...] = ()

    @property
    def formula(self) -> Words:
        """The comparison with its numbers."""
        return Words(f"{_number(self.left)} {self.relation} {_number(self.right)}")

    def check(self) -> None:
        """Compare. Raises: ProofError for a comparison that is false, undecided or not of two exact numbers."""
        comparisons = {
            "<": lambda: self.left < self.right,
            "<=": lambda: self.left <= self.right,
            ">": lambda: self.left > self.right,
            ">=": lambda: self.left >= self.right,
            "=": lambda: self.left == self.right,
        }
        if self.relation not in comparisons:
            raise ProofError(f"expected one of {', '.join(comparisons)}, got {self.relation!r}", "comparison")
        if any(isinstance(side, float) for side in (self.left, self.right)):
            raise ProofError("a float is not evidence", "comparison")
        try:
            holds = comparisons[self.relation]()
        except DPExactError as error:
            raise ProofError(str(error), "comparison") from error
        if holds is not True:
            raise ProofError(f"{self.formula} is false", "comparison")


def _number(value: object) -> str:
    text = str(value)
    return text if len(text) <= 80 else text[:80] + "..."


@dataclass(frozen=True)
class Certified:
    """A certificate that the kernel accepts, of this kind, about this mechanism and neighboring relation.

    Guarantee: exact.
    """

    certificate: Certificate
    kind: str
    mechanism: Mechanism
    neighbors: NeighborGraph
    premises: tuple[Fact, ...] = ()

    @property
    def formula(self) -> Words:
        """What the certificate states."""
        from dpexact.kernel.sentence import sentence

        return Words(sentence(self.certificate.statement))

    def check(self) -> None:
        """Let the kernel check it. Raises: ProofError."""
        from dpexact.certificates.certificate import check
        from dpexact.certificates.subject import is_about

        try:
            statement = check(self.certificate)
        except CertificateError as error:
            raise ProofError(str(error), "certificate") from error
        if statement["kind"] != self.kind:
            raise ProofError(f"expected a certificate of {self.kind}, got {statement['kind']}", "certificate")
        if not is_about(self.certificate, self.mechanism, self.neighbors):
            raise ProofError("the certificate is about another mechanism or neighboring relation", "certificate")


def _text(values: Mapping[str, object]) -> str:
    return ", ".join(f"{name} = {_number(value)}" for name, value in values.items())
