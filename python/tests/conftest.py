"""Data that tests share."""

import os
import pathlib

import pytest

HERE = pathlib.Path(__file__).parent
RECORDS = HERE.parent.parent / "crates/records/tests/data"

#: White overlooks mate in one on the sixth move and mates two moves later.
ODD_GAME = """[Event "Club"]
[White "Ada"]
[Black "Ben"]
[Result "1-0"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Nf3 Nxh5 5. Nxe5 Nxe5 6. Bb3 d6 7. O-O Be7 1-0

"""

DRAUGHTS_GAME = """[White "Cas"]
[Black "Dirk"]
[Result "1-1"]

1. 32-28 19-23 2. 28x19 14x23 3. 33-28 23x32 4. 37x28 20-24 1-1

"""


@pytest.fixture
def records() -> pathlib.Path:
    """The folder with the annotated games that the readers are tested with."""
    return RECORDS


@pytest.fixture
def data() -> pathlib.Path:
    """The folder with real games."""
    folder = os.environ.get("DAMIER_TEST_DATA")
    if not folder:
        pytest.skip("DAMIER_TEST_DATA names no folder")
    return pathlib.Path(folder)
