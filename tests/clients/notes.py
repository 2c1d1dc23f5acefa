#!/usr/bin/env python3
"""Shows that notes survive: what the page reads and writes again is what other programs find in it.

    python3 tests/clients/notes.py --damier target/release/damier
    python3 tests/clients/notes.py --exported FOLDER

A game with comments, glyphs, variations, circles, arrows and clocks is read by the server, written
as the page has it written, and read by python-chess: every arrow, circle, comment, glyph and clock
is there. What was written is read once more by the server, and goes through the library; nothing
has changed. A game of draughts goes the same way and comes back the same.

In FOLDER are studies that were written on the page by hand (`DAMIER_NOTES=FOLDER node --test
tests/browser/notes.test.mjs`), with what should be in them. python-chess finds every chapter, move,
comment, sign, arrow and circle of chess; pydraughts, which keeps no comments, the moves of draughts.
"""

import argparse
import io
import json
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

try:
    import chess.pgn
except ImportError:  # an environment with pydraughts
    chess = None

CHESS = """[Event "A lesson"]
[White "Ada"]
[Black "Bea"]
[Result "1-0"]

{ An open game. [%csl Ge4,Re5] }
1. e4 $1 { [%clk 0:04:55] [%csl Rd5] [%cal Ge2e4,Bd1h5] Space. } 1... e5
( 1... c5 $5 { The Sicilian. [%cal Yc5d4] } 2. Nf3 ( 2. c3 $14 ) 2... d6 )
2. Nf3 { [%cal Rf3e5] } 2... Nc6 $10 1-0
"""

DRAUGHTS = """[White "Ada"]
[Black "Bea"]
[Result "2-0"]

1. 32-28 { [%cal G3228] [%csl R23] Centre. }
1... 19-23 $6 ( 1... 18-23 { Another. } ) 2. 28x19 14x23 2-0
"""


class Page:
    """Asks the server as the page does."""

    def __init__(self, damier: str, folder: str):
        command = [damier, "serve", "--port", "0", "--data", folder]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        while not (found := re.search(r"http://127\.0\.0\.1:\d+", self.process.stdout.readline())):
            assert self.process.poll() is None, "the server has ended"
        self.base = found.group()

    def post(self, path: str, body: dict) -> dict:
        data, head = json.dumps(body).encode(), {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.base}/api{path}", data, head)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def written(self, found: dict) -> str:
        """A game as the page has it written."""
        kept = ("parent", "before", "comments", "commands", "nags")
        nodes = [
            {"code": node["move"]["code"]} | {key: node[key] for key in kept if key in node}
            for node in found["nodes"]
        ]
        frame = {key: found[key] for key in ("game", "tags", "result", "comments", "commands")}
        return self.post("/write", frame | {"fen": found["start"], "nodes": nodes})["text"]

    def shelved(self, text: str, game: str) -> str:
        """A game as it comes out of the library again, after a tag of it was changed and back."""
        collection = self.post("/library/collections", {"name": "Notes"})["id"]
        piece = {"collection": collection, "text": text, "game": game}
        (number,) = self.post("/library/import", piece)["games"]
        for name in ("Somebody", "Ada"):
            self.post(f"/library/games/{number}/tags", {"tags": [["White", name]]})
        return self.post("/library/export", {"collection": collection, "limit": 10})["text"]

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=10)


def description(text: str) -> list:
    """All that python-chess finds, with the drawings apart from the words."""
    game = chess.pgn.read_game(io.StringIO(text))
    assert not game.errors, game.errors
    found, todo = [game.headers["Result"]], [game]
    while todo:
        node = todo.pop()
        arrows = sorted((arrow.tail, arrow.head, arrow.color) for arrow in node.arrows())
        words = " ".join(re.sub(r"\[%[^\]]*\]", "", node.comment).split())
        move = node.move.uci() if node.move else None
        found.append((node.ply(), move, sorted(node.nags), words, arrows, node.clock()))
        todo.extend(reversed(node.variations))
    return found


def chapters(text: str) -> list:
    """All games of a study, as the browser tests describe them."""
    found, file = [], io.StringIO(text)
    while game := chess.pgn.read_game(file):
        assert not game.errors, game.errors
        nodes, todo = [], [game]
        while todo:
            node = todo.pop()
            words = " ".join(re.sub(r"\[%[^\]]*\]", "", node.comment).split())
            move = node.move.uci() if node.move else None
            drawn = [
                f"{chess.square_name(one.tail)}{chess.square_name(one.head)} {one.color}"
                for one in node.arrows()
            ]
            nodes.append([node.ply(), move, sorted(node.nags), words, sorted(drawn)])
            todo.extend(reversed(node.variations))
        found.append({"event": game.headers["Event"], "nodes": nodes})
    return found


def check_exported(folder: Path) -> None:
    """Reads what was written on the page by hand."""
    if chess:
        expected = json.loads((folder / "study.pgn.json").read_text())
        assert chapters((folder / "study.pgn").read_text()) == expected, expected
        print(f"notes: python-chess finds all of {len(expected)} chapters written on the page")
        return
    from draughts.PDN import PDNReader

    expected = json.loads((folder / "study.pdn.json").read_text())
    text = (folder / "study.pdn").read_text()
    games = PDNReader(pdn_text=text).games
    assert [game.tags["Event"] for game in games] == [one["event"] for one in expected]
    assert [game.moves for game in games] == [one["moves"] for one in expected], games[0].moves
    line = " ".join(text.split())
    assert all(words in line for one in expected for words in one["words"]), text
    print("notes: pydraughts reads what was written on the page")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--damier")
    parser.add_argument("--exported", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    if options.exported:
        check_exported(options.exported)
    if not options.damier:
        return 0
    with tempfile.TemporaryDirectory() as folder:
        page = Page(options.damier, folder)
        try:
            for game, text in (("chess", CHESS), ("draughts", DRAUGHTS)):
                found = page.post("/read", {"text": text, "game": game})
                assert not found["faults"], found["faults"]
                written = page.written(found)
                again = page.post("/read", {"text": written, "game": game})
                assert all(tag in again["tags"] for tag in found["tags"]), written
                # Tags that every record must have are added.
                assert again | {"tags": found["tags"]} == found, written
                assert page.shelved(written, game).strip() == written.strip()
                if game == "chess":
                    assert description(written) == description(text), written
                    arrows = [arrow for node in description(text)[1:] for arrow in node[4]]
                    assert len(arrows) == 7, arrows
        finally:
            page.close()
    print("notes: chess and draughts come back whole, with 7 arrows and circles in python-chess")
    return 0


if __name__ == "__main__":
    sys.exit(main())
