#!/usr/bin/env python3
"""Shows that python-chess reads what Damier writes: the same games, moves, variations, comments,
glyphs.

    cargo build --release -p damier-records --example rewrite
    python3 tests/clients/pgn.py \\
        --rewrite target/release/examples/rewrite crates/records/tests/data/annotated.pgn

Each file is written again; python-chess reads both, and must find the same in both. The main lines
are also compared with what Damier itself has read.
"""

import argparse
import io
import sys

import chess
import chess.pgn

from common import rewritten


def games_of(text: str) -> list[chess.pgn.Game]:
    source, games = io.StringIO(text), []
    while (game := chess.pgn.read_game(source)) is not None:
        assert not game.errors, game.errors
        games.append(game)
    return games


def description(game: chess.pgn.Game) -> list:
    """Everything in a game, in the order of its nodes, but how lines of comments are broken."""
    found, todo = [dict(game.headers)["Result"], game.board().fen()], [game]
    while todo:
        node = todo.pop()
        move = node.move.uci() if node.move else None
        comments = [" ".join(text.split()) for text in (node.starting_comment, node.comment)]
        found.append((node.ply(), move, sorted(node.nags), comments, len(node.variations)))
        todo.extend(reversed(node.variations))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rewrite", required=True, help="the example `rewrite` of damier-records")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    for path in options.files:
        with open(path, encoding="utf-8") as file:
            originals = games_of(file.read())
        written, lines = (
            games_of(rewritten(options.rewrite, "chess", path)),
            rewritten(options.rewrite, "chess", path, "--lines").splitlines(),
        )
        assert len(originals) == len(written) == len(lines), (
            len(originals),
            len(written),
            len(lines),
        )
        moves = nodes = 0
        for original, game, line in zip(originals, written, lines):
            assert description(original) == description(game), (
                description(original),
                description(game),
            )
            fen, _, words = line.partition("\t")
            board = game.board()
            for word, move in zip(words.split(), game.mainline_moves(), strict=True):
                assert board.parse_san(word) == move, (board.fen(), word, move)
                board.push(move)
            # Damier names an en-passant square only if the capture is legal, and so does this.
            assert board.fen(en_passant="legal") == fen, (board.fen(), fen)
            moves += board.ply() - game.board().ply()
            nodes += len(description(game)) - 2
        print(f"ok  {path}: {len(written)} games, {moves} moves in main lines, {nodes} nodes alike")
    return 0


if __name__ == "__main__":
    sys.exit(main())
