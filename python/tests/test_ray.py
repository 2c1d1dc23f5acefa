"""A real cluster of three nodes on this machine, of which one is killed in the middle.

It takes minutes, and prints figures: ``just python-ray``.
"""

import os
import random
import time

import pytest
from conftest import ODD_GAME

import damier
import damier.chess as chess
import damier.draughts as draughts

pytestmark = pytest.mark.long
pytest.importorskip("ray", reason="Ray is not installed")

import ray  # noqa: E402
import ray.data  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

import damier.ray  # noqa: E402

GAMES = 1_000


@pytest.fixture(scope="module")
def cluster():
    """The driver's node without cores, and two nodes to work on."""
    # Ray's workers usually stand back behind everything else on a machine.
    os.environ["RAY_worker_niceness"] = "0"
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    for _ in range(2):
        cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False)
    yield cluster
    ray.shutdown()
    cluster.shutdown()


class Killer:
    """Kills a node as soon as so much is done, and starts another in its place later."""

    def __init__(self, cluster, at: int) -> None:
        self.cluster, self.at, self.killed = cluster, at, False

    def __call__(self, done: int, *_: int) -> None:
        if done >= self.at and not self.killed:
            self.killed = True
            self.cluster.remove_node(self.cluster.worker_nodes.copy().pop(), allow_graceful=False)


@pytest.fixture
def killer(cluster):
    def make(at: int) -> Killer:
        return Killer(cluster, at)

    yield make
    while len(cluster.worker_nodes) < 2:
        cluster.add_node(num_cpus=1)


def games_of(count: int) -> str:
    """Games of different lengths with moves drawn by lot."""
    source, texts = random.Random(29), []
    for number in range(count):
        board = chess.Board()
        while board.ply() < 4 + number % 8 and not board.is_game_over():
            board.push(source.choice(board.legal_moves))
        game = chess.Game.from_board(board)
        game.headers["White"] = f"Player {number}"
        texts.append(str(game))
    return "".join(texts)


def test_games_are_reviewed_once_each_though_a_node_is_killed(killer, tmp_path, monkeypatch):
    one, many = tmp_path / "one.jsonl", tmp_path / "many.jsonl"
    (tmp_path / "games.pgn").write_text(games_of(GAMES))
    # The name of the file stands in every line.
    monkeypatch.chdir(tmp_path)
    path = "games.pgn"
    for _ in chess.review(path, nodes=100, json_lines=one):
        pass
    kill = killer(GAMES // 3)
    found = damier.ray.review(path, nodes=100, json_lines=many, on_progress=kill)
    assert [reviewed.index for reviewed in found] == list(range(GAMES))
    assert kill.killed
    assert many.read_bytes() == one.read_bytes()


def test_games_for_training_are_played_though_a_node_is_killed(killer, tmp_path):
    one, many = tmp_path / "one.games", tmp_path / "many.games"
    chess.generate(one, 200, nodes=100, threads=1)
    damier.ray.generate(many, 50, nodes=100)
    kill = killer(120)
    done = damier.ray.generate(many, 200, nodes=100, on_progress=kill)
    assert kill.killed and done == {"games": 200, "new_games": 150}
    assert many.read_bytes() == one.read_bytes()


def test_a_match_is_that_of_one_machine(cluster, tmp_path):
    engines, journal = ["builtin,name=a", "builtin,name=b,Level=2"], tmp_path / "match.jsonl"
    one = draughts.match(engines, 12, nodes=200)
    damier.ray.match(engines, 4, game="draughts", nodes=200, journal=journal)
    many = damier.ray.match(engines, 12, game="draughts", nodes=200, journal=journal)
    moves = [[game["moves"] for game in result.data()] for result in (one, many)]
    assert moves[0] == moves[1] and many.players == one.players
    assert len(journal.read_text().splitlines()) == 13


def test_a_review_goes_on_where_its_journal_ends(cluster, tmp_path):
    path, journal, out = (tmp_path / name for name in ("games.pgn", "journal", "out.jsonl"))
    path.write_text(games_of(40))
    stream = damier.ray.review(path, nodes=500, journal=journal)
    first = next(stream)
    stream.close()
    rest = chess.review(path, nodes=500, most=20, journal=journal)
    assert next(rest).json() == first.json() and len(list(rest)) == 19
    for _ in damier.ray.review(path, nodes=500, journal=journal, json_lines=out):
        pass
    text = "".join(reviewed.json() + "\n" for reviewed in chess.review(path, nodes=500))
    assert out.read_text() == text and len(journal.read_text().splitlines()) == 41
    with pytest.raises(damier.JournalError, match="nodes"):
        list(damier.ray.review(path, nodes=600, journal=journal))


def test_a_dataset_gets_a_column(cluster):
    rows = [{"id": 1, "pgn": ODD_GAME}, {"id": 2, "pgn": ""}, {"id": 3, "pgn": ODD_GAME}]
    dataset = damier.ray.review(ray.data.from_items(rows), nodes=500, column="pgn", language="fr")
    reviews = {row["id"]: row["review"] for row in dataset.take_all()}
    (game,) = chess.games_from_text(ODD_GAME)
    line = chess.Reviewer(nodes=500).review(game).json("fr")
    assert reviews == {1: line, 2: None, 3: line}
    with pytest.raises(Exception, match="there is no column 'game'; there are id, pgn"):
        damier.ray.review(ray.data.from_items(rows), nodes=500).take_all()


def test_what_is_wrong_is_said_in_the_usual_words(cluster, tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(ODD_GAME.replace("4. Nf3", "4. Ke4") + ODD_GAME)
    told = []
    found = list(damier.ray.review([path], nodes=500, on_fault=told.append))
    assert len(told) == 1 and "line 6" in told[0] and found[0].faults[0] in told[0]
    path.write_text("nothing")
    with pytest.raises(damier.FileError, match="no game of chess"):
        list(damier.ray.review(path, nodes=500))
    with pytest.raises(damier.FileError, match="none.pgn"):
        damier.ray.review(tmp_path / "none.pgn")
    with pytest.raises(damier.OptionError, match="nodes must be at least 100"):
        damier.ray.review(path, nodes=5)
    with pytest.raises(damier.OptionError, match="there is no game 'go'; there are chess"):
        damier.ray.match(["builtin", "builtin"], 2, game="go", nodes=100)
    with pytest.raises(damier.EngineError, match="/nowhere"):
        damier.ray.match(["builtin", "cmd=/nowhere"], 2, nodes=100)


def test_what_one_and_two_workers_do(cluster, tmp_path):
    """Prints it; how much more two do depends on what else the machine does."""
    path, games, first = tmp_path / "games.pgn", 200, 80
    path.write_text(games_of(games))
    for workers in (1, 2):
        times = []
        found = damier.ray.review(
            path, nodes=1_000, workers=workers, on_progress=lambda *_: times.append(time.time())
        )
        assert len(list(found)) == games
        # The first ones wait for the engines to start.
        rate = (games - first) / (times[-1] - times[first - 1])
        print(f"\n{workers} workers: {rate:.2f} games a second", end="")
