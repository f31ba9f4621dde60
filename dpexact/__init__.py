"""dpexact: decides, with re-checkable evidence, whether what is said about a differentially private mechanism is true.

The public names are loaded when they are first used, so that importing the package (as the kernel, run as a
program, must do) costs nothing.
"""

from typing import TYPE_CHECKING

from dpexact.public_names import public_names
from dpexact.version import __version__ as __version__

if TYPE_CHECKING:
    from dpexact.certificates.certificate import Certificate as Certificate
    from dpexact.certificates.certificate import check as check
    from dpexact.certificates.mechanism_document import load_mechanism as load_mechanism
    from dpexact.certificates.mechanism_document import save_mechanism as save_mechanism
    from dpexact.errors import CertificateError as CertificateError
    from dpexact.errors import DivisionByZeroError as DivisionByZeroError
    from dpexact.errors import DocumentError as DocumentError
    from dpexact.errors import DPExactError as DPExactError
    from dpexact.errors import IncompatibleFieldsError as IncompatibleFieldsError
    from dpexact.errors import InexactInputError as InexactInputError
    from dpexact.errors import IrrationalError as IrrationalError
    from dpexact.errors import MechanismError as MechanismError
    from dpexact.errors import NumberSyntaxError as NumberSyntaxError
    from dpexact.errors import ParameterError as ParameterError
    from dpexact.errors import SignChangesError as SignChangesError
    from dpexact.errors import TooLargeError as TooLargeError
    from dpexact.errors import UndecidedError as UndecidedError
    from dpexact.errors import UnfinishedRowError as UnfinishedRowError
    from dpexact.errors import VerdictError as VerdictError
    from dpexact.mechanisms.graph import NeighborGraph as NeighborGraph
    from dpexact.mechanisms.mechanism import Mechanism as Mechanism
    from dpexact.mechanisms.mechanism import compose as compose
    from dpexact.mechanisms.mechanism import mix as mix
    from dpexact.numbers.enclosure import Enclosure as Enclosure
    from dpexact.numbers.epsilon import epsilon_of as epsilon_of
    from dpexact.numbers.epsilon import exp_of_epsilon as exp_of_epsilon
    from dpexact.numbers.epsilon import free_exp_epsilon as free_exp_epsilon
    from dpexact.numbers.exact import Exact as Exact
    from dpexact.numbers.exact import exact as exact
    from dpexact.numbers.exact import exact_of_float as exact_of_float
    from dpexact.papers import axioms as axioms
    from dpexact.papers import count_queries as count_queries
    from dpexact.papers import gradual_release as gradual_release
    from dpexact.papers import rainbow as rainbow
    from dpexact.privacy.divergence import PrivacyProfile as PrivacyProfile
    from dpexact.privacy.divergence import hockey_stick as hockey_stick
    from dpexact.privacy.divergence import privacy_profile as privacy_profile
    from dpexact.privacy.divergence import tradeoff_curve as tradeoff_curve
    from dpexact.privacy.verdict import Proved as Proved
    from dpexact.privacy.verdict import Refuted as Refuted
    from dpexact.privacy.verdict import Undecided as Undecided
    from dpexact.privacy.verify import verify as verify
    from dpexact.privacy.worst_case import tight_delta as tight_delta
    from dpexact.privacy.worst_case import tight_exp_epsilon as tight_exp_epsilon
    from dpexact.privacy.worst_case import worst_case as worst_case

_PAPERS = ("axioms", "count_queries", "gradual_release", "rainbow")
__getattr__, __dir__, _names = public_names(__name__)
__all__ = [name for name in _names if name not in _PAPERS]
