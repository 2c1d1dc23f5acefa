"""What a type checker must understand, and what it must refuse: read by mypy, never run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Optional

from typing_extensions import assert_type

import damier
from damier import chess, draughts


def boards() -> None:
    board = chess.Board()
    assert_type(board, chess.Board)
    assert_type(board.push("e4"), chess.Move)
    assert_type(board.legal_moves, list[chess.Move])
    assert_type(board.copy(), chess.Board)
    assert_type(board.outcome(), Optional[damier.Ending])
    assert_type(board.perft_divide(2), dict[chess.Move, int])
    assert_type(draughts.Board().push_pdn("32-28").captured, list[int])
    draughts.Board().push(board.peek())  # type: ignore[arg-type]
    board.push_pdn("32-28")  # type: ignore[attr-defined]
    chess.Board(5)  # type: ignore[arg-type]


def engines(board: chess.Board) -> Optional[chess.Move]:
    engine = chess.Engine(level=5, seed=7, profile="aggressive")
    chess.Engine(strength=5)  # type: ignore[call-arg]
    engine.play(board, plies=5)  # type: ignore[call-arg]
    engine.play(draughts.Board(), nodes=5)  # type: ignore[arg-type]
    assert_type(engine.analyse(board, depth=5), chess.Info)
    assert_type(engine.analyse(board, depth=5, multipv=3), list[chess.Info])
    assert_type(engine.analyse(board, depth=5).score.cp, Optional[int])
    with engine.analysis(board) as analysis:
        for info in analysis:
            assert_type(info.pv, list[chess.Move])
    return engine.play(board, time=0.1).move


def records(path: str) -> Iterator[str]:
    for game in draughts.read_games(path):
        assert_type(game, draughts.Game)
        assert_type(game.root.next(), Optional[draughts.Node])
        assert_type(game.headers["White"], str)
        game.result = "2-0"
        for fault in game.faults:
            yield fault.problem


def reviews(path: str) -> None:
    for reviewed in chess.review(path, nodes=1_000):
        assert_type(reviewed, chess.GameReview)
        assert_type(reviewed.annotated("fr"), chess.Game)
    chess.review(draughts.read_games(path))  # type: ignore[arg-type]
    assert_type(chess.Reviewer(nodes=1_000).review(chess.Game()), chess.GameReview)
    assert_type(chess.match(["builtin", "builtin"], 2, nodes=100), chess.MatchResult)


def numbers() -> None:
    scores = chess.evaluate(chess.pack([chess.Board(), "startpos"]))
    assert_type(scores[0], int)
    chess.evaluate(5)  # type: ignore[arg-type]


def errors() -> Optional[int]:
    try:
        chess.Board("x")
    except damier.FenError as error:
        return error.column
    except damier.RecordError as error:
        assert_type(error.fault, Optional[damier.Fault])
    return None
