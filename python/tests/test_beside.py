"""The package beside the two draughts packages, which collide with each other."""

import importlib.metadata
import os
import subprocess
import sys

import pytest

PLAY = "board = damier.draughts.Board(); board.push('32-28'); print(board.fen())"


def run(code: str, folder: str = "") -> str:
    environment = dict(os.environ)
    if folder:
        environment["PYTHONPATH"] = os.pathsep.join([folder, environment.get("PYTHONPATH", "")])
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, check=True, capture_output=True, text=True, env=environment
    ).stdout


def test_no_module_of_another_name_is_installed():
    try:
        files = importlib.metadata.files("damier")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("the package is not installed")
    assert {file.parts[0].split("-")[0] for file in files} == {"damier"}


def test_it_works_beside_pydraughts():
    pytest.importorskip("draughts", reason="pydraughts is not installed")
    code = f"import damier.draughts, draughts; draughts.Board().legal_moves(); {PLAY}"
    assert run(code) == run(f"import damier.draughts; {PLAY}")
    assert run(f"import draughts, damier.draughts; {PLAY}") == run(
        f"import damier.draughts; {PLAY}"
    )


def test_it_works_beside_py_draughts():
    folder = os.environ.get("PY_DRAUGHTS")
    if not folder:
        pytest.skip("PY_DRAUGHTS names no folder with py-draughts")
    code = f"import damier.draughts, draughts; draughts.StandardBoard().legal_moves; {PLAY}"
    assert run(code, folder) == run(f"import damier.draughts; {PLAY}")
