"""Tensors and other objects that numpy can read by `__array__`, taken as the arrays that they offer."""

from __future__ import annotations

from typing import Any

from dpexact.errors import InexactInputError
from dpexact.numbers.typography import excerpt

KINDS = "biufc"  # of the entries of an array of numbers
OF_PYTHON = (str, bytes, int, float, complex, type)


def plain_array(value: Any, place: str) -> Any:
    """Return the array of numpy that a tensor (of torch, JAX, TensorFlow ...) offers, and anything else unchanged.

    Arrays and numbers of numpy, the tables of pandas (whose labels mean something) and arrays of objects are unchanged.
    Raises: InexactInputError for a tensor on another device, or of a format such as bfloat16, that numpy cannot read.
    """
    kind = type(value)
    if isinstance(value, OF_PYTHON) or not hasattr(kind, "__array__"):
        return value
    if kind.__module__.partition(".")[0] == "numpy" or hasattr(kind, "iloc"):
        return value
    import numpy as np

    try:
        array = np.asarray(value)
    except Exception as error:
        came = f"{kind.__name__}, which numpy cannot read ({type(error).__name__}: {excerpt(str(error))})"
        raise InexactInputError(
            came,
            place=place,
            expected="numbers",
            remedy="pass x.detach().cpu() of a tensor, or x.float() of one of bfloat16, which changes no value",
        ) from error
    if array.dtype.kind in KINDS:
        return array
    if array.dtype.kind == "O":
        return value
    raise InexactInputError(
        f"{kind.__name__} of {array.dtype}",
        place=place,
        expected="numbers of numpy's own types",
        remedy="convert it first: x.astype(numpy.float32) changes no value of bfloat16",
    )


def plain_scalar(value: Any, place: str) -> Any:
    """Return the one entry of an array or tensor without dimensions as a number of numpy, anything else unchanged.

    Raises: InexactInputError as `plain_array`.
    """
    array = plain_array(value, place)
    kind = type(array)
    if kind.__module__.partition(".")[0] == "numpy" and kind.__name__ == "ndarray" and array.shape == ():
        return array[()]
    return value
