#!/usr/bin/env python3
"""Runs the recipes of docs/many-machines.md as they stand there, with fewer positions and parts.

    python3 tests/clients/many_machines.py --damier target/release/damier

GNU parallel runs its line if it is installed. Parts of Slurm and Kubernetes are run one after the
other with the variables that those set; with --slurm the script goes to `sbatch` itself. All parts
put together must be what one machine makes.
"""

import argparse
import os
import random
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs/many-machines.md"
MOVES = "e4 e5 Qh5 Nc6 Bc4 Nf6 Nf3 Nxh5 Nxe5 Nxe5 Bb3 d6 O-O Be7".split()
GAMES = 10
PARTS = 4
SETTINGS = ["--quiet", "--nodes", "500"]


def recipe(heading: str) -> str:
    """The block of code below a heading, made smaller."""
    _, rest = PAGE.read_text().split(f"## {heading}\n", 1)
    code = re.search(r"```\w+\n(.*?)```", rest, re.DOTALL).group(1)
    code = code.replace("--nodes 50000", "--nodes 500")
    code = code.replace("1-100", f"1-{PARTS}").replace("/100", f"/{PARTS}")
    return code.replace("/8 ", f"/{PARTS} ").replace("1 2 3 4 5 6 7 8", "1 2 3 4")


def write_games(folder: Path) -> None:
    source = random.Random(1)
    texts = []
    for number in range(GAMES):
        moves = MOVES[: source.randrange(4, len(MOVES))]
        texts.append(f'[White "Player {number}"]\n\n{" ".join(moves)} *\n\n')
    plain = folder / "games.pgn"
    plain.write_text("".join(texts))
    # Compressed files are known by their first bytes, so a plain one of that name does as well.
    shutil.copy(plain, folder / "games.pgn.zst")


class Place:
    """A folder with games, in which `damier` is found by its name."""

    def __init__(self, folder: Path, damier: Path) -> None:
        (folder / "bin").mkdir(parents=True)
        (folder / "bin/damier").symlink_to(damier)
        self.folder = folder
        self.environment = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}
        write_games(folder)

    def run(self, *command: object, **more: str) -> None:
        environment = {**self.environment, **more}
        subprocess.run(command, cwd=self.folder, env=environment, check=True, timeout=600)

    def lines(self, *arguments: object) -> bytes:
        out = self.folder / "out.jsonl"
        review = ["damier", "review", "games.pgn.zst", *SETTINGS]
        self.run(*review, *arguments, "--json-lines", out)
        return out.read_bytes()

    def is_whole(self) -> None:
        """Whether the parts together are what one machine makes, and nothing is made again."""
        journals = sorted(self.folder.glob("review-*.jsonl"))
        assert len(journals) == PARTS, journals
        entries = sum(len(journal.read_text().splitlines()) - 1 for journal in journals)
        assert entries == GAMES, entries
        also = [word for journal in journals for word in ("--also", journal)]
        assert self.lines(*also) == self.lines()


def run_parallel(place: Place) -> str:
    if not shutil.which("parallel"):
        return "skipped: GNU parallel is not installed"
    place.run("bash", "-c", recipe("GNU parallel"))
    return "run by GNU parallel"


def run_slurm(place: Place, by_sbatch: bool) -> str:
    script = place.folder / "review.sh"
    script.write_text(recipe("Slurm"))
    if not by_sbatch:
        for part in range(1, PARTS + 1):
            place.run(
                "bash",
                script,
                SLURM_CPUS_PER_TASK="1",
                SLURM_ARRAY_TASK_ID=str(part),
                SLURM_ARRAY_TASK_COUNT=str(PARTS),
            )
        return "its variables set by hand"
    # This machine may have fewer cores than the script asks for.
    place.run("sbatch", "--wait", "--cpus-per-task=1", script)
    return "run by Slurm"


def run_kubernetes(place: Place) -> str:
    text = recipe("Kubernetes")
    command = re.search(r"- >-\n(.*?)\n +resources:", text, re.DOTALL).group(1)
    command = " ".join(command.split()).replace("/games/", f"{place.folder}/")
    for index in range(PARTS):
        place.run("sh", "-c", command, JOB_COMPLETION_INDEX=str(index))
    # The journals name the file by its path, which is no part of a review.
    return "the command of its pods, with their variable"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--damier", type=Path, required=True)
    parser.add_argument("--slurm", action="store_true", help="hand the script to sbatch")
    arguments = parser.parse_args()
    damier = arguments.damier.resolve()
    with tempfile.TemporaryDirectory() as folder:
        recipes = [
            ("GNU parallel", run_parallel),
            ("Slurm", lambda place: run_slurm(place, arguments.slurm)),
            ("Kubernetes", run_kubernetes),
        ]
        for name, run in recipes:
            place = Place(Path(folder, name.replace(" ", "-")), damier)
            how = run(place)
            if not how.startswith("skipped"):
                place.is_whole()
            print(f"ok {name}: {how}")


if __name__ == "__main__":
    main()
