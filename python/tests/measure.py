"""How fast the package is beside python-chess: ratios of processor time, taken in turns.

    python tests/measure.py --pgn games.pgn --draughts games.pdn

Run by hand, in an environment with damier and chess; `docs/python.md` has the figures.
"""

import argparse
import itertools
import statistics
import time

import chess as other
import chess.pgn as other_pgn

import damier.chess as chess
import damier.draughts as draughts

POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
]


def cost(work) -> tuple:
    """Seconds of processor time, of all threads, and what comes out."""
    begin = time.process_time()
    result = work()
    return time.process_time() - begin, result


def their_perft(board: other.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += their_perft(board, depth - 1)
        board.pop()
    return total


def measure_perft() -> None:
    ratios = []
    for fen in POSITIONS:
        theirs, count = cost(lambda: their_perft(other.Board(fen), 4))
        board, rounds = chess.Board(fen), 200
        ours, counts = cost(lambda: [board.perft(4) for _ in range(rounds)])
        assert set(counts) == {count}
        ratios.append(theirs * rounds / ours)
        print(
            f"perft 4: {ratios[-1]:.0f} times python-chess, {count * rounds / ours:,.0f} a second"
        )
    print(f"perft: {statistics.median(ratios):.0f} times python-chess")


def their_games(path: str, count: int) -> int:
    moves = 0
    with open(path, encoding="utf-8", errors="replace") as file:
        for game in itertools.islice(iter(lambda: other_pgn.read_game(file), None), count):
            moves += sum(1 for _ in game.mainline_moves())
    return moves


def our_games(path: str, count: int) -> int:
    return sum(len(game) for game in itertools.islice(chess.read_games(path), count))


def measure_reading(path: str, count: int) -> None:
    ratios = []
    for _ in range(3):
        theirs, expected = cost(lambda: their_games(path, count))
        ours, moves = cost(lambda: our_games(path, count))
        ratios.append(theirs / ours)
        print(f"PGN: {ratios[-1]:.0f} times python-chess, {moves / ours:,.0f} moves a second")
        print(f"  {moves} and {expected} moves read")
    print(f"PGN: {statistics.median(ratios):.0f} times python-chess")


def measure_batches(name: str, module, path: str) -> None:
    boards = []
    for game in itertools.islice(module.read_games(path), 400):
        board = game.board()
        for move in game.mainline_moves():
            board.push(move)
            boards.append(board.copy(stack=False))
    # So many that it takes longer than it takes to begin.
    packed = module.pack(boards * (1 + 500_000 // len(boards)))
    count = len(packed) // len(module.pack(boards[:1]))
    for by, threads in [("network", 1), ("network", 2), ("terms", 2)]:
        begin = time.perf_counter()
        spent, scores = cost(lambda: module.evaluate(packed, by=by, threads=threads))
        passed = time.perf_counter() - begin
        assert len(scores) == count
        print(
            f"{name}, {count:,} positions by {by} on {threads} threads: {count / spent:,.0f} for "
            f"each second of a core, {count / passed:,.0f} a second by the clock"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pgn", required=True)
    parser.add_argument("--draughts", required=True, help="a file of PDN")
    parser.add_argument("--games", type=int, default=500, help="of the PGN, for reading")
    arguments = parser.parse_args()
    measure_perft()
    measure_reading(arguments.pgn, arguments.games)
    measure_batches("chess", chess, arguments.pgn)
    measure_batches("draughts", draughts, arguments.draughts)


if __name__ == "__main__":
    main()
