#!/usr/bin/env python3
"""Refutes what `damier review` says of tactics, if the board does not bear it out.

    python3 tests/clients/motifs.py --damier target/release/damier GAMES.pgn ...
    python3 tests/clients/motifs.py --review reviews.json

For every named tactic python-chess looks for a position of the line that is shown in which it
stands on the board: a fork attacks all that it is said to attack and takes some of it, a pinned
piece may not leave its line or stands before something dearer, what is trapped has no safe square,
and so on. What a line does not show is refuted too. Refuted claims are printed and make it fail.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
from collections import Counter

import chess

WORTH = {
    chess.PAWN: 1,
    chess.KNIGHT: 3,
    chess.BISHOP: 3,
    chess.ROOK: 5,
    chess.QUEEN: 9,
    chess.KING: 100,
}
SLIDERS = (chess.BISHOP, chess.ROOK, chess.QUEEN)


def square(placed: dict) -> int:
    return chess.parse_square(placed["square"])


def worth_at(board: chess.Board, place: int) -> int:
    return WORTH[board.piece_type_at(place)] if board.piece_at(place) else 0


def stands(board: chess.Board, placed: dict) -> bool:
    piece = board.piece_at(square(placed))
    return piece is not None and chess.PIECE_NAMES[piece.piece_type] == placed["piece"]


def all_stand(board: chess.Board, *pieces: dict) -> bool:
    return all(stands(board, placed) for placed in pieces)


def attacks(board: chess.Board, by: dict, target: dict) -> bool:
    return square(target) in board.attacks(square(by))


def exchange(board: chess.Board, place: int) -> int:
    """What the side to move wins by taking on a square, the cheapest piece first."""
    captures = [move for move in board.legal_moves if move.to_square == place]
    if not board.piece_at(place) or not captures:
        return 0
    cheapest = min(captures, key=lambda move: worth_at(board, move.from_square))
    after = board.copy(stack=False)
    after.push(cheapest)
    return max(0, worth_at(board, place) - exchange(after, place))


class Line:
    """A line on the board, seen by the side that loses something in it."""

    def __init__(self, fen: str, texts: list[str], victim: bool):
        board = chess.Board(fen, chess960=True)
        self.victim, self.boards, self.moves = victim, [board], []
        for text in texts:
            self.moves.append(board.parse_san(text))
            board = board.copy()
            board.push(self.moves[-1])
            self.boards.append(board)

    def blows(self) -> list[int]:
        """The numbers of the boards on which the other side has just moved."""
        turns = range(1, len(self.boards))
        return [number for number in turns if self.boards[number].turn == self.victim]

    def taken(self, start: int, by: int | None = None) -> list[int]:
        """Squares where the other side takes something from a board on; by what stands on a square
        of that board, if one is given."""
        found = []
        for number in range(start, len(self.moves)):
            board, move = self.boards[number], self.moves[number]
            is_theirs = board.turn != self.victim
            is_it = by is None or move.from_square == by
            if is_theirs and is_it and board.is_capture(move):
                is_passing = board.is_en_passant(move)
                place = move.to_square
                if is_passing:
                    place += -8 if board.turn == chess.WHITE else 8
                found.append(place)
            if by is not None and is_theirs and move.from_square == by:
                break
        return found

    def some(self, claim) -> bool:
        return any(claim(number, self.boards[number]) for number in self.blows())

    def is_mate(self) -> bool:
        return self.boards[-1].is_checkmate()


def fork(line: Line, it: dict) -> bool:
    def forks(number: int, board: chess.Board) -> bool:
        targets = {square(target) for target in it["targets"]}
        is_fork = all_stand(board, it["by"], *it["targets"]) and all(
            attacks(board, it["by"], target) for target in it["targets"]
        )
        # By the piece that forks, or at once by another one while it still stands there.
        own = set(line.taken(number, square(it["by"]))) & targets
        next_one = line.boards[number + 1] if number + 1 < len(line.boards) else board
        other = stands(next_one, it["by"]) and set(line.taken(number)[:1]) & targets
        return is_fork and bool(own or other)

    return len(it["targets"]) > 1 and line.some(forks)


def in_a_row(board: chess.Board, by: dict, front: dict, behind: dict) -> bool:
    if not all_stand(board, by, front, behind):
        return False
    places = [square(placed) for placed in (by, front, behind)]
    between = chess.SquareSet(chess.between(places[0], places[2]))
    return (
        board.piece_type_at(places[0]) in SLIDERS
        and places[1] in board.attacks(places[0])
        and places[1] in between
        and not any(board.piece_at(place) for place in between if place != places[1])
    )


def pin(line: Line, it: dict) -> bool:
    def pins(_: int, board: chess.Board) -> bool:
        prey, behind = square(it["prey"]), square(it["behind"])
        return in_a_row(board, it["by"], it["prey"], it["behind"]) and (
            board.is_pinned(line.victim, prey)
            if it["behind"]["piece"] == "king"
            else worth_at(board, behind) > worth_at(board, prey)
        )

    return line.some(pins)


def skewer(line: Line, it: dict) -> bool:
    return line.some(
        lambda number, board: (
            in_a_row(board, it["by"], it["front"], it["prey"])
            and worth_at(board, square(it["front"])) >= worth_at(board, square(it["prey"]))
            and square(it["prey"]) in line.taken(number, square(it["by"]))
        )
    )


def discovered_attack(line: Line, it: dict) -> bool:
    def opens(number: int, board: chess.Board) -> bool:
        before, by, target = line.boards[number - 1], square(it["by"]), square(it["target"])
        return (
            all_stand(board, it["by"], it["mover"], it["target"])
            and attacks(board, it["by"], it["target"])
            and target not in before.attacks(by)
            and square(it["mover"]) != by
        )

    return line.some(opens)


def double_check(line: Line, it: dict) -> bool:
    places = {square(placed) for placed in it["by"]}
    return line.some(lambda _, board: set(board.checkers()) == places and len(places) > 1)


def deflection(line: Line, it: dict) -> bool:
    goal, stood = chess.parse_square(it["square"]), square(it["defender"])

    def lures(number: int, board: chess.Board) -> bool:
        if not stands(board, it["defender"]) or number >= len(line.moves):
            return False
        move, after = line.moves[number], line.boards[number + 1]
        return move.from_square == stood and goal not in after.attacks(move.to_square)

    return line.some(lures)


def attraction(line: Line, it: dict) -> bool:
    def draws(number: int, board: chess.Board) -> bool:
        if number >= len(line.moves):
            return False
        move, after = line.moves[number], line.boards[number + 1]
        is_drawn = move.to_square == square(it["prey"]) == line.moves[number - 1].to_square
        return is_drawn and board.is_capture(move) and stands(after, it["prey"])

    return line.some(draws)


def removed_defender(line: Line, it: dict) -> bool:
    def robs(number: int, board: chess.Board) -> bool:
        before, place = line.boards[number - 1], square(it["defender"])
        return stands(before, it["defender"]) and line.moves[number - 1].to_square == place

    return line.some(robs)


def trapped(line: Line, it: dict) -> bool:
    def is_trapped(number: int, board: chess.Board) -> bool:
        place = square(it["prey"])
        if not stands(board, it["prey"]) or board.is_check():
            return False
        for move in board.legal_moves:
            if move.from_square == place:
                won = worth_at(board, move.to_square)
                after = board.copy()
                after.push(move)
                if won >= exchange(after, move.to_square):
                    return False
        return True

    return line.some(is_trapped)


def back_rank(line: Line, _: dict) -> bool:
    end = line.boards[-1]
    rank = chess.square_rank(end.king(line.victim))
    return line.is_mate() and rank == (0 if line.victim == chess.WHITE else 7)


def smothered(line: Line, _: dict) -> bool:
    end = line.boards[-1]
    around = end.attacks(end.king(line.victim))
    by_knight = all(end.piece_type_at(place) == chess.KNIGHT for place in end.checkers())
    return line.is_mate() and by_knight and not around & ~end.occupied_co[line.victim]


def taken_at_once(line: Line, it: dict) -> bool:
    start = line.blows()[0] - 1
    return start < len(line.moves) and square(it["prey"]) in line.taken(start)[:1]


def falls(line: Line, it: dict) -> bool:
    return square(it["prey"]) in line.taken(0)


def promotes(line: Line, it: dict) -> bool:
    moves = zip(line.boards, line.moves)
    places = [
        move.to_square for board, move in moves if move.promotion and board.turn != line.victim
    ]
    return bool(places) and ("square" not in it or chess.parse_square(it["square"]) in places)


def in_between(line: Line, it: dict) -> bool:
    return square(it["prey"]) in line.taken(0) and line.some(
        lambda _, board: stands(board, it["by"])
    )


CLAIMS = {
    "fork": fork,
    "pin": pin,
    "skewer": skewer,
    "discovered-attack": discovered_attack,
    "double-check": double_check,
    "deflection": deflection,
    "attraction": attraction,
    "removed-defender": removed_defender,
    "trapped": trapped,
    "back-rank": back_rank,
    "smothered": smothered,
    "hangs": taken_at_once,
    "losing-exchange": taken_at_once,
    "falls": falls,
    "ignores-threat": falls,
    "allows-promotion": promotes,
    "passed-pawn-runs": promotes,
    "in-between": in_between,
    "mates": lambda line, it: line.is_mate() and stands(line.boards[-1], it["by"]),
}


def check(move: dict, counts: Counter, refuted: list[str]) -> None:
    mover = move["side"] == "white"
    for reason in move.get("reasons", []):
        is_missed = reason["kind"] == "misses"
        it = reason["motif"] if is_missed else reason
        claim = CLAIMS.get(it["kind"])
        if claim is None:
            continue
        # What was missed would have happened to the other side, in the better line.
        texts, victim = (move["best_line"], not mover) if is_missed else (move["line"], mover)
        counts[it["kind"]] += 1
        if not claim(Line(move["fen"], texts, victim), it):
            refuted.append(f"{move['fen']} {' '.join(texts)}: {json.dumps(reason)}")


def reviewed(options: argparse.Namespace) -> dict:
    if options.review:
        return json.loads(pathlib.Path(options.review).read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "out.json")
        command = [options.damier, "review", *options.files, "--quiet"]
        command += ["--nodes", str(options.nodes), "--json", str(file)]
        subprocess.run(command, check=True)
        return json.loads(file.read_text(encoding="utf-8"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--damier", help="the program; needed unless --review is given")
    parser.add_argument("--nodes", type=int, default=5_000)
    parser.add_argument("--review", help="a review that was written already")
    parser.add_argument("--least", type=int, default=0, help="fail unless so many are looked at")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    counts, refuted = Counter(), []
    for game in reviewed(options)["games"]:
        for move in game["moves"]:
            check(move, counts, refuted)
    print("\n".join(refuted))
    print(f"{counts.total()} claims, {len(refuted)} refuted: {dict(counts.most_common())}")
    return 1 if refuted or counts.total() < options.least else 0


if __name__ == "__main__":
    sys.exit(main())
