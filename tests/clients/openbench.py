#!/usr/bin/env python3
"""What OpenBench expects of an engine, with the patterns by which it reads it.

    python3 tests/clients/openbench.py --damier target/release/damier
    python3 tests/clients/openbench.py --damier target/release/damier --make

With --make it also builds the program twice, as OpenBench does but without the long optimisation:
once with another network and the numbers of the search as options, and once with a network that is
not there, which must fail.
"""

import argparse
import json
import re
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NETWORK = ROOT / "crates/chess-engine/networks/chess.nnue"
# Where the checksum of a network stands in its file.
SUM = slice(64, 72)

# As its client and its server have them.
NODES = r"(\d+\s+nodes)|(nodes\s+\d+)|(nodes searched\s+\d+)"
SPEED = r"(\d+\s+nps)|(nps\s+\d+)|(nodes second\s+\d+)"
MESSAGE = r"(?:BENCH|NODES)[ :=]+([0-9,]+)"


def first_number(text: str) -> int:
    return int(re.search(r"\d+", text).group())


def read_bench(output: str) -> tuple[int, int]:
    """The last count of nodes and the last speed, signs taken for blanks."""
    lines = [re.sub(r"[^a-zA-Z0-9 ]+", " ", line) for line in output.strip().split("\n")]
    found = []
    for pattern in (NODES, SPEED):
        matches = (re.search(pattern, line, re.IGNORECASE) for line in reversed(lines))
        found.append(first_number(next(match.group() for match in matches if match)))
    return found[0], found[1]


def bench(damier: Path) -> int:
    command = [damier, "bench"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    nodes, speed = read_bench(done.stdout)
    assert speed > 0
    return nodes


def the_bench_is_read_as_the_signature_of_chess(damier: Path) -> None:
    signature = dict(line.split() for line in (ROOT / ".ci/signature").read_text().splitlines())
    assert bench(damier) == int(signature["chess"])


def commit_messages_end_with_the_bench_of_chess(_: Path) -> None:
    # The last match counts: draughts comes before it, in words that are no match.
    text = "Search: a change\n\n+5.0 Elo, 20,000 games.\n\nDraughts: 2809598\nBench: 4188874\n"
    assert re.findall(MESSAGE, text, re.IGNORECASE) == ["4188874"]
    words = (ROOT / "CONTRIBUTING.md").read_text()
    example = re.search(r"^Draughts: \d+\nBench: (\d+)$", words, re.MULTILINE)
    assert example, "CONTRIBUTING.md says how a message ends"
    assert re.findall(MESSAGE, example.group(), re.IGNORECASE) == [example.group(1)]


def openings_are_made(damier: Path) -> None:
    command = [damier, "genfens 5 seed 7 book None", "quit"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    fens = re.findall(r"^info string genfens (.+)$", done.stdout, re.MULTILINE)
    assert len(fens) == 5 and all(len(fen.split()) == 6 for fen in fens), done.stdout


def it_ends_when_its_input_ends(damier: Path) -> None:
    done = subprocess.run(
        [damier], input="uci\nisready\n", capture_output=True, text=True, timeout=20
    )
    assert done.returncode == 0 and "uciok" in done.stdout and "readyok" in done.stdout


def spsa(damier: Path) -> dict[str, tuple[int, int, int]]:
    command = [damier, "tune", "--spsa"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    numbers = {}
    for line in done.stdout.splitlines():
        name, kind, value, least, most, step, rate = (field.strip() for field in line.split(","))
        assert re.fullmatch(r"\w+", name) and kind == "int", line
        assert int(least) <= int(value) <= int(most), line
        assert float(step) > 0 and float(rate) > 0, line
        numbers[name] = int(value), int(least), int(most)
    assert len(numbers) > 20
    return numbers


def numbers_are_printed_for_spsa(damier: Path) -> None:
    spsa(damier)


def the_description_has_what_its_server_asks_for(_: Path) -> None:
    engine = json.loads((ROOT / "packaging/openbench.json").read_text())
    assert {"private", "nps", "source", "build", "test_presets", "tune_presets"} <= engine.keys()
    assert {"path", "compilers", "cpuflags", "systems"} <= engine["build"].keys()
    assert (ROOT / engine["build"]["path"] / "Makefile").is_file()
    for preset in engine["test_presets"].values():
        bounds = preset.get("test_bounds", "[0.00, 5.00]")
        assert re.fullmatch(r"\[-?\d+\.\d+, -?\d+\.\d+\]", bounds), bounds
    assert engine["test_presets"]["default"]["base_branch"]


def search(damier: Path, *commands: str) -> str:
    """What a search to a depth says, without the time that it took."""
    process = subprocess.Popen([damier], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with process:
        lines = [*commands, "position startpos moves e2e4 c7c5", "go depth 10"]
        process.stdin.write("".join(f"{line}\n" for line in lines))
        process.stdin.flush()
        said = ""
        for line in process.stdout:
            said += re.sub(r" (nps|time) \d+", "", line)
            if line.startswith("bestmove"):
                break
        process.stdin.close()
    assert "bestmove" in said and "depth 10" in said, said
    return said


def other_network(folder: Path) -> Path:
    """The network with the biases of its outputs changed, and the checksum that belongs to it."""
    data = bytearray(NETWORK.read_bytes())
    # They are the last 32 bytes, four for each of eight.
    for index in range(len(data) - 32, len(data), 4):
        data[index] ^= 64
    total = 0xCBF29CE484222325
    for byte in data[: SUM.start] + data[SUM.stop :]:
        total = ((total ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    data[SUM] = total.to_bytes(8, "little")
    path = folder / "other.nnue"
    path.write_bytes(data)
    return path


def make_builds_with_the_network_and_the_numbers(damier: Path, folder: Path) -> None:
    network = other_network(folder)
    expected = search(damier, f"setoption name EvalFile value {network}")
    assert expected != search(damier), "the other network plays differently"
    make = ["make", "-C", ROOT, f"EXE={folder / 'tuned'}", "PROFILE=release", "FEATURES=tuning"]
    subprocess.run([*make, f"EVALFILE={network}"], check=True)
    assert search(folder / "tuned") == expected
    assert bench(folder / "tuned") != bench(damier)
    options = subprocess.run(
        [folder / "tuned"], input="uci\n", capture_output=True, text=True, timeout=20
    ).stdout
    pattern = r"^option name (\w+) type spin default (-?\d+) min (-?\d+) max (-?\d+)$"
    found = {
        name: (int(value), int(least), int(most))
        for name, value, least, most in re.findall(pattern, options, re.MULTILINE)
    }
    for name, number in spsa(damier).items():
        assert found.get(name) == number, (name, number, found.get(name))
    missing = subprocess.run([*make, f"EVALFILE={folder / 'nobody'}"], capture_output=True)
    assert missing.returncode != 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--damier", type=Path, required=True)
    parser.add_argument("--make", action="store_true", help="build with make as well")
    arguments = parser.parse_args()
    damier = arguments.damier.resolve()
    checks = [
        the_bench_is_read_as_the_signature_of_chess,
        commit_messages_end_with_the_bench_of_chess,
        openings_are_made,
        it_ends_when_its_input_ends,
        numbers_are_printed_for_spsa,
        the_description_has_what_its_server_asks_for,
    ]
    for check in checks:
        check(damier)
        print("ok", check.__name__.replace("_", " "))
    if arguments.make:
        with tempfile.TemporaryDirectory() as folder:
            make_builds_with_the_network_and_the_numbers(damier, Path(folder))
        print("ok make builds with the network and the numbers")


if __name__ == "__main__":
    main()
