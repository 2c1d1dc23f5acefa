"""Exceptions of Damier: the same words as everywhere in Damier, with places as attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from damier import Fault

__all__ = [
    "AmbiguousMoveError",
    "DamierError",
    "EngineError",
    "FenError",
    "FileError",
    "IllegalMoveError",
    "InvalidMoveError",
    "JournalError",
    "MoveError",
    "OptionError",
    "RecordError",
]


class DamierError(Exception):
    """Everything that Damier raises of its own."""


class FenError(DamierError, ValueError):
    """A text or an array that is no position."""

    #: The column of the text, counted from 1, if the mistake has one.
    column: Optional[int] = None
    #: Which of many positions it is, counted from 0.
    index: Optional[int] = None


class MoveError(DamierError, ValueError):
    """A text that stands for no legal move."""


class InvalidMoveError(MoveError):
    """It does not read as a move."""


class IllegalMoveError(MoveError):
    """It reads as a move, but cannot be played."""


class AmbiguousMoveError(MoveError):
    """It can mean several moves."""


class RecordError(DamierError, ValueError):
    """A game in a file that cannot be read, for those who read strictly."""

    #: Which game of the file, counted from 1.
    game: Optional[int] = None
    #: The line and the column of the file, counted from 1.
    line: Optional[int] = None
    column: Optional[int] = None
    #: All that is known of it.
    fault: Optional[Fault] = None


class OptionError(DamierError, ValueError):
    """A setting or a limit that cannot be."""


class EngineError(DamierError):
    """A program next door that does not do what it should."""


class FileError(DamierError, OSError):
    """A file that cannot be used."""


class JournalError(DamierError, OSError):
    """A journal that cannot be used: of other work, of another engine, or damaged."""
