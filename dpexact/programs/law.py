"""Laws: the outcomes of a program with their masses, and the states on its way, summed up to one law."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MemberDescriptorType
from typing import Any, NamedTuple

from flint import fmpq

from dpexact.errors import UnsupportedProgramError
from dpexact.programs.kinds import OF_PROGRAMS, tagged
from dpexact.programs.path import Ending
from dpexact.programs.possible import Possible


class Outcome(NamedTuple):
    """The end of a run: a value, an exception ("raised") or a restart of the whole program ("restarted")."""

    kind: str
    value: Any = None
    carried: Any = None  # by an exception, if the program can see it, which may change it later

    @staticmethod
    def raised(error: BaseException, *, inner: bool = False) -> Outcome:
        """Return the outcome of a run that ends in an exception."""
        return Outcome("raised", error, carried_by(error) if inner else None)

    def give(self, source: Any) -> Any:
        """Go on with this outcome in the program that draws it.

        An exception is another one of its kind, with the same arguments, attributes and members.
        """
        if self.kind == "value":
            return self.value
        if self.kind != "raised":
            return source.leave(Ending.RESTARTED)
        base = next(kind for kind in type(self.value).__mro__ if not kind.__flags__ & OF_PROGRAMS)
        arguments, attributes, members = self.carried
        made: BaseException = base.__new__(type(self.value), *arguments)
        for part, value in members.items():
            with suppress(AttributeError):  # not to be written
                part.__set__(made, value)
        vars(made).update(attributes)
        raise made

    def key(self) -> Hashable:
        """Return a key that is equal for outcomes that nobody can tell apart. That of a value is its own."""
        if self.kind == "value":
            return tagged(self.value)
        if self.kind != "raised":
            return (self.kind,)
        arguments, *others = self.carried or ((),)
        named = [(*some, tagged(tuple(some.values()))) for some in others]
        return (self.kind, type(self.value), tagged(arguments), tuple(named))


def carried_by(error: BaseException) -> tuple[tuple[Any, ...], dict[Any, Any], dict[Any, Any]]:
    """Return the arguments, the attributes by their names, and the members of an exception that are not empty."""
    kinds, members = type(error).__mro__, {}
    for part in (part for kind in kinds for part in vars(kind).values() if type(part) is MemberDescriptorType):
        with suppress(AttributeError):
            members[part] = part.__get__(error)
    return error.args, dict(vars(error)), members


@dataclass
class Law:
    """The distribution of the outcomes of a program, whose weights beside them and unfinished mass sum to 1.

    `ways` has, for the key of each outcome, a path that gives it, so that a replay can run it. `rejected` has such
    paths of the outcomes after which a loop runs again.
    """

    outcomes: list[tuple[Outcome, Any]]
    unfinished: Any
    paths: int = 0
    assumes: frozenset[str] = frozenset()  # functions that were assumed monotone
    ways: dict[Hashable, Any] = field(default_factory=dict)
    rejected: tuple[Any, ...] = ()
    is_open: bool = False  # whether more paths or boxes would leave less unfinished

    def without(self, rejected: Callable[[Outcome], bool]) -> Law:
        """Return the law of a loop that runs again as long as the outcome is rejected.

        With masses p_i of the outcomes that are kept, r rejected and u unfinished, the loop gives outcome i with
        probability (p_i + a_i) / (1 - r - b), for unknown a_i, b >= 0 that sum to u. This is at least p_i / (1 - r), so
        that u / (1 - r) of the whole is not known.
        """
        gone = {outcome.key(): weight for outcome, weight in self.outcomes if rejected(outcome)}
        if not gone:
            return self
        total = fmpq(1) - sum(gone.values(), fmpq(0))
        if total == 0:
            raise UnsupportedProgramError("the program rejects always: no run of it ends")
        again = tuple(self.ways[key] for key in gone if key in self.ways)
        kept = [(outcome, weight / total) for outcome, weight in self.outcomes if not rejected(outcome)]
        return replace(self, outcomes=kept, unfinished=self.unfinished / total, rejected=again)


@dataclass(eq=False)
class Node:
    """A state of the program on its way (`loops`), with the results found from it before it came up again.

    `mass` is the mass of the path that led to it, `made` the number of draws made before. `leads` has the mass that led
    from it to the next node, be it new, itself or another one that was found before.
    """

    parent: Node | None
    mass: Any
    made: int = 0
    possible: Sequence[Possible] = ()  # the possible values of the draws before it
    outcomes: dict[Hashable, Any] = field(default_factory=dict)  # masses, by the keys of outcomes
    unfinished: Any = field(default_factory=fmpq)  # 0
    leads: dict[Node, Any] = field(default_factory=dict)
    way_out: Any = None  # a path that goes on from it to an output


def add_mass(outcomes: dict[Hashable, Any], key: Hashable, mass: Any) -> None:
    """Add the mass of an outcome, given by its key."""
    outcomes[key] = outcomes[key] + mass if key in outcomes else _once(mass)


@lru_cache(1 << 10)
def _once(mass: Any) -> Any:
    """Return the mass, or the same one of an earlier path. A long one takes as much memory as all else of a path."""
    return mass


def settled(nodes: Sequence[Node], left: Mapping[Node, Any]) -> tuple[dict[Hashable, Any], Any, Any]:
    """Return the masses of outcomes and the unfinished mass of the first node, and the part of the latter that is left.

    Returns are summed up. `left` has the mass that is left for later runs, by the nodes from which these go on.

    The path that found a node brought mass m to it, and x m comes to it in all, so that all that leads on from it is x
    times as likely. Mass that never leaves a node is unfinished.
    """
    if len(nodes) == 1:
        later = left.get(nodes[0], fmpq(0))
        return nodes[0].outcomes, nodes[0].unfinished + later, later
    leaving, entering = _taken_out(nodes)
    outcomes: dict[Hashable, Any] = {}
    unfinished, later, likelier = fmpq(0), fmpq(0), list[Any]()
    for v, node in enumerate(nodes):
        comes = sum((likelier[u] * mass for u, mass in entering[v].items()), fmpq(not v))
        ends = leaving[v] == 0
        likelier.append(fmpq(0) if ends else comes / leaving[v])
        unfinished += comes if ends else likelier[v] * node.unfinished
        later += likelier[v] * left.get(node, fmpq(0))
        once = likelier[v] == 1  # then the masses, which take much memory, stay the same
        for key, mass in () if ends else node.outcomes.items():
            add_mass(outcomes, key, mass if once else mass * likelier[v])
    return outcomes, unfinished + later, later


def _taken_out(nodes: Sequence[Node]) -> tuple[list[Any], list[dict[int, Any]]]:
    """Return the mass m - r that leaves each node, and the masses f that enter it from nodes before.

    Nodes are taken out from the last to the first: if mass f leads from u to v and r from v to itself, f / (m - r) of
    all else that leads on from v leads on from u then. At its turn only nodes before v lead to it, so their x and f
    give its own.
    """
    number = {node: n for n, node in enumerate(nodes)}
    flows = [{number[to]: mass for to, mass in node.leads.items()} for node in nodes]
    before = [set[int]() for _ in nodes]
    for u, ways in enumerate(flows):
        for v in ways:
            before[v].add(u)
    leaving, entering = [node.mass for node in nodes], [dict[int, Any]() for _ in nodes]  # m - r, and f of each u
    for v in range(len(nodes) - 1, -1, -1):
        leaving[v] -= flows[v].pop(v, fmpq(0))
        entering[v] = {u: flows[u].pop(v) for u in before[v] if u < v}
        for u, mass in entering[v].items() if leaving[v] != 0 else ():
            for w, more in flows[v].items():
                flows[u][w] = flows[u].get(w, fmpq(0)) + mass * more / leaving[v]
                before[w].add(u)
    return leaving, entering
