"""Writing a file whole: the target holds the old content or the new one, never a part of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from dpexact.errors import DocumentError

if TYPE_CHECKING:
    from dpexact.documents.source import PathText


def write_text(path: PathText, text: str) -> None:
    """Write UTF-8 text to a file: first beside it, then renamed into its place.

    A symbolic link is followed; a device or a pipe is written to directly, since it must not be replaced.

    Raises: DocumentError when the file cannot be written; nothing half-written is left behind.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            target.write_text(text, encoding="utf-8")
        else:
            _replace(target, text)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        file = os.fspath(path)
        message = f"{file}: expected a file that can be written, got: {reason}; check the directory and its permissions"
        raise DocumentError(message, file) from None


def _replace(target: Path, text: str) -> None:
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with beside.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            beside.chmod(target.stat().st_mode)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
