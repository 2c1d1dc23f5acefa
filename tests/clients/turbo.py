#!/usr/bin/env python3
"""Plays `damier hub` against the strongest engine of py-draughts, TurboEngine, and against a random
mover.

    python3 tests/clients/turbo.py --damier target/release/damier --games 100 --milliseconds 200

Needs py-draughts (PyPI), whose board also is the referee. Openings are random and balanced by a
look of Damier itself; each is played with both colours. `--jobs` games run at a time.
"""

import argparse
import math
import multiprocessing
import random
import subprocess

from draughts import Board
from draughts.engines import TurboEngine
from draughts.engines.hub import board_to_hub_position, move_to_hub_notation, parse_hub_move
from draughts.models import Color

OPENING_PLIES = 8
LONGEST_GAME = 300
MAX_ADVANTAGE = 0.4


class Hub:
    """As much of a Hub client as a match needs."""

    def __init__(self, program: str) -> None:
        self.process = subprocess.Popen(
            [program, "hub"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.send("hub")
        self.wait_for("wait")
        self.send("init")
        self.wait_for("ready")

    def send(self, line: str) -> None:
        self.process.stdin.write(line + "\n")

    def wait_for(self, word: str) -> tuple[str, str]:
        """The line that begins with the word, and the last `info` before it."""
        info = ""
        for line in self.process.stdout:
            if line.split(" ")[0].strip() == word:
                return line, info
            if line.startswith("info"):
                info = line
            if line.startswith("error"):
                raise RuntimeError(line)
        raise RuntimeError("the engine closed its output")

    def search(self, start: str, moves: list[str], level: str) -> tuple[str, float]:
        text = f' moves="{" ".join(moves)}"' if moves else ""
        self.send(f"pos pos={start}{text}")
        self.send(f"level {level}")
        self.send("go think")
        done, info = self.wait_for("done")
        score = float(info.split("score=")[1].split()[0]) if "score=" in info else 0.0
        return done.split("move=")[1].split()[0], score

    def quit(self) -> None:
        self.send("quit")
        self.process.wait(10)


def opening(engine: Hub, seed: int) -> Board:
    generator = random.Random(seed)
    while True:
        board = Board()
        for _ in range(OPENING_PLIES + generator.randrange(2)):
            board.push(generator.choice(list(board.legal_moves)))
        quiet = not any(move.captured_list for move in board.legal_moves)
        if (
            quiet
            and abs(engine.search(board_to_hub_position(board), [], "nodes=20000")[1])
            <= MAX_ADVANTAGE
        ):
            return board


def play(task: tuple[str, int, int, str]) -> tuple[float, int]:
    """One game; the score for Damier, and the plies."""
    program, number, milliseconds, opponent = task
    engine = Hub(program)
    engine.send("new-game")
    board = opening(engine, number // 2)
    damier = Color.WHITE if number % 2 == 0 else Color.BLACK
    other = TurboEngine(depth_limit=None, time_limit=milliseconds / 1000)
    chance = random.Random(number)
    start, moves = board_to_hub_position(board), []
    while not board.game_over and len(moves) < LONGEST_GAME:
        legal = list(board.legal_moves)
        if board.turn == damier:
            text, _ = engine.search(start, moves, f"move-time={milliseconds / 1000}")
            move = parse_hub_move(text, legal, board)
        elif opponent == "turbo":
            move = other.get_best_move(board)
        else:
            move = chance.choice(legal)
        moves.append(move_to_hub_notation(move))
        board.push(move)
    engine.quit()
    result = {"1-0": 1.0, "0-1": 0.0}.get(board.result, 0.5) if board.game_over else 0.5
    return (result if damier == Color.WHITE else 1.0 - result), len(moves)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--damier", required=True)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--milliseconds", type=int, default=200)
    parser.add_argument("--opponent", choices=["turbo", "random"], default="turbo")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    tasks = [
        (options.damier, number, options.milliseconds, options.opponent)
        for number in range(options.games)
    ]
    scores = []
    with multiprocessing.Pool(options.jobs) as pool:
        for score, plies in pool.imap(play, tasks):
            scores.append(score)
            words = {1.0: "won", 0.5: "drawn", 0.0: "LOST"}[score]
            print(f"game {len(scores)}: {words} after {plies} plies", flush=True)
    mean = sum(scores) / len(scores)
    deviation = math.sqrt(
        sum((score - mean) ** 2 for score in scores) / max(1, len(scores) - 1) / len(scores)
    )
    counts = " ".join(
        f"{sign}{scores.count(score)}" for sign, score in (("+", 1.0), ("=", 0.5), ("-", 0.0))
    )
    print(f"{counts}: {100 * mean:.1f} % ± {196 * deviation:.1f}")


if __name__ == "__main__":
    main()
