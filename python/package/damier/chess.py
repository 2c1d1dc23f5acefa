"""Chess and Chess960: rules, records, engines and reviewer.

>>> import damier.chess as chess
>>> board = chess.Board()
>>> for move in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]:
...     _ = board.push_san(move)
>>> board.is_checkmate(), board.result()
(True, '1-0')
"""

from __future__ import annotations

from damier import _games
from damier._damier import chess as _compiled
from damier._games import MatchResult as MatchResult

Analysis = _compiled.Analysis
Board = _compiled.Board
Engine = _compiled.Engine
Game = _compiled.Game
GameReader = _compiled.GameReader
GameReview = _compiled.GameReview
Headers = _compiled.Headers
Info = _compiled.Info
Match = _compiled.Match
Move = _compiled.Move
Node = _compiled.Node
Piece = _compiled.Piece
PlayResult = _compiled.PlayResult
Reviewer = _compiled.Reviewer
check = _compiled.check
evaluate = _compiled.evaluate
explain = _compiled.explain
games_from_text = _compiled.games_from_text
identity = _compiled.identity
levels = _compiled.levels
pack = _compiled.pack
profiles = _compiled.profiles
read_games = _compiled.read_games
unpack = _compiled.unpack

WHITE = True
BLACK = False

PIECE_TYPES = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING] = range(1, 7)
SQUARES = range(64)
SQUARE_NAMES = [file + rank for rank in "12345678" for file in "abcdefgh"]


def square(file_index: int, rank_index: int) -> int:
    """The square on a file and a rank, both counted from 0."""
    return 8 * rank_index + file_index


def square_name(square: int) -> str:
    """The name of a square."""
    return SQUARE_NAMES[square]


def parse_square(name: str) -> int:
    """The square with a name."""
    return SQUARE_NAMES.index(name)


def square_file(square: int) -> int:
    """The file of a square, 0 for a."""
    return square % 8


def square_rank(square: int) -> int:
    """The rank of a square, 0 for the first."""
    return square // 8


_work: _games.Work[Game, GameReview] = _games.Work(_compiled)
generate = _work.generate
match = _work.match
review = _work.review

_games.at_home(_compiled, __name__)
