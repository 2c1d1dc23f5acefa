"""Reviews, explanations and checks."""

import json
import os
import subprocess

import pytest
from conftest import DRAUGHTS_GAME, ODD_GAME

import damier
import damier.chess as chess
import damier.draughts as draughts


def lines(reviews) -> list:
    return [review.json() for review in reviews]


def test_reviews_do_not_depend_on_jobs_or_on_who_makes_them(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(ODD_GAME * 4)
    out = tmp_path / "reviews.jsonl"
    one = lines(chess.review(path, nodes=2_000, jobs=1))
    assert one == lines(chess.review([path], nodes=2_000, jobs=2, json_lines=out))
    assert out.read_text() == "".join(line + "\n" for line in one)
    reviewer = chess.Reviewer(nodes=2_000)
    assert one == [reviewer.review(game).json() for game in chess.read_games(path)]
    assert one == lines(chess.review(chess.read_games(path), nodes=2_000))
    assert json.loads(one[2])["number"] == 3


@pytest.mark.parametrize(
    ("module", "text", "ending"), [(chess, ODD_GAME, "pgn"), (draughts, DRAUGHTS_GAME, "pdn")]
)
def test_the_program_writes_the_same_bytes(module, text, ending, tmp_path):
    program = os.environ.get("DAMIER")
    if not program:
        pytest.skip("DAMIER names no program")
    path, out = tmp_path / f"games.{ending}", tmp_path / "program.jsonl"
    path.write_text(text * 2)
    settings = ["--nodes", "2000", "--quiet", "--json-lines", str(out), "--language", "fr"]
    subprocess.run([program, "review", str(path), *settings], check=True)
    ours = tmp_path / "package.jsonl"
    list(module.review(str(path), nodes=2_000, json_lines=ours, language="fr"))
    assert ours.read_bytes() == out.read_bytes()


def test_a_mate_that_was_missed_is_a_blunder_with_a_reason():
    (game,) = chess.games_from_text(ODD_GAME)
    (review,) = chess.review([game], nodes=20_000)
    moves = review.data()["moves"]
    assert moves[6]["played"] == "Nf3" and moves[6]["judgement"] == "blunder"
    assert "Qxf7" in review.data()["explanations"]["6"]
    assert "Ada" in review.summary() and "Ada" in review.summary("fr")
    assert "$4" in str(review.annotated()) and "$4" not in str(review.game)


def test_a_journal_goes_on_and_another_engine_is_refused(tmp_path):
    path, journal = tmp_path / "games.pgn", tmp_path / "review.jsonl"
    path.write_text(ODD_GAME * 3)
    stream = chess.review(path, nodes=2_000, jobs=1, journal=journal)
    first = next(stream)
    stream.close()
    whole = chess.review(path, nodes=2_000, jobs=1, journal=journal)
    assert first.json() == next(whole).json() and len(list(whole)) == 2
    text = journal.read_text()
    assert text.count("\n") == 4, "a line for the settings, and one for each game"
    with pytest.raises(damier.JournalError, match="nodes"):
        list(chess.review(path, nodes=3_000, journal=journal))
    header, rest = text.split("\n", 1)
    settings = json.loads(header)
    settings["network"] = "0" * 16
    journal.write_text(json.dumps(settings, separators=(",", ":")) + "\n" + rest)
    with pytest.raises(damier.JournalError, match="another engine"):
        list(chess.review(path, nodes=2_000, journal=journal))


def test_shards_share_the_games(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(ODD_GAME * 5)
    parts = [list(chess.review(path, nodes=500, shard=f"{part}/2")) for part in (1, 2)]
    assert [[review.index for review in part] for part in parts] == [[0, 2, 4], [1, 3]]
    with pytest.raises(damier.OptionError, match="names no part"):
        chess.review(path, shard="3/2")


def test_what_cannot_be_read_is_told(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(ODD_GAME.replace("4. Nf3", "4. Ke4"))
    told, steps = [], []
    (review,) = chess.review(
        path, nodes=500, on_fault=told.append, on_progress=lambda *step: steps.append(step)
    )
    assert len(told) == 1 and "line 6" in told[0] and review.faults[0] in told[0]
    assert steps == [(1, 6, 6)]


@pytest.mark.parametrize(
    "wrong", [{"nodes": 5}, {"lines": 0}, {"time": -1.0}, {"tables": "/nowhere"}]
)
def test_wrong_settings_are_errors(wrong, tmp_path):
    (game,) = chess.games_from_text(ODD_GAME)
    with pytest.raises(damier.DamierError):
        list(chess.review([game], **wrong))


def test_exceptions_of_the_games_come_through(tmp_path):
    def broken():
        yield from chess.games_from_text(ODD_GAME)
        raise KeyError("no more")

    with pytest.raises(KeyError, match="no more"):
        list(chess.review(broken(), nodes=500))
    with pytest.raises(damier.FileError, match="none.pgn"):
        chess.review(tmp_path / "none.pgn")
    with pytest.raises(TypeError):
        list(chess.review([5], nodes=500))


def test_a_move_is_checked_and_explained():
    board = chess.Board()
    board.push_all("e4 e5 Qh5 Nc6".split())
    safety = chess.check(board, "Qxe5+", nodes=20_000)
    assert not safety["safe"] and "queen" in safety["words"]
    all_moves = chess.check(board, nodes=500)
    assert {move["move"] for move in all_moves} == {board.san(mv) for mv in board.legal_moves}
    explained = chess.explain(board, "Qxe5+", nodes=20_000)
    assert explained["judgement"] == "blunder" and explained["explanation"]
    french = chess.explain(board, "Qxe5+", nodes=20_000, language="fr")
    assert french["explanation"] != explained["explanation"]
    position = chess.explain(board, nodes=5_000, lines=2)
    assert len(position["lines"]) == 2 and position["fen"] == board.fen()
    with pytest.raises(damier.OptionError, match="no language"):
        chess.explain(board, language="xx")


def test_the_program_says_the_same_of_a_move():
    program = os.environ.get("DAMIER")
    if not program:
        pytest.skip("DAMIER names no program")
    board = draughts.Board("W:W26,31,32,33,37,38,39,42,43,48:B8,9,12,13,16,18,19,23,24")
    for command, ask in [("check", draughts.check), ("explain", draughts.explain)]:
        words = ["--game", "draughts", board.fen(), "26-21", "--nodes", "5000", "--json"]
        said = subprocess.run([program, command, *words], check=True, capture_output=True)
        ours = ask(board, "26-21", nodes=5_000)
        ours.pop("words", None)
        assert json.loads(said.stdout) == ours
