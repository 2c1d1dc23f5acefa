#!/usr/bin/env python3
"""Compares the errors that `damier review` finds in games with those that another engine finds.

    python3 tests/clients/agreement.py --games DATA/lichess-100k.pgn --engine stockfish \\
        --cache scores --damier target/release/damier \\
        --damier-nodes 200000 --nodes 200000 --reference 1000000

The other engine scores every position of a game, backwards and with one table for each game, once
with --nodes and once with --reference. What it finds with --reference counts as the truth. What it
finds itself with --nodes shows how well any engine can agree with that, and is the ceiling; Damier
is measured beside it. Scores are kept in the folder --cache: an interrupted run goes on where it
was. The rules that make errors of scores stand here once more, apart from the program's own.

With --variant "Use NNUE=false" --variant-scale 2 the same engine is measured a third time, with
options of its own and its scores multiplied: how well does the same search agree if it judges
positions in another way? A last line of the table takes the mean of Damier's score and of the one
that the other engine finds with --nodes: how much would it help if half of every judgement were the
other engine's?
"""

import argparse
import json
import math
import pathlib
import subprocess

import chess.engine
import chess.pgn

NAMES = ("inaccuracy", "mistake", "blunder")


def read_games(path: str) -> list[chess.pgn.Game]:
    games = []
    with open(path, encoding="utf-8") as file:
        while game := chess.pgn.read_game(file):
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
    games: list[chess.pgn.Game], options: argparse.Namespace, nodes: int, variant=()
) -> list[list[dict]]:
    folder = pathlib.Path(options.cache, *(setting.replace("/", "_") for setting in variant))
    folder.mkdir(parents=True, exist_ok=True)
    engine = None
    everything = []
    for number, game in enumerate(games, 1):
        file = folder / f"{nodes}-{number}.json"
        if not file.exists():
            if engine is None:
                engine = chess.engine.SimpleEngine.popen_uci(options.engine)
                engine.configure(
                    {"Hash": 64, "Threads": 1, **dict(setting.split("=", 1) for setting in variant)}
                )
            draft = file.with_suffix(".draft")
            draft.write_text(json.dumps(scores_of(game, engine, nodes)))
            draft.rename(file)
            print(f"{nodes} nodes: game {number} of {len(games)}", flush=True)
        everything.append(json.loads(file.read_text()))
    if engine is not None:
        engine.quit()
    return everything


def centipawns(score: dict) -> float:
    if "mate" in score:
        # A mate in 0 is one that stands on the board: the side to move has lost.
        return 1000.0 if score["mate"] > 0 else -1000.0
    return max(-1000.0, min(1000.0, score["cp"]))


def win_percent(points: float) -> float:
    return 50 + 50 * (2 / (1 + math.exp(-0.00368208 * points)) - 1)


def error(before: dict, after: dict) -> str | None:
    """The error that a move was, both scores for the side that moved."""
    wins = lambda score: "mate" in score and score["mate"] > 0
    loses = lambda score: "mate" in score and score["mate"] <= 0
    if loses(after) and not loses(before):
        had = before.get("cp", 1000)
        return "inaccuracy" if had < -999 else "mistake" if had < -700 else "blunder"
    if wins(before) and not wins(after):
        has = after.get("cp", -1000)
        return "inaccuracy" if has > 999 else "mistake" if has > 700 else "blunder"
    if loses(before) or wins(before):
        return None
    drop = win_percent(centipawns(before)) - win_percent(centipawns(after))
    return (
        "blunder"
        if drop >= 15
        else "mistake"
        if drop >= 10
        else "inaccuracy"
        if drop >= 5
        else None
    )


def negated(score: dict) -> dict:
    if "cp" in score:
        return {"cp": -score["cp"]}
    return {"mate": -score["mate"] if score["mate"] else 1}


def scaled(scores: list[list[dict]], factor: float) -> list[list[dict]]:
    return [
        [{"cp": score["cp"] * factor} if "cp" in score else score for score in line]
        for line in scores
    ]


def labels(scores: list[list[dict]]) -> dict[tuple[int, int], str]:
    """The errors, by game and ply."""
    found = {}
    for game, line in enumerate(scores):
        for ply, (before, after) in enumerate(zip(line, line[1:])):
            if name := error(before, negated(after)):
                found[game, ply] = name
    return found


