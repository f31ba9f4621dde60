"""The exact matrix of the code that runs: a program's output distribution, counted over all paths of its draws."""

from typing import TYPE_CHECKING

from dpexact.public_names import public_names

if TYPE_CHECKING:
    from dpexact.errors import UnsupportedProgramError as UnsupportedProgramError
    from dpexact.mechanisms.partial import PartialMechanism as PartialMechanism
    from dpexact.programs.distribution import Distribution as Distribution
    from dpexact.programs.distribution import distribution_of as distribution_of
    from dpexact.programs.distribution import mechanism_of as mechanism_of
    from dpexact.programs.patching import patched as patched

__getattr__, __dir__, __all__ = public_names(__name__)
