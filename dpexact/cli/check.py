"""`dpexact check` prints the statement that a certificate proves, and compares it with the one in question."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from traceback import format_exc
from typing import Annotated, Any

from dpexact.certificates import load_mechanism
from dpexact.certificates.certificate import Certificate, checker_page, left_by_the_page, proved
from dpexact.certificates.implication import KINDS as STATEMENTS
from dpexact.certificates.implication import ORDER, Asked, check_options, shortfall
from dpexact.certificates.source import CERTIFICATE, name_of, other_kind, read_text
from dpexact.certificates.writing import write_file
from dpexact.cli import options
from dpexact.cli.answer import Answer, Field, heading
from dpexact.cli.outcome import HOLDS, REFUTED, UNDECIDED, complain, long_work
from dpexact.composition.record import record_of_certificate
from dpexact.errors import (
    CertificateError,
    IncompatibleFieldsError,
    ParameterError,
    SignChangesError,
    TooLargeError,
    UndecidedError,
)
from dpexact.kernel.child import MEGABYTES, SECONDS, Child, StoppedError
from dpexact.kernel.sentence import sentence
from dpexact.mechanisms.graph import NO_PAIR
from dpexact.version import __version__

ChildAnswer = tuple[str, Any, Any]  # "proved", statement, sentence; "rejected", check, message; "failed", "", traceback

UNREADABLE = ("json", "format")  # checks that fail for anything that is not a certificate of this format at all
SIZE = "size"
LEAST_MEGABYTES = 16  # with less, not even a small certificate is checked
RECORDED = "composition"  # the kind of which a page is the record for an officer
ABOUT_PAIRS = ("private", "tight-delta", "private-for-all")  # kinds that say nothing of inputs with themselves


def run(
    file: Annotated[str, options.argument("FILE", "Certificate; - is the standard input.")],
    against: Annotated[
        str | None, options.text_option("MECHANISM", "Require it to be about this document, every pair of it.")
    ] = None,
    expect: Annotated[
        str | None,
        options.text_option(
            "KIND",
            "Require this kind: private, not-private, tight-delta ...; with --against, private by default.",
            lambda: STATEMENTS,
        ),
    ] = None,
    epsilon: options.Epsilon = None,
    exp_epsilon: options.ExpEpsilon = None,
    delta: Annotated[str | None, options.text_option("TEXT", "Require it to imply its claim for this delta.")] = None,
    *,
    second: Annotated[bool, options.flag("--second", "Use the second, independent checker.")] = False,
    seconds: Annotated[int, options.integer_option("N", "Stop after N seconds of processor time.", least=1)] = SECONDS,
    megabytes: Annotated[
        int, options.integer_option("N", "Stop at N MB of memory.", least=LEAST_MEGABYTES)
    ] = MEGABYTES,
    html: Annotated[
        str | None,
        options.text_option("OUT", "Write a page that checks it in any browser, or the record of a composition."),
    ] = None,
) -> Answer:
    """Check a certificate and print the statement that it proves.

    Exits with 0 if the statement implies the one of the options. Options that are not given are not compared.
    """
    # 0: proved, and it implies what is asked for. 1: rejected, or it does not imply it. 2: no certificate, or options
    # that mean nothing for it. 3: too large, too much work, not comparable, or true of no pair at all.
    factor = None if epsilon is None and exp_epsilon is None else options.exp_epsilon_option(epsilon, exp_epsilon)
    allowed = None if delta is None else options.delta_option(delta)
    wish = Asked(expect, factor, allowed, None if against is None else load_mechanism(against))
    check_options(wish.wanted, wish)
    options.check_targets([("--html", html)], [source for source in (file, against) if source is not None])
    name, text = name_of(file), read_text(file)
    is_record = html is not None and _kind(text) == RECORDED
    if html is not None and not is_record and (why := left_by_the_page(text)) is not None:
        message = f"the page checks no certificate {why}, so none is written; leave --html, or hand on the certificate"
        return _undecided(name, "not checked", message)
    if second:
        try:
            import_module("dpexact.second")
        except ImportError as error:
            came, remedy = f"expected the second checker, got: {error}", "install dpexact with it"
            raise ParameterError(came, place="--second", remedy=remedy) from None
    child = Child(partial(_answer, _second if second else proved), text, seconds, megabytes)
    answer = _compared(name, text, against, wish, child)
    if html is None:
        return answer

    def ended() -> int:
        status = answer.end()
        if not is_record:
            write_file(html, checker_page(text))
        elif status == HOLDS:
            checker = "second checker" if second else "kernel"
            write_file(html, record_of_certificate(Certificate.from_json(text), __version__, checker))
        return status

    return replace(answer, status=ended)


def _kind(text: str) -> object:
    with suppress(CertificateError, LookupError, TypeError):
        return Certificate.from_json(text).statement["kind"]
    return None


def _compared(name: str, text: str, against: str | None, wish: Asked, child: Child) -> Answer:
    """Check the certificate, and compare its statement with the one in question."""
    try:
        with long_work(f"checking {name}"):
            verdict, first, words = child.answer()
            missing = shortfall(first, wish) if verdict == "proved" else None
    except StoppedError as error:
        if not error.limit:
            raise RuntimeError(str(error)) from None
        return _undecided(name, "not checked", str(error))
    except (IncompatibleFieldsError, SignChangesError, TooLargeError, UndecidedError) as error:
        return _undecided(name, "not comparable", str(error))
    if verdict == "failed":
        raise RuntimeError(words)
    if verdict == "rejected":
        return _rejected(name, text, first, words)
    statement, kind = first, first["kind"]
    if missing is not None:
        failed, _, reason = missing.partition(": ")
        fields = [Field("rejected", {"check": failed, "message": missing}), Field("kind", kind)]
        return Answer(partial(complain, f"{name}: rejected: {failed}: {reason}", REFUTED), fields)
    asks_nothing = wish.subject is not None and wish.subject[1].is_empty
    if kind in ABOUT_PAIRS and (asks_nothing or all(i == j for i, j in statement["pairs"])):
        return _undecided(name, "nothing was claimed", f"{NO_PAIR}, of which the {kind} statement is true")
    fields = [
        Field("verdict", "proved"),
        heading(f"proved: {words}", "sentence", words),
        *(Field(key, value) for key, value in statement.items()),
    ]
    if against is not None:
        without = " (the mechanism P; a relation has no part in it)" if kind in ORDER else ""
        fields.append(heading(f"about: {name_of(against)}{without}"))
    return Answer(HOLDS, fields)


def _second(text: str) -> tuple[Any, Any]:
    """Return the statement that the second checker proves, and the evidence."""
    statement, evidence = import_module("dpexact.second").check(text), None
    with suppress(CertificateError):  # for the words only, and the kernel may not read so much
        evidence = Certificate.from_json(text).evidence
    return statement, evidence


def _answer(check: Callable[[str], tuple[Any, Any]], text: str) -> ChildAnswer:
    """Return the answer of a checker, in the child."""
    try:
        statement, evidence = check(text)
        return "proved", statement, sentence(statement, evidence)  # here, where it is ended: its decimals may take long
    except MemoryError:
        return "rejected", SIZE, f"{SIZE}: out of memory"
    except Exception as error:  # noqa: BLE001 - a process that dies would lose it
        failed = getattr(error, "check", None)
        return ("rejected", failed, str(error)) if isinstance(failed, str) else ("failed", "", format_exc())


def _rejected(name: str, text: str, check: str, message: str) -> Answer:
    """Return the answer for a rejected certificate. Raises DocumentError, CertificateError for another document."""
    if check == SIZE:
        return _undecided(name, "not checked", message)
    if check in UNREADABLE:
        raise other_kind(name, text, CERTIFICATE) or CertificateError(f"rejected: {message}", check=check, place=name)
    fields = [Field("rejected", {"check": check, "message": message})]
    return Answer(partial(complain, f"{name}: rejected: {message}", REFUTED), fields)


def _undecided(name: str, verdict: str, reason: str) -> Answer:
    status = partial(complain, f"{name}: {verdict}: {reason}", UNDECIDED)
    return Answer(status, [Field("verdict", verdict), Field("reason", reason)])
