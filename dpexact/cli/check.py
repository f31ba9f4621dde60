"""`dpexact check`: what a certificate proves, by the kernel, and whether that implies what is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from traceback import format_exc
from typing import Any

from dpexact.certificates import load_mechanism
from dpexact.certificates.certificate import Certificate, proved
from dpexact.certificates.checker_page import checker_page
from dpexact.certificates.document_kind import CERTIFICATE, other_kind
from dpexact.certificates.implication import ORDER, Asked, check_options, shortfall
from dpexact.certificates.source import name_of, read_text
from dpexact.certificates.writing import check_target, write_text
from dpexact.cli.options import Format, Level, delta_option, print_json, print_text, some_exp_epsilon_option
from dpexact.cli.outcome import BAD_INPUT, HOLDS, REFUTED, UNDECIDED, complain, long_work
from dpexact.errors import (
    CertificateError,
    IncompatibleFieldsError,
    ParameterError,
    SignChangesError,
    TooLargeError,
    UndecidedError,
)
from dpexact.kernel.checker import KINDS
from dpexact.kernel.child import MEGABYTES, SECONDS, Child, StoppedError
from dpexact.kernel.sentence import sentence
from dpexact.mechanisms.graph import NO_PAIR
from dpexact.numbers.typography import excerpt

Answer = tuple[str, Any, Any]  # "proved", statement, sentence; "rejected", check, message; "failed", "", traceback

UNREADABLE = ("json", "format")  # checks that fail for anything that is not a certificate of this format at all
SIZE = "size"
PAGE_BYTES = 1 << 24  # MOST_BYTES of the page
CHECKED_BY_THE_PAGE = tuple(kind for kind in KINDS if kind != "composition")
ABOUT_PAIRS = ("private", "tight-delta", "private-for-all")  # kinds that say nothing of a relation without a pair


@dataclass(frozen=True)
class Limits:
    """The limits of one check, in a process of its own."""

    seconds: int = SECONDS
    megabytes: int = MEGABYTES


def run(
    file: str,
    against: str | None,
    expect: str | None,
    level: Level,
    delta: str | None,
    form: Format,
    limits: Limits,
    *,
    second: bool,
    html: str | None = None,
) -> int:
    """Check, compare, print; return the exit status. What is a certificate is written into a page that checks it too.

    0: proved, and it implies what is asked for. 1: rejected, or it does not imply it. 2: no certificate, or options
    that mean nothing for it. 3: too large, or too much work, or not comparable, or
    true of no pair at all.
    """
    factor = some_exp_epsilon_option(level)
    allowed = None if delta is None else delta_option(delta)
    asked = Asked(expect, factor, allowed, None if against is None else load_mechanism(against))
    check_options(asked.wanted, asked)
    if html is not None:
        check_target("--html", html, [one for one in (file, against) if one is not None])
    name, text = name_of(file), read_text(file)
    if html is not None and (why := _not_for_the_page(text)) is not None:
        message = f"the page checks no certificate {why}, so none is written; leave --html, or hand on the certificate"
        return _undecided(name, "not checked", message, form)
    status = _run(name, text, against, asked, form, limits, second=second)
    if html is not None and status != BAD_INPUT:
        write_text(html, checker_page(text))
    return status


def _not_for_the_page(text: str) -> str | None:
    """Say which certificates the page leaves, if this is one of them; None for one that it accepts or rejects."""
    try:
        kind = Certificate.from_json(text).statement["kind"]
    except (CertificateError, KeyError, TypeError):
        return None
    if kind not in CHECKED_BY_THE_PAGE:
        return f"of the kind {excerpt(str(kind))!r}"
    return f"of more than {PAGE_BYTES} bytes" if len(text.encode()) > PAGE_BYTES else None


def _run(name: str, text: str, against: str | None, asked: Asked, form: Format, limits: Limits, *, second: bool) -> int:
    checker = _second if second else _kernel
    if second:
        _require_second()
    try:
        with Child(checker, limits.seconds, limits.megabytes) as child, long_work(f"checking {name}"):
            statement, words = _checked(child, text)
            missing = shortfall(statement, asked)
    except StoppedError as error:
        return _undecided(name, "not checked", str(error), form)
    except CertificateError as error:
        wrong = other_kind(name, text, CERTIFICATE) if error.check in UNREADABLE else None
        reason = f"rejected: {error}" if wrong is None else str(wrong).removeprefix(f"{name}: ")
        return _rejected(name, error, form, reason)
    except (IncompatibleFieldsError, SignChangesError, TooLargeError, UndecidedError) as error:
        return _undecided(name, "not comparable", str(error), form)
    if missing is not None:
        return _not_implied(name, statement, missing, form)
    if statement["kind"] in ABOUT_PAIRS and not statement["pairs"]:
        return _undecided(
            name, "nothing was claimed", f"{NO_PAIR}, of which the {statement['kind']} statement is true", form
        )
    _print_proved(statement, words, against, form)
    return HOLDS


def _checked(child: Child, text: str) -> tuple[Mapping[str, Any], str]:
    """Return the statement that the checker proves, and its sentence. Raises: CertificateError, StoppedError."""
    try:
        verdict, first, second = child.ask(text)
    except StoppedError as error:
        if error.limit:
            raise
        raise RuntimeError(str(error)) from None
    if verdict == "failed":
        raise RuntimeError(second)
    if verdict == "rejected":
        raise CertificateError(second, check=first)
    return first, second


def _kernel(text: str) -> Answer:
    """Return what the kernel says, in the child."""
    return _answer(lambda: proved(text))  # the one parse of the text


def _second(text: str) -> Answer:
    """Return what the second checker says, in the child."""
    return _answer(lambda: (import_module("dpexact.second").check(text), _evidence(text)))


def _answer(check: Callable[[], tuple[Any, Any]]) -> Answer:
    try:
        statement, evidence = check()
        return "proved", statement, sentence(statement, evidence)  # here, where it is ended: its decimals may take long
    except MemoryError:
        return "rejected", SIZE, f"{SIZE}: out of memory"
    except Exception as error:  # noqa: BLE001 - a process that dies would lose it
        found = getattr(error, "check", None)
        return ("rejected", found, str(error)) if isinstance(found, str) else ("failed", "", format_exc())


def _require_second() -> None:
    try:
        import_module("dpexact.second")
    except ImportError as error:
        raise ParameterError(
            f"expected the second checker, got: {error}", place="--second", remedy="install dpexact with it"
        ) from None


def _evidence(text: str) -> Any:
    """Return the evidence for the words only; none where the kernel would not read so much."""
    try:
        return Certificate.from_json(text).evidence
    except CertificateError:
        return None


def _rejected(name: str, error: CertificateError, form: Format, reason: str) -> int:
    if error.check == SIZE:
        return _undecided(name, "not checked", str(error), form)
    if form is Format.json:
        print_json({"rejected": {"check": error.check, "message": reason.removeprefix("rejected: ")}})
    return complain(f"{name}: {reason}", BAD_INPUT if error.check in UNREADABLE else REFUTED)


def _undecided(name: str, verdict: str, reason: str, form: Format) -> int:
    """Report that the answer is neither yes nor no; return the exit status."""
    if form is Format.json:
        print_json({"verdict": verdict, "reason": reason})
    return complain(f"{name}: {verdict}: {reason}", UNDECIDED)


def _not_implied(name: str, statement: Mapping[str, Any], missing: str, form: Format) -> int:
    """Report a true statement that is not, and does not imply, the one asked for."""
    failed, _, reason = missing.partition(": ")
    if form is Format.json:
        print_json({"rejected": {"check": failed, "message": missing}, "kind": statement["kind"]})
    message = f"{name}: rejected: {failed}: what it proves does not imply what is asked for: {reason}"
    return complain(message, REFUTED)


def _print_proved(statement: Mapping[str, Any], words: str, against: str | None, form: Format) -> None:
    """Print the statement in the kernel's words; the one place that says what was proved."""
    if form is Format.json:
        print_json({"verdict": "proved", "sentence": words, **statement})
    else:
        what = " (the mechanism P; a relation has no part in it)" if statement["kind"] in ORDER else ""
        print_text(f"proved: {words}" + ("" if against is None else f"\nabout: {name_of(against)}{what}"))
