#!/usr/bin/env python3
"""Shows that other programs read the main lines of what Damier writes in PDN.

    cargo build --release -p damier-records --example rewrite
    python3 tests/clients/pdn.py --library py-draughts \\
        --rewrite target/release/examples/rewrite FILE.pdn ...

Two libraries, pydraughts and py-draughts, install a module of the same name, so each needs an
environment of its own; --library says which one is there. Each file is written again; the library
reads every game of that, replays its main line by its own rules, and must arrive at the position at
which Damier arrives.
"""

import argparse
import re
import sys

import draughts

from common import rewritten


def pieces(fen: str) -> tuple:
    """A position as a value, whichever way its text is written."""
    fen = re.sub(r'^\[FEN "|"\]$', "", fen)
    side, *lists = fen.split(":")
    found = set()
    for colour in lists[:2]:
        for item in filter(None, colour[1:].split(",")):
            king, item = item.startswith("K"), item.lstrip("K")
            first, _, last = item.partition("-")
            found |= {
                (colour[0], king, square) for square in range(int(first), int(last or first) + 1)
            }
    return side, frozenset(found)


def read_with_pydraughts(text: str) -> tuple[str, int]:
    from draughts.PDN import PDNReader

    game = PDNReader(pdn_text=text).games[0]
    fen = game.tags.get("FEN", "startpos")
    moves = game.moves
    if fen.startswith("B"):
        # Its reader gives the first move twice in games that Black begins.
        assert moves[0] == moves[1], moves
        moves = moves[1:]
    board = draughts.Board(fen=fen)
    for word in moves:
        legal = {move.pdn_move: move for move in board.legal_moves()}
        board.push(legal[word] if word in legal else draughts.Move(board, pdn_move=word))
    return board.fen, len(moves)


def read_with_py_draughts(text: str) -> tuple[str, int]:
    board = draughts.Board.from_pdn(text)
    return board.fen, len(board._moves_stack)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", required=True, choices=["pydraughts", "py-draughts"])
    parser.add_argument("--rewrite", required=True, help="the example `rewrite` of damier-records")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    read = read_with_pydraughts if options.library == "pydraughts" else read_with_py_draughts
    for path in options.files:
        # The readers take one game at a time; pydraughts would stop at one without moves.
        games = re.split(r"(?m)^(?=\[Event )", rewritten(options.rewrite, "draughts", path))[1:]
        lines = rewritten(options.rewrite, "draughts", path, "--lines").splitlines()
        assert len(games) == len(lines), (len(games), len(lines))
        total = 0
        for game, line in zip(games, lines):
            fen, _, words = line.partition("\t")
            found, moves = read(game)
            assert moves == len(words.split()), (game, moves)
            assert pieces(found) == pieces(fen), (game, found, fen)
            total += moves
        print(f"ok  {options.library}: {path}: {len(games)} games, {total} moves in main lines")
    return 0


if __name__ == "__main__":
    sys.exit(main())
