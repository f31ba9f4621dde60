"""`dpexact check`: what a certificate proves, by the kernel, and whether it is about a given mechanism."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.certificates.certificate import Certificate, check
from dpexact.certificates.subject import is_about
from dpexact.cli.outcome import BAD_INPUT, HOLDS, REFUTED, complain
from dpexact.cli.progress import long_work
from dpexact.cli.values import Format, print_json, print_lines
from dpexact.documents import load_mechanism
from dpexact.documents.source import name_of, read_text
from dpexact.errors import CertificateError
from dpexact.kernel.sentence import sentence

if TYPE_CHECKING:
    from dpexact.mechanisms.graph import NeighborGraph
    from dpexact.mechanisms.mechanism import Mechanism

UNREADABLE = ("json", "size", "format")  # checks that fail for what is no certificate of this format at all
SUBJECT = "subject"


def run(file: str, against: str | None, form: Format) -> int:
    """Check, print; the exit status: 0 proved, 1 rejected, 2 for a file that is no certificate."""
    name, text = name_of(file), read_text(file)
    subject = None if against is None else load_mechanism(against)
    try:
        with long_work(f"checking {name}"):
            certificate = Certificate.from_json(text)
            statement = check(certificate)
            if subject is not None:
                _require_subject(certificate, subject, str(against))
    except CertificateError as error:
        if form is Format.json:
            print_json({"rejected": {"check": error.check, "message": str(error)}})
        return complain(f"{name}: rejected: {error}", BAD_INPUT if error.check in UNREADABLE else REFUTED)
    words = sentence(statement, certificate.evidence)
    if form is Format.json:
        print_json({"verdict": "proved", "sentence": words, **statement})
    else:
        print_lines([f"proved: {words}", *([] if against is None else [f"about: {against}"])])
    return HOLDS


def _require_subject(certificate: Certificate, subject: tuple[Mechanism, NeighborGraph], against: str) -> None:
    if "weights" not in certificate.statement:
        kind = certificate.statement["kind"]
        message = f"{SUBJECT}: the certificate ({kind}) is about no mechanism, so not about {against}"
        raise CertificateError(message, check=SUBJECT)
    if not is_about(certificate, *subject):
        message = (
            f"{SUBJECT}: the certificate is about another mechanism or another neighboring relation than {against}"
        )
        raise CertificateError(message, check=SUBJECT)
