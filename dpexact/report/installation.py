"""The command that installs an extra the way that dpexact itself was installed, which is on no index, and versions."""

import json
import shlex
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

ROOT = Path(__file__).parent.parent.parent


def installed_version(name: str) -> str | None:
    """Return the version of an installed distribution, or None without one."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def install_command(extra: str) -> str:
    """Return the command that installs an extra of the checkout or from the origin of dpexact, quoted for shells."""
    origin = _origin()
    url, editable = str(origin.get("url", "")), False
    match origin:
        case {"dir_info": {**about}}:
            folder, editable = Path(url2pathname(unquote(urlsplit(url).path))), about.get("editable") is True
        case {"vcs_info": {"vcs": str(system)}}:
            return f"pip install {shlex.quote(f'dpexact[{extra}] @ {system}+{url}')}"
        case {"archive_info": _}:
            return f"pip install {shlex.quote(f'dpexact[{extra}] @ {url}')}"
        case _ if (ROOT / "pyproject.toml").is_file():
            folder = ROOT
        case _:
            return f"pip install {shlex.quote(f'dpexact[{extra}]')}"
    place = "." if folder == Path.cwd() else str(folder)
    return f"pip install {'-e ' if editable else ''}{shlex.quote(f'{place}[{extra}]')}"


def _origin() -> dict[str, object]:
    """Return the place from which pip took dpexact (PEP 610), empty if that is not known, as from an index."""
    try:
        origin = json.loads(distribution("dpexact").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        return {}
    return origin if isinstance(origin, dict) else {}
