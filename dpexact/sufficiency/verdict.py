"""Verdicts about the sufficiency order: they are Proved or Refuted, registered with those about privacy."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn

from dpexact.decide.verdict import Proved, Refuted, Undecided, truth_error
from dpexact.errors import VerdictError
from dpexact.numbers.notebook import html_table, shown
from dpexact.sufficiency import certificates

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpexact.certificates.certificate import Certificate
    from dpexact.mechanisms.labels import Label
    from dpexact.mechanisms.mechanism import Mechanism
    from dpexact.numbers.exact import Exact


@dataclass(frozen=True)
class Comparison:
    """The claim that `target` is `source` followed by a random map."""

    target: Mechanism
    source: Mechanism


@Proved.register
@dataclass(frozen=True)
class Sufficient:
    """m1 is m2 followed by `.kernel`, whose inputs are the outputs of m2: `m2.postprocess(kernel) == m1`."""

    claim: Comparison
    kernel: Mechanism
    proved: bool = True

    def _repr_html_(self) -> str:
        """For notebooks."""
        return f"<p>Proved: m1 is m2 followed by this mechanism.</p>{self.kernel._repr_html_()}"

    def __bool__(self) -> bool:
        """Raises: VerdictError; a verdict is matched, not tested for truth."""
        raise truth_error("Proved")

    def require(self) -> Sufficient:
        """The verdict itself."""
        return self

    def certificate(self) -> Certificate:
        """A certificate of the kind `post-processing`, built on demand. Raises: CertificateError for a free E."""
        return certificates.post_processing_certificate(self.claim.target, self.claim.source, self.kernel)


@Refuted.register
@dataclass(frozen=True)
class NotSufficient:
    """m1 is not m2 followed by any random map: in one decision problem it scores more than m2 can.

    `utility` {(output of m1, input): value} is what the action (an output of m1) earns where the input is that one.
    `score` is the sum of utility times probability over the outputs and inputs of m1; `best` is the sum, over the
    outputs of m2, of what the best action scores there: no post-processing of m2 scores more. score > best.
    With a free E both are about `point`, a number of its interval, and so are the mechanisms of `concrete`.
    """

    claim: Comparison
    utility: Mapping[tuple[Label, Label], Exact] = field(repr=False)
    score: Exact
    best: Exact
    concrete: Comparison = field(repr=False)
    point: Exact | None = None
    proved: bool = False

    def _repr_html_(self) -> str:
        """For notebooks."""
        rows = [["score of m1", shown(self.score)], ["best score of m2", shown(self.best)]]
        return html_table("Refuted: in one decision problem m1 scores more than m2 can", (), rows)

    def __bool__(self) -> bool:
        """Raises: VerdictError; a verdict is matched, not tested for truth."""
        raise truth_error("Refuted")

    def require(self) -> NoReturn:
        """Raises: VerdictError, saying what refutes the claim."""
        at = "" if self.point is None else f" at E = {self.point}"
        message = f"refuted{at}: in one decision problem it scores {self.score}, and the other at most {self.best}"
        raise VerdictError(message)

    def certificate(self) -> Certificate:
        """A certificate of the kind `not-post-processing`, built on demand."""
        return certificates.not_post_processing_certificate(self.concrete.target, self.concrete.source, self.utility)


@Undecided.register
@dataclass(frozen=True)
class Open:
    """Neither proved nor refuted for all E of an interval; `reason` says why and what would help."""

    claim: Comparison
    reason: str
    proved: bool = False

    def _repr_html_(self) -> str:
        """For notebooks."""
        return html_table("Undecided", (), [["why", self.reason]])

    def __bool__(self) -> bool:
        """Raises: VerdictError; a verdict is matched, not tested for truth."""
        raise truth_error("Undecided")

    def require(self) -> NoReturn:
        """Raises: VerdictError with the reason."""
        message = f"undecided: {self.reason}"
        raise VerdictError(message)

    def certificate(self) -> NoReturn:
        """Raises: VerdictError: there is no evidence either way."""
        message = f"an undecided claim has no certificate: {self.reason}"
        raise VerdictError(message)
