"""Rules of chess, compared with python-chess on random games."""

import copy
import pickle
import random

import chess as other
import pytest

import damier
import damier.chess as chess


def same_board(ours: chess.Board, theirs: other.Board) -> None:
    assert ours.fen() == theirs.fen(en_passant="legal")
    assert ours.turn == theirs.turn
    moves = {str(move): move for move in ours.legal_moves}
    assert set(moves) == {theirs.uci(move) for move in theirs.legal_moves}
    assert ours.count_legal_moves() == len(moves)
    assert ours.is_check() == theirs.is_check()
    assert ours.is_checkmate() == theirs.is_checkmate()
    assert ours.is_stalemate() == theirs.is_stalemate()
    assert ours.can_claim_fifty_moves() == theirs.is_fifty_moves()
    assert ours.is_repetition(3) == theirs.is_repetition(3)
    assert ours.result() == theirs.result()
    pieces = {square: piece.symbol() for square, piece in ours.piece_map().items()}
    assert pieces == {square: piece.symbol() for square, piece in theirs.piece_map().items()}
    for move in theirs.legal_moves:
        ours_move = moves[theirs.uci(move)]
        assert ours.san(ours_move) == theirs.san(move)
        assert ours.parse_san(theirs.san(move)) == ours_move
        assert ours_move.is_capture == theirs.is_capture(move)
        assert ours.gives_check(ours_move) == theirs.gives_check(move)
        assert ours.is_castling(ours_move) == theirs.is_castling(move)
        assert ours.is_en_passant(ours_move) == theirs.is_en_passant(move)
        assert (ours_move.from_square, ours_move.promotion) == (move.from_square, move.promotion)


@pytest.mark.parametrize("seed", range(12))
def test_random_games_are_the_same_game(seed):
    source = random.Random(seed)
    ours, theirs = chess.Board(), other.Board()
    for _ in range(150):
        same_board(ours, theirs)
        if theirs.is_game_over():
            assert ours.is_game_over()
            break
        move = source.choice(sorted(map(str, ours.legal_moves)))
        ours.push_uci(move)
        theirs.push_uci(move)
    while theirs.move_stack:
        assert str(ours.pop()) == str(theirs.pop())
    same_board(ours, theirs)


@pytest.mark.parametrize("seed", range(12))
def test_random_games_of_chess960_are_the_same_game(seed):
    source = random.Random(seed)
    number = source.randrange(960)
    ours, theirs = chess.Board.from_chess960_pos(number), other.Board.from_chess960_pos(number)
    assert ours.shredder_fen().split()[0] == theirs.fen().split()[0]
    for _ in range(80):
        rights = theirs.castling_rights != 0 and ours.chess960
        legal = {theirs.uci(move, chess960=rights) for move in theirs.legal_moves}
        assert {str(move) for move in ours.legal_moves} == legal
        if not legal:
            break
        move = source.choice(sorted(legal))
        theirs.push(theirs.parse_uci(move))
        ours.push_uci(move)


def test_perft_counts_what_python_chess_counts():
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

    def count(board: other.Board, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += count(board, depth - 1)
            board.pop()
        return total

    board = chess.Board(fen)
    assert board.perft(3) == count(other.Board(fen), 3) == 97862
    assert board.perft(4, threads=2, table=1) == 4085603
    divided = board.perft_divide(3)
    assert sum(divided.values()) == 97862 and set(divided) == set(board.legal_moves)


def test_repetitions_are_claimed_at_three_and_end_the_game_at_five():
    board = chess.Board()
    for count in range(2, 6):
        for move in ["Nf3", "Nf6", "Ng1", "Ng8"]:
            board.push_san(move)
        assert board.occurrences() == count
        assert board.is_game_over(claim_draw=True) == (count >= 3)
        assert board.is_game_over() == (count == 5)
    assert board.outcome().termination == "fivefold_repetition"
    assert board.outcome().winner is None


def test_an_ending_says_who_won_and_why():
    board = chess.Board()
    board.push_all(["f3", "e5", "g4", "Qh4#"])
    ending = board.outcome()
    assert (ending.termination, ending.winner, ending.result()) == ("checkmate", False, "0-1")
    assert str(ending) == "Black wins by checkmate" and not ending.needs_claim


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("xyz", damier.InvalidMoveError, "does not read as a move"),
        ("Ke3", damier.IllegalMoveError, "Ke3 is not legal"),
    ],
)
def test_a_text_that_is_no_move_is_an_error_with_words(text, error, words):
    board = chess.Board()
    with pytest.raises(error, match=words):
        board.push(text)
    with pytest.raises(ValueError):
        board.parse_san(text)
    assert board.ply() == 0 and not board.is_legal(text)


def test_two_moves_that_fit_are_an_error():
    board = chess.Board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    board.set_fen("4k3/8/8/8/4K3/8/8/R6R w - - 0 1")
    with pytest.raises(damier.AmbiguousMoveError):
        board.push_san("Rd1")


def test_a_move_of_another_position_is_refused():
    move = chess.Board().parse_san("e4")
    board = chess.Board()
    board.push(move)
    with pytest.raises(damier.IllegalMoveError, match="e2e4"):
        board.push(move)


def test_if_one_of_several_moves_is_illegal_none_is_played():
    board = chess.Board()
    with pytest.raises(damier.MoveError):
        board.push_all(["e4", "e5", "Ke3"])
    assert board.ply() == 0


def test_a_mistake_in_a_fen_has_its_column():
    with pytest.raises(damier.FenError) as caught:
        chess.Board("4k3/8/8/3x4/8/8/8/4K3 w - - 0 1")
    assert caught.value.column == 10 and "column 10" in str(caught.value)


def test_copies_and_pickles_have_their_own_history():
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    board.push_san("O-O")
    for twin in [copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))]:
        assert twin == board and twin.move_stack == board.move_stack
        twin.pop()
        assert twin != board and board.ply() == 1
    assert board.copy(stack=False).ply() == 0
    assert board.root().fen() == "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def test_taking_back_more_than_was_played_is_an_error():
    with pytest.raises(IndexError):
        chess.Board().pop()
    with pytest.raises(IndexError):
        chess.Board().peek()


def test_named_terms_add_up_to_the_evaluation():
    board = chess.Board("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    total = sum(white - black for white, black in board.terms().values())
    assert list(chess.evaluate([board], by="terms")) == [total]
