"""International draughts on 10x10 squares: rules, records, engines and reviewer.

>>> import damier.draughts as draughts
>>> board = draughts.Board()
>>> for move in ["32-28", "19-23", "28x19", "14x23"]:
...     _ = board.push_pdn(move)
>>> board.turn, len(board.legal_moves)
(True, 9)
"""

from __future__ import annotations

from damier import _games
from damier._damier import draughts as _compiled
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

PIECE_TYPES = [MAN, KING] = range(1, 3)
SQUARES = range(1, 51)


_work: _games.Work[Game, GameReview] = _games.Work(_compiled)
generate = _work.generate
match = _work.match
review = _work.review

_games.at_home(_compiled, __name__)
