"""Chess and international draughts: rules, engines, opponents and a reviewer that explains.

``damier.chess`` and ``damier.draughts`` have the same names for the same things; ``damier.ray``
(an extra) does long work on many machines. The documentation is in the folder ``docs`` of the
repository; its tour of Python begins with ``import damier.chess``.
"""

from damier import _damier, chess, draughts, errors
from damier._damier import Ending, Fault, Score, __version__
from damier.errors import *  # noqa: F403 - the exceptions, listed there

__all__ = [
    *errors.__all__,
    "Ending",
    "Fault",
    "Score",
    "__version__",
    "chess",
    "draughts",
]
