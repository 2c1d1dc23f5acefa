"""Engines: playing, looking, settings, stopping."""

import threading

import pytest

import damier
import damier.chess as chess
import damier.draughts as draughts


def damier_draw() -> damier.Score:
    """The score of a position that nobody wins."""
    bare_kings = chess.Board("8/8/8/8/8/5k2/8/5K2 w - - 0 1")
    return chess.Engine().analyse(bare_kings, depth=3).score


MATE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"


def test_a_mate_is_found_and_told():
    result = chess.Engine().play(chess.Board(MATE), nodes=5_000)
    assert str(result.move) == "a1a8"
    assert result.info.score.mate == 1 and result.info.score.cp is None
    assert result.info.score.black().mate == -1 and result.info.score > damier_draw()
    assert str(result.info.score) == "#+1" and result.info.line == "Ra8#"


def test_limits_are_kept_and_the_same_question_has_the_same_answer():
    board = chess.Board()
    infos = [chess.Engine().analyse(board, nodes=20_000) for _ in range(2)]
    assert infos[0].nodes == infos[1].nodes <= 20_000
    assert infos[0].pv == infos[1].pv and infos[0]["pv"] == infos[0].pv
    assert chess.Engine().analyse(board, depth=5).depth == 5
    with pytest.raises(KeyError):
        infos[0]["wisdom"]


def test_limits_of_python_chess_are_understood():
    engine = pytest.importorskip("chess.engine")
    assert chess.Engine().analyse(chess.Board(), engine.Limit(depth=4)).depth == 4
    assert chess.Engine().play(chess.Board(), engine.Limit(white_clock=1, black_clock=1)).move


def test_several_lines_stand_in_order():
    lines = chess.Engine().analyse(chess.Board(), depth=6, multipv=3)
    assert [line.multipv for line in lines] == [1, 2, 3]
    assert lines[0].score >= lines[1].score >= lines[2].score
    assert len({line.pv[0] for line in lines}) == 3


def test_only_the_moves_that_are_named_are_looked_at():
    board = chess.Board()
    line = chess.Engine().analyse(board, depth=4, root_moves=["a3", "h2h3"])
    assert board.san(line.pv[0]) in ("a3", "h3")
    with pytest.raises(damier.IllegalMoveError):
        chess.Engine().analyse(board, depth=4, root_moves=["Ke2"])


@pytest.mark.parametrize("module", [chess, draughts])
def test_the_same_seed_gives_the_same_game(module):
    def game(seed):
        board, engine = module.Board(), module.Engine(level=3, seed=seed)
        while board.ply() < 12:
            board.push(engine.play(board, nodes=2_000).move)
        return list(map(str, board.move_stack))

    assert game(7) == game(7)
    assert len({tuple(game(seed)) for seed in (1, 2, 3)}) > 1


def test_styles_and_people_play_legal_moves():
    board = chess.Board()
    for settings in [{"profile": "aggressive"}, {"like": 1200}, {"elo": 1500}, {"level": 1}]:
        move = chess.Engine(seed=1, **settings).play(board, nodes=2_000).move
        assert move in board.legal_moves


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"profile": "nobody"}, "there is no chess profile"),
        ({"level": 13}, "Level takes"),
        ({"like": 5000}, "like is from"),
        ({"hash": 10**9}, "Hash"),
        ({"tables": "/nowhere"}, "SyzygyPath"),
        ({"network": "/nowhere"}, "EvalFile"),
        ({"options": {"Wisdom": 5}}, "there is no option"),
        ({"seed": 2**40}, "a seed is at most"),
    ],
)
def test_a_wrong_setting_is_an_error_with_words(settings, words):
    with pytest.raises(damier.OptionError, match=words):
        chess.Engine(**settings)


def test_unknown_words_and_missing_limits_are_errors():
    with pytest.raises(TypeError, match='there is no setting "strength"'):
        chess.Engine(strength=5)
    with pytest.raises(TypeError, match='there is no limit "plies"'):
        chess.Engine().play(chess.Board(), plies=5)
    with pytest.raises(damier.OptionError, match="needs a limit"):
        chess.Engine().play(chess.Board())
    with pytest.raises(damier.OptionError, match="nodes must be at least 1"):
        chess.Engine().play(chess.Board(), nodes=0)
    with pytest.raises(damier.OptionError, match="draughts"):
        draughts.Engine(like=1500)


def test_settings_can_be_changed_and_are_listed():
    engine = chess.Engine()
    engine.configure(level=2, seed=3, options={"Hash": 4, "Firewall": "off"})
    assert engine.seed == 3
    assert engine.options()["Level"] == {"type": "spin", "default": 12, "min": 1, "max": 12}
    assert len(chess.levels()) == 12 and "balanced" in chess.profiles()


def test_a_search_without_limits_is_stopped_by_another_thread():
    engine = chess.Engine()
    timer = threading.Timer(0.2, engine.stop)
    timer.start()
    assert engine.play(chess.Board(), time=600).move is not None
    timer.join()


def test_what_a_search_finds_is_iterated_over_until_it_is_stopped():
    with chess.Engine().analysis(chess.Board(), multipv=2) as analysis:
        for info in analysis:
            if info.depth == 6 and info.multipv == 2:
                break
    first, second = analysis.wait()
    assert first.score >= second.score and first.depth >= 6


def test_an_analysis_that_nobody_wants_ends():
    engine = chess.Engine()
    analysis = engine.analysis(chess.Board())
    next(analysis)
    del analysis
    assert engine.play(chess.Board(), depth=3).move is not None


def test_where_no_move_is_legal_none_is_played():
    board = chess.Board("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")
    assert chess.Engine().play(board, depth=3).move is None


def test_the_evaluation_is_explained_as_a_table():
    assert "king-safety" in chess.Engine().explain_evaluation(chess.Board()).lower().replace(
        " ", "-"
    )
