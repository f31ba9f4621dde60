"""The commands as typer makes them, with arguments that the help names in one word, and options that count once."""

from __future__ import annotations

from collections import Counter
from typing import Any

from typer import BadParameter
from typer.core import TyperArgument, TyperCommand, TyperOption


class PlainCommand(TyperCommand):
    """A command whose help calls its arguments FILE or TABLE ..., without the types that typer puts after the name.

    An option with a value is refused the second time, where typer would take the last one without a word.
    """

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for parameter in self.params:
            if isinstance(parameter, TyperArgument):
                setattr(parameter, "display_type_rich", _plural if parameter.nargs == -1 else _nothing)  # noqa: B010

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments that are left. Raises: BadParameter for an option that is given twice."""
        given = list(args)
        try:
            left = super().parse_args(ctx, args)
        except BadParameter as error:
            raise self._shown_integer(ctx, given, error) from error
        if not ctx.resilient_parsing:  # as completion parses what is half typed
            self._refuse_repeated(ctx, given)
        return left

    def _shown_integer(self, ctx: Any, args: list[str], error: BadParameter) -> BadParameter:
        """The refusal of an option that takes an integer, with what came; any other refusal as it is."""
        option = error.param
        least = getattr(option, "min", getattr(getattr(option, "type", None), "min", None))  # typer 0.29; before
        if not isinstance(option, TyperOption) or (least is None and "integer" not in error.message):
            return error
        came = self.make_parser(ctx).parse_args(args=list(args))[0].get(option.name)
        message = f"expected an integer{'' if least is None else f' >= {least}'}, got {came!r}"
        return BadParameter(message, ctx=ctx, param=option)

    def _refuse_repeated(self, ctx: Any, args: list[str]) -> None:
        _, _, given = self.make_parser(ctx).parse_args(args=args)
        for parameter, count in Counter(given).items():
            if count > 1 and isinstance(parameter, TyperOption) and not (parameter.multiple or parameter.is_flag):
                message = f"expected once, got {count} times; leave all but one out"
                raise BadParameter(message, ctx=ctx, param=parameter)


def _plural(ctx: object) -> str:  # noqa: ARG001 - typer calls it so
    return "..."


def _nothing(ctx: object) -> str:  # noqa: ARG001 - typer calls it so
    return ""
