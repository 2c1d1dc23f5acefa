"""Games for training and matches on this machine."""

import json

import pytest

import damier
import damier.chess as chess
import damier.draughts as draughts


@pytest.mark.parametrize("module", [chess, draughts])
def test_games_for_training_go_on_and_come_in_parts(module, tmp_path):
    whole, parts = tmp_path / "whole.games", tmp_path / "part.games"
    told = []
    module.generate(whole, 2, nodes=100, threads=1, on_progress=lambda *step: told.append(step))
    assert told[0] == (0, 0) and told[-1][0] == 2
    done = module.generate(whole, 4, nodes=100, threads=1)
    assert (done["games"], done["new_games"]) == (4, 2) and sum(done["results"]) == 2
    part = module.generate(parts, 4, nodes=100, threads=1, shard="2/2")
    assert part["games"] == 2
    with pytest.raises(damier.FileError, match="made as"):
        module.generate(whole, 4, nodes=200)


def test_wrong_recipes_are_errors(tmp_path):
    for wrong in [{"nodes": 0}, {"plies": 100}, {"shard": "5"}, {"options": {"Wisdom": 1}}]:
        with pytest.raises(damier.OptionError):
            chess.generate(tmp_path / "x.games", 1, **wrong)
    with pytest.raises(damier.FileError):
        chess.generate(tmp_path / "x.games", 1, tables="/nowhere")


def test_a_match_is_counted_and_written(tmp_path):
    journal = tmp_path / "match.jsonl"
    engines = ["builtin,name=strong", "builtin,name=weak,Level=2"]
    result = chess.match(engines, 4, nodes=300, journal=journal)
    first, second = result.players
    assert result.games == 4 and first["name"] == "strong" and first["wins"] >= 3
    assert result.elo > 0 and result.elo_interval[0] <= result.elo <= result.elo_interval[1]
    assert len(list(chess.games_from_text(result.records()))) == 4
    moves = [game["moves"] for game in result.data()]
    again = chess.match(engines, 4, nodes=300, concurrency=2)
    assert [game["moves"] for game in again.data()] == moves


def test_a_match_goes_on_where_it_was(tmp_path):
    journal = tmp_path / "match.jsonl"
    engines = ["builtin,name=a", "builtin,name=b,Level=2"]
    draughts.match(engines, 2, nodes=200, journal=journal)
    played = []
    result = draughts.match(
        engines, 6, nodes=200, journal=journal, on_progress=lambda *step: played.append(step)
    )
    assert played == [(4, 6), (6, 6)] and result.games == 6
    assert len(journal.read_text().splitlines()) == 7
    # The second game of a pair was not written: the pair is played again.
    journal.write_text("\n".join(journal.read_text().splitlines()[:-1]) + "\n")
    assert draughts.match(engines, 6, nodes=200, journal=journal).games == 6
    assert [json.loads(line)["pair"] for line in journal.read_text().splitlines()[1:]] == (
        [0, 0, 1, 1, 2, 2]
    )
    with pytest.raises(damier.JournalError, match="paces"):
        draughts.match(engines, 6, nodes=300, journal=journal)


def test_wrong_matches_are_errors():
    pair = ["builtin", "builtin"]
    for engines, games, words in [
        (pair[:1], 2, "two engines"),
        (pair, 3, "even"),
        (["x", "y"], 2, "x"),
    ]:
        with pytest.raises(damier.OptionError, match=words):
            chess.match(engines, games, nodes=100)
    with pytest.raises(TypeError, match="one pace"):
        chess.match(pair, 2)
    with pytest.raises(damier.EngineError, match="/nowhere"):
        chess.match(["builtin", "cmd=/nowhere"], 2, nodes=100)
