"""Many positions at once."""

import array
import random

import pytest

import damier
import damier.chess as chess
import damier.draughts as draughts


def random_boards(module, count: int) -> list:
    source, boards = random.Random(5), []
    while len(boards) < count:
        board = module.Board()
        while not board.is_game_over() and board.ply() < 60:
            board.push(source.choice(board.legal_moves))
            boards.append(board.copy(stack=False))
    return boards[:count]


@pytest.mark.parametrize("module", [chess, draughts])
def test_lists_and_arrays_have_the_same_scores(module):
    boards = random_boards(module, 700)
    scores = module.evaluate(boards)
    assert scores.typecode == "h" and len(scores) == 700 and len(set(scores)) > 100
    packed = module.pack(boards)
    fens = [board.fen() for board in boards]
    for positions in (packed, fens, packed.tobytes(), iter(boards)):
        assert module.evaluate(positions, threads=2) == scores
    turned = module.evaluate(boards, pov="turn")
    assert list(turned) == [score if board.turn else -score for board, score in zip(boards, scores)]
    assert module.evaluate(boards, by="terms") != scores


def test_arrays_give_back_the_positions_of_chess():
    boards = random_boards(chess, 500)
    boards += [chess.Board.from_chess960_pos(number) for number in range(0, 960, 97)]
    assert [board.fen() for board in chess.unpack(chess.pack(boards))] == [
        board.fen() for board in boards
    ]


def test_arrays_give_back_the_positions_of_draughts():
    boards = random_boards(draughts, 500)
    for board, again in zip(boards, draughts.unpack(draughts.pack(boards))):
        assert board.piece_map() == again.piece_map() and board.turn == again.turn


def test_a_batch_says_what_the_network_of_the_engine_says():
    board = chess.Board("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    (score,) = chess.evaluate([board])
    table = chess.Engine().explain_evaluation(board)
    assert f"{score / 100:+.2f}" in table or f"{score:+}" in table or str(score) in table


def test_arrays_of_numpy_are_taken_and_made():
    numpy = pytest.importorskip("numpy")
    boards = random_boards(draughts, 50)
    packed = numpy.asarray(draughts.pack(boards)).reshape(-1, 4)
    scores = numpy.asarray(draughts.evaluate(packed))
    assert scores.dtype == numpy.int16 and list(scores) == list(draughts.evaluate(boards))


def test_what_is_no_position_is_told_with_its_index():
    with pytest.raises(damier.FenError, match="8 ranks") as caught:
        chess.evaluate([chess.Board(), "x"])
    assert caught.value.index == 1
    packed = chess.pack([chess.Board()] * 3)
    packed[8 + 5] = 0
    with pytest.raises(damier.FenError, match="position 1: ") as caught:
        chess.evaluate(packed)
    assert caught.value.index == 1
    words = draughts.pack([draughts.Board()])
    words[3] = 2
    with pytest.raises(damier.FenError, match="side to move is 2"):
        draughts.unpack(words)


@pytest.mark.parametrize("wrong", [array.array("Q", [1, 2, 3]), b"123"])
def test_arrays_of_another_size_are_refused(wrong):
    with pytest.raises(damier.OptionError, match="8 words of 64 bits"):
        chess.evaluate(wrong)


def test_wrong_words_are_errors():
    with pytest.raises(damier.OptionError, match="pov is white or turn"):
        chess.evaluate([chess.Board()], pov="black")
    with pytest.raises(damier.OptionError, match="EvalFile"):
        chess.evaluate([chess.Board()], by="/nowhere")
    with pytest.raises(TypeError):
        chess.evaluate("startpos")
    assert list(chess.evaluate([])) == []
