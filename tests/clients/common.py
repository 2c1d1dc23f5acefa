"""What the clients share: the program without a library in between, garbage, and running checks."""

import argparse
import queue
import random
import subprocess
import threading
import time
from collections.abc import Callable, Iterator


# Longer than any line that the program reads.
ENDLESS = b"x" * 3_000_000 + b"\n"


class Raw:
    """The program without a helpful library in between."""

    def __init__(self, *command: str):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.lines: queue.Queue[bytes] = queue.Queue()
        # Read all the time: if both sides only wrote, both would wait for ever.
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line)

    def send(self, data: bytes) -> None:
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send_garbage(self, lines: list[bytes], end: bytes, answer: bytes) -> None:
        """Sends lines in batches; after each the end is sent, and its answer waited for."""
        for start in range(0, len(lines), 500):
            self.ask(b"\n".join(lines[start : start + 500]) + b"\n" + end, answer)

    def ask(self, orders: bytes, answer: bytes) -> list[bytes]:
        """Sends orders; the lines up to the one with the answer."""
        self.send(orders)
        return self.until(answer)

    def ask_in_pieces(self, orders: bytes, answer: bytes) -> None:
        """Sends orders with a pause at each bar, and waits for the answer."""
        for piece in orders.split(b"|"):
            self.send(piece)
            time.sleep(0.01)
        self.until(answer)

    def until(self, word: bytes) -> list[bytes]:
        lines = []
        while True:
            lines.append(self.lines.get(timeout=60))
            if word in lines[-1]:
                return lines

    def finish(self) -> list[bytes]:
        """Waits until the program has ended by itself; the lines that were not asked for."""
        assert self.process.wait(timeout=10) == 0
        self.reader.join(timeout=10)
        self.process.stdin.close()
        self.process.stdout.close()
        return list(self.lines.queue)


def garbage(words: list[str], count: int) -> Iterator[bytes]:
    """Lines of random bytes, of random words, and of words cut off; the same ones every time."""
    source = random.Random(7)
    for _ in range(count):
        kind = source.randrange(4)
        if kind == 0:
            length = source.randrange(40)
            yield bytes(source.randrange(256) for _ in range(length)).replace(b"\n", b" ")
            continue
        line = " ".join(source.choice(words) for _ in range(source.randrange(1, 7))).encode()
        yield line[: source.randrange(len(line) + 1)] if kind == 1 else line


def answers_to_closed_input(command: list[str], *orders: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Sends each order to a program of its own and closes the input; the last line that it prints,
    and what the other stream says."""
    for order in orders:
        done = subprocess.run(command, input=order, capture_output=True, timeout=20)
        assert done.returncode == 0, done
        yield done.stdout.splitlines()[-1], done.stderr


def program_to_check(description: str) -> str:
    """The program that the command line names; the first line of the description is shown."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--damier", required=True, help="the program")
    return parser.parse_args().damier


def run(subject: object, *checks: Callable) -> None:
    """Runs checks, each of which has a name that says what must hold; the first failure ends it."""
    for check in checks:
        check(subject)
        print("ok ", check.__name__, flush=True)


def rewritten(program: str, game: str, path: str, *more: str) -> str:
    """What the example `rewrite` of damier-records writes."""
    command = [program, game, path, *more]
    done = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8")
    return done.stdout
