#!/usr/bin/env python3
"""Compares the speed of `damier` with another UCI engine, on one and two threads, in one
interleaved run.

    python3 tests/clients/speed.py --damier target/release/damier --other stockfish \\
        --option "Use NNUE=false"

Speeds of a shared machine drift, so every position is searched by all engines in turn, and what is
reported are medians of ratios.
"""

import argparse
import statistics

import chess
import chess.engine

POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1b1qrk1/3n1pp1/1p3n2/p1bppNNp/4P3/2PP3P/P3BPP1/R1BQK2R w KQ - 4 14",
    "r1b2rk1/ppp3p1/4pq1p/b2pPp2/P2P4/2N3P1/1PP1P1BP/R2QK2R b KQ - 0 14",
    "1k1r3r/pppbp2p/2n2np1/4p3/PBB1P3/5P2/1PP3PP/RNK4R w - - 7 16",
    "k2r1b1r/pp3pp1/1np1pq1p/2N1B3/P1PP4/2Q5/1P3PPP/1R2R1K1 b - - 5 22",
    "4rrk1/p6p/1p1n4/n1p1bpPP/P3pN2/1PP1B3/1K3PB1/3R3R b - - 0 26",
    "3r1k2/p2n4/1p1q2p1/2pN1n1p/2P2P2/1PBQrN2/PK5P/6R1 w - - 6 28",
    "4r1k1/pb3p2/8/2q5/2PNp3/2P3P1/P4Q1P/4R1K1 w - - 1 46",
    "8/8/p4p2/8/1P1bk1Pp/1P3R1P/1r6/5K2 w - - 12 46",
    "8/7R/5k2/1p2p2p/1r6/1P6/1P4P1/6K1 w - - 0 34",
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--damier", required=True)
    parser.add_argument("--other", required=True)
    parser.add_argument(
        "--option", action="append", default=[], help="NAME=VALUE for the other engine"
    )
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="for each search of the speed part"
    )
    parser.add_argument("--depth", type=int, default=16, help="of the time-to-depth part")
    options = parser.parse_args()

    engines = {}
    for name, program in (("damier", options.damier), ("other", options.other)):
        for threads in (1, 2):
            engine = chess.engine.SimpleEngine.popen_uci(program)
            engine.configure({"Threads": threads, "Hash": 64})
            if name == "other":
                engine.configure(
                    {key: value for key, value in (text.split("=") for text in options.option)}
                )
            engines[name, threads] = engine

    speeds = {key: [] for key in engines}
    times = {key: [] for key in engines}
    for fen in POSITIONS:
        board = chess.Board(fen)
        for key, engine in engines.items():
            info = engine.analyse(board, chess.engine.Limit(time=options.seconds), game=object())
            speeds[key].append(info["nodes"] / info["time"])
        for key, engine in engines.items():
            info = engine.analyse(board, chess.engine.Limit(depth=options.depth), game=object())
            times[key].append(info["time"])
    for engine in engines.values():
        engine.quit()

    def ratio(above: list[float], below: list[float]) -> str:
        return f"{statistics.median(a / max(b, 0.001) for a, b in zip(above, below)):.2f}"

    for (name, threads), values in speeds.items():
        print(f"{name}, {threads} thread(s): {statistics.median(values):,.0f} nodes/s")
    print("damier / other, 1 thread, nodes/s:     ", ratio(speeds["damier", 1], speeds["other", 1]))
    for name in ("damier", "other"):
        print(f"{name}: 2 threads / 1, nodes/s:      ", ratio(speeds[name, 2], speeds[name, 1]))
        total = sum(times[name, 1]) / sum(times[name, 2])
        print(
            f"{name}: 1 thread / 2, time to depth {options.depth}:",
            ratio(times[name, 1], times[name, 2]),
            f"(sum over all positions: {total:.2f})",
        )


if __name__ == "__main__":
    main()
