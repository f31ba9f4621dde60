"""What the exploration says of a program: its exact law, or why it is refused."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import wraps
from inspect import Signature
from typing import Any

from dpexact.programs import UnsupportedProgramError, distribution_of
from tests.refusals import refuses

Program = Callable[..., Any]


def masses(program: Program, *arguments: Any, **options: Any) -> dict[Any, Fraction]:
    """Return the law of a program of which nothing is unfinished, with the outcomes ("raised", name of an error)."""
    found = distribution_of(program, *arguments, **options)
    assert found.unfinished == 0
    law = {output: Fraction(str(mass)) for output, mass in found.probabilities.items()}
    law.update({("raised", name): Fraction(str(mass)) for name, mass in found.errors.items()})
    assert sum(law.values()) == 1
    return law


def coin(true: Fraction) -> dict[Any, Fraction]:
    """Return the law of a truth value."""
    return {True: true, False: 1 - true}


def refused(message: str, program: Program, *arguments: Any, **options: Any) -> str:
    """Have a program refused, by a message of this form if one is given, and return the message."""
    return refuses(UnsupportedProgramError, message, distribution_of, program, *arguments, **options)


def has_law(law: Mapping[Any, Any], **options: Any) -> Callable[[Program], Callable[[], None]]:
    """Make a program a test of its own: that it has this law."""

    def check(program: Program) -> None:
        assert masses(program, **options) == law

    return _test_by(check)


def is_refused(message: str, **options: Any) -> Callable[[Program], Callable[[], None]]:
    """Make a program a test of its own: that it is refused, by a message of this form."""
    return _test_by(lambda program: refused(message, program, **options))


def _test_by(check: Callable[[Program], object]) -> Callable[[Program], Callable[[], None]]:
    def of(program: Program) -> Callable[[], None]:
        @wraps(program)
        def test() -> None:
            check(program)

        vars(test)["__signature__"] = Signature()
        return test

    return of
