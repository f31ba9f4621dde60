"""The commands as typer makes them, with arguments that the help names in one word."""

from __future__ import annotations

from typing import Any

from typer.core import TyperArgument, TyperCommand


def plain_command(**given: Any) -> Any:
    """A command whose help calls its arguments FILE or TABLE ..., without the types that typer puts after the name."""
    command = TyperCommand(**given)
    for parameter in command.params:
        if isinstance(parameter, TyperArgument):
            setattr(parameter, "display_type_rich", _plural if parameter.nargs == -1 else _nothing)  # noqa: B010
    return command


def _plural(ctx: object) -> str:  # noqa: ARG001 - typer calls it so
    return "..."


def _nothing(ctx: object) -> str:  # noqa: ARG001 - typer calls it so
    return ""
