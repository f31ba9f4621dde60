"""Basis: which variables of a standard form are solved for; the others are 0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpexact.linear_programs.standard_form import StandardForm


@dataclass(frozen=True)
class Basis:
    """The basic x_j, and the active rows: those whose s_i is *not* basic, so that they hold with equality.

    There are as many of the one as of the other. Only the square system of active rows and basic x has to be solved:
    that is where the speed comes from, since in a large program most rows are slack.
    """

    columns: frozenset[int] = frozenset()
    active: frozenset[int] = frozenset()

    def fits(self, form: StandardForm) -> bool:
        """Whether it is made of columns and rows of the form, as many of the one as of the other."""
        known = self.columns <= frozenset(range(len(form.columns))) and self.active <= frozenset(range(len(form.rows)))
        return known and len(self.columns) == len(self.active)

    def exchange(self, entering: int, leaving: int) -> Basis:
        """The basis after one variable has taken the place of another."""
        columns, active = set(self.columns), set(self.active)
        if entering >= 0:
            columns.add(entering)
        else:
            active.remove(~entering)
        if leaving >= 0:
            columns.remove(leaving)
        else:
            active.add(~leaving)
        return Basis(frozenset(columns), frozenset(active))

    def nonbasic(self, form: StandardForm) -> Iterator[int]:
        """The variables that are 0."""
        yield from (j for j in range(len(form.columns)) if j not in self.columns)
        yield from (~i for i in self.active)
