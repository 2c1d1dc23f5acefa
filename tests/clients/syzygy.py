#!/usr/bin/env python3
"""Compares what `damier tablebase` says with python-chess, an independent reader of Syzygy tables.

    python3 tests/clients/syzygy.py --damier target/release/damier --path DATA/syzygy \\
        --positions 5000

Random positions of three and four men, both sides to move, en-passant squares among them, go
through `--stdin`; every verdict and every distance must agree. Disagreements are printed and make
it fail.
"""

import argparse
import random
import subprocess
import sys

import chess
import chess.syzygy

VERDICTS = {-2: "loss", -1: "blessed-loss", 0: "draw", 1: "cursed-win", 2: "win"}


def random_board(source: random.Random) -> chess.Board:
    """A legal position of two kings and one or two other men."""
    while True:
        board = chess.Board(None)
        men = ["K", "k"] + [source.choice("QRBNPqrbnp") for _ in range(source.choice((1, 2, 2, 2)))]
        for square, man in zip(source.sample(range(64), len(men)), men):
            board.set_piece_at(square, chess.Piece.from_symbol(man))
        board.turn = source.choice(chess.COLORS)
        if board.is_valid():
            return board


def random_en_passant(source: random.Random) -> chess.Board:
    """King and pawn against king and pawn, in which the one pawn may take the other en passant."""
    while True:
        board = chess.Board(None)
        board.turn = source.choice(chess.COLORS)
        file, neighbour = source.randrange(8), source.choice((-1, 1))
        if not 0 <= file + neighbour < 8:
            continue
        rank = 4 if board.turn == chess.WHITE else 3
        board.set_piece_at(chess.square(file, rank), chess.Piece(chess.PAWN, not board.turn))
        board.set_piece_at(
            chess.square(file + neighbour, rank), chess.Piece(chess.PAWN, board.turn)
        )
        free = [square for square in chess.SQUARES if board.piece_at(square) is None]
        for square, king in zip(source.sample(free, 2), "Kk"):
            board.set_piece_at(square, chess.Piece.from_symbol(king))
        board.ep_square = chess.square(file, 5 if board.turn == chess.WHITE else 2)
        if board.is_valid() and board.has_legal_en_passant():
            return board


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--damier", required=True, help="the program")
    parser.add_argument("--path", required=True, help="the folder with tables")
    parser.add_argument("--positions", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    source = random.Random(options.seed)
    boards = [
        random_en_passant(source) if number % 10 == 0 else random_board(source)
        for number in range(options.positions)
    ]
    answers = subprocess.run(
        [options.damier, "tablebase", "--path", options.path, "--stdin"],
        input="\n".join(board.fen() for board in boards),
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    if len(answers) != len(boards):
        print(f"{len(boards)} positions, but {len(answers)} answers")
        return 1

    counts = {verdict: 0 for verdict in VERDICTS.values()}
    wrong = 0
    with chess.syzygy.open_tablebase(options.path) as tables:
        for board, answer in zip(boards, answers):
            verdict = VERDICTS[tables.probe_wdl(board)]
            counts[verdict] += 1
            expected = f"{verdict} {tables.probe_dtz(board)} {board.fen()}"
            if answer != expected:
                wrong += 1
                print(f"expected {expected}\nfound    {answer}")
    shares = ", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count)
    print(f"{len(boards) - wrong} of {len(boards)} agree in verdict and distance ({shares})")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
