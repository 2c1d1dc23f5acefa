"""Games read and written."""

import bz2
import gzip
import io
import pickle

import chess.pgn
import pytest
from conftest import DRAUGHTS_GAME, ODD_GAME

import damier
import damier.chess
import damier.draughts


def test_annotated_games_are_those_that_python_chess_reads(records):
    path = records / "annotated.pgn"
    ours = list(damier.chess.read_games(path))
    with open(path, encoding="utf-8") as file:
        theirs = list(iter(lambda: chess.pgn.read_game(file), None))
    assert len(ours) == len(theirs) > 1
    for mine, other in zip(ours, theirs):
        if other.errors or mine.faults:
            continue
        assert [str(move) for move in mine.mainline_moves()] == [
            other.board().uci(move) for move in other.mainline_moves()
        ]
        assert mine.headers["White"] == other.headers["White"]
        same_tree(mine.root, other)


def same_tree(mine, other) -> None:
    todo = [(mine, other)]
    while todo:
        mine, other = todo.pop()
        assert len(mine.variations) == len(other.variations)
        assert set(mine.nags) == {nag for nag in other.nags if nag < 256}
        assert mine.clock() == other.clock()
        for ours, theirs in zip(mine.variations, other.variations):
            assert str(ours.move) == theirs.uci()
            todo.append((ours, theirs))


@pytest.mark.parametrize(
    ("module", "name"), [(damier.chess, "annotated.pgn"), (damier.draughts, "annotated.pdn")]
)
def test_what_is_written_reads_back_as_the_same_games(module, name, records):
    games = list(module.read_games(records / name))
    again = list(module.games_from_text("".join(map(str, games))))
    assert len(games) == len(again) > 1
    for game, twin in zip(games, again):
        assert str(game) == str(twin)
        unpickled = pickle.loads(pickle.dumps(game))
        assert unpickled == game and unpickled.headers.items() == game.headers.items()
        assert (unpickled.file, unpickled.number, unpickled.line) == (
            game.file,
            game.number,
            game.line,
        )
        assert [str(fault) for fault in unpickled.faults] == [str(fault) for fault in game.faults]


def test_faults_have_places_and_the_good_part_is_kept():
    text = ODD_GAME.replace("4. Nf3", "4. Ke4")
    (game,) = damier.chess.games_from_text(text)
    (fault,) = game.faults
    assert game.mainline_notation() == ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6"]
    assert (fault.game, fault.line, fault.number, fault.word) == (1, 6, "4.", "Ke4")
    assert str(fault).startswith(f"game 1, line 6, column {fault.column}, move 4. Ke4: ")
    with pytest.raises(damier.RecordError) as caught:
        list(damier.chess.games_from_text(text, strict=True))
    error = caught.value
    assert str(error) == str(fault) and (error.game, error.line, error.column) == (
        1,
        6,
        fault.column,
    )
    assert error.fault.word == "Ke4"


def test_files_may_be_compressed_and_objects_may_be_read(tmp_path):
    plain = ODD_GAME.encode()
    (tmp_path / "games.pgn").write_bytes(plain)
    (tmp_path / "games.pgn.gz").write_bytes(gzip.compress(plain))
    (tmp_path / "games.pgn.bz2").write_bytes(bz2.compress(plain))
    sources = [tmp_path / name for name in ("games.pgn", "games.pgn.gz", "games.pgn.bz2")]
    sources += [str(sources[0]), io.StringIO(ODD_GAME), io.BytesIO(plain)]
    for source in sources:
        (game,) = damier.chess.read_games(source)
        assert len(game) == 14 and game.headers["White"] == "Ada"


def test_a_file_that_is_missing_is_the_usual_exception(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        damier.chess.read_games(tmp_path / "none.pgn")
    assert caught.value.filename == tmp_path / "none.pgn"
    with pytest.raises(TypeError):
        damier.chess.read_games(5)


def test_an_exception_of_the_source_comes_through():
    class Broken:
        def read(self, size):
            raise KeyError("the disk")

    with pytest.raises(KeyError, match="the disk"):
        list(damier.chess.read_games(Broken()))


def test_only_games_that_are_wanted_are_read():
    text = ODD_GAME + ODD_GAME.replace("Ada", "Eva") + ODD_GAME
    wanted = list(
        damier.chess.games_from_text(text, wanted=lambda headers: headers["White"] == "Eva")
    )
    assert [game.number for game in wanted] == [2]
    with pytest.raises(KeyError):
        list(damier.chess.games_from_text(text, wanted=lambda headers: headers["Elo"]))


def test_headers_are_a_mapping_that_changes_the_game():
    (game,) = damier.chess.games_from_text(ODD_GAME)
    game.headers["Site"] = "Ghent"
    assert dict(game.headers.items())["Site"] == "Ghent" and "Site" in list(game.headers)
    assert len(game.headers) == 5 and game.headers.get("Nobody", "-") == "-"
    del game.headers["Site"]
    with pytest.raises(KeyError):
        game.headers["Site"]
    with pytest.raises(KeyError):
        del game.headers["Site"]


def test_games_are_built_move_by_move():
    game = damier.chess.Game()
    end = game.add_moves(["e4", "e5"])
    end.parent.add_variation("c5").add_comment("the Sicilian")
    end.add_nag(1)
    game.result = "1-0"
    game.headers["White"] = "Ada"
    assert str(game).endswith("1. e4 e5 $1 (1... c5 {the Sicilian}) 1-0\n\n")
    assert [node.notation() for node in game.mainline()] == ["e4", "e5"]
    assert not game.root.next().variations[1].is_mainline() and end.is_mainline()
    with pytest.raises(damier.MoveError):
        end.add_line(["Nf3", "Ke4"])
    assert game.move_count() == 3
    with pytest.raises(ValueError, match="no result"):
        game.result = "won"


def test_comments_have_clocks_and_evaluations():
    text = "1. e4 {good [%clk 0:01:30] [%eval 0.25,18]} e5 {[%eval #-3] [%emt 0:00:02]} *"
    game = damier.chess.Game.from_text(text)
    first, second = game.mainline()
    assert (first.comment, first.clock(), first.eval()) == ("good", 90.0, (25, None, 18))
    assert (second.emt(), second.eval()) == (2.0, (None, -3, None))
    assert first.place() == (1, 4)


def test_games_of_draughts_have_results_in_both_styles():
    (game,) = damier.draughts.games_from_text(DRAUGHTS_GAME)
    assert game.result == "1-1" and not game.faults
    assert game.mainline_notation()[:4] == ["32-28", "19-23", "28x19", "14x23"]
    assert damier.draughts.Game.from_board(game.end_board()).mainline_moves() == (
        game.mainline_moves()
    )


def test_a_text_without_games_is_an_error():
    with pytest.raises(damier.RecordError, match="no game"):
        damier.chess.Game.from_text("")
    assert list(damier.chess.games_from_text("")) == []
