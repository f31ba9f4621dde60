"""Tables with labels of their own, as pandas has them: their labels have to be those that are given beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpexact.errors import DPExactError, MechanismError
from dpexact.mechanisms.labels import labels_of
from dpexact.numbers.excerpt import value_excerpt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpexact.mechanisms.labels import Label


def plain_rows(rows: Any, inputs: Sequence[Label], outputs: Sequence[Label]) -> Any:
    """The rows of a DataFrame whose index are the inputs and whose columns are the outputs; anything else as it is.

    Rows or columns that are numbered from 0 have no labels, where none of the labels is such a number.
    Raises: MechanismError for other labels, or the same in another order.
    """
    if not all(hasattr(rows, name) for name in ("iloc", "columns", "index", "to_numpy")):
        return rows
    for axis, labels, what in (("index", inputs, "inputs"), ("columns", outputs, "outputs")):
        own = getattr(rows, axis).tolist()
        numbered = own == list(range(len(own))) and not {*own} & {*labels}
        if not numbered and not _same(own, labels):
            message = (
                f"rows: expected a DataFrame whose {axis} is the {what} {value_excerpt(list(labels))} in this order, "
                f"got {value_excerpt(own)}; select .loc[inputs, outputs], or pass .to_numpy() if they mean nothing"
            )
            raise MechanismError(message, "rows")
    return rows.to_numpy()


def _same(own: list[object], labels: Sequence[Label]) -> bool:
    try:
        return labels_of(own, "rows") == tuple(labels)
    except DPExactError:
        return False
