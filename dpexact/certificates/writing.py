"""Writing a file whole, so that the target holds the old content or the new one, never a part of it."""

import errno
import os
import stat
import sys
from collections.abc import Sequence
from pathlib import Path

from dpexact.certificates.source import PathText
from dpexact.errors import DocumentError, OutputError

FAILING = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)  # the device, not the name that was given
EXPECTED = "a file that can be written"


def check_target(option: str, path: str, sources: Sequence[PathText] = ()) -> None:
    """Refuse, before any work, a target that could not be written afterwards or that would destroy a source.

    Raises DocumentError for "-", for a directory, for a folder that is missing or closed, for a target that is one of
    `sources` ("-" is the standard input), and for the file that the standard output or error goes to.
    """
    if path == "-":
        remedy = "results go to the standard output, so name a file"
        raise DocumentError('"-"', path, place=option, expected=EXPECTED, remedy=remedy)
    status = _status(path)
    for source in sources:
        if _same(path, status, source):
            raise _taken(option, path, f"the file {os.fspath(source)} that is used already")
    streams = (sys.__stdout__, sys.__stderr__)
    if status is not None and stat.S_ISREG(status.st_mode) and any(_is_stream(status, stream) for stream in streams):
        raise _taken(option, path, "the file that the standard output or error goes to")
    reason = _obstacle(path, status)
    if reason:
        raise DocumentError(reason, path, place=f"{option}: {path}", expected=EXPECTED, remedy="choose another file")


def made_folder(option: str, path: str) -> Path:
    """Make a folder, before any work, for the files that come into it. Raises DocumentError."""
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        expected, remedy = "a folder that can be written to", "choose another folder"
        raise DocumentError(f"{error.strerror}", path, place=option, expected=expected, remedy=remedy) from None
    return folder


def _taken(option: str, path: str, came: str) -> DocumentError:
    place = f"{option}: {path}"
    return DocumentError(came, path, place=place, expected="a file of its own", remedy="choose another file")


def _status(path: PathText) -> os.stat_result | None:
    try:
        return Path(path).stat()
    except (OSError, ValueError):
        return None


def _same(path: str, status: os.stat_result | None, source: PathText) -> bool:
    """Return whether path and source are one regular file, under whatever names, or will be."""
    if os.fspath(source) == "-":
        return status is not None and stat.S_ISREG(status.st_mode) and _is_stream(status, sys.__stdin__)
    other = _status(source)
    if status is None or other is None:
        return os.path.realpath(path) == os.path.realpath(source)
    return stat.S_ISREG(status.st_mode) and os.path.samestat(status, other)


def _is_stream(status: os.stat_result, stream: object) -> bool:
    try:
        return os.path.samestat(status, os.fstat(stream.fileno()))  # type: ignore[attr-defined]
    except (AttributeError, OSError, ValueError):  # no stream, or a closed one
        return False


def _obstacle(path: str, status: os.stat_result | None) -> str:
    if status is not None and stat.S_ISDIR(status.st_mode):
        return "a directory"
    if status is not None and not stat.S_ISREG(status.st_mode):
        return "" if os.access(path, os.W_OK) else "no permission to write to it"
    folder = Path(os.path.realpath(path)).parent
    if not folder.is_dir():
        return f"no directory {folder.name!r}"
    return "" if os.access(folder, os.W_OK | os.X_OK) else f"no permission to write into the directory {folder.name!r}"


def write_file(path: PathText, content: bytes | str) -> None:
    """Write bytes, or text in UTF-8, to a file, first beside it, then renamed into its place.

    A symbolic link is followed. A device or a pipe is written to directly, since it must not be replaced.

    Raises DocumentError when the file cannot be written, OutputError when the device fails or is full. Nothing
    half-written is left behind.
    """
    target = Path(path)
    try:
        content = content.encode() if isinstance(content, str) else content
        if target.exists() and not target.is_file():
            target.write_bytes(content)
        else:
            _replace(Path(os.path.realpath(target)), content)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        file = os.fspath(path) or "''"
        if isinstance(error, OSError) and error.errno in FAILING:
            message = f"the answer could not be written: {reason}"
            raise OutputError(message, file, remedy="make room, or choose another place") from None
        raise DocumentError(reason, file, expected=EXPECTED, remedy="check the directory and its permissions") from None


def _replace(target: Path, content: bytes) -> None:
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with beside.open("xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            beside.chmod(target.stat().st_mode)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
