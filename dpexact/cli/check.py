"""`dpexact check`: what a certificate proves, by the kernel, and whether that implies what is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpexact.certificates.certificate import Certificate, proved
from dpexact.certificates.implication import ORDER, Asked, check_options, shortfall
from dpexact.cli.outcome import BAD_INPUT, HOLDS, REFUTED, UNDECIDED, complain
from dpexact.cli.progress import long_work
from dpexact.cli.values import Format, Level, delta_option, print_json, print_text, some_exp_epsilon_option
from dpexact.documents import load_mechanism
from dpexact.documents.source import name_of, read_text
from dpexact.errors import (
    CertificateError,
    IncompatibleFieldsError,
    ParameterError,
    SignChangesError,
    TooLargeError,
    UndecidedError,
)
from dpexact.kernel.sentence import sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

UNREADABLE = ("json", "format")  # checks that fail for what is no certificate of this format at all
SIZE = "size"


def run(
    file: str, against: str | None, expect: str | None, level: Level, delta: str | None, form: Format, *, second: bool
) -> int:
    """Check, compare, print; the exit status.

    0: proved, and it implies what is asked for. 1: rejected, or it does not imply it. 2: no certificate, or options
    that mean nothing for it. 3: over the checker's budget, or not comparable.
    """
    factor = some_exp_epsilon_option(level)
    allowed = None if delta is None else delta_option(delta)
    asked = Asked(expect, factor, allowed, None if against is None else load_mechanism(against))
    check_options(asked.wanted, asked)
    name, text = name_of(file), read_text(file)
    try:
        with long_work(f"checking {name}"):
            statement, evidence = _checked(text, second=second)
            missing = shortfall(statement, asked)
    except CertificateError as error:
        return _rejected(name, error, form)
    except (IncompatibleFieldsError, SignChangesError, TooLargeError, UndecidedError) as error:
        return _open(name, "not comparable", str(error), form)
    if missing is not None:
        return _not_implied(name, statement, missing, form)
    _print_proved(statement, evidence, against, form)
    return HOLDS


def _checked(text: str, *, second: bool) -> tuple[Mapping[str, Any], Any]:
    """The statement that the checker proves, and the evidence. Raises: CertificateError."""
    if not second:
        return proved(text)  # the one parse of the text
    from importlib import import_module

    try:
        checker = import_module("dpexact.second")
    except ImportError as error:
        message = f"--second: expected the second checker, got: {error}; install dpexact with it"
        raise ParameterError(message) from None
    try:
        return checker.check(text), _evidence(text)
    except Exception as error:
        found = getattr(error, "check", None)
        if isinstance(found, str):
            raise CertificateError(str(error), check=found) from None
        raise


def _evidence(text: str) -> Any:
    """The evidence for the words only; none where the kernel would not read so much."""
    try:
        return Certificate.from_json(text).evidence
    except CertificateError:
        return None


def _rejected(name: str, error: CertificateError, form: Format) -> int:
    if error.check == SIZE:
        return _open(name, "not checked", str(error), form)
    if form is Format.json:
        print_json({"rejected": {"check": error.check, "message": str(error)}})
    return complain(f"{name}: rejected: {error}", BAD_INPUT if error.check in UNREADABLE else REFUTED)


def _open(name: str, verdict: str, reason: str, form: Format) -> int:
    """Neither yes nor no."""
    if form is Format.json:
        print_json({"verdict": verdict, "reason": reason})
    return complain(f"{name}: {verdict}: {reason}", UNDECIDED)


def _not_implied(name: str, statement: Mapping[str, Any], missing: str, form: Format) -> int:
    """A true statement that is not, and does not imply, the one asked for."""
    failed, _, reason = missing.partition(": ")
    if form is Format.json:
        print_json({"rejected": {"check": failed, "message": missing}, "kind": statement["kind"]})
    message = f"{name}: rejected: {failed}: what it proves does not imply what is asked for: {reason}"
    return complain(message, REFUTED)


def _print_proved(statement: Mapping[str, Any], evidence: Any, against: str | None, form: Format) -> None:
    """Print the statement in the kernel's words; the one place that says what was proved."""
    words = sentence(statement, evidence)
    if form is Format.json:
        print_json({"verdict": "proved", "sentence": words, **statement})
    else:
        what = " (the mechanism P; a relation has no part in it)" if statement["kind"] in ORDER else ""
        print_text(f"proved: {words}" + ("" if against is None else f"\nabout: {name_of(against)}{what}"))
