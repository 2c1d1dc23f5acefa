#!/usr/bin/env python3
"""Drives `damier hub` with pydraughts, as bots and GUIs do, and with a client that misbehaves.

    python3 tests/clients/hub.py --damier target/release/damier

Needs pydraughts (PyPI), which must not share an environment with py-draughts: both install a module
`draughts`. Every check is a function whose name says what must hold; the first that fails ends the
run.
"""

import random
import threading
import time

import draughts
from draughts.engine import HubEngine, Limit

from common import ENDLESS, Raw, answers_to_closed_input, garbage, program_to_check, run

START = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"


class TimedEngine(HubEngine):
    """Knows how long a search took; pydraughts itself takes its time before and after it."""

    begin = end = 0.0

    def send(self, line: str) -> None:
        super().send(line)
        if line.startswith("go "):
            self.begin = time.monotonic()

    def recv(self) -> str:
        line = super().recv()
        if line.startswith("done "):
            self.end = time.monotonic()
        return line


def assert_legal(board: draughts.Board, move: draughts.Move) -> None:
    legal = {other.hub_position_move for other in board.legal_moves()}
    assert move.hub_position_move in legal, (board.fen, move.hub_move)


def the_engine_introduces_itself(engine: TimedEngine) -> None:
    assert engine.id["name"] == "Damier" and engine.id["version"][0].isdigit(), engine.id
    assert {"variant", "threads", "tt-size", "ponder"} <= engine.options, engine.options
    assert engine.variants == {"normal"}, engine.variants
    engine.ping()


def games_are_played_to_their_end_on_the_clock(engine: TimedEngine) -> None:
    """Both sides on clocks with an increment, kept here; neither may overstep."""
    for initial, increment in ((3.0, 0.03), (2.0, 0.0)):
        engine.send("new-game")
        board = draughts.Board()
        clocks = {draughts.WHITE: initial, draughts.BLACK: initial}
        plies = 0
        while not board.is_over() and plies < 300:
            turn = board.turn
            # pydraughts takes a clock that contains the increment of this move.
            result = engine.play(board, Limit(time=clocks[turn], inc=increment), ponder=False)
            clocks[turn] += increment - (engine.end - engine.begin)
            # A busy machine may take a process off its processor at the wrong moment.
            assert clocks[turn] > -2.0, (turn, clocks)
            assert_legal(board, result.move)
            board.push(result.move)
            plies += 1
        print(
            f"     {initial}+{increment}: {plies} plies, winner {board.winner()}, clocks "
            f"{clocks[draughts.WHITE]:.2f} and {clocks[draughts.BLACK]:.2f} s"
        )


def every_limit_is_kept(engine: TimedEngine) -> None:
    board = draughts.Board()
    for limit in (
        Limit(depth=7),
        Limit(nodes=20_000),
        Limit(movetime=0.1),
        Limit(time=0.1),
        Limit(time=0.05, inc=0.1),
    ):
        result = engine.play(board, limit, ponder=False)
        # The process next door costs time too; a lost game would be one of seconds.
        assert engine.end - engine.begin < 3.0, vars(limit)
        assert_legal(board, result.move)
        assert {"depth", "score", "nodes", "time", "nps", "pv"} <= set(engine.info), engine.info
        if limit.depth:
            assert engine.info["depth"] == limit.depth, engine.info


def pondering_hits_and_misses(engine: TimedEngine) -> None:
    engine.send("new-game")
    board = draughts.Board()
    source = random.Random(4)
    hits = 0
    for _ in range(12):
        result = engine.play(board, Limit(time=2.0, inc=0.02), ponder=False)
        board.push(result.move)
        if board.is_over():
            break
        expected = result.ponder
        if expected is None:
            board.push(board.legal_moves()[0])
            continue
        # Think about the expected reply in the opponent's time.
        thinking = board.copy()
        thinking.push(expected)
        if thinking.is_over():
            break
        found: list = []

        def ponder() -> None:
            found.append(engine.play(thinking, Limit(time=2.0, inc=0.02), ponder=True))

        engine._last_sent = ""
        thread = threading.Thread(target=ponder)
        thread.start()
        while engine._last_sent != "go ponder":
            time.sleep(0.001)
        time.sleep(0.05)
        assert not found, "nothing is said before the ponder hit"
        is_hit = source.random() < 0.5
        if is_hit:
            engine.ponderhit()
        else:
            engine.stop()
        thread.join(timeout=20)
        assert found, "every go is answered"
        assert_legal(thinking, found[0].move)
        hits += is_hit
        if is_hit:
            board = thinking
            board.push(found[0].move)
            if board.is_over():
                break
            board.push(source.choice(board.legal_moves()))
        else:
            board.push(source.choice(board.legal_moves()))
        if board.is_over():
            break
    assert hits > 0


