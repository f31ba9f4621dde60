"""Labels of a mechanism document, text, integers, and arrays of labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dpexact.certificates.source import described, fault
from dpexact.mechanisms.labels import MAX_DEPTH, MAX_DIGITS, PAST_INTEGERS, Label, too_alike

TWIN_DIGITS = 18
EXPECTED = "a label: text, an integer, or an array of labels"


def read_labels(file: str, key: str, value: object) -> tuple[Label, ...]:
    """Return the labels under a key of a document, at least one, all distinct. 1 is not "1".

    Raises: DocumentError.
    """
    items = as_list(value)
    if items is None:
        raise fault(file, key, "a list of labels", described(value), "list the labels, one for each row or column")
    if not items:
        raise fault(file, key, "at least one label", "an empty list", f"name the {key}")
    labels = [read_label(file, f"{key}[{index}]", item) for index, item in enumerate(items)]
    if too_alike(labels):
        raise fault(file, key, "labels with different hashes", "many with the same hash", "write them as text")
    seen: dict[Label, int] = {}
    for index, label in enumerate(labels):
        if label in seen:
            came = f"{described(items[index])} again (first at {key}[{seen[label]}])"
            raise fault(file, f"{key}[{index}]", "distinct labels", came, "rename one of the two")
        seen[label] = index
    return tuple(seen)


def read_label(file: str, place: str, value: object, depth: int = 0) -> Label:
    """Read a label. Raises: DocumentError for a bool, float, null, object, long integer or text that is not Unicode."""
    if isinstance(value, str):
        if not value.isascii() and not _is_unicode(value):
            raise fault(file, place, EXPECTED, "text with a lone surrogate", "write whole characters")
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        if abs(value) >= PAST_INTEGERS:
            expected = f"an integer label of at most {MAX_DIGITS} digits"
            raise fault(file, place, expected, "a longer one", "write it as text")
        return value
    parts = as_list(value)
    if not parts:
        raise fault(file, place, EXPECTED, described(value), 'write it as text, for example "yes"')
    if depth >= MAX_DEPTH:
        raise fault(file, place, f"labels nested at most {MAX_DEPTH} deep", "deeper nesting", "use plain labels")
    return tuple(read_label(file, f"{place}[{index}]", part, depth + 1) for index, part in enumerate(parts))


def known_label(file: str, place: str, value: object, known: Mapping[Label, int]) -> Label:
    """Return a label that must be one of the inputs. Raises: DocumentError."""
    label = read_label(file, place, value)
    if label not in known:
        hint = ' (1 and "1" are different labels)' if _twin(label) in known else ""
        raise fault(file, place, "one of the inputs", described(value) + hint, "use a label listed under inputs")
    return label


def as_list(value: object) -> Sequence[object] | None:
    """Return the value as a sequence if it is a list or a tuple, otherwise None."""
    return value if isinstance(value, list | tuple) else None


def _twin(label: Label) -> Label | None:
    """Return the label that looks the same, "1" for 1 and 1 for "1", or None for long ones and for arrays."""
    if isinstance(label, str):
        return int(label) if len(label) < TWIN_DIGITS and label.isascii() and label.isdigit() else None
    return str(label) if isinstance(label, int) and abs(label) < 10**TWIN_DIGITS else None


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
