"""The group of commands, each of which is a module that is imported when the command runs."""

import ast
import sys
from importlib import import_module
from pkgutil import get_data
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from dpexact.cli.answer import ends_with_answer
from dpexact.cli.options import FORMS, OnceEach
from dpexact.version import __version__

STYLE: dict[str, Any] = {
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}
HEADINGS = {
    "Commands": ("verify", "tight", "plot", "compose", "least", "program", "check", "audit", "quantities", "new"),
    "Commands for papers and libraries": ("prove", "ledger", "reproduce", "crosscheck", "vectors", "sharpen"),
}


def summary(name: str) -> str:
    """Return the first line of the help of a command, read from its module, which is not imported for that."""
    tree = ast.parse(get_data("dpexact.cli", f"{name}.py") or b"")
    run = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "run")
    return (ast.get_docstring(run) or "").partition("\n")[0]


class Deferred(TyperCommand):
    """A command of which only the name is known until it is called."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Return the context of the command itself."""
        module = import_module(f"dpexact.cli.{self.name}")
        single = typer.Typer(add_completion=False, **STYLE)
        single.command(self.name, cls=OnceEach, context_settings=STYLE["context_settings"])(
            ends_with_answer(module.run, getattr(module, "FORMS", FORMS))
        )
        return typer.main.get_command(single).make_context(info_name, args, parent, **extra)

    def get_short_help_str(self, limit: int = 45) -> str:  # noqa: ARG002 - the signature of typer
        """Return the summary."""
        return summary(str(self.name))


class Commands(TyperGroup):
    """All commands, listed under their headings."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.commands = {name: Deferred(name) for names in HEADINGS.values() for name in names}

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - the signature of typer
        """Write the commands under their headings."""
        for heading, names in HEADINGS.items():
            with formatter.section(heading):
                formatter.write_dl([(name, summary(name)) for name in names])


app = typer.Typer(
    cls=Commands,
    name="dpexact",
    help="Decide claims about differentially private mechanisms, exactly.",
    no_args_is_help=True,
    epilog="Exit status: 0 holds, 1 refuted or rejected, 2 bad usage or bad input, 3 undecided.",
    **STYLE,
)


def _version(wanted: bool) -> None:  # noqa: FBT001 - the signature of a typer callback
    if wanted:
        sys.stdout.write(f"dpexact {__version__}\n")
        raise typer.Exit


@app.callback()
def dpexact(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Decide claims about differentially private mechanisms, exactly."""