def damier_games(options: argparse.Namespace) -> list[dict]:
    if options.review:
        report = json.loads(pathlib.Path(options.review).read_text(encoding="utf-8"))
    else:
        command = [
            options.damier,
            "review",
            options.games,
            "--nodes",
            str(options.damier_nodes),
            "--quiet",
            "--json",
            "-",
        ]
        report = json.loads(
            subprocess.run(command, check=True, capture_output=True, text=True).stdout
        )
    return sorted(report["games"], key=lambda game: game["number"])


def damier_labels(games: list[dict]) -> dict[tuple[int, int], str]:
    """The errors, by game and ply, as the program says."""
    return {
        (game["number"] - 1, ply): move["judgement"]
        for game in games
        for ply, move in enumerate(game["moves"])
        if move.get("judgement") in NAMES
    }


def damier_score(evaluation: dict, side: str) -> dict:
    """A score of the program as the other engine would write it, for a side."""
    if "points" in evaluation:
        return {"cp": evaluation["points"] if side == "white" else -evaluation["points"]}
    if "win" in evaluation:
        win = evaluation["win"]
        # A win in no moves stands on the board: the side it is looked at from has won it, or lost
        # it.
        return {"mate": (win["moves"] or 1) if win["side"] == side else -win["moves"]}
    return {"cp": 1000 if evaluation["table"]["side"] == side else -1000}


def mean(one: dict, other: dict) -> dict:
    if "mate" in one and "mate" in other:
        return one
    return {"cp": (centipawns(one) + centipawns(other)) / 2}


def blended_labels(games: list[dict], scores: list[list[dict]]) -> dict[tuple[int, int], str]:
    """The errors by the means of the program's scores and the other engine's."""
    found = {}
    for game in games:
        line = scores[game["number"] - 1]
        for ply, move in enumerate(game["moves"]):
            before = mean(damier_score(move["best_evaluation"], move["side"]), line[ply])
            after = mean(damier_score(move["evaluation"], move["side"]), negated(line[ply + 1]))
            if name := error(before, after):
                found[game["number"] - 1, ply] = name
    return found


def compare(name: str, found: dict, truth: dict) -> list[tuple]:
    rows = []
    for words, wanted in (
        ("blunders", NAMES[2:]),
        ("mistakes and blunders", NAMES[1:]),
        ("all errors", NAMES),
    ):
        claimed = {place for place, label in found.items() if label in wanted}
        true = {place for place, label in truth.items() if label in wanted}
        both = len(claimed & true)
        precision, recall = 100 * both / max(1, len(claimed)), 100 * both / max(1, len(true))
        rows.append((words, name, len(claimed), len(true), precision, recall))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", required=True, help="a PGN file")
    parser.add_argument("--engine", default="stockfish", help="the other engine")
    parser.add_argument("--cache", required=True, help="a folder for its scores")
    parser.add_argument("--nodes", type=int, default=200_000)
    parser.add_argument("--reference", type=int, default=1_000_000)
    parser.add_argument("--damier", help="the program; without it only the other engine is asked")
    parser.add_argument("--damier-nodes", type=int, default=200_000)
    parser.add_argument(
        "--variant",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the third measurement",
    )
    parser.add_argument(
        "--variant-scale", type=float, default=1.0, help="what its scores are multiplied by"
    )
    parser.add_argument(
        "--review", help="what `damier review --json` wrote already, instead of --damier"
    )
    options = parser.parse_args()

    games = read_games(options.games)
    truth = labels(all_scores(games, options, options.reference))
    scores = all_scores(games, options, options.nodes)
    rows = compare(f"the same engine, {options.nodes} nodes", labels(scores), truth)
    if options.variant:
        variant = scaled(
            all_scores(games, options, options.nodes, options.variant), options.variant_scale
        )
        rows += compare(
            f"{', '.join(options.variant)}, x {options.variant_scale}", labels(variant), truth
        )
    if options.damier or options.review:
        reviewed = damier_games(options)
        rows += compare(f"damier, {options.damier_nodes} nodes", damier_labels(reviewed), truth)
        rows += compare("the mean of both scores", blended_labels(reviewed, scores), truth)
    print(f"{'':<23} {'':<32} {'found':>6} {'true':>6} {'precision':>10} {'recall':>8}")
    for words, name, claimed, true, precision, recall in sorted(rows, key=lambda row: row[0]):
        print(f"{words:<23} {name:<32} {claimed:>6} {true:>6} {precision:>9.1f} % {recall:>6.1f} %")


if __name__ == "__main__":
    main()
