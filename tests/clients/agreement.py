#!/usr/bin/env python3
"""Asks whether `damier review` is right where two strong engines are of one mind.

    python3 tests/clients/agreement.py --games DATA/lichess-100k.pgn --cache scores \\
        --damier target/release/damier --nodes 500000 --damier-nodes 100000

Stockfish scores every position of the games, backwards and with one table for each game, once with
its network and once without (or whatever --other-option makes of it). A move that both call a
blunder is one, and a move with which both lose less than an inaccuracy is none. Of the former
Damier must call at least 97 of 100 a mistake or a blunder, of the latter it may accuse one of 200
of that. Where the two engines differ nothing is asked.

With --again NODES the games are reviewed once more, and it is counted how many mistakes and
blunders keep their name. Scores are kept in the folder --cache: an interrupted run goes on where
it was. The rules that make errors of scores stand here once more, apart from the program's own.
"""

import argparse
import json
import math
import pathlib
import subprocess
import sys

import chess.engine
import chess.pgn

THRESHOLDS = {"inaccuracy": 5, "mistake": 10, "blunder": 15}
SERIOUS = ("mistake", "blunder")
# Asked of the judge, in hundredths.
LEAST_FOUND, MOST_ACCUSED, LEAST_KEPT = 97.0, 0.5, 95.0
# A label so near to a threshold may change with the budget.
BORDER = 2.0


def read_games(path: str, count: int) -> list[chess.pgn.Game]:
    games = []
    with open(path, encoding="utf-8") as file:
        while len(games) < count and (game := chess.pgn.read_game(file)):
            games.append(game)
    return games


def final_score(board: chess.Board, is_last: bool) -> dict | None:
    """The score of a position in which the game is over, for the side to move."""
    if board.is_checkmate():
        return {"mate": 0}
    if board.is_stalemate() or board.is_insufficient_material():
        return {"cp": 0}
    # Players may go on after these, but if they did not, the draw was claimed; an engine asked for
    # a move would go on.
    if is_last and (board.is_repetition(3) or board.is_fifty_moves()):
        return {"cp": 0}
    return None


def scores_of(game: chess.pgn.Game, engine: chess.engine.SimpleEngine, nodes: int) -> list[dict]:
    """A score for every position of the game, for the side to move, from the first to the last."""
    boards = [game.board()]
    for move in game.mainline_moves():
        board = boards[-1].copy()
        board.push(move)
        boards.append(board)
    scores = []
    for board in reversed(boards):
        score = final_score(board, is_last=board is boards[-1])
        if score is None:
            info = engine.analyse(board, chess.engine.Limit(nodes=nodes), game=game)
            found = info["score"].relative
            score = {"mate": found.mate()} if found.is_mate() else {"cp": found.score()}
        scores.append(score)
    return scores[::-1]


def all_scores(
    games: list[chess.pgn.Game], options: argparse.Namespace, settings: list[str]
) -> list[list[dict]]:
    folder = pathlib.Path(options.cache, *(setting.replace("/", "_") for setting in settings))
    folder.mkdir(parents=True, exist_ok=True)
    engine = None
    everything = []
    for number, game in enumerate(games, 1):
        file = folder / f"{options.nodes}-{number}.json"
        if not file.exists():
            if engine is None:
                engine = chess.engine.SimpleEngine.popen_uci(options.engine)
                own = dict(setting.split("=", 1) for setting in settings)
                engine.configure({"Hash": 64, "Threads": 1, **own})
            draft = file.with_suffix(".draft")
            draft.write_text(json.dumps(scores_of(game, engine, options.nodes)))
            draft.rename(file)
            print(f"{' '.join(settings)} game {number} of {len(games)}", file=sys.stderr)
        everything.append(json.loads(file.read_text()))
    if engine is not None:
        engine.quit()
    return everything


def chances(score: dict, scale: float) -> float:
    if "mate" in score:
        # A mate in 0 is one that stands on the board: the side to move has lost.
        points = 1000.0 if score["mate"] > 0 else -1000.0
    else:
        points = max(-1000.0, min(1000.0, score["cp"] * scale))
    return 50 + 50 * (2 / (1 + math.exp(-0.00368208 * points)) - 1)


def label_of(before: dict, after: dict, scale: float) -> str | None:
    """The error that a move was; both scores are for the side to move, so that of the position
    after the move is the opponent's."""
    wins = lambda score: score.get("mate", 0) > 0
    loses = lambda score: "mate" in score and score["mate"] <= 0
    after_points = -after["cp"] * scale if "cp" in after else None
    if wins(after) and not loses(before):
        had = before.get("cp", 1000) * scale
        return "inaccuracy" if had < -999 else "mistake" if had < -700 else "blunder"
    if wins(before) and not loses(after):
        has = -1000 if after_points is None else after_points
        return "inaccuracy" if has > 999 else "mistake" if has > 700 else "blunder"
    if loses(before) or wins(before):
        return None
    drop = chances(before, scale) - (100 - chances(after, scale))
    names = [name for name, threshold in THRESHOLDS.items() if drop >= threshold]
    return names[-1] if names else None


