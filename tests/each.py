"""A grid of small cases as one test, since pytest needs some milliseconds for each item before it runs."""

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from inspect import signature
from reprlib import repr as shown
from typing import Any

import pytest

Test = Callable[..., None]
MARKED = type(pytest.param())


def each(
    names: str | Sequence[str], cases: Iterable[Any], ids: Sequence[object] | Callable[[Any], object] = shown
) -> Callable[[Test], Test]:
    """Run a test on every case, as `pytest.mark.parametrize` would. The message names those that fail."""
    keys = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    rows = [case if len(keys) > 1 else (case,) for case in cases]
    assert rows, "a grid without a case"
    assert not any(isinstance(part, MARKED) for row in rows for part in (row, *row)), "a case with a mark of its own"

    def title(number: int) -> str:
        return ", ".join(str(ids(part)) for part in rows[number]) if callable(ids) else str(ids[number])

    def of(test: Test) -> Test:
        @wraps(test)
        def on_each(*given: Any, **fixtures: Any) -> None:
            failed: list[tuple[str, BaseException]] = []
            for number, row in enumerate(rows):
                try:
                    test(*given, **fixtures, **dict(zip(keys, row, strict=True)))
                except (Exception, BaseExceptionGroup, pytest.fail.Exception) as error:  # noqa: BLE001 - any failure
                    failed.append((title(number), error))
                    error.add_note(f"in the case {title(number)}")
            if failed:
                message = f"{len(failed)} of {len(rows)} cases fail: {'; '.join(name for name, _ in failed)}"
                raise BaseExceptionGroup(message, [error for _, error in failed])

        shape = signature(test)
        left = [one for name, one in shape.parameters.items() if name not in keys]
        assert len(left) == len(shape.parameters) - len(keys), "the names are those of parameters"
        vars(on_each)["__signature__"] = shape.replace(parameters=left)
        return on_each

    return of
