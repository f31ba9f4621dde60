"""The program `dpexact`, also `python -m dpexact`."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line; the exit status. The version is answered before anything heavy is imported."""
    if sys.argv[1:] == ["--version"]:
        from dpexact import __version__

        sys.stdout.write(f"dpexact {__version__}\n")
        return 0
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    from dpexact.cli.app import app

    app(prog_name="dpexact")
    return 0


if __name__ == "__main__":
    sys.exit(main())
