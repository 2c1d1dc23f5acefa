"""The code in the documentation runs as it stands, and says what is written there."""

import doctest
import re

import pytest
from conftest import HERE

import damier

ROOT = HERE.parent.parent
TOUR = ROOT / "docs/python-tour.md"


def blocks(text: str) -> list:
    """Each block of Python with its outputs, which stand behind it in blocks of text."""
    pattern = r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?"
    return re.findall(pattern, text, re.DOTALL)


def test_the_tour_runs_and_prints_what_it_shows(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    found = blocks(TOUR.read_text())
    assert len(found) > 10
    for code, shown in found:
        exec(compile(code, str(TOUR), "exec"), names)
        assert capsys.readouterr().out == shown, code


def test_the_example_of_the_package_runs(capsys):
    ((code, _),) = blocks((ROOT / "python/README.md").read_text())
    exec(code, {})
    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.parametrize("module", [damier.chess, damier.draughts])
def test_examples_in_docstrings_are_true(module):
    failed, tried = doctest.testmod(module)
    assert tried and not failed


@pytest.mark.parametrize("module", [damier, damier.chess, damier.draughts])
def test_every_public_name_has_a_docstring(module):
    for name, thing in vars(module).items():
        if name.startswith("_") or not callable(thing):
            continue
        assert thing.__doc__, name
        for part, value in vars(thing).items() if isinstance(thing, type) else ():
            if not part.startswith("_") and not isinstance(value, (int, str)) and value is not None:
                assert getattr(value, "__doc__", None), f"{name}.{part}"
