"""Rules of draughts, compared with pydraughts on random games."""

import pickle
import random

import pytest

import damier
import damier.draughts as draughts

other = pytest.importorskip("draughts", reason="pydraughts is not installed")


def sorted_fen(fen: str) -> tuple:
    side, white, black = fen.split(":")[:3]
    return side, sorted(white[1:].split(",")), sorted(black[1:].split(","))


@pytest.mark.parametrize("seed", range(10))
def test_random_games_are_the_same_game(seed):
    source = random.Random(seed)
    ours, theirs = draughts.Board(), other.Board(fen=draughts.Board().fen())
    for _ in range(90):
        legal = {}
        for move in theirs.legal_moves():
            words = move.hub_move.replace("-", "x").split("x")
            start, end, *captured = map(int, words)
            legal[start, end, frozenset(captured)] = move
        found = {
            (move.from_square, move.to_square, frozenset(move.captured)): move
            for move in ours.legal_moves
        }
        assert set(found) == set(legal)
        if not found:
            break
        chosen = source.choice(sorted(found, key=str))
        text = ours.pdn(found[chosen])
        assert ours.parse_pdn(text) == found[chosen]
        assert ours.parse_hub(ours.hub(found[chosen])) == found[chosen]
        path = ours.path(found[chosen])
        assert (path[0], path[-1]) == chosen[:2]
        ours.push(found[chosen])
        theirs.push(legal[chosen])
        assert sorted_fen(ours.fen()) == sorted_fen(theirs.fen)


def test_perft_is_the_published_one():
    assert draughts.Board().perft(7) == 1_049_442
    assert sum(draughts.Board().perft_divide(6, threads=2).values()) == 167_140


def test_a_capture_that_is_compulsory_is_named():
    board = draughts.Board()
    board.push_all(["32-28", "19-23"])
    assert board.must_capture()
    with pytest.raises(damier.IllegalMoveError, match="compulsory, 28x19"):
        board.push_pdn("31-27")


def test_captures_that_share_both_ends_are_ambiguous_and_told_apart():
    board = draughts.Board("W:WK4:B13,20,32,37")
    with pytest.raises(damier.AmbiguousMoveError, match="4x27x38x15"):
        board.push_pdn("4x15")
    move = board.parse_hub("4x15x13x20x32")
    assert board.pdn(move) == "4x27x38x15"
    assert sorted(move.captured) == [13, 20, 32]


def test_positions_are_those_of_hub():
    board = draughts.Board()
    board.push_pdn("32-28")
    assert draughts.Board.from_hub(board.hub_position()).fen() == board.fen()
    with pytest.raises(damier.FenError, match="51"):
        draughts.Board.from_hub("W")


def test_pieces_have_kinds_and_colours():
    board = draughts.Board("W:WK4,30:B13")
    assert board.piece_at(4).symbol() == "W" and board.piece_at(4).is_king
    assert board.piece_at(13).symbol() == "b" and board.piece_at(1) is None
    assert (board.men(True), board.kings(True), board.men(False)) == ([30], [4], [13])
    with pytest.raises(ValueError, match="51 is no square"):
        board.piece_at(51)


def test_boards_are_pickled_with_their_moves():
    board = draughts.Board()
    board.push_all(["32-28", "19-23", "28x19", "14x23"])
    again = pickle.loads(pickle.dumps(board))
    assert again == board and again.move_stack == board.move_stack


def test_who_cannot_move_has_lost():
    board = draughts.Board("W:W33:B28")
    board.push_pdn("33x22")
    assert (board.outcome().termination, board.result()) == ("no_moves", "1-0")
