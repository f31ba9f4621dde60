"""Certificate: a statement and its evidence as data, made of a mechanism, and the kernel's check of it.

The check without installation is a page of HTML that was extracted from Rocq and checks certificates in a browser. It
decides by itself, and names the assumptions. `proofs/rocq/extraction/web` makes it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from dpexact.certificates.encoding import Encoder, hexadecimal
from dpexact.errors import CertificateError, TooLargeError, need
from dpexact.kernel import Rejected
from dpexact.kernel.budget import Budget
from dpexact.kernel.checker import KINDS
from dpexact.kernel.checker import proved as kernel_proved
from dpexact.kernel.document import digest, read, required_format
from dpexact.kernel.field import decode_field
from dpexact.kernel.free import decode_interval
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism, require_distributions
from dpexact.numbers.epsilon import is_infinite
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.generators import Free
from dpexact.numbers.typography import excerpt

Pair = tuple[Label, Label]
SLOT = '<script type="text/plain" id="given">'
PAGE_BYTES = 1 << 24  # MOST_BYTES of the page
LAWS_OF_THE_PAGE = "finite", "randomized_response", "discrete_laplace", "binomial", "gaussian", "laplace"


@need.made_by("Certificate.from_json(text), or by .certificate() of a verdict", statement=Mapping, evidence=Mapping)
@dataclass(frozen=True)
class Certificate:
    """A statement (its kind and its full exact content) and the evidence for it, as plain JSON values.

    A certificate proves nothing until `check` has accepted it. It is written in the first version of the format that
    has all that the statement needs.

    Reference: docs/certificate-format.md.
    """

    statement: Mapping[str, Any]
    evidence: Mapping[str, Any]

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON of {format, statement, evidence}."""
        return digest(self.statement, self.evidence)

    def to_json(self) -> str:
        """Write the certificate as JSON text without white space, keys sorted. The digest is of the rest."""
        version = required_format(self.statement)
        content = {"format": version, "statement": self.statement, "evidence": self.evidence}
        text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return f'{{"digest":"{sha256(text.encode()).hexdigest()}",{text[1:]}'

    @classmethod
    def from_json(cls, text: str) -> Certificate:
        """Read a certificate from JSON text. Its outer shape and digest are checked, its statement is not.

        Raises CertificateError.
        """
        try:
            statement, evidence = read(text)
        except Rejected as error:
            raise CertificateError(str(error), check=error.check) from None
        return cls(statement, evidence)  # type: ignore[arg-type]

    def __hash__(self) -> int:
        return hash(self.digest)


def within_limits(certificate: Certificate) -> Certificate:
    """Return the certificate itself, if its generators are within the limits of the format.

    The text may still be too long, or the check too much work for the kernel: `check` says so.

    Raises TooLargeError, which names the limit.
    """
    generators = certificate.statement["generators"]
    try:
        if "lower" in generators:
            decode_interval(generators, Budget())
        else:
            decode_field(generators, Budget())
    except Rejected as error:
        message = f"this certificate is too large to be checked: {error}"
        raise TooLargeError(message, remedy="state it with shorter numbers") from None
    return certificate


def check(certificate: Certificate | str | Mapping[str, Any]) -> dict[str, Any]:
    """Let the kernel check a certificate (or its JSON text, or its mapping), and return the statement that it proves.

    The answer is exact. The statement returned is true.

    Raises CertificateError, whose `check` names the failed check.
    """
    return proved(certificate)[0]


def proved(certificate: Certificate | str | Mapping[str, Any]) -> tuple[dict[str, Any], Any]:
    """Check like `check`, with one parse of the text, and return the statement and the evidence."""
    content = certificate.to_json() if isinstance(certificate, Certificate) else certificate
    if not isinstance(content, str | Mapping):
        expected = "a certificate, its JSON text or its mapping"
        raise CertificateError(type(content).__name__, place="json", expected=expected, check="json")
    try:
        return kernel_proved(content if isinstance(content, str) else dict(content))
    except Rejected as error:
        raise CertificateError(str(error), check=error.check) from None


