#!/usr/bin/env python3
"""Drives `damier` over UCI with python-chess, as GUIs and bots do, and with a client that
misbehaves.

    python3 tests/clients/uci.py --damier target/release/damier

Every check is a function whose name says what must hold; the first that fails ends the run.
"""

import random
import time

import chess
import chess.engine

from common import ENDLESS, Raw, answers_to_closed_input, garbage, program_to_check, run

QUICK = chess.engine.Limit(nodes=3000)


def a_game_is_played_to_its_end(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    while not board.is_game_over(claim_draw=True) and board.ply() < 200:
        result = engine.play(board, QUICK, game="played")
        assert result.move in board.legal_moves, (board.fen(), result.move)
        board.push(result.move)


def analysis_with_several_lines_is_ordered(engine: chess.engine.SimpleEngine) -> None:
    infos = engine.analyse(chess.Board(), chess.engine.Limit(depth=9), multipv=4)
    assert [info["multipv"] for info in infos] == [1, 2, 3, 4]
    assert len({info["pv"][0] for info in infos}) == 4
    scores = [info["score"].relative for info in infos]
    assert scores == sorted(scores, reverse=True), scores
    for info in infos:
        board = chess.Board()
        for move in info["pv"]:
            board.push(move)  # python-chess has checked that it is legal


def an_infinite_analysis_ends_when_it_is_stopped(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    with engine.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 8 and "pv" in info:
                break
        analysis.stop()
        best = analysis.wait()
    assert best.move in board.legal_moves


def pondering_hits_and_misses(engine: chess.engine.SimpleEngine) -> None:
    clock = dict(white_clock=2.0, black_clock=2.0, white_inc=0.02, black_inc=0.02)
    board = chess.Board()
    for turn in range(12):
        result = engine.play(board, chess.engine.Limit(**clock), game="pondered", ponder=True)
        assert result.move in board.legal_moves
        board.push(result.move)
        # Every other time the expected answer, otherwise the first that is something else.
        if board.is_game_over():
            break
        if turn % 2 == 0 and result.ponder is not None:
            board.push(result.ponder)
        else:
            others = [move for move in board.legal_moves if move != result.ponder]
            board.push(others[0] if others else result.ponder)
        if board.is_game_over():
            break


def options_can_be_changed_between_searches(engine: chess.engine.SimpleEngine) -> None:
    wanted = {
        "Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "Move Overhead",
        "Clear Hash",
        "OwnBook",
        "BookFile",
        "SyzygyPath",
        "SyzygyProbeLimit",
        "SyzygyProbeDepth",
        "Syzygy50MoveRule",
        "UCI_Chess960",
        "UCI_ShowWDL",
        "UCI_AnalyseMode",
    }
    assert wanted <= set(engine.options), wanted - set(engine.options)
    for options in ({"Threads": 2, "Hash": 64}, {"Threads": 1, "Hash": 1}, {"Clear Hash": None}):
        engine.configure(options)
        assert engine.play(chess.Board(), QUICK).move is not None
    engine.configure({"UCI_ShowWDL": True, "Hash": 16})
    info = engine.analyse(chess.Board(), chess.engine.Limit(depth=5))
    wdl = info["wdl"].white()
    assert wdl.wins + wdl.draws + wdl.losses == 1000, wdl
    engine.configure({"UCI_ShowWDL": False})


def chess960_is_played(engine: chess.engine.SimpleEngine) -> None:
    source = random.Random(960)
    for _ in range(8):
        board = chess.Board.from_chess960_pos(source.randrange(960))
        castled = False
        while not board.is_game_over(claim_draw=True) and board.ply() < 80:
            move = engine.play(board, QUICK).move
            assert move in board.legal_moves, (board.fen(), move)
            castled |= board.is_castling(move)
            board.push(move)
    board = chess.Board("4k3/8/8/8/8/8/8/1RK4R w HB - 0 1", chess960=True)
    moves = [board.parse_uci(text) for text in ("c1h1", "c1b1")]
    for move in moves:
        assert engine.play(board, QUICK, root_moves=[move]).move == move


def mates_are_found_and_root_moves_respected(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1")
    info = engine.analyse(board, chess.engine.Limit(mate=2))
    assert info["score"].white() == chess.engine.Mate(2), info["score"]
    assert len(info["pv"]) == 3
    for move in info["pv"]:
        board.push(move)
    assert board.is_checkmate()
    only = chess.Move.from_uci("a2a3")
    assert engine.play(chess.Board(), QUICK, root_moves=[only]).move == only


def every_clock_is_kept(engine: chess.engine.SimpleEngine) -> None:
    for seconds in (0.05, 0.1, 0.5):
        limit = chess.engine.Limit(white_clock=seconds, black_clock=seconds)
        start = time.monotonic()
        assert engine.play(chess.Board(), limit).move is not None
        # The process next door costs time too; a lost game would be one of seconds.
        assert time.monotonic() - start < seconds + 0.5


def garbage_half_lines_and_random_lines_do_no_harm(program: str) -> None:
    client = Raw(program)
    words = (
        "uci isready position startpos fen moves e2e4 e7e5 go depth 1 2 nodes 100 stop ponderhit "
        "setoption name Hash value 1 -5 99999999999999999999 MultiPV Threads infinite searchmoves "
        "wtime btime movestogo 0 "
        "8/8/8/8/8/8/8/8 w - - ucinewgame debug on eval d \x00 é"
    ).split()
    lines = []
    for line in garbage(words, 100_000):
        # What would end the conversation, or legitimately take for ever, is left out.
        if line.split()[:1] in ([b"quit"], [b"bench"]) or b"Threads" in line or b"perft" in line:
            continue
        lines.append(line)
    client.send_garbage(lines, b"stop\nisready\n", b"readyok")
    # The engine works off what it was sent in order; this complaint is the end of it.
    client.ask(b"setoption name Marker\n", b"Marker")
    # A line in pieces, and one that never ends.
    client.ask_in_pieces(b"posi|tion start|pos mov|es e2e4\ngo dep|th 3\n", b"bestmove")
    client.ask(ENDLESS + b"isready\n", b"readyok")
    wrong = b"position fen 8/8/8/8/8/8/8/8 w - - 0 1\nposition startpos moves e2e5\nisready\n"
    complaints = [line for line in client.ask(wrong, b"readyok") if line.startswith(b"info string")]
    assert len(complaints) == 2, complaints
    client.ask(b"ucinewgame\nposition startpos\ngo depth 6\n", b"bestmove")
    client.ask(b"go infinite\nquit\n", b"bestmove")
    client.finish()


def a_closed_input_ends_it_after_the_answer(program: str) -> None:
    for answer, _ in answers_to_closed_input(
        [program],
        b"go depth 8\n",
        b"go infinite\n",
        b"go ponder wtime 1000 btime 1000\n",
        b"go movetime 50",
    ):
        assert answer.startswith(b"bestmove"), answer


def levels_profiles_and_seeds_are_options(engine: chess.engine.SimpleEngine) -> None:
    assert {
        "Level",
        "Profile",
        "ProfileFile",
        "Seed",
        "Firewall",
        "UCI_LimitStrength",
        "UCI_Elo",
    } <= set(engine.options)
    profiles = engine.options["Profile"].var
    assert {"none", "aggressive", "classic", "monte-carlo"} <= set(profiles), profiles

    def game(**options) -> list[chess.Move]:
        engine.configure(options)
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 12:
            board.push(engine.play(board, chess.engine.Limit(depth=20), game="seeded").move)
        return board.move_stack

    usual = {"Level": 12, "Profile": "none", "UCI_LimitStrength": False, "Seed": 0}
    elo = engine.options["UCI_Elo"]
    for options in (
        {"Level": 1},
        {"Level": 3},
        {"Level": 5, "Profile": "gambler"},
        {"Profile": "monte-carlo"},
        {"UCI_LimitStrength": True, "UCI_Elo": (elo.min + 300)},
    ):
        first = game(**{**usual, **options, "Seed": 7})
        engine.configure({"Seed": 8})
        assert game(**{**usual, **options, "Seed": 7}) == first, options
    engine.configure(usual)


def main() -> None:
    program = program_to_check(__doc__)
    with chess.engine.SimpleEngine.popen_uci(program) as engine:
        run(
            engine,
            a_game_is_played_to_its_end,
            analysis_with_several_lines_is_ordered,
            an_infinite_analysis_ends_when_it_is_stopped,
            pondering_hits_and_misses,
            options_can_be_changed_between_searches,
            chess960_is_played,
            mates_are_found_and_root_moves_respected,
            every_clock_is_kept,
            levels_profiles_and_seeds_are_options,
        )
    run(
        program,
        garbage_half_lines_and_random_lines_do_no_harm,
        a_closed_input_ends_it_after_the_answer,
    )


if __name__ == "__main__":
    main()
