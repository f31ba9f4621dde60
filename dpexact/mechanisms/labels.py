"""Labels of inputs and outputs, which are Unicode text, integers (1 is not "1"), or tuples of these."""

from collections import Counter
from collections.abc import Collection, Iterable, KeysView, Mapping, Sequence
from typing import Any, TypeGuard

from dpexact.errors import DPExactError, MechanismError, need
from dpexact.numbers.typography import value_excerpt

Label = str | int | tuple["Label", ...]

MAX_DEPTH = 20
MAX_DIGITS = 640  # of an integer label: the least limit that Python can be set to, and that of certificates
PAST_INTEGERS = 10**MAX_DIGITS
PLAIN_INTEGERS = 1 << 64
MAX_ALIKE = 1 << 12  # labels, or pairs of them, with one and the same hash


def too_alike(values: Collection[object]) -> bool:
    """Return whether Python has one hash for so many of the values that finding one among them takes long.

    Hashes of text differ from run to run, but integers k (2^61 - 1) have the hash 0, and -1 has the hash of -2.
    """
    if len(values) <= MAX_ALIKE:
        return False
    alike = sum(count**2 for count in Counter(map(hash, values)).values())
    return alike > MAX_ALIKE**2 + 64 * len(values)


def refuse_alike(values: Collection[object], place: str, what: str) -> None:
    """Raise MechanismError for values that are too alike."""
    if too_alike(values):
        came = f"many of these {what} have one and the same hash, so that finding one takes long"
        raise MechanismError(came, place=place, remedy="use text")


def is_plain(value: object) -> TypeGuard[Label]:
    """Return whether a value is a label at first sight, as a short integer, ASCII text, or a tuple of these.

    It spares large graphs the closer look of `label_of`. False decides nothing.
    """
    return all(map(_is_plain_part, value)) if type(value) is tuple else _is_plain_part(value)


def _is_plain_part(value: object) -> bool:
    if type(value) is int:
        return -PLAIN_INTEGERS < value < PLAIN_INTEGERS
    return type(value) is str and value.isascii()


def label_of(value: object, place: str, depth: int = 0) -> Label:
    """Return a value that is a label.

    Raises MechanismError for booleans, floats and everything else, and for text with a lone surrogate and integers of
    more than 640 digits, since no document can hold them.
    """
    if isinstance(value, str):
        if not value.isascii() and any("\ud800" <= sign <= "\udfff" for sign in value):
            came = f"{value_excerpt(value)} with a lone surrogate"
            raise MechanismError(came, place=place, expected="a label of whole characters")
        return value
    if isinstance(value, tuple) and depth < MAX_DEPTH:
        return tuple(label_of(part, place, depth + 1) for part in value)
    number = need.as_integer(value)
    if number is None:
        expected = f"a label (text, an integer, or a tuple of these, at most {MAX_DEPTH} deep)"
        raise need.refusal(place, expected, value, error=MechanismError)
    if abs(number) >= PAST_INTEGERS:
        expected = f"an integer label of at most {MAX_DIGITS} digits"
        raise MechanismError("a longer one", place=place, expected=expected, remedy="use text")
    return number


def labels_of(values: Iterable[object], name: str) -> tuple[Label, ...]:
    """Return the labels, at least one and all distinct. A set is without an order. Raises MechanismError."""
    items = need.values(values, name, "a sequence of labels", MechanismError, also=(str, Mapping, KeysView))
    labels = tuple(
        value if is_plain(value) else label_of(value, f"{name}[{place}]") for place, value in enumerate(items)
    )
    if not labels:
        raise MechanismError("none", place=name, expected="at least one label")
    refuse_alike(labels, name, "labels")
    if len(set(labels)) == len(labels):
        return labels
    first: dict[Label, int] = {}
    place = next(n for n, label in enumerate(labels) if first.setdefault(label, n) != n)
    came = f"the label {value_excerpt(labels[place])} is already {name}[{first[labels[place]]}]"
    raise MechanismError(came, place=f"{name}[{place}]", remedy="labels are distinct")


def plain_rows(rows: Any, inputs: Sequence[Label], outputs: Sequence[Label]) -> Any:
    """Return the rows of a DataFrame whose index is the inputs and whose columns are the outputs, all else unchanged.

    Rows or columns that are numbered from 0 count as unlabeled if none of the labels is such a number.
    Raises MechanismError for other labels, or the same in another order.
    """
    if not all(hasattr(rows, name) for name in ("iloc", "columns", "index", "to_numpy")):
        return rows
    for axis, labels, what in (("index", inputs, "inputs"), ("columns", outputs, "outputs")):
        own = getattr(rows, axis).tolist()
        numbered = own == list(range(len(own))) and not {*own} & {*labels}
        if not numbered and not _same(own, labels):
            expected = f"a DataFrame whose {axis} is the {what} {value_excerpt(list(labels))} in this order"
            remedy = "select .loc[inputs, outputs], or pass .to_numpy() if they mean nothing"
            raise MechanismError(value_excerpt(own), place="rows", expected=expected, remedy=remedy)
    return rows.to_numpy()


def _same(own: list[object], labels: Sequence[Label]) -> bool:
    try:
        return labels_of(own, "rows") == tuple(labels)
    except DPExactError:
        return False