def labels(scores: list[list[dict]], scale: float) -> dict[tuple[int, int], str | None]:
    """What each move was, by game and ply."""
    return {
        (game, ply): label_of(before, after, scale)
        for game, line in enumerate(scores)
        for ply, (before, after) in enumerate(zip(line, line[1:]))
    }


def reviewed(options: argparse.Namespace, nodes: int, count: int) -> dict[tuple[int, int], dict]:
    """What the program says of each move, by game and ply."""
    file = pathlib.Path(options.cache, f"damier-{nodes}-{count}.json")
    if not file.exists():
        command = [options.damier, "review", options.games, "--games", str(count)]
        command += ["--nodes", str(nodes), "--quiet", "--json", str(file)]
        subprocess.run(command, check=True)
    report = json.loads(file.read_text(encoding="utf-8"))
    return {
        (game["number"] - 1, ply): move
        for game in report["games"]
        for ply, move in enumerate(game["moves"])
    }


def share(part: int, whole: int) -> float:
    return 100 * part / max(1, whole)


def compare(first: dict, second: dict, said: dict) -> bool:
    """Prints how the program does where both engines agree, and whether that is enough."""
    agreed = lambda label: [place for place in first if first[place] == second[place] == label]
    is_serious = lambda place: said[place].get("judgement") in SERIOUS
    blunders, sound = agreed("blunder"), agreed(None)
    found = [place for place in blunders if is_serious(place)]
    accused = [place for place in sound if is_serious(place)]
    doubted = [place for place in sound if said[place].get("judgement") == "inaccuracy"]
    name = lambda place: f"game {place[0] + 1}, {said[place]['number']} {said[place]['played']}"
    for place in sorted(set(blunders) - set(found)):
        print(f"not found: {name(place)}")
    for place in accused:
        print(f"accused: {name(place)}")
    shares = share(len(found), len(blunders)), share(len(accused), len(sound))
    print(f"{len(first)} moves")
    print(f"blunders of both: {len(blunders)}, called mistake or blunder {shares[0]:.1f} %")
    print(f"sound for both: {len(sound)}, accused of a mistake or a blunder {shares[1]:.2f} %, ")
    print(f"    called inaccurate {share(len(doubted), len(sound)):.1f} %")
    return shares[0] >= LEAST_FOUND and shares[1] <= MOST_ACCUSED


def drop_of(move: dict) -> float:
    return move["win_before"] - move["win_after"]


def keeps(said: dict, again: dict) -> bool:
    """Prints how many labels stay with another budget, and whether that is enough."""
    is_clear = lambda move: all(
        abs(drop_of(move) - threshold) > BORDER for threshold in THRESHOLDS.values()
    )
    serious = [place for place, move in said.items() if move.get("judgement") in SERIOUS]
    clear = [place for place in serious if is_clear(said[place])]
    kept = [place for place in clear if again[place].get("judgement") == said[place]["judgement"]]
    print(
        f"{len(serious)} mistakes and blunders, {len(clear)} of them not within {BORDER:g} points"
    )
    print(f"    of a threshold: {share(len(kept), len(clear)):.1f} % keep their name")
    return share(len(kept), len(clear)) >= LEAST_KEPT


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", required=True, help="a PGN file")
    parser.add_argument("--count", type=int, default=1000, help="of its games so many at most")
    parser.add_argument("--cache", required=True, help="a folder for scores and reviews")
    parser.add_argument("--engine", default="stockfish", help="the engine that knows better")
    parser.add_argument("--nodes", type=int, default=500_000, help="of it for a position")
    parser.add_argument(
        "--other-option",
        action="append",
        metavar="NAME=VALUE",
        help="what makes a second engine of it (usually Use NNUE=false)",
    )
    parser.add_argument(
        "--other-scale",
        type=float,
        default=2.0,
        help="what the scores of that are multiplied by: without its network they are half as big",
    )
    parser.add_argument("--damier", help="the program; without it only the engines are asked")
    parser.add_argument("--damier-nodes", type=int, default=100_000)
    parser.add_argument("--again", type=int, metavar="NODES", help="review with so many too")
    options = parser.parse_args()

    games = read_games(options.games, options.count)
    other = options.other_option or ["Use NNUE=false"]
    first = labels(all_scores(games, options, []), 1.0)
    second = labels(all_scores(games, options, other), options.other_scale)
    if not options.damier:
        return 0
    said = reviewed(options, options.damier_nodes, len(games))
    is_good = compare(first, second, said)
    if options.again:
        is_good &= keeps(said, reviewed(options, options.again, len(games)))
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