def privacy_certificate(
    kind: str,
    mechanism: Mechanism,
    pairs: Iterable[Pair],
    exp_epsilon: object,
    delta: object,
    pair: Pair | None = None,
    event: Iterable[Label] = (),
) -> Certificate:
    """Certify a statement about the bound P_i(S) <= E P_j(S) + delta for ordered pairs (i, j) of input labels.

    - "private", it holds for every pair and every event S.
    - "private-for-all", so it does for all E of the interval of a free E, on which weights and delta may depend too.
    - "not-private", it fails for this pair and event.
    - "tight-delta", delta is the least number with the bound, attained by this pair and event (None without a pair).
    """
    statement, evidence = privacy_statement(kind, mechanism, pairs, exp_epsilon, delta), {}
    if pair is not None:
        evidence["pair"] = [mechanism.input_place(label) for label in pair]
        evidence["event"] = sorted({mechanism.output_place(label) for label in event})
    return within_limits(Certificate(statement, evidence))


def privacy_statement(
    kind: str, mechanism: Mechanism, pairs: Iterable[Pair], exp_epsilon: object, delta: object
) -> dict[str, Any]:
    """Write what a certificate states of a mechanism, without evidence. Raises CertificateError, MechanismError."""
    factor, slack = math.inf if is_infinite(exp_epsilon) else exact(exp_epsilon), exact(delta)
    encoder = Encoder.of({number.field for number in (factor, slack) if isinstance(number, Exact)} | mechanism.fields)
    if isinstance(encoder.field, Free) != (kind == "private-for-all"):
        place, expected = f'a "{kind}" certificate', f"{('a' if kind == 'private-for-all' else 'no')} free E"
        raise CertificateError(f"{encoder.field}", place=place, expected=expected, check="generators")
    require_distributions(mechanism, "certificate: mechanism")
    return {
        "kind": kind,
        "generators": encoder.generators(),
        "inputs": [label_json(label) for label in mechanism.inputs],
        "outputs": [label_json(label) for label in mechanism.outputs],
        "weights": weights_json(mechanism, encoder),
        "pairs": [[mechanism.input_place(i), mechanism.input_place(j)] for i, j in pairs],
        "exp_epsilon": encoder.quotient(factor) if isinstance(factor, Exact) else "infinity",
        "delta": encoder.quotient(slack),
    }


def weights_json(mechanism: Mechanism, encoder: Encoder) -> dict[str, Any]:
    """Write the probabilities over one denominator if all are rational, else each as a quotient."""
    integers = mechanism.numerators()
    if integers is None:
        return {"rows": [[encoder.quotient(value) for value in row] for row in mechanism.rows()]}
    rows, denominator = integers
    return {
        "denominator": hexadecimal(denominator),
        "rows": [[hexadecimal(numerator) for numerator in row] for row in rows],
    }


def label_json(label: Label) -> object:
    """Write the label as JSON, in which a tuple becomes an array."""
    return [label_json(part) for part in label] if isinstance(label, tuple) else label


def checker_page(certificate: str | None = None) -> str:
    """Return the page as HTML. With the text of a certificate, the page holds it, and checks it when it is opened."""
    from base64 import b64encode
    from importlib import resources

    text = resources.files("dpexact.certificates").joinpath("checker.html").read_text(encoding="utf-8")
    if certificate is None:
        return text
    before, slot, after = text.partition(SLOT)
    return before + slot + b64encode(certificate.encode()).decode("ascii") + after


def left_by_the_page(text: str) -> str | None:
    """Name the certificates that the page leaves, if this is the text of one, or return None."""
    try:
        statement = Certificate.from_json(text).statement
        kind, laws = statement["kind"], {law["law"] for law in statement.get("laws", ())}
        left = sorted(laws.difference(LAWS_OF_THE_PAGE))
    except (AttributeError, CertificateError, LookupError, TypeError):
        return None
    if kind not in KINDS:
        return f"of the kind {excerpt(str(kind))!r}"
    if left:
        return f"of the kind {kind!r} with the law {excerpt(str(left[0]))!r}"
    return f"of more than {PAGE_BYTES} bytes" if len(text.encode()) > PAGE_BYTES else None
