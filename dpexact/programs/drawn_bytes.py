"""Bytes that are not yet known, each a draw of its own, or all of them one number."""

from collections.abc import Sequence
from math import prod
from typing import Any

from dpexact.programs.draw import concrete, is_draw, unknown_of


class DrawnBytes:
    """Bytes of one place that are not yet known: each a draw of its own, or all of them one number in an order."""

    def __init__(self, items: Sequence[Any], place: str, number: Any = None, order: Any = "") -> None:
        self._items, self._place, self._number, self._order = items, place, number, order

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return bytes

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, place: Any) -> Any:
        chosen = range(len(self))[place]
        if isinstance(chosen, int):
            return self._items[chosen] if self._number is None else self[chosen : chosen + 1]._number  # noqa: SLF001
        if self._number is None:
            return DrawnBytes(self._items[place], self._place)
        if chosen.step != 1:
            return DrawnBytes([self[n] for n in chosen], self._place)
        before, after = chosen.start, len(self) - chosen.stop
        above, below = (before, after) if self._order == "big" else (after, before)
        number = self._number >> 8 * below if below else self._number
        number = number & (256 ** len(chosen) - 1) if above else number
        return DrawnBytes(chosen, self._place, number, self._order)

    def __bytes__(self) -> bytes:
        if self._number is None:
            return self._listed("int")
        return int(concrete(self._number)).to_bytes(len(self), self._order)

    def _listed(self, wanted: str, order: Any = "") -> bytes:
        """Return bytes of few values. If they have many, a new start replaces `int` or draws them as one number."""
        drawn = [unknown_of(item) for item in self._items if is_draw(item)]
        if drawn and prod(item.possible.count for item in drawn) > drawn[0].path.most:
            drawn[0].path.exploration.source.wanted.setdefault(wanted, order)
            drawn[0].path.refuse(
                f"{len(self)} bytes are looked at as one value, of which there are too many to list "
                f"(paths={drawn[0].path.most}); draw an integer instead, by getrandbits(8 * n) or below(n)"
            )
        return bytes(map(concrete, self._items))

    def as_integer(self, byteorder: Any = "big", *, signed: Any = False) -> Any:
        """Return the integer of the bytes, as int.from_bytes does."""
        if not is_draw(self._number):
            known = self._listed(self._place, byteorder) if self._number is None else bytes(self)
            return int.from_bytes(known, byteorder, signed=bool(signed))
        if byteorder != self._order:
            unknown_of(self._number).path.refuse("bytes of one line are read as integers in two orders")
        half = 256 ** len(self) // 2
        return self._number - 2 * half if signed and self._number >= half else self._number

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of bytes, after taking all of them apart."""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(bytes(self), name)


def _of_bytes(name: str) -> Any:
    return lambda self, *args: getattr(bytes(self), name)(*(bytes(x) if type(x) is DrawnBytes else x for x in args))


for _name in ("lt", "le", "gt", "ge", "eq", "ne", "hash", "repr", "contains", "add", "mul", "rmul"):
    setattr(DrawnBytes, f"__{_name}__", _of_bytes(f"__{_name}__"))
