#!/usr/bin/env python3
"""Checks what `damier review` says with the rules of another program.

    python3 tests/clients/review.py --library python-chess \\
        --damier target/release/damier GAMES.pgn ...
    python3 tests/clients/review.py --library pydraughts \\
        --damier target/release/damier GAMES.pdn ...

Every line of every review must be legal, every forced win must end so on the board, the terms of
every comparison must add up to its gap, and every material loss that is stated must be what the
pieces on the board say at the ends of the lines. The annotated games are read by the library, with
the moves of the review.
"""

import argparse
import io
import json
import pathlib
import subprocess
import sys
import tempfile

CHESS = {"pawn": 100, "knight": 320, "bishop": 330, "rook": 500, "queen": 900}
DRAUGHTS = {"man": 100, "crowned": 300}


class Chess:
    """Boards of python-chess."""

    worth = CHESS
    least = 80

    def __init__(self, fen: str):
        import chess

        self.chess = chess
        self.board = chess.Board(fen, chess960=True)

    def push(self, text: str) -> None:
        self.board.push_san(text)

    def balance(self, white: bool) -> int:
        pieces = self.board.piece_map().values()
        names = self.chess.PIECE_NAMES
        worth = lambda piece: self.worth.get(names[piece.piece_type], 0)
        return sum(worth(piece) if piece.color == white else -worth(piece) for piece in pieces)

    def winner(self) -> str | None:
        if not self.board.is_checkmate():
            return None
        return "black" if self.board.turn else "white"

    @staticmethod
    def read(text: str) -> list[list[str]]:
        import chess.pgn

        source, games = io.StringIO(text), []
        while (game := chess.pgn.read_game(source)) is not None:
            assert not game.errors, game.errors
            board, moves = game.board(), []
            for node in game.mainline():
                moves.append(board.san(node.move))
                board.push(node.move)
                for variation in node.parent.variations[1:]:
                    assert variation.move in node.parent.board().legal_moves
            games.append(moves)
        return games


class Draughts:
    """Boards of pydraughts."""

    worth = DRAUGHTS
    least = 100

    def __init__(self, fen: str):
        import draughts

        self.draughts = draughts
        self.board = draughts.Board(fen=fen)

    def push(self, text: str) -> None:
        legal = {move.pdn_move: move for move in self.board.legal_moves()}
        # A capture that has a namesake is written with all its squares.
        self.board.push(
            legal[text] if text in legal else self.draughts.Move(self.board, pdn_move=text)
        )

    def balance(self, white: bool) -> int:
        sums = {"W": 0, "B": 0}
        for colour in self.board.fen.replace('[FEN "', "").replace('"]', "").split(":")[1:3]:
            for item in filter(None, colour[1:].split(",")):
                king, item = item.startswith("K"), item.lstrip("K")
                first, _, last = item.partition("-")
                sums[colour[0]] += (300 if king else 100) * (int(last or first) - int(first) + 1)
        return sums["W"] - sums["B"] if white else sums["B"] - sums["W"]

    def winner(self) -> str | None:
        if list(self.board.legal_moves()):
            return None
        return "black" if self.board.turn == self.draughts.WHITE else "white"

    @staticmethod
    def read(text: str) -> list[list[str]]:
        from draughts.PDN import PDNReader

        # Its reader gives the first move twice in games that Black begins.
        skipped = lambda game: int(game.tags.get("FEN", "W").startswith("B"))
        return [game.moves[skipped(game) :] for game in PDNReader(pdn_text=text).games]


def end_of(rules, fen: str, line: list[str]):
    board = rules(fen)
    for text in line:
        board.push(text)
    return board


def check_move(rules, move: dict, counts: dict) -> None:
    white, fen = move["side"] == "white", move["fen"]
    now = rules(fen).balance(white)
    played = end_of(rules, fen, move["line"])
    best = end_of(rules, fen, move.get("best_line") or move["line"])
    counts["lines"] += 2
    for key, end, line in (
        ("evaluation", played, move["line"]),
        ("best_evaluation", best, move.get("best_line")),
    ):
        if line and "win" in move[key]:
            assert end.winner() == move[key]["win"]["side"], move
            counts["forced wins"] += 1
    if comparison := move.get("comparison"):
        terms = sum(value for _, value in comparison["terms"])
        assert terms + comparison["remainder"] == comparison["gap"], move
        counts["comparisons"] += 1
    for reason in move.get("reasons", []):
        counts["reasons"] += 1
        # What the best line does not keep either is not lost by the move; a knight for a bishop is
        # kept.
        kept = best.balance(white) if now - best.balance(white) >= rules.least else now
        if reason["kind"] == "loses-material":
            stated = kept - played.balance(white)
        elif reason["kind"] == "misses-material":
            stated = best.balance(white) - kept
        else:
            continue
        pieces = sum(rules.worth[name] for name in reason["lost"]) - sum(
            rules.worth[name] for name in reason["gained"]
        )
        # No more than the lines show, but for a bishop that went for a knight: what a second search
        # does not confirm is not stated.
        assert reason["worth"] == pieces <= stated + rules.least, (reason, stated, move)
        counts["stated losses"] += 1
    counts["explained errors"] += bool(move.get("reasons"))
    counts["errors"] += "judgement" in move


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", required=True, choices=("python-chess", "pydraughts"))
    parser.add_argument("--damier", help="the program; needed unless --review is given")
    parser.add_argument("--nodes", type=int, default=5_000)
    parser.add_argument(
        "--review", help="a review that was written already, instead of files of games"
    )
    parser.add_argument(
        "--least", type=int, default=0, help="fail unless so many errors are explained"
    )
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    rules = Chess if options.library == "python-chess" else Draughts
    names = (
        "errors",
        "explained errors",
        "reasons",
        "stated losses",
        "comparisons",
        "forced wins",
        "lines",
    )
    counts = dict.fromkeys(names, 0)
    if options.review:
        report = json.loads(pathlib.Path(options.review).read_text(encoding="utf-8"))
        annotated = None
    else:
        with tempfile.TemporaryDirectory() as folder:
            files = [str(pathlib.Path(folder, name)) for name in ("out.json", "out.games")]
            command = [
                options.damier,
                "review",
                *options.files,
                "--quiet",
                "--nodes",
                str(options.nodes),
            ]
            subprocess.run([*command, "--json", files[0], "--annotate", files[1]], check=True)
            report = json.loads(pathlib.Path(files[0]).read_text(encoding="utf-8"))
            annotated = pathlib.Path(files[1]).read_text(encoding="utf-8")
    for game in report["games"]:
        for move in game["moves"]:
            check_move(rules, move, counts)
    if annotated is not None:
        read = rules.read(annotated)
        expected = [[move["played"] for move in game["moves"]] for game in report["games"]]
        assert len(read) == len(expected), (len(read), len(expected))
        for found, moves in zip(read, expected):
            assert found == moves, (found, moves)
    print(
        f"{len(report['games'])} games: "
        + ", ".join(f"{count} {name}" for name, count in counts.items())
    )
    assert counts["explained errors"] >= options.least
    return 0


if __name__ == "__main__":
    sys.exit(main())
