"""The program `dpexact`, also `python -m dpexact`."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line; return the exit status. The version is answered before anything heavy is imported."""
    from dpexact.cli.program import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
