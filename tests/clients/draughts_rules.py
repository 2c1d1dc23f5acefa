#!/usr/bin/env python3
"""Compares the legal moves that `damier show --game draughts` lists with another library's.

    python3 tests/clients/draughts_rules.py --damier target/release/damier --library pydraughts \\
        --positions 1000

The libraries are pydraughts and py-draughts from PyPI. Both are imported as `draughts`, so each
needs an environment of its own. Positions are those of random games and random boards with many
kings; for each, the set of moves (ends and captured squares) and the board after one of them must
agree. Disagreements are printed and make it fail.
"""

import argparse
import json
import random
import subprocess
import sys

import draughts


class Pydraughts:
    """The library `pydraughts`, which keeps every path of a capture."""

    @staticmethod
    def moves(fen: str) -> dict:
        found = {}
        for move in draughts.Board(fen=fen).legal_moves():
            words = move.hub_move.replace("-", "x").split("x")
            start, end, *captured = map(int, words)
            found[start, end, frozenset(captured)] = move
        return found

    @staticmethod
    def after(fen: str, move) -> str:
        board = draughts.Board(fen=fen)
        board.push(move)
        return board.fen


class PyDraughts:
    """The library `py-draughts`, which counts squares from 0."""

    @staticmethod
    def moves(fen: str) -> dict:
        found = {}
        for move in draughts.StandardBoard.from_fen(fen).legal_moves:
            squares = [square + 1 for square in move.square_list]
            captured = frozenset(square + 1 for square in move.captured_list)
            found[squares[0], squares[-1], captured] = move
        return found

    @staticmethod
    def after(fen: str, move) -> str:
        board = draughts.StandardBoard.from_fen(fen)
        board.push(move)
        return board.fen.removeprefix('[FEN "').removesuffix('"]')


LIBRARIES = {"pydraughts": Pydraughts, "py-draughts": PyDraughts}
START = "W:W" + ",".join(map(str, range(31, 51))) + ":B" + ",".join(map(str, range(1, 21)))


def random_board(source: random.Random) -> str:
    """A board with any share of kings; no man stands where it would be a king."""
    squares = source.sample(range(1, 51), 50)
    share = source.random()
    lists = []
    for last_row in (range(1, 6), range(46, 51)):
        pieces = []
        for _ in range(source.randint(1, source.choice((3, 8, 15)))):
            square = squares.pop()
            is_king = square in last_row or source.random() < share
            pieces.append(f"K{square}" if is_king else str(square))
        lists.append(",".join(pieces))
    return f"{source.choice('WB')}:W{lists[0]}:B{lists[1]}"


def squares_of(fen: str) -> tuple:
    """A FEN with its lists in order, so that texts can be compared."""
    side, *lists = fen.split(":")
    return side, frozenset(
        (part[0], frozenset(filter(None, part[1:].split(",")))) for part in lists[:2]
    )


def show(damier: str, fen: str, moves: str = "") -> dict:
    """What damier says of a position, after some moves if there are any."""
    command = [damier, "show", "--game", "draughts", "--json", fen]
    command += ["--moves", moves] if moves else []
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--damier", required=True, help="the program")
    parser.add_argument(
        "--library", required=True, choices=LIBRARIES, help="the library that is installed"
    )
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    library = LIBRARIES[options.library]
    source = random.Random(options.seed)
    counts = {"moves": 0, "captures": 0, "captures of several": 0, "round trips": 0}
    wrong, game = 0, START
    for number in range(options.positions):
        # Two of a random game, then one of a random board.
        is_game = number % 3 < 2
        fen = game if is_game else random_board(source)
        expected = library.moves(fen)
        listed = show(options.damier, fen)["moves"]
        found = {
            (move["path"][0], move["path"][-1], frozenset(move["captured"])): move
            for move in listed
        }
        if set(found) != set(expected) or len(found) != len(listed):
            wrong += 1
            print(f"{fen}\n  only damier: {set(found) - set(expected)}")
            print(f"  only {options.library}: {set(expected) - set(found)}")
            game = START
            continue
        counts["moves"] += len(found)
        counts["captures"] += sum(bool(captured) for _, _, captured in found)
        counts["captures of several"] += sum(len(captured) > 1 for _, _, captured in found)
        counts["round trips"] += sum(start == end for start, end, _ in found)
        if not found:
            game = START if is_game else game
            continue
        key = source.choice(sorted(found, key=lambda move: (move[0], move[1], sorted(move[2]))))
        mine = show(options.damier, fen, found[key]["hub"])["fen"]
        theirs = library.after(fen, expected[key])
        if squares_of(mine) != squares_of(theirs):
            wrong += 1
            print(
                f"{fen} after {found[key]['hub']}\n  damier: {mine}\n  {options.library}: {theirs}"
            )
        if is_game:
            game = mine
    shares = ", ".join(f"{count} {what}" for what, count in counts.items())
    print(
        f"{options.positions - wrong} of {options.positions} positions"
        f" agree with {options.library} ({shares})"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
