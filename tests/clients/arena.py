#!/usr/bin/env python3
"""Shows that matches of `damier arena` lose nothing, and that other programs read their games.

    python3 tests/clients/arena.py --library python-chess --damier target/release/damier --kills 20
    python3 tests/clients/arena.py --library py-draughts --damier target/release/damier

A match between engines built into Damier is killed at random moments, as often as --kills says, and
resumed. In the end the file of games must have every game once, its results must be those of the
statistics, and the library must read every game with the moves of the journal. pydraughts and
py-draughts install a module of the same name, so each needs an environment of its own.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time


def read_with_python_chess(text: str) -> int:
    import io

    import chess.pgn

    game = chess.pgn.read_game(io.StringIO(text))
    assert not game.errors, (game.errors, text)
    node, evaluated = game, 0
    while node.variations:
        node = node.variations[0]
        evaluated += node.eval() is not None and node.emt() is not None
    moves = len(list(game.mainline_moves()))
    # A forced move may be played without a search; everything else has a score and a time.
    assert evaluated >= moves * 0.8, text
    return moves


def read_with_draughts(library: str):
    from pdn import read_with_py_draughts, read_with_pydraughts

    if library == "pydraughts":
        return lambda text: read_with_pydraughts(text)[1]
    # py-draughts 1.10.1 takes the beginning of the move 1-12 for the result 1-1 and stops there, so
    # it gets the other way to write a draw.
    return lambda text: read_with_py_draughts(
        re.sub(r'(?<=Result ")1-1(?="])|1-1(?=\s*$)', "1/2-1/2", text)
    )[1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--library", required=True, choices=["python-chess", "pydraughts", "py-draughts"]
    )
    parser.add_argument("--damier", required=True)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    is_chess = options.library == "python-chess"
    read = read_with_python_chess if is_chess else read_with_draughts(options.library)
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        journal, games = folder / "match.jsonl", folder / ("games.pgn" if is_chess else "games.pdn")
        command = [options.damier, "arena", "--game", "chess" if is_chess else "draughts"]
        command += [
            "--engine",
            "builtin,name=first",
            "--engine",
            f"builtin,name=second,nodes={options.nodes // 2}",
        ]
        command += [
            "--nodes",
            str(options.nodes),
            "--games",
            str(options.games),
            "--concurrency",
            "2",
        ]
        command += ["--journal", str(journal), "--pgn", str(games), "--quiet", "--json"]
        interrupted = 0
        for _ in range(options.kills):
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
            time.sleep(chance.uniform(0.05, 1.0))
            interrupted += process.poll() is None
            process.kill()
            process.wait()
        summary = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)

        lines = [json.loads(line) for line in journal.read_text().splitlines()[1:]]
        texts = re.split(r"(?m)^(?=\[Event )", games.read_text())[1:]
        assert len(texts) == len(lines) == options.games == summary["games"], (
            len(texts),
            len(lines),
            summary,
        )
        tag = lambda text, name: re.search(rf'\[{name} "(.*)"\]', text).group(1)
        rounds = {tag(text, "Round") for text in texts}
        assert len(rounds) == options.games, "a game is there twice"
        points = collections.Counter()
        total = 0
        for text, line in zip(texts, lines):
            total += read(text)
            assert read(text) == len(line["moves"].split()), text
            result = tag(text, "Result")
            points[tag(text, "White")] += {"1-0": 1, "2-0": 1, "1/2-1/2": 0.5, "1-1": 0.5}.get(
                result, 0
            )
            points[tag(text, "Black")] += {"0-1": 1, "0-2": 1, "1/2-1/2": 0.5, "1-1": 0.5}.get(
                result, 0
            )
        for player in summary["players"]:
            assert player["points"] == points[player["name"]], (player, points)
        print(
            f"ok  {options.library}: {options.games} games, {total} moves; "
            f"killed {interrupted} times of {options.kills}, nothing lost, nothing twice"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
