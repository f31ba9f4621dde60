"""A Quantity, which is something a paper prints a number for, and its exact computation."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any, Literal, TypeAlias, TypeVar

from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import did_you_mean

Number: TypeAlias = Exact | Enclosure | float

PrivacyDirection = Literal["larger-is-safe", "smaller-is-safe", "neither"]
Computed = TypeVar("Computed", bound="Callable[..., Number]")


@dataclass(frozen=True)
class Quantity:
    """A named quantity of a claim table, computed from the texts of its parameters.

    `compute` is called with one keyword argument for each name in `parameters`. Every argument is the text in the
    table, unparsed. It returns the number itself, an `Exact`, or an `Enclosure` if a closed form is missing, or
    `math.inf` if no number is large enough.

    `privacy_direction` says on which side a printed value is safe for the people in the data. A delta or an epsilon
    that is promised is "larger-is-safe", since a larger printed value promises less privacy than there is.
    A threshold that must not be exceeded to keep a promise is "smaller-is-safe". Everything else is "neither".

    Parameters in `optional` may be missing, and are then not passed. With `any_names` the row may have further ones.
    The number of a `loose` quantity is the bound that a theorem gives, and a mechanism may be more private than that.
    `assumptions` says in words under which conditions the number is the one that the name says. `caution`, called as
    `compute` is, says why the number does not promise privacy at these parameters, as outside the range in which its
    theorem is proven, or returns "". Under a caution no side of a printed value is safe. `remark`, called as `compute`
    too, says on which assumption the number rests at these parameters, and changes no verdict. `digest` is that of the
    file of an own quantity. Without one its numbers are not kept in a cache.

    For the pictures of a report, `pair` gives the two distributions that the number compares, from the same parameters,
    and the number is drawn as a curve over the parameter `profile_over`.

    Reference: `reference` names the paper and the equation that define the quantity.
    """

    name: str
    parameters: tuple[str, ...]
    compute: Callable[..., Number]
    privacy_direction: PrivacyDirection
    reference: str
    optional: tuple[str, ...] = ()
    any_names: bool = False
    assumptions: str = ""
    digest: str = ""
    pair: Callable[..., tuple[Sequence[Exact], Sequence[Exact]]] | None = None
    profile_over: str = ""
    loose: bool = False
    caution: Callable[..., str] | None = None
    remark: Callable[..., str] | None = None


def misnamed(quantity: Quantity, names: Collection[str]) -> tuple[list[str], list[str], str]:
    """Return which parameters are missing, which names are unknown, and a hint for the first of these.

    With `any_names` a name is unknown only if it is a misspelt one of those that are missing.
    """
    known = {*quantity.parameters, *quantity.optional}
    missing = [name for name in quantity.parameters if name not in names]
    unknown = [name for name in names if name not in known]
    if quantity.any_names:
        unknown = [name for name in unknown if did_you_mean(name, missing)]
    return missing, unknown, did_you_mean(unknown[0], known.difference(names)) if unknown else ""


def quantity_of(
    compute: Callable[..., Number], name: str, direction: PrivacyDirection, reference: str, **more: Any
) -> Quantity:
    """Return the quantity that a function computes, whose parameters are those of the function.

    One with a default is optional, and `**names` are further names. `more` are the other fields of a Quantity.
    """
    parameters = signature(compute).parameters.values()
    named = [parameter for parameter in parameters if parameter.kind is not parameter.VAR_KEYWORD]
    return Quantity(
        name,
        tuple(parameter.name for parameter in named if parameter.default is parameter.empty),
        compute,
        direction,
        reference,
        optional=tuple(parameter.name for parameter in named if parameter.default is not parameter.empty),
        any_names=len(named) < len(parameters),
        **more,
    )


class QuantityList(list[Quantity]):
    """The quantities of a source, each listed beside its function by `@QUANTITIES.add("equation (3)")`.

    A name begins with the prefix, a reference with the source.
    """

    def __init__(self, prefix: str, source: str) -> None:
        super().__init__()
        self.prefix, self.source = prefix, source

    def add(
        self, place: str, direction: PrivacyDirection = "neither", *, name: str = "", **more: Any
    ) -> Callable[[Computed], Computed]:
        """Decorate a function with the place of its quantity in the source. The name is its own without "_" in front.

        `more` are the other fields of a Quantity.
        """

        def listed(compute: Computed) -> Computed:
            called = f"{self.prefix}.{name or compute.__name__.removeprefix('_')}"
            self.append(quantity_of(compute, called, direction, f"{self.source}, {place}", **more))
            return compute

        return listed