def a_long_history_is_followed(engine: TimedEngine) -> None:
    """Several hundred moves: two kings that walk to and fro, sent as one line."""
    board = draughts.Board(fen="W:WK45:BK46")
    moves = "45-50 46-41 50-45 41-46 " * 150
    hub = board._game.initial_hub_fen
    best, _ = engine.go(hub, moves=moves.strip(), depth=3)
    assert "-" in best, best
    assert engine.info["score"] == {"cp": 0}, ("a draw long ago", engine.info)


def garbage_half_lines_and_random_lines_do_no_harm(program: str) -> None:
    client = Raw(program, "hub")
    words = (
        "hub init ping new-game pos start level depth=1 depth=-1 depth= nodes=100 time=nan "
        'time=-5 inc=1e999 move-time=0.001 moves="32-28 19-23" moves="1-1" pos=W pos='
        f"{START} go think ponder analyze stop ponder-hit set-param name=tt-size name=variant "
        'value=17 value=frisian value=99999999999999999999 = " infinite \x00 é'
    ).split(" ")
    # What would end the conversation is left out.
    lines = [line for line in garbage(words, 20_000) if line.split()[:1] != [b"quit"]]
    client.send_garbage(lines, b"stop\nping\n", b"pong")
    # A known end: everything before it has been answered.
    client.send(b"stop\nnew-game\nset-param name=marker value=1\n")
    while b"marker" not in client.until(b"error")[-1]:
        pass
    # A line in pieces, and one that never ends.
    pieces = b'po|s sta|rt moves="32-|28"\nlevel dep|th=3\ngo th|ink\n'
    client.ask_in_pieces(pieces, b"done move=")
    client.ask(ENDLESS + b"ping\n", b"pong")
    wrong = b'pos pos=W\npos start moves="32-27 19-23 99-98"\nlevel depth=deep\nping\n'
    complaints = [line for line in client.ask(wrong, b"pong") if line.startswith(b"error message=")]
    assert len(complaints) == 3, complaints
    client.ask(b"new-game\npos start\nlevel depth=6\ngo think\n", b"done move=")
    twice = b"level infinite\ngo think\nlevel infinite\ngo analyze\nping\nstop\nping\n"
    answers = client.ask(twice, b"pong")
    client.send(b"quit\n")
    answers += client.finish()
    dones = [line for line in answers if line.startswith(b"done ")]
    assert len(dones) == 2, ("every go is answered exactly once", answers)


def a_closed_input_ends_it_after_the_answer(program: str) -> None:
    for answer, remarks in answers_to_closed_input(
        [program, "hub"],
        b"level depth=8\ngo think\n",
        b"go think\n",
        b"level time=10\ngo ponder\n",
        b"level move-time=0.05\ngo think",
    ):
        assert answer.startswith(b"done move="), answer
        assert remarks == b"", "pydraughts reads both streams as one"


def levels_profiles_and_seeds_are_parameters(program: str) -> None:
    def game() -> list[str]:
        engine = TimedEngine([program, "hub"])
        engine.configure({"level": "3", "profile": "agressif", "seed": "5"})
        engine.init()
        board = draughts.Board()
        for _ in range(10):
            move = engine.play(board, Limit(time=5), False).move
            assert_legal(board, move)
            board.push(move)
        engine.quit()
        engine.p.communicate(timeout=10)
        return (
            [move.hub_position_move for move in board.move_stack]
            if hasattr(board, "move_stack")
            else [board.fen]
        )

    assert game() == game()


def main() -> None:
    program = program_to_check(__doc__)
    engine = TimedEngine([program, "hub"])
    engine.configure({"threads": "1", "tt-size": "20", "ponder": True})
    engine.init()
    run(
        engine,
        the_engine_introduces_itself,
        every_limit_is_kept,
        pondering_hits_and_misses,
        a_long_history_is_followed,
        games_are_played_to_their_end_on_the_clock,
    )
    engine.quit()
    engine.p.communicate(timeout=10)
    run(
        program,
        garbage_half_lines_and_random_lines_do_no_harm,
        a_closed_input_ends_it_after_the_answer,
        levels_profiles_and_seeds_are_parameters,
    )


if __name__ == "__main__":
    main()
