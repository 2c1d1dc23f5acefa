#!/usr/bin/env python3
"""Plays against `damier dxp` with a small DXP player of its own, with pydraughts' one, and with
clients that misbehave.

    python3 tests/clients/dxp.py --damier target/release/damier

Needs pydraughts (PyPI), which must not share an environment with py-draughts: both install a module
`draughts`. The player here shares nothing with Damier: its rules are those of pydraughts, its
messages are cut by hand.
"""

import random
import socket
import subprocess
import threading

import draughts
from draughts.engine import DXPEngine

from common import program_to_check, run


class Listener:
    """`damier dxp listen` on a free port."""

    def __init__(self, program: str, games: int):
        order = [
            program,
            "dxp",
            "listen",
            "--port",
            "0",
            "--games",
            str(games),
            "--movetime",
            "20",
            "--name",
            "Damier",
        ]
        self.process = subprocess.Popen(
            order, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        first = self.process.stdout.readline()
        assert first.startswith("Listening on 127.0.0.1:"), first
        self.port = int(first.rsplit(":", 1)[1])

    def finish(self) -> str:
        output, errors = self.process.communicate(timeout=120)
        assert self.process.returncode == 0 and errors == "", (self.process.returncode, errors)
        return output


class Wire:
    """Messages that end with a zero."""

    def __init__(self, connection: socket.socket):
        self.connection = connection
        self.connection.settimeout(60)
        self.buffer = b""

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def send(self, text: str) -> None:
        self.connection.sendall(text.encode("ascii") + b"\0")

    def receive(self) -> str:
        while b"\0" not in self.buffer:
            data = self.connection.recv(4096)
            assert data, "the connection is open"
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        assert 1 <= len(message) <= 127, message
        return message.decode("ascii")


def read_move(board: draughts.Board, message: str) -> draughts.Move:
    assert message[0] == "M" and len(message) == 11 + 2 * int(message[9:11]), message
    ends, captured = (
        message[5:9],
        sorted(message[place : place + 2] for place in range(11, len(message), 2)),
    )
    for move in board.legal_moves():
        taken = sorted(f"{square:02}" for square in move.captures)
        if (f"{move.steps_move[0]:02}{move.steps_move[-1]:02}", taken) == (ends, captured):
            return move
    raise AssertionError(f"{message} is not legal in {board.fen}")


def write_move(move: draughts.Move) -> str:
    taken = "".join(f"{square:02}" for square in move.captures)
    return f"M0001{move.steps_move[0]:02}{move.steps_move[-1]:02}{len(move.captures):02}{taken}"


def play(wire: Wire, ours: int, source: random.Random) -> tuple[int, str]:
    """Plays random moves until the game is over; returns the plies and the message at the end."""
    board = draughts.Board()
    plies = 0
    while True:
        if board.turn == ours:
            moves = board.legal_moves()
            if not moves:
                wire.send("E10")
                return plies, wire.receive()
            move = source.choice(moves)
            wire.send(write_move(move))
        else:
            message = wire.receive()
            if message[0] == "E":
                wire.send("E00")
                return plies, message
            if message[0] == "C":
                continue
            move = read_move(board, message)
        board.push(move)
        plies += 1


def a_follower_wins_against_random_moves(program: str) -> None:
    listener = Listener(program, games=4)
    with Wire(socket.create_connection(("127.0.0.1", listener.port))) as wire:
        for number in range(4):
            follower, ours = ("W", draughts.BLACK) if number % 2 == 0 else ("Z", draughts.WHITE)
            wire.send(f"R01{'Random':32}{follower}.50000A")
            assert wire.receive() == f"A{'Damier':32}0"
            plies, end = play(wire, ours, random.Random(number))
            print(f"     game {number + 1}: {plies} plies, {end}")
    output = listener.finish()
    assert "Won 4, drawn 0, lost 0, without result 0" in output, output.splitlines()[-1]


def an_initiator_wins_against_random_moves(program: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        order = [
            program,
            "dxp",
            "connect",
            f"127.0.0.1:{port}",
            "--games",
            "2",
            "--minutes",
            "0.5",
            "--movetime",
            "20",
        ]
        process = subprocess.Popen(order, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        connection = server.accept()[0]
    with Wire(connection) as wire:
        for number in range(2):
            request = wire.receive()
            assert len(request) == 43 and request[:3] == "R01" and request[36:] == ".50000A", (
                request
            )
            assert request[35] == ("Z" if number == 0 else "W"), request
            wire.send(f"A{'Random':32}0")
            ours = draughts.BLACK if request[35] == "Z" else draughts.WHITE
            plies, end = play(wire, ours, random.Random(number))
            print(f"     game {number + 1}: {plies} plies, {end}")
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 0 and "Won 2, drawn 0, lost 0" in output, (output, errors)


def two_damiers_play_a_match(program: str) -> None:
    listener = Listener(program, games=2)
    order = [
        program,
        "dxp",
        "connect",
        f"127.0.0.1:{listener.port}",
        "--games",
        "2",
        "--minutes",
        "0.1",
    ]
    one = subprocess.run(order, capture_output=True, text=True, timeout=300)
    other = listener.finish()
    assert one.returncode == 0, one.stderr
    ours, theirs = one.stdout.splitlines(), other.splitlines()
    overs = [
        [line.split(",")[0] for line in lines if line.startswith("Game over")]
        for lines in (ours, theirs)
    ]
    assert len(overs[0]) == 2 and overs[0] == overs[1], overs
    print("    ", "; ".join(line for line in ours if line.startswith("Game over")))


def pydraughts_plays_a_game(program: str) -> None:
    listener = Listener(program, games=1)
    engine = DXPEngine(
        options={"ip": "127.0.0.1", "port": listener.port, "engine-opened": True}, initial_time=60
    )
    board = draughts.Board()
    source = random.Random(9)
    plies = 0
    # It plays the side that is to move first; the other moves at random.
    while not board.is_over() and plies < 40:
        result = engine.play(board)
        if result.move is None:
            break
        board.push(result.move)
        if board.is_over():
            break
        board.push(source.choice(board.legal_moves()))
        plies += 2
    threading.Thread(target=engine.quit, daemon=True).start()
    output = listener.finish()
    assert plies >= 20 and "Game over" in output, output


def garbage_is_reported_and_survived(program: str) -> None:
    source = random.Random(11)
    request = f"R01{'Raw':32}W001000A\0".encode()
    noises = [
        b"",
        b"\0" * 1000,
        b"x" * 100_000,
        bytes(source.randrange(256) for _ in range(50_000)),
        b"R01",
        request,
        request + b"M0001999900\0E99\0Q\0",
        request.replace(b"W", b"Z") + b"M0001320100\0",
        b"A" * 34 + b"\0K0\0B001W\0E00\0Chello\0",
    ]
    listener = Listener(program, games=1)
    for noise in noises:
        with socket.create_connection(("127.0.0.1", listener.port)) as connection:
            try:
                connection.sendall(noise)
                connection.shutdown(socket.SHUT_WR)
                connection.settimeout(20)
                while connection.recv(4096):
                    pass
            except OSError:
                pass  # it hung up first, as it may
    with Wire(socket.create_connection(("127.0.0.1", listener.port))) as wire:
        wire.send(f"R01{'Random':32}W.50000A")
        assert wire.receive().endswith("0")
        play(wire, draughts.BLACK, random.Random(1))
    output = listener.finish()
    assert "Won 1" in output and "Passed over" in output and "not legal" in output, output


def main() -> None:
    program = program_to_check(__doc__)
    run(
        program,
        a_follower_wins_against_random_moves,
        an_initiator_wins_against_random_moves,
        two_damiers_play_a_match,
        garbage_is_reported_and_survived,
        pydraughts_plays_a_game,
    )


if __name__ == "__main__":
    main()
