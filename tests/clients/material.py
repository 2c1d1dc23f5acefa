#!/usr/bin/env python3
"""Asks another engine whether what `damier review` says is lost is really lost.

    damier review GAMES.pgn --quiet --json reviews.json
    python3 tests/clients/material.py --review reviews.json --engine stockfish --count 200

The other engine looks at the position after the move played and after the better one, and
python-chess counts the pieces at the quiet ends of its two lines. What a sentence says is lost
must be what the mover has less there than before, or than the better line keeps; what it says was
missed, what the better line wins. A pawn more or less is another sentence. With --again a second
review of the same games, with another budget, is compared: how many sentences are the same?
"""

import argparse
import json
import pathlib
import random
import sys

import chess
import chess.engine

KINDS = ("loses-material", "misses-material")
WORTH = {"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9}
# So many plies of the other engine's line are counted at most.
LONGEST = 14
LEAST_SAME, LEAST_KEPT = 97.0, 90.0


def balance(board: chess.Board, white: bool) -> int:
    total = 0
    for name, worth in WORTH.items():
        role = chess.PIECE_NAMES.index(name)
        count = len(board.pieces(role, white)) - len(board.pieces(role, not white))
        total += worth * count
    return total


def quiet_balances(board: chess.Board, line: list[chess.Move], white: bool) -> list[int]:
    """What the mover has more wherever the line is quiet; its end is the last of them."""
    balances = []
    board = board.copy()
    for number, move in enumerate(line[:LONGEST]):
        is_loud = board.is_capture(move) or move.promotion or board.is_check()
        if number and not is_loud:
            balances.append(balance(board, white))
        board.push(move)
    if not balances or len(line) <= LONGEST:
        balances.append(balance(board, white))
    return balances


def stated(reasons: list[dict]) -> dict | None:
    return next((reason for reason in reasons if reason["kind"] in KINDS), None)


def worth(reason: dict) -> int:
    count = lambda names: sum(WORTH[name] for name in names)
    return count(reason["lost"]) - count(reason["gained"])


def is_borne_out(engine, move: dict, reason: dict, nodes: int) -> bool:
    white = move["side"] == "white"
    board = chess.Board(move["fen"], chess960=True)
    now = balance(board, white)
    ends = []
    for text in (move["best_line"][0], move["played"]):
        after = board.copy()
        after.push_san(text)
        line = []
        if not after.is_game_over():
            line = engine.analyse(after, chess.engine.Limit(nodes=nodes))["pv"]
        ends.append(quiet_balances(after, line, white))
    best, played = ends[0][-1], ends[1][-1]
    # What the better line does not keep either is not lost by the move played.
    if reason["kind"] == "loses-material":
        found = [min(now, best) - played, best - played]
    else:
        found = [best - max(now, played), best - played]
    return worth(reason) in found


def places(report: dict) -> dict[tuple[int, int], dict]:
    return {
        (game["number"], ply): move
        for game in report["games"]
        for ply, move in enumerate(game["moves"])
    }


def share(part: int, whole: int) -> float:
    return 100 * part / max(1, whole)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--review", required=True, help="what `damier review --json` wrote")
    parser.add_argument("--again", help="the same with another budget")
    parser.add_argument("--engine", default="stockfish", help="the other engine")
    parser.add_argument("--nodes", type=int, default=500_000, help="of it for a line")
    parser.add_argument("--count", type=int, default=100, help="sentences that are drawn")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    read = lambda path: places(json.loads(pathlib.Path(path).read_text(encoding="utf-8")))
    moves = read(options.review)
    told = [place for place, move in moves.items() if stated(move.get("reasons", []))]
    is_good = True
    if options.again:
        other = read(options.again)
        both = [place for place in told if other[place].get("reasons")]
        kept = [
            place
            for place in both
            if stated(other[place]["reasons"]) == stated(moves[place]["reasons"])
        ]
        print(f"{len(told)} sentences; {len(both)} of the moves have reasons with both budgets,")
        print(f"    and the same sentence {share(len(kept), len(both)):.1f} %")
        is_good &= share(len(kept), len(both)) >= LEAST_KEPT
    drawn = random.Random(options.seed).sample(told, min(options.count, len(told)))
    engine = chess.engine.SimpleEngine.popen_uci(options.engine)
    engine.configure({"Hash": 64, "Threads": 1})
    same = 0
    for place in drawn:
        move = moves[place]
        reason = stated(move["reasons"])
        if is_borne_out(engine, move, reason, options.nodes):
            same += 1
        else:
            print(f"differs: game {place[0]}, {move['fen']} {move['played']}: {json.dumps(reason)}")
    engine.quit()
    print(
        f"{len(drawn)} sentences, {share(same, len(drawn)):.1f} % as the other engine's lines end"
    )
    return 0 if is_good and share(same, len(drawn)) >= LEAST_SAME else 1


if __name__ == "__main__":
    sys.exit(main())
