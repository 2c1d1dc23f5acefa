"""The interpreter's lock is released during work, and nothing is left behind."""

import gc
import threading
import weakref

from conftest import ODD_GAME

import damier.chess as chess


def runs_beside(work) -> bool:
    """Whether another thread runs while some work is done."""
    started, ended = threading.Event(), threading.Event()

    def do():
        started.set()
        work()
        ended.set()

    thread = threading.Thread(target=do)
    thread.start()
    started.wait()
    steps = 0
    while not ended.is_set():
        steps += 1
    thread.join()
    # With the lock held, this thread would have to wait for the end.
    return steps > 1_000


def test_other_threads_run_during_work():
    board = chess.Board()
    boards = [board] * 200_000
    (game,) = chess.games_from_text(ODD_GAME)
    engine = chess.Engine()
    assert runs_beside(lambda: board.perft(6))
    assert runs_beside(lambda: engine.play(board, nodes=300_000))
    assert runs_beside(lambda: chess.evaluate(chess.pack(boards), threads=1))
    assert runs_beside(lambda: list(chess.review([game], nodes=20_000, jobs=1)))


def test_one_engine_serves_several_threads_in_turn():
    engine, moves = chess.Engine(), []

    def ask():
        moves.append(engine.play(chess.Board(), nodes=5_000).move)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(moves) == 4 and None not in moves


def test_one_reader_serves_several_threads():
    reader, numbers = chess.games_from_text(ODD_GAME * 200), []

    def read():
        numbers.extend(game.number for game in reader)

    threads = [threading.Thread(target=read) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(numbers) == list(range(1, 201))


def test_games_and_their_nodes_are_given_back():
    class Watched:
        pass

    (game,) = chess.games_from_text(ODD_GAME)
    watched = Watched()
    reader = chess.games_from_text(ODD_GAME, wanted=lambda headers, kept=watched: bool(kept))
    gone = weakref.ref(watched)
    node = game.end()
    headers = game.headers
    del game, watched
    assert node.notation() == "Be7" and headers["White"] == "Ada"
    list(reader)
    del node, headers, reader
    gc.collect()
    assert gone() is None


def test_a_stream_that_nobody_wants_ends():
    games = (game for game in chess.games_from_text(ODD_GAME * 1000))
    stream = chess.review(games, nodes=2_000, jobs=1)
    next(stream)
    stream.close()
    before = threading.active_count()
    assert before >= 1
